import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../../platform/deps.ts'
import { claimTokenRefresh, selectToken, storeToken } from '../token.sql.ts'
import { type Answer, fetchAnswer, textOf } from './call.ts'

export type TokenAnswer =
  | { kind: 'token'; value: string }
  /** No token could be had, so nothing was asked of M-Pesa: counts as never connected. */
  | { kind: 'none'; answer: Extract<Answer, { kind: 'unreachable' }> }

export type TokenSource = {
  get(): Promise<TokenAnswer>
  /** A new token in place of one that was refused. */
  renew(refused: string): Promise<TokenAnswer>
}

// Early enough that no call starts with a token which ends on the way.
const EARLY_MS = 5 * 60_000
const REFRESH_MS = 15_000
const POLL_MS = 100

/**
 * One token for all processes, in the database: asking for a new one ends the one before. Within a
 * process all callers wait for one refresh; between processes one claims it and the rest wait.
 */
export function makeTokenSource(deps: Pick<Deps, 'env' | 'db' | 'clock'>): TokenSource {
  let refresh: Promise<TokenAnswer> | null = null
  const single = (unusable: string | null): Promise<TokenAnswer> => {
    refresh ??= refreshToken(deps, unusable).finally(() => {
      refresh = null
    })
    return refresh
  }
  let cached: { value: string; expiresAt: number } | null = null
  return {
    get: async () => {
      const now = deps.clock.now().getTime()
      if (cached && cached.expiresAt - EARLY_MS > now) return { kind: 'token', value: cached.value }
      const stored = await selectToken(deps.db)
      if (stored && stored.expiresAt.getTime() - EARLY_MS > now) {
        cached = { value: stored.value, expiresAt: stored.expiresAt.getTime() }
        return { kind: 'token', value: stored.value }
      }
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
  const deadline = Date.now() + REFRESH_MS
  let stored: Awaited<ReturnType<typeof selectToken>>
  for (;;) {
    const claimed = await claimTokenRefresh(deps.db, deps.clock.now(), REFRESH_MS)
    // Read after the claim: another process may have stored one and let go just before.
    stored = await selectToken(deps.db)
    const now = deps.clock.now().getTime()
    const fresh = stored !== null && stored.expiresAt.getTime() - EARLY_MS > now
    if (stored && fresh && stored.value !== unusable) {
      if (claimed) await storeToken(deps.db, stored.value, stored.expiresAt)
      return { kind: 'token', value: stored.value }
    }
    if (claimed) break
    if (Date.now() > deadline) return none('the token is being renewed elsewhere')
    await delay(POLL_MS)
  }
  const { value, expiresInMs, reason } = await askForToken(deps.env.mpesa)
  const now = deps.clock.now().getTime()
  if (value) {
    await storeToken(deps.db, value, new Date(now + expiresInMs))
    return { kind: 'token', value }
  }
  if (stored && stored.value !== unusable && stored.expiresAt.getTime() > now) {
    // Renewed early so that a failure does no harm: the old one is good for some minutes yet.
    await storeToken(deps.db, stored.value, stored.expiresAt)
    return { kind: 'token', value: stored.value }
  }
  await storeToken(deps.db, null, null)
  return none(reason)
}

function none(reason: string): TokenAnswer {
  return { kind: 'none', answer: { kind: 'unreachable', reason: `no token: ${reason}` } }
}

async function askForToken(
  settings: Deps['env']['mpesa'],
): Promise<{ value: string | null; expiresInMs: number; reason: string }> {
  const basic = Buffer.from(`${settings.consumerKey}:${settings.consumerSecret}`).toString('base64')
  const url = `${settings.baseUrl}/oauth/v1/generate?grant_type=client_credentials`
  const answer = await fetchAnswer(url, { headers: { authorization: `Basic ${basic}` } }, 10_000)
  if (answer.kind !== 'json') {
    // Wrong credentials are often answered with 400 and an empty body.
    const reason = answer.kind === 'other' ? `HTTP ${answer.status}` : answer.reason
    return { value: null, expiresInMs: 0, reason }
  }
  const value = textOf(answer.body.access_token) || null
  // A string on the wire, a number in the documentation.
  const seconds = Number(textOf(answer.body.expires_in)) || 3599
  return { value, expiresInMs: seconds * 1000, reason: `HTTP ${answer.status}` }
}
