import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId } from '../../platform/ids.ts'
import type { Role } from '../accounts.contract.ts'
import {
  type AccountRow,
  confirmAddress,
  insertAccount,
  lockAdmins,
  selectAccount,
  selectAccountByEmail,
  setPassword,
  setPublishesAlone,
  setRole,
} from '../accounts.sql.ts'
import { insertAudit } from '../audit-log.sql.ts'
import { AccountError } from '../errors.ts'
import { type AccountDeps, checkPassword } from '../passwords.ts'
import { deleteBrowsers, endAllSessions } from '../sessions.sql.ts'

const NEEDS_PASSWORD = 'an unconfirmed account needs a password'
/** The name that commands on the server use in the password queue in place of an IP address. */
const SERVER_ADDRESS = 'this machine'

type NewAdmin = {
  email: string
  fullName: string
  /** Null keeps the password of an account whose address is confirmed. */
  password: string | null
}

/**
 * Creates an admin with a confirmed address. Called by a command on the server. Promotes an
 * existing account, and signs it out everywhere if a password is given.
 */
export async function createAdmin(
  { db, clock, passwords }: Pick<AccountDeps, 'db' | 'clock' | 'passwords'>,
  { email, fullName, password }: NewAdmin,
): Promise<'created' | 'promoted'> {
  if (password !== null) checkPassword(password, email)
  const passwordHash = password === null ? null : await passwords.hash(password, SERVER_ADDRESS)
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    const known = await selectAccountByEmail(tx, email)
    const by = { accountId: null, at: now }
    if (!known) {
      if (passwordHash === null) throw new Error(NEEDS_PASSWORD)
      const id = newId()
      const account = { id, email, fullName, role: 'admin', passwordHash } as const
      const isNew = await insertAccount(tx, { ...account, confirmedAt: now, now })
      if (!isNew) throw new Error('an account with this address was created just now: try again')
      await insertAudit(tx, by, [{ action: 'admin_created', subject: id }])
      return 'created'
    }
    // A stranger may have created the account and could sign in as an admin, unless the password is
    // replaced.
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
      await insertAudit(tx, by, [{ action: 'role_changed', subject: known.id, ...change }])
    }
    return 'promoted'
  })
}

type RoleChange = {
  id: string
  role: Role
  /** Unchanged if absent. */
  publishesAlone?: boolean | undefined
  /** The admin's account id, or null for a command on the server. */
  by: string | null
}

/**
 * Changes the role of an account and its right to publish events without approval. Throws
 * `last_admin` instead of demoting the last admin.
 */
export async function changeRole(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, role, publishesAlone, by }: RoleChange,
): Promise<AccountRow> {
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    const admins = await lockAdmins(tx)
    const account = await selectAccount(tx, id)
    if (!account) throw new AccountError('account_not_found')
    const alone = publishesAlone ?? account.publishes_alone
    if (alone !== account.publishes_alone) {
      await setPublishesAlone(tx, account.id, alone, now)
      const change = { before: !alone, after: alone }
      await insertAudit(tx, { accountId: by, at: now }, [
        { action: 'publishes_alone_changed', subject: account.id, ...change },
      ])
    }
    if (account.role === role) return { ...account, publishes_alone: alone }
    // Compare with the stored id: the requested id may be in upper case.
    const isLast = admins.every((admin) => admin === account.id)
    if (role !== 'admin' && isLast) throw new AccountError('last_admin')
    await setRole(tx, account.id, role, now)
    await insertAudit(tx, { accountId: by, at: now }, [
      { action: 'role_changed', subject: account.id, before: account.role, after: role },
    ])
    return { ...account, role, publishes_alone: alone }
  })
}
