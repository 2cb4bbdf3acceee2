import { inTransaction } from '../platform/database/db.ts'
import { refuseField } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import type { SessionUser, SignUpRequest } from './accounts.contract.ts'
import { plainEmail, plainName, signUpFaults } from './entrance.rules.ts'
import { LINK_MS } from './links.ts'
import { type AccountDeps, checkPassword } from './passwords.ts'
import { signedUp } from './send-confirm-link.job.ts'
import { insertSignUp } from './sign-ups.sql.ts'

/**
 * Writes down that somebody wants an account with this address. It becomes one once the owner of the
 * mailbox says so (confirm-account.ts). Whether the address has an account already is looked up by
 * the job that writes the mail, so that here the same is done for each.
 */
export async function signUp(
  deps: AccountDeps,
  request: SignUpRequest,
  address: string,
): Promise<SessionUser> {
  const { email, fullName, password } = readRequest(request)
  const passwordHash = await deps.passwords.hash(password, address)
  const user: SessionUser = { id: newId(), email, role: 'organizer' }
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + LINK_MS.confirm)
  await inTransaction(deps.db, async (tx) => {
    await insertSignUp(tx, { id: user.id, email, fullName, passwordHash, expiresAt, now })
    await queueJob(tx, signedUp, { signUpId: user.id })
  })
  return user
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
