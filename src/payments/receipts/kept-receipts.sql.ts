import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { KeptReceipt } from './list-difference.rules.ts'

/**
 * Our receipts: the ones in `receipts`, and all that M-Pesa's list must show for the given span of
 * time. A receipt that an admin attached counts as its payment's. Sample payments are left out:
 * they are no real money, and have the id of their order.
 */
export async function selectKeptReceipts(
  db: Db,
  { receipts, from, reportedBefore }: { receipts: string[]; from: Date; reportedBefore: Date },
): Promise<KeptReceipt[]> {
  const { rows } = await sql<KeptReceipt>`
    with named as (select unnest(${receipts}::text[]) as receipt), kept as (
      select p.mpesa_receipt as receipt, p.confirmed_amount_cents as amount_cents,
        o.code as order_code, 'payment' as place,
        p.confirmed_at <= ${reportedBefore}
          -- For a payment without a prompt we know only that it was made before we recorded it.
          and (p.prompting_at >= ${from} or (p.prompting_at is null and p.listed_at is null
            and p.created_at >= ${from})) is true as is_expected
      from payment p join "order" o on o.id = p.order_id
      where p.mpesa_receipt is not null and p.id <> p.order_id
      union all
      select s.receipt, s.amount_cents, null, 'stray',
        s.found_at <= ${reportedBefore} and (s.paid_at >= ${from}) is true
      from unmatched_receipt s where s.state <> 'attached'
    )
    select kept.receipt, kept.amount_cents::bigint as amount_cents, kept.order_code, kept.place,
      kept.is_expected
    from kept where kept.is_expected or kept.receipt in (select receipt from named)`.execute(db)
  return rows
}
