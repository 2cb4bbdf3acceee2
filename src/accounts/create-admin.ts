import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { newId } from '../platform/ids.ts'
import {
  confirmAddress,
  insertAccount,
  selectAccountByEmail,
  setPassword,
  setRole,
} from './accounts.sql.ts'
import { insertAudit } from './audit-log.sql.ts'
import { checkPassword } from './check-password.ts'
import type { PasswordHasher } from './make-password-hasher.ts'
import { endAllSessions } from './sessions.sql.ts'

type Wanted = {
  email: string
  fullName: string
  /** Null leaves the password of an account that is there as it is. */
  password: string | null
}

/**
 * For whoever has the server: an account that is an admin, with a confirmed address. One that is
 * there is promoted; where a password is given too, it is signed out everywhere.
 */
export async function createAdmin(
  { db, clock, passwords }: Pick<Deps, 'db' | 'clock'> & { passwords: PasswordHasher },
  { email, fullName, password }: Wanted,
): Promise<'created' | 'promoted'> {
  if (password !== null) checkPassword(password, email)
  const passwordHash = password === null ? null : await passwords.hash(password)
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    const known = await selectAccountByEmail(tx, email)
    const by = { accountId: null, at: now }
    if (!known) {
      if (passwordHash === null) throw new Error('a new account needs a password')
      const account = { id: newId(), email, fullName, role: 'admin', passwordHash } as const
      const isNew = await insertAccount(tx, { ...account, confirmedAt: now, now })
      if (!isNew) throw new Error('somebody signed up with this address just now: try again')
      await insertAudit(tx, by, [{ action: 'admin_created', subject: email }])
      return 'created'
    }
    await setRole(tx, known.id, 'admin', now)
    await confirmAddress(tx, known.id, now)
    if (passwordHash !== null) {
      await setPassword(tx, known.id, passwordHash, now)
      await endAllSessions(tx, known.id, 'password_reset', now)
    }
    if (known.role !== 'admin') {
      const change = { before: known.role, after: 'admin' }
      await insertAudit(tx, by, [{ action: 'role_changed', subject: email, ...change }])
    }
    return 'promoted'
  })
}
