import { inTransaction } from '../platform/database/db.ts'
import { newId } from '../platform/ids.ts'
import {
  confirmAddress,
  insertAccount,
  selectAccountByEmail,
  setPassword,
  setRole,
} from './accounts.sql.ts'
import { insertAudit } from './audit-log.sql.ts'
import { deleteBrowsers } from './known-browsers.sql.ts'
import { type AccountDeps, checkPassword } from './passwords.ts'
import { endAllSessions } from './sessions.sql.ts'

const NEEDS_PASSWORD = 'an account that nobody has confirmed needs a password'
/** In the line of those who wait for a hash. */
const HERE = 'this machine'

type Wanted = {
  email: string
  fullName: string
  /** Null keeps the password of an account whose address is confirmed. */
  password: string | null
}

/**
 * Run on the server itself: makes an admin with a confirmed address. An existing account is
 * promoted; if a password is given too, it is signed out everywhere.
 */
export async function createAdmin(
  { db, clock, passwords }: Pick<AccountDeps, 'db' | 'clock' | 'passwords'>,
  { email, fullName, password }: Wanted,
): Promise<'created' | 'promoted'> {
  if (password !== null) checkPassword(password, email)
  const passwordHash = password === null ? null : await passwords.hash(password, HERE)
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    const known = await selectAccountByEmail(tx, email)
    const by = { accountId: null, at: now }
    if (!known) {
      if (passwordHash === null) throw new Error(NEEDS_PASSWORD)
      const account = { id: newId(), email, fullName, role: 'admin', passwordHash } as const
      const isNew = await insertAccount(tx, { ...account, confirmedAt: now, now })
      if (!isNew) throw new Error('somebody signed up with this address just now: try again')
      await insertAudit(tx, by, [{ action: 'admin_created', subject: email }])
      return 'created'
    }
    // Whoever made it may be a stranger, who would be an admin then.
    if (known.confirmed_at === null && passwordHash === null) throw new Error(NEEDS_PASSWORD)
    await setRole(tx, known.id, 'admin', now)
    await confirmAddress(tx, known.id, now)
    if (passwordHash !== null) {
      await setPassword(tx, known.id, passwordHash, now)
      await endAllSessions(tx, known.id, 'password_reset', now)
      await deleteBrowsers(tx, known.id)
    }
    if (known.role !== 'admin') {
      const change = { before: known.role, after: 'admin' }
      await insertAudit(tx, by, [{ action: 'role_changed', subject: email, ...change }])
    }
    return 'promoted'
  })
}
