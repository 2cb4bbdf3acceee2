import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { openRestore } from '../../platform/database/restored.sql.ts'

/**
 * Payments that M-Pesa's list has shown since the database was restored, and whose orders are lost.
 * A table of `receipt` and `amount_cents`. Empty once an admin has released the database.
 */
export const lostPayments: RawBuilder<unknown> = sql`(
  select s.receipt, s.amount_cents from ${openRestore} l
    join unmatched_receipt s on s.state = 'open' and s.listed_at is not null and s.found_at >= l.at
  where not exists (select from payment p where p.mpesa_receipt = s.receipt))`

/** The receipts of at most `limit` lost payments. */
export async function selectLostReceipts(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ receipt: string }>`
    select p.receipt from ${lostPayments} p order by p.receipt limit ${limit}`.execute(db)
  return rows.map(({ receipt }) => receipt)
}
