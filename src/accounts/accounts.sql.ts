import type { Tx } from '../platform/db.ts'
import type { Role } from './accounts.contract.ts'

export type NewAccount = {
  id: string
  email: string
  fullName: string
  passwordHash: string
  role: Role
  confirmedAt: Date | null
  now: Date
}

/** False where the address has an account. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  const result = await tx
    .insertInto('account')
    .values({
      id: account.id,
      email: account.email,
      full_name: account.fullName,
      password_hash: account.passwordHash,
      role: account.role,
      confirmed_at: account.confirmedAt,
      created_at: account.now,
      updated_at: account.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}
