import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../../platform/database/deps.ts'
import { type Answer, fetchAnswer } from './call.ts'
import { claimTokenRefresh, type StoredToken, selectToken, storeToken } from './token.sql.ts'
import { textOf } from './wire-text.rules.ts'

export type TokenAnswer =
  | { kind: 'token'; value: string }
  /** M-Pesa got no request, because there is no token. */
  | { kind: 'none'; answer: Extract<Answer, { kind: 'unreachable' }> }

export type TokenSource = {
  get(): Promise<TokenAnswer>
  /** Returns a new token in place of the token that M-Pesa refused. */
  renew(refused: string): Promise<TokenAnswer>
}

// A token is renewed EARLY_MS before it expires, so that it does not expire during a call. A token
// that is valid for less than 2 * EARLY_MS is renewed after half of its time.
const EARLY_MS = 5 * 60_000
export const REFRESH_MS = 15_000
const POLL_MS = 100

/**
 * Makes the source of tokens. All processes share one token through the database, because a new
 * token invalidates the previous token. One process claims the refresh; the others wait.
 */
export function makeTokenSource(deps: Pick<Deps, 'env' | 'db' | 'clock'>): TokenSource {
  let refresh: Promise<TokenAnswer> | null = null
  const single = (unusable: string | null): Promise<TokenAnswer> => {
    refresh ??= refreshToken(deps, unusable).finally(() => {
      refresh = null
    })
    return refresh
  }
  let cached: StoredToken | null = null
  return {
    get: async () => {
      const now = deps.clock.now()
      if (!cached || cached.renewAt <= now) cached = await selectToken(deps.db)
      if (cached && cached.renewAt > now) return { kind: 'token', value: cached.value }
      return await single(null)
    },
    renew: async (refused) => {
      cached = null
      return await single(refused)
    },
  }
}

async function refreshToken(
  deps: Pick<Deps, 'env' | 'db' | 'clock'>,
  unusable: string | null,
): Promise<TokenAnswer> {
  const deadline = performance.now() + REFRESH_MS
  let stored: StoredToken | null
  for (;;) {
    const claimed = await claimTokenRefresh(deps.db, deps.clock.now(), REFRESH_MS)
    // A concurrent process may have stored a token before the claim.
    stored = await selectToken(deps.db)
    const fresh = stored !== null && stored.renewAt > deps.clock.now()
    if (stored && fresh && stored.value !== unusable) {
      if (claimed) await storeToken(deps.db, stored)
      return { kind: 'token', value: stored.value }
    }
    if (claimed) break
    if (performance.now() > deadline) return none('the token is being renewed elsewhere')
    await delay(POLL_MS)
  }
  const { value, expiresInMs, reason } = await askForToken(deps.env.mpesa)
  const now = deps.clock.now().getTime()
  if (value) {
    await storeToken(deps.db, storedToken(value, expiresInMs, now))
    return { kind: 'token', value }
  }
  const leftMs = stored ? stored.expiresAt.getTime() - now : 0
  if (stored && stored.value !== unusable && leftMs > 0) {
    // The old token is still valid. Tries again after half of its remaining time.
    await storeToken(deps.db, { ...stored, renewAt: new Date(now + leftMs / 2) })
    return { kind: 'token', value: stored.value }
  }
  await storeToken(deps.db, null)
  return none(reason)
}

function none(reason: string): TokenAnswer {
  return { kind: 'none', answer: { kind: 'unreachable', reason: `no token: ${reason}` } }
}

export function storedToken(value: string, expiresInMs: number, now: number): StoredToken {
  const renewInMs = expiresInMs - Math.min(EARLY_MS, expiresInMs / 2)
  return { value, expiresAt: new Date(now + expiresInMs), renewAt: new Date(now + renewInMs) }
}

export async function askForToken(
  settings: Deps['env']['mpesa'],
): Promise<{ value: string | null; expiresInMs: number; reason: string }> {
  const basic = Buffer.from(`${settings.consumerKey}:${settings.consumerSecret}`).toString('base64')
  const url = `${settings.baseUrl}/oauth/v1/generate?grant_type=client_credentials`
  const answer = await fetchAnswer(url, { headers: { authorization: `Basic ${basic}` } }, 10_000)
  if (answer.kind !== 'json') {
    // M-Pesa often responds to wrong credentials with 400 and an empty body.
    const reason = answer.kind === 'other' ? `HTTP ${answer.status}` : answer.reason
    return { value: null, expiresInMs: 0, reason }
  }
  const value = textOf(answer.body.access_token) || null
  // M-Pesa sends a string, although its documentation shows a number.
  const said = Number(textOf(answer.body.expires_in))
  const seconds = said > 0 ? said : 3599
  return { value, expiresInMs: seconds * 1000, reason: `HTTP ${answer.status}` }
}
