import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { judgeRefresh, SESSION_MS } from './session.rules.ts'
import {
  endSession,
  insertRefreshToken,
  markTokenUsed,
  prolongSession,
  selectRefreshToken,
} from './sessions.sql.ts'
import type { OpenSession } from './sessions.ts'
import { drawToken, hashToken } from './tokens.ts'

/**
 * Exchanges a refresh token for a new one; null if the session has ended or the token is unknown.
 * A token that was used before ends the session for everybody who holds one of its tokens: nobody
 * can tell the thief from the victim. Within the grace it is forgiven and gets a token of its own,
 * because the first answer may be in use in another tab, or was lost. No lock is needed: if another
 * call ends the session meanwhile, the token given out here is worthless.
 */
export async function refreshSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<OpenSession | null> {
  const now = clock.now()
  const hash = hashToken(token)
  const next = drawToken()
  return await inTransaction(db, async (tx) => {
    const session = await selectRefreshToken(tx, hash)
    if (!session) return null
    const { id, account_id: accountId } = session
    const verdict = judgeRefresh(session, now)
    if (verdict === 'reused') await endSession(tx, id, 'reused', now)
    if (verdict !== 'good') return null
    const expiresAt = new Date(now.getTime() + SESSION_MS)
    await markTokenUsed(tx, hash, now)
    await insertRefreshToken(tx, { hash: next.hash, sessionId: id, now })
    await prolongSession(tx, id, expiresAt)
    return { id, accountId, refreshToken: next.token, expiresAt }
  })
}
