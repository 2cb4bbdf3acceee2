import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Role } from './accounts.contract.ts'
import { type AccountRow, lockAdmins, selectAccount, setRole } from './accounts.sql.ts'
import { insertAudit } from './audit-log.sql.ts'
import { AccountError } from './errors.ts'

type Change = { id: string; role: Role /** Null: a command on the server. */; by: string | null }

/** Gives an account another role; the last admin stays one. */
export async function changeRole(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, role, by }: Change,
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
