import type { Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { newId } from '../platform/ids.ts'
import type { Viewer } from '../platform/viewer.ts'
import { lockAccount } from './accounts.sql.ts'
import { SESSION_MS, SESSIONS_MAX } from './session.rules.ts'
import {
  endSessionOfToken,
  endUnusedSessions,
  insertRefreshToken,
  insertSession,
  selectViewer,
} from './sessions.sql.ts'
import { drawToken, hashToken, readBearer } from './tokens.ts'

export type OpenSession = { id: string; accountId: string; refreshToken: string; expiresAt: Date }

type Opening = {
  accountId: string
  /** Of the session that this browser had until now: it ends. */
  oldToken?: string | undefined
}

/**
 * Begins a session with its first refresh token. Those of one account begin one after the other, so
 * that each sees how many there are.
 */
export async function openSession(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { accountId, oldToken }: Opening,
): Promise<OpenSession> {
  const now = clock.now()
  const id = newId()
  await lockAccount(tx, accountId)
  if (oldToken) await endSessionOfToken(tx, hashToken(oldToken), 'replaced', now)
  const expiresAt = new Date(now.getTime() + SESSION_MS)
  const { token, hash } = drawToken()
  await insertSession(tx, { id, accountId, expiresAt, now })
  await insertRefreshToken(tx, { hash, sessionId: id, now })
  await endUnusedSessions(tx, { accountId, kept: SESSIONS_MAX, now })
  return { id, accountId, refreshToken: token, expiresAt }
}

/**
 * Who an `authorization` header stands for. Session and role are read anew each time, so that an
 * ended session or a lost role counts at once.
 */
export async function authenticateBearer(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  authorization: string,
): Promise<Viewer | null> {
  const session = await readBearer(deps, authorization)
  if (!session) return null
  return (await selectViewer(deps.db, { ...session, now: deps.clock.now() })) ?? null
}
