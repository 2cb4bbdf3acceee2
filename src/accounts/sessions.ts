import type { Db, Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { newId } from '../platform/ids.ts'
import type { SessionUser } from './accounts.contract.ts'
import { lockAccount, noteSignIn } from './accounts.sql.ts'
import { insertAudit } from './audit-log.sql.ts'
import { AccountError } from './errors.ts'
import { insertChallenge, selectFactor } from './factor.sql.ts'
import {
  BROWSERS_MAX,
  CHALLENGE_MS,
  needsFactor,
  SESSION_MS,
  SESSIONS_MAX,
} from './session.rules.ts'
import {
  deleteUnusedBrowsers,
  endSessionOfToken,
  endUnusedSessions,
  insertBrowser,
  insertRefreshToken,
  insertSession,
  isKnownBrowser,
  lacksFigures,
  moveBrowser,
  selectViewer,
} from './sessions.sql.ts'
import { drawToken, hashToken, readBearer } from './tokens.ts'
import { drawSecret, sealSecret, secretAddress, toBase32 } from './totp.ts'

export type OpenSession = { id: string; accountId: string; refreshToken: string; expiresAt: Date }

/** The source of a request: the address that limits count, and the cookies of the browser. */
export type Caller = {
  address: string
  refreshToken?: string | undefined
  browserToken?: string | undefined
  /** Identifies the last sign-up that this browser has sent. */
  signUpToken?: string | undefined
}

/** A session and the cookie that makes the browser known. */
export type SignInResult = OpenSession & { browserToken: string }

/** A secret for the owner's app, as text and as the address in a QR code. */
type FactorSetup = { secret: string; uri: string }

/** A sign-in whose password was right and whose code is missing. */
export type Challenge = {
  challengeId: string
  /** The new secret if the code sets the factor up; null if the account has a factor. */
  setup: FactorSetup | null
}

type SessionRequest = {
  accountId: string
  /**
   * The stored hash that matched the password. If the account has another hash when the session is
   * to be opened, no session is opened.
   */
  checkedHash?: string
  /** The refresh token of the browser's previous session, which ends. */
  oldToken?: string | undefined
  /** The network address, for the audit log. */
  address: string
  /** Whether the second factor was checked. */
  hasFactor: boolean
}

type CheckedPassword = { accountId: string; checkedHash: string; caller: Caller }

/**
 * Opens a session after a correct password. If the account has a second factor or needs one, stores
 * a challenge instead. After the transaction, `expectSession` throws this challenge.
 */
export async function enterAccount(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  { accountId, checkedHash, caller }: CheckedPassword,
): Promise<SignInResult | Challenge> {
  const account = await lockAccount(tx, accountId)
  const isSetUp = (await selectFactor(tx, accountId)) !== undefined
  if (!account || !(isSetUp || needsFactor(deps.env, account))) {
    return await openKnownSession(tx, deps, { accountId, checkedHash, caller, hasFactor: false })
  }
  // The password may have changed since it was compared.
  if (checkedHash !== account.password_hash) throw new AccountError('invalid_credentials')
  const owner = { id: accountId, email: account.email }
  return await makeChallenge(tx, deps, { owner, checkedHash, setsUp: !isSetUp })
}

/** Returns the session, or throws the challenge. Call it after the transaction of `enterAccount`. */
export function expectSession(entered: SignInResult | Challenge): SignInResult {
  if (!('challengeId' in entered)) return entered
  const { challengeId: challenge_id, setup } = entered
  throw new AccountError('second_factor_required', {
    details: { challenge_id, ...(setup && { setup }) },
  })
}

type ChallengeRequest = {
  owner: { id: string; email: string }
  checkedHash: string
  /** Whether the code confirms a new secret. */
  setsUp: boolean
}

/** Stores a challenge. Call it under the lock of the account, after checking the password. */
export async function makeChallenge(
  tx: Tx,
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  { owner, checkedHash, setsUp }: ChallengeRequest,
): Promise<Challenge> {
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  const { token, hash } = drawToken()
  const secret = setsUp ? drawSecret() : null
  const sealed = secret && sealSecret(env, owner.id, secret)
  await insertChallenge(tx, { hash, accountId: owner.id, checkedHash, sealed, expiresAt, now })
  const setup = secret && { secret: toBase32(secret), uri: secretAddress(secret, owner.email) }
  return { challengeId: token, setup }
}

/** Opens a session after a correct password, and makes the browser known. */
export async function openKnownSession(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { accountId, checkedHash, caller, hasFactor }: CheckedPassword & { hasFactor: boolean },
): Promise<SignInResult> {
  const { refreshToken, browserToken, address } = caller
  const request = { accountId, checkedHash, oldToken: refreshToken, address, hasFactor }
  const session = await openSession(tx, deps, request)
  const known = { accountId, oldToken: browserToken }
  return { ...session, browserToken: await rememberBrowser(tx, deps, known) }
}

/**
 * Opens a session with its first refresh token. A lock makes concurrent calls for an account run
 * one after another, so that each call sees the correct number of open sessions. A session of an
 * admin leaves a row in the audit log.
 */
export async function openSession(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { accountId, checkedHash, oldToken, address, hasFactor }: SessionRequest,
): Promise<OpenSession> {
  const now = clock.now()
  const id = newId()
  const account = await lockAccount(tx, accountId)
  // The password may have changed since it was compared.
  if (checkedHash !== undefined && checkedHash !== account?.password_hash) {
    throw new AccountError('invalid_credentials')
  }
  if (oldToken) await endSessionOfToken(tx, hashToken(oldToken), 'replaced', now)
  const expiresAt = new Date(now.getTime() + SESSION_MS)
  const { token, hash } = drawToken()
  await insertSession(tx, { id, accountId, hasFactor, expiresAt, now })
  await insertRefreshToken(tx, { hash, sessionId: id, now })
  await endUnusedSessions(tx, { accountId, kept: SESSIONS_MAX, now })
  await noteSignIn(tx, accountId, now)
  if (account?.role === 'admin') {
    await insertAudit(tx, { accountId, at: now }, [
      { action: 'admin_signed_in', subject: accountId, address },
    ])
  }
  return { id, accountId, refreshToken: token, expiresAt }
}

/**
 * Returns the viewer of an `authorization` header. Returns null if the bearer is invalid or its
 * session has ended. Reads session and role on each call, so that the end of a session or the
 * change of a role takes effect immediately. Also returns null if the account needs a second factor
 * that the session lacks, because the role or the setting has changed since the sign-in.
 */
export async function authenticateBearer(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  authorization: string,
): Promise<Viewer | null> {
  const session = await readBearer(deps, authorization)
  if (!session) return null
  const found = await selectViewer(deps.db, { ...session, now: deps.clock.now() })
  if (!found || (!found.hasFactor && needsFactor(deps.env, found))) return null
  const { accountId, role, memberships, hasFactor } = found
  return {
    accountId,
    role,
    ...(hasFactor && { hasFactor }),
    ...(memberships && { memberships }),
  }
}

/** Reads events, which belong to a room that this room may not import. */
export type OwnEvents = { ownsEvents: (db: Db, accountId: string) => Promise<boolean> }

/** The signed-in account, and whether its screens leave out sums of money. */
export async function readSessionUser(
  { db, ownsEvents }: Pick<Deps, 'db'> & OwnEvents,
  { id, email, role }: SessionUser,
): Promise<SessionUser> {
  const isShown = role === 'admin' || !(await lacksFigures(db, id)) || (await ownsEvents(db, id))
  return { id, email, role, ...(!isShown && { lacks_figures: true as const }) }
}

/**
 * Returns the hash of the browser's cookie if the browser has signed in to this account before, or
 * null if not.
 */
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
 * Makes a browser known to the account that signed in on it. Returns a new cookie each time, so
 * that a stolen copy of the old cookie no longer works.
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
