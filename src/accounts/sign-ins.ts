import { inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { newId } from '../platform/ids.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { selectCredentials } from './accounts.sql.ts'
import { plainEmail } from './entrance.rules.ts'
import { AccountError } from './errors.ts'
import { deleteOldChallenges } from './factor.sql.ts'
import { guessesSeen } from './jobs.ts'
import { limitSignIns, mayWarn } from './limits.ts'
import { deleteOldInvitations, deleteOldLinks } from './links.sql.ts'
import type { AccountDeps } from './passwords.ts'
import { BROWSER_MS, judgeRefresh, needsFactor, SESSION_MS } from './session.rules.ts'
import {
  deleteOldBrowsers,
  deleteOldSessions,
  endSession,
  endSessionOfToken,
  insertRefreshToken,
  prolongSession,
  selectRefreshToken,
  useRefreshToken,
} from './sessions.sql.ts'
import {
  type Caller,
  enterAccount,
  expectSession,
  findKnownBrowser,
  type OpenSession,
  type SignInResult,
} from './sessions.ts'
import { deleteOldSignUps, selectNewestSignUp } from './sign-ups.sql.ts'
import { deriveSuccessors, drawNonce, hashToken, readBearer } from './tokens.ts'

type Credentials = { email: string; password: string; caller: Caller }

/**
 * Opens a session, or throws `second_factor_required` if the password was right and the account has
 * a second factor or needs one. An unknown address is refused like a wrong password: with the same
 * text, after the same time, and with the same rows written. Only the password of an unconfirmed
 * sign-up gets a different error, `unconfirmed`. An address with an account keeps such sign-ups
 * too, so this error does not reveal whether there is an account (decisions/0107).
 */
export async function signIn(
  deps: AccountDeps,
  { password, caller, ...typed }: Credentials,
): Promise<SignInResult> {
  deps.passwords.expectCapacity(caller.address)
  const email = plainEmail(typed.email)
  const known = await selectCredentials(deps.db, email)
  const browser = await findKnownBrowser(deps.db, known?.id, caller.browserToken)
  const source = { email, address: caller.address, browser }
  const isRight = (row: { password_hash: string } | undefined) =>
    deps.passwords.verify(row?.password_hash ?? null, password, caller.address)
  let isWaiting = false
  const account = await limitSignIns(deps, source, async () => {
    if ((await isRight(known)) && known?.confirmed_at) return known
    isWaiting = await isRight(await selectNewestSignUp(deps.db, email, deps.clock.now()))
    return null
  })
  if (account === null) {
    if (browser === null) await warnOfGuesses(deps, email)
    throw new AccountError(isWaiting ? 'unconfirmed' : 'invalid_credentials')
  }
  const { id: accountId, password_hash: checkedHash } = account
  const entered = await inTransaction(deps.db, (tx) =>
    enterAccount(tx, deps, { accountId, checkedHash, caller }),
  )
  return expectSession(entered)
}

/**
 * Notifies the owner of an account that has reached its daily limit of wrong passwords, once per
 * window of the limit. The job checks whether the address has an account.
 */
async function warnOfGuesses(deps: AccountDeps, email: string): Promise<void> {
  if (!(await mayWarn(deps, email))) return
  await inTransaction(deps.db, (tx) => queueJob(tx, guessesSeen, { email, noticeId: newId() }))
}

/**
 * Exchanges a refresh token for its successor. Returns null if the session has ended or the token
 * is unknown.
 *
 * A token that is used again later than GRACE_MS after its first use ends the session for every
 * client, because we cannot distinguish a thief from the owner. Within GRACE_MS the token is
 * accepted, because two tabs may use it at the same time or a response may be lost. The response
 * then contains the same successor as before, so a stolen token starts no second chain of tokens.
 *
 * A successor is derived from the token and a random nonce in the token's row. The first of several
 * concurrent calls locks the row and writes the nonce; the other calls wait for the lock and read
 * the nonce. No other lock is needed: if another call ends the session concurrently, the successor
 * returned here no longer works.
 */
export async function refreshSession(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  token: string,
): Promise<OpenSession | null> {
  const now = clock.now()
  const hash = hashToken(token)
  return await inTransaction(db, async (tx) => {
    const isFirst = await useRefreshToken(tx, { hash, nonce: drawNonce(), now })
    const session = await selectRefreshToken(tx, hash, now)
    if (!session) return null
    const { id, account_id: accountId, successor_nonce: nonce } = session
    if (!session.has_factor && needsFactor(env, session)) {
      await endSession(tx, id, 'second_factor', now)
      return null
    }
    const usedBefore = isFirst ? null : session.used_at
    const verdict = judgeRefresh({ ...session, used_at: usedBefore }, now)
    if (verdict === 'reused') await endSession(tx, id, 'reused', now)
    if (verdict !== 'good' || nonce === null) return null
    const successors = deriveSuccessors(env, token, nonce)
    const next = isFirst ? successors[0]! : await storedOne(tx, successors, now)
    if (isFirst) await insertRefreshToken(tx, { hash: hashToken(next), sessionId: id, now })
    const expiresAt = new Date(now.getTime() + SESSION_MS)
    await prolongSession(tx, id, expiresAt)
    return { id, accountId, refreshToken: next, expiresAt }
  })
}

/**
 * Returns the successor that the first use stored. The first use may have derived the successor
 * with an older secret of ours.
 */
async function storedOne(tx: Tx, successors: string[], now: Date): Promise<string> {
  for (const token of successors) {
    if (await selectRefreshToken(tx, hashToken(token), now)) return token
  }
  return successors[0]!
}

/**
 * Ends the session of the cookie, the session of the bearer, or both. Their bearers no longer work.
 */
export async function signOut(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  {
    refreshToken,
    authorization,
  }: { refreshToken: string | undefined; authorization: string | undefined },
): Promise<void> {
  const bearer = authorization ? await readBearer(deps, authorization) : null
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (refreshToken) await endSessionOfToken(tx, hashToken(refreshToken), 'signed_out', now)
    if (bearer) await endSession(tx, bearer.id, 'signed_out', now)
  })
}

const STORED_MS = 7 * 24 * 3600_000

/**
 * Deletes sessions, links and unconfirmed sign-ups a week after their end. Also deletes old known
 * browsers, and challenges that have expired.
 */
export async function forgetSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - STORED_MS)
  await inTransaction(db, async (tx) => {
    await deleteOldSessions(tx, before)
    await deleteOldLinks(tx, before)
    await deleteOldInvitations(tx, before)
    await deleteOldChallenges(tx, clock.now())
    await deleteOldSignUps(tx, before)
    await deleteOldBrowsers(tx, new Date(clock.now().getTime() - BROWSER_MS))
  })
}
