import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { newId } from '../platform/ids.ts'
import type { Role } from './accounts.contract.ts'
import {
  type AccountRow,
  confirmAddress,
  insertAccount,
  lockAdmins,
  selectAccount,
  selectAccountByEmail,
  setPassword,
  setRole,
} from './accounts.sql.ts'
import { insertAudit } from './audit-log.sql.ts'
import { AccountError } from './errors.ts'
import { type AccountDeps, checkPassword } from './passwords.ts'
import { deleteBrowsers, endAllSessions } from './sessions.sql.ts'

const NEEDS_PASSWORD = 'an account that nobody has confirmed needs a password'
/** In the line of those who wait for a hash. */
const HERE = 'this machine'

type NewAdmin = {
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
  { email, fullName, password }: NewAdmin,
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

type RoleChange = {
  id: string
  role: Role /** Null: a command on the server. */
  by: string | null
}

/** Gives an account another role; the last admin stays one. */
export async function changeRole(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, role, by }: RoleChange,
): Promise<AccountRow> {
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    const admins = await lockAdmins(tx)
    const account = await selectAccount(tx, id)
    if (!account) throw new AccountError('account_not_found')
    if (account.role === role) return account
    // Compared by the stored id: the requested one may be in upper case.
    const isLast = admins.every((admin) => admin === account.id)
    if (role !== 'admin' && isLast) throw new AccountError('last_admin')
    await setRole(tx, account.id, role, now)
    await insertAudit(tx, { accountId: by, at: now }, [
      { action: 'role_changed', subject: account.email, before: account.role, after: role },
    ])
    return { ...account, role }
  })
}
