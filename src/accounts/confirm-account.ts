import { inTransaction } from '../platform/database/db.ts'
import { refuseField } from '../platform/errors.ts'
import { upsertConfirmedAccount } from './accounts.sql.ts'
import { NO_NAME, NO_PASSWORD, plainName, WRONG_SIGN_UP_PASSWORD } from './entrance.rules.ts'
import { AccountError } from './errors.ts'
import { deleteBrowsers } from './known-browsers.sql.ts'
import { limitGuesses } from './limits.ts'
import { endLinks } from './links.sql.ts'
import { type AccountDeps, checkPassword } from './passwords.ts'
import { endAllSessions } from './sessions.sql.ts'
import { type Caller, type Entered, enterAccount } from './sessions.ts'
import {
  deleteSignUpOfLink,
  deleteSignUps,
  type SignUpRow,
  selectSignUpOfLink,
} from './sign-ups.sql.ts'
import { hashToken } from './tokens.ts'

type Confirmation = {
  token: string
  /** That of the sign-up, … */
  password?: string | undefined
  /** … or another one. */
  newPassword?: string | undefined
  /** With that also another name: the one of the sign-up may be a stranger's words. */
  fullName?: string | undefined
  caller: Caller
}

/**
 * Makes the account that a sign-up asked for, and signs its owner in. The link alone shows only that
 * the mailbox is theirs, not that they signed up: so it takes the password of the sign-up too, or
 * another one, with which the first is good for nothing. Whatever else was open for the account ends.
 */
export async function confirmAccount(
  deps: AccountDeps,
  { token, caller, ...given }: Confirmation,
): Promise<Entered> {
  const hash = hashToken(token)
  const signUp = await selectSignUpOfLink(deps.db, hash, deps.clock.now())
  if (!signUp) throw new AccountError('link_ended')
  const fullName = agreeName(signUp, given)
  const passwordHash = await agreePassword(deps, signUp, { ...given, address: caller.address })
  const { id, email } = signUp
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    if (!(await deleteSignUpOfLink(tx, hash))) throw new AccountError('link_ended')
    const account = { id, email, fullName, passwordHash, role: 'organizer' as const, now }
    const accountId = await upsertConfirmedAccount(tx, { ...account, confirmedAt: now })
    // Its owner came by another way meanwhile.
    if (accountId === undefined) throw new AccountError('link_ended')
    await deleteSignUps(tx, email)
    await endLinks(tx, accountId, now)
    await endAllSessions(tx, accountId, 'password_reset', now)
    await deleteBrowsers(tx, accountId)
    return await enterAccount(tx, deps, { accountId, checkedHash: passwordHash, caller })
  })
}

type Given = Pick<Confirmation, 'password' | 'newPassword'> & { address: string }

/** The hash of the password that the account will have. */
async function agreePassword(
  deps: AccountDeps,
  signUp: SignUpRow,
  { password, newPassword, address }: Given,
): Promise<string> {
  if (newPassword !== undefined) {
    checkPassword(newPassword, signUp.email, 'new_password')
    return await deps.passwords.hash(newPassword, address)
  }
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
