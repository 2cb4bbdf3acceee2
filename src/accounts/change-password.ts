import { inTransaction } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { selectCredentials, setPassword } from './accounts.sql.ts'
import { WRONG_PASSWORD } from './entrance.rules.ts'
import { limitSignIns } from './limits.ts'
import { endLinks } from './links.sql.ts'
import { queueNotice } from './links.ts'
import { type AccountDeps, checkPassword } from './passwords.ts'
import { endOtherSessions } from './sessions.sql.ts'

type Change = {
  account: { id: string; email: string; full_name: string }
  /** The session in which it is changed; it stays open. */
  sessionId: string
  oldPassword: string
  password: string
  address: string
}

/**
 * Changes the password of somebody who is signed in and knows the old one: a bearer alone, found
 * on a machine that was left open, is not enough. Wrong guesses count as failed sign-ins. Every
 * other device is signed out, and a mailed link to a new password no longer works.
 */
export async function changePassword(
  deps: AccountDeps,
  { account, sessionId, oldPassword, password, address }: Change,
): Promise<void> {
  const { id, email } = account
  checkPassword(password, email)
  const isKnown = await limitSignIns(deps, { email, address }, async () => {
    const known = await selectCredentials(deps.db, email)
    return (await deps.passwords.verify(known?.password_hash ?? null, oldPassword)) || null
  })
  if (!isKnown) {
    // Not 401: a browser would answer that by renewing its bearer and asking again.
    throw new AppError('invalid_field', {
      text: WRONG_PASSWORD,
      details: { field: 'old_password' },
    })
  }
  const passwordHash = await deps.passwords.hash(password)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await setPassword(tx, id, passwordHash, now)
    await endLinks(tx, id, 'reset', now)
    await endOtherSessions(tx, { accountId: id, sessionId, now })
    await queueNotice(tx, deps, account, 'changed')
  })
}
