import type { Db, Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { newId } from '../platform/ids.ts'
import { lockAccount } from './accounts.sql.ts'
import { AccountError } from './errors.ts'
import { BROWSERS_MAX, SESSION_MS, SESSIONS_MAX } from './session.rules.ts'
import {
  deleteUnusedBrowsers,
  endSessionOfToken,
  endUnusedSessions,
  insertBrowser,
  insertRefreshToken,
  insertSession,
  isKnownBrowser,
  moveBrowser,
  selectViewer,
} from './sessions.sql.ts'
import { drawToken, hashToken, readBearer } from './tokens.ts'

export type OpenSession = { id: string; accountId: string; refreshToken: string; expiresAt: Date }

/** Who calls: the address that limits count, and what the browser was given before. */
export type Caller = {
  address: string
  refreshToken?: string | undefined
  browserToken?: string | undefined
}

/** A sign-in: a session, and what makes the browser known from now on. */
export type SignInResult = OpenSession & { browserToken: string }

type Opening = {
  accountId: string
  /** That the password was compared with, if one was. */
  checkedHash?: string
  /** Of the session that this browser had until now: it ends. */
  oldToken?: string | undefined
}

/** Opens a session for who showed a password, and makes the browser known. */
export async function openKnownSession(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { accountId, checkedHash, caller }: { accountId: string; checkedHash: string; caller: Caller },
): Promise<SignInResult> {
  const { refreshToken, browserToken } = caller
  const opening = { accountId, checkedHash, oldToken: refreshToken }
  const session = await openSession(tx, deps, opening)
  const known = { accountId, oldToken: browserToken }
  return { ...session, browserToken: await rememberBrowser(tx, deps, known) }
}

/**
 * Begins a session with its first refresh token. Those of one account begin one after the other, so
 * that each sees how many there are.
 */
export async function openSession(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { accountId, checkedHash, oldToken }: Opening,
): Promise<OpenSession> {
  const now = clock.now()
  const id = newId()
  const passwordHash = await lockAccount(tx, accountId)
  // Comparing takes its time, and the owner may have changed the password meanwhile.
  if (checkedHash !== undefined && checkedHash !== passwordHash) {
    throw new AccountError('invalid_credentials')
  }
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

/** A browser that signed in to this account before, as its limit names it; else null. */
export async function findKnownBrowser(
  db: Db,
  accountId: string | undefined,
  token: string | undefined,
): Promise<string | null> {
  if (token === undefined || accountId === undefined) return null
  const hash = hashToken(token)
  return (await isKnownBrowser(db, hash, accountId)) ? hash.toString('base64url') : null
}

/**
 * Makes a browser known to an account that it signed in to; returns what it is to keep as a cookie.
 * That is new each time: a copy of the old one, wherever it is, opens nothing any more.
 */
export async function rememberBrowser(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { accountId, oldToken }: { accountId: string; oldToken: string | undefined },
): Promise<string> {
  const { token, hash } = drawToken()
  if (oldToken) await moveBrowser(tx, hashToken(oldToken), hash)
  await insertBrowser(tx, { hash, accountId, now: clock.now() })
  await deleteUnusedBrowsers(tx, accountId, BROWSERS_MAX)
  return token
}
