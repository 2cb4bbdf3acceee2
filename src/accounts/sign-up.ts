import { inTransaction } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import type { SessionUser, SignUpRequest } from './accounts.contract.ts'
import { insertAccount, selectAccountByEmail } from './accounts.sql.ts'
import { plainEmail, signUpFaults } from './entrance.rules.ts'
import { mayMail } from './limits.ts'
import { queueLink, queueNotice } from './links.ts'
import { type AccountDeps, checkPassword } from './passwords.ts'

/**
 * Makes an account whose address is still to be confirmed. If the address has one already, the
 * answer is the same and its owner is told by e-mail: a stranger does not learn who has an account.
 */
export async function signUp(deps: AccountDeps, request: SignUpRequest): Promise<SessionUser> {
  const { email, fullName, password } = readRequest(request)
  const passwordHash = await deps.passwords.hash(password)
  const user: SessionUser = { id: newId(), email, role: 'organizer' }
  const known = await selectAccountByEmail(deps.db, email)
  // Limited, so that nobody can flood somebody else's mailbox.
  const mayTell = known !== undefined && (await mayMail(deps, known.id))
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const account = { ...user, fullName, passwordHash, confirmedAt: null, now }
    if (await insertAccount(tx, account)) {
      await queueLink(tx, deps, { ...user, full_name: fullName }, 'confirm')
    } else if (mayTell) await queueNotice(tx, deps, known, 'known')
  })
  return user
}

function readRequest(request: SignUpRequest) {
  const [fault] = Object.entries(signUpFaults(request))
  if (fault) {
    const [field, text] = fault
    throw new AppError('invalid_field', { text, details: { field } })
  }
  const email = plainEmail(request.email)
  checkPassword(request.password, email)
  // One line.
  const fullName = request.full_name.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return { email, fullName, password: request.password }
}
