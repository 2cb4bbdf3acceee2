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
 * A session goes on under a new refresh token; null where the one shown is good for nothing. One
 * that was used before ends the session for all who hold a token of it: nobody can tell the thief
 * from the robbed. Within the grace it is forgiven and gets a token of its own, for the one that
 * was given out first may be in use already, or lost with its answer. No lock: where another call
 * ends the session meanwhile, what is given out here is good for nothing.
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
