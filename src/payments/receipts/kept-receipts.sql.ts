import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { KeptReceipt } from './list-difference.rules.ts'

/**
 * Our receipts: the named ones, and every receipt that a list of payments received between these
 * times must show. An attached receipt counts as its payment's. Excludes sample payments, which are
 * no money and whose id is their order's.
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
          -- A payment without a prompt was made at an unknown time before we recorded it.
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
