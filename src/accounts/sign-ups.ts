import { inTransaction } from '../platform/database/db.ts'
import { refuseField } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import type { SessionUser, SignUpRequest } from './accounts.contract.ts'
import { upsertConfirmedAccount } from './accounts.sql.ts'
import {
  NO_NAME,
  NO_PASSWORD,
  plainEmail,
  plainName,
  signUpFaults,
  WRONG_SIGN_UP_PASSWORD,
} from './entrance.rules.ts'
import { AccountError } from './errors.ts'
import { signedUp } from './jobs.ts'
import { limitGuesses } from './limits.ts'
import { endLinks } from './links.sql.ts'
import { LINK_MS } from './links.ts'
import { type AccountDeps, checkPassword } from './passwords.ts'
import { deleteBrowsers, endAllSessions } from './sessions.sql.ts'
import { type Caller, enterAccount, expectSession, type SignInResult } from './sessions.ts'
import {
  endSignUpLinks,
  insertSignUp,
  type SignUpRow,
  selectSignUpOfLink,
  useSignUpLink,
} from './sign-ups.sql.ts'
import { drawToken, hashToken } from './tokens.ts'

type Confirmation = {
  token: string
  /** The password of the sign-up. The browser that signed up may leave it out. */
  password?: string | undefined
  /** A password that replaces the password of the sign-up. */
  newPassword?: string | undefined
  /** Comes with `newPassword`, because the name of the sign-up may come from a stranger. */
  fullName?: string | undefined
  caller: Caller
}

/**
 * Makes the account of a sign-up and signs its owner in. The link shows only that its holder can
 * read the mailbox, not that the holder signed up. So the holder must call from the browser that
 * signed up, or give the password of the sign-up, or a new password, which replaces it. Ends all
 * other sessions, links and sign-ups of the account.
 */
export async function confirmAccount(
  deps: AccountDeps,
  { token, caller, ...choice }: Confirmation,
): Promise<SignInResult & { isSignedUpHere: boolean }> {
  const hash = hashToken(token)
  const signUp = await selectSignUpOfLink(deps.db, hash, deps.clock.now())
  if (!signUp) throw new AccountError('link_ended')
  const fullName = agreeName(signUp, choice)
  const passwordHash = await agreePassword(deps, signUp, { ...choice, caller })
  const { id, email } = signUp
  const now = deps.clock.now()
  const entered = await inTransaction(deps.db, async (tx) => {
    if (!(await useSignUpLink(tx, hash))) throw new AccountError('link_ended')
    const account = { id, email, fullName, passwordHash, role: 'organizer' as const, now }
    const accountId = await upsertConfirmedAccount(tx, { ...account, confirmedAt: now })
    // A concurrent request has confirmed the account.
    if (accountId === undefined) throw new AccountError('link_ended')
    await endSignUpLinks(tx, email)
    await endLinks(tx, accountId, now)
    await endAllSessions(tx, accountId, 'password_reset', now)
    await deleteBrowsers(tx, accountId)
    return await enterAccount(tx, deps, { accountId, checkedHash: passwordHash, caller })
  })
  return { ...expectSession(entered), isSignedUpHere: isSignedUpHere(signUp, caller) }
}

/**
 * Whether this browser sent the sign-up. Compares with this sign-up only: a stranger may have
 * signed up with the same address in another browser.
 */
export function isSignedUpHere(
  { browser_hash }: Pick<SignUpRow, 'browser_hash'>,
  { signUpToken }: Pick<Caller, 'signUpToken'>,
): boolean {
  return signUpToken !== undefined && browser_hash?.equals(hashToken(signUpToken)) === true
}

type PasswordChoice = Pick<Confirmation, 'password' | 'newPassword' | 'caller'>

/** Returns the hash of the password that the account will have. Refuses a wrong password. */
async function agreePassword(
  deps: AccountDeps,
  signUp: SignUpRow,
  { password, newPassword, caller }: PasswordChoice,
): Promise<string> {
  const { address } = caller
  if (newPassword !== undefined) {
    checkPassword(newPassword, signUp.email, 'new_password')
    return await deps.passwords.hash(newPassword, address)
  }
  if (password === undefined && isSignedUpHere(signUp, caller)) return signUp.password_hash
  if (!password) refuseField('password', NO_PASSWORD)
  const isRight = await limitGuesses(
    deps,
    `confirm:${signUp.id}`,
    async () => (await deps.passwords.verify(signUp.password_hash, password, address)) || null,
  )
  if (!isRight) refuseField('password', WRONG_SIGN_UP_PASSWORD)
  return signUp.password_hash
}

function agreeName(
  signUp: SignUpRow,
  { newPassword, fullName }: Pick<Confirmation, 'newPassword' | 'fullName'>,
): string {
  if (newPassword === undefined || fullName === undefined) return signUp.full_name
  const name = plainName(fullName)
  if (name === '') refuseField('full_name', NO_NAME)
  return name
}

/**
 * Stores a sign-up. The sign-up becomes an account when the owner of the mailbox confirms it. The
 * job that mails the link checks whether the address has an account, so that this call does the
 * same for every address. Returns a token for this browser, with which the link needs no password.
 */
export async function signUp(
  deps: AccountDeps,
  request: SignUpRequest,
  address: string,
): Promise<{ user: SessionUser; signUpToken: string }> {
  const { email, fullName, password } = readRequest(request)
  const passwordHash = await deps.passwords.hash(password, address)
  const user: SessionUser = { id: newId(), email, role: 'organizer' }
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + LINK_MS.confirm)
  const { token: signUpToken, hash: browserHash } = drawToken()
  const row = { id: user.id, email, fullName, passwordHash, browserHash, expiresAt, now }
  await inTransaction(deps.db, async (tx) => {
    await insertSignUp(tx, row)
    await queueJob(tx, signedUp, { signUpId: user.id })
  })
  return { user, signUpToken }
}

function readRequest(request: SignUpRequest) {
  const [fault] = Object.entries(signUpFaults(request))
  if (fault) {
    const [field, text] = fault
    refuseField(field, text)
  }
  const email = plainEmail(request.email)
  checkPassword(request.password, email)
  return { email, fullName: plainName(request.full_name), password: request.password }
}
