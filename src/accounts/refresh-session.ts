import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { judgeRefresh, SESSION_MS } from './session.rules.ts'
import {
  endSession,
  insertRefreshToken,
  prolongSession,
  selectRefreshToken,
  useRefreshToken,
} from './sessions.sql.ts'
import type { OpenSession } from './sessions.ts'
import { drawNonce, hashToken, succeedToken } from './tokens.ts'

/**
 * Exchanges a refresh token for a new one; null if the session has ended or the token is unknown.
 * A token that was used before ends the session for everybody who holds one of its tokens: nobody
 * can tell the thief from the victim. Within the grace it is forgiven, because the first answer may
 * be in use in another tab, or was lost; it is answered with the same successor again. So tokens
 * stay one line, and a stolen one opens no second. Of many at once the first locks the token's row
 * and draws the nonce; the others wait for it and read it. No other lock is needed: if another call
 * ends the session meanwhile, the token given out here is worthless.
 */
export async function refreshSession(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  token: string,
): Promise<OpenSession | null> {
  const now = clock.now()
  const hash = hashToken(token)
  return await inTransaction(db, async (tx) => {
    const isFirst = await useRefreshToken(tx, { hash, nonce: drawNonce(), now })
    const session = await selectRefreshToken(tx, hash)
    if (!session) return null
    const { id, account_id: accountId, successor_nonce: nonce } = session
    const usedBefore = isFirst ? null : session.used_at
    const verdict = judgeRefresh({ ...session, used_at: usedBefore }, now)
    if (verdict === 'reused') await endSession(tx, id, 'reused', now)
    if (verdict !== 'good' || nonce === null) return null
    const next = succeedToken(env, token, nonce)
    if (isFirst) await insertRefreshToken(tx, { hash: hashToken(next), sessionId: id, now })
    const expiresAt = new Date(now.getTime() + SESSION_MS)
    await prolongSession(tx, id, expiresAt)
    return { id, accountId, refreshToken: next, expiresAt }
  })
}
