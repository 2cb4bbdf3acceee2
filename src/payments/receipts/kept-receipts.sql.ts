import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { KeptReceipt } from './list-difference.rules.ts'

/**
 * Our receipts: those of these names, and all that a list of what came in between these times should
 * show. One that was attached to an order is a payment's, and no stray one any more. Sample data is
 * no money, and its payments have their order's id.
 */
export async function selectKeptReceipts(
  db: Db,
  { receipts, from, toldBefore }: { receipts: string[]; from: Date; toldBefore: Date },
): Promise<KeptReceipt[]> {
  const { rows } = await sql<KeptReceipt>`
    with named as (select unnest(${receipts}::text[]) as receipt), kept as (
      select p.mpesa_receipt as receipt, p.confirmed_amount_cents as amount_cents,
        o.code as order_code, 'payment' as place,
        p.confirmed_at <= ${toldBefore}
          -- What no prompt asked for was paid before we heard of it, and who knows how long.
          and (p.prompting_at >= ${from} or (p.prompting_at is null and p.listed_at is null
            and p.created_at >= ${from})) is true as is_expected
      from payment p join "order" o on o.id = p.order_id
      where p.mpesa_receipt is not null and p.id <> p.order_id
      union all
      select s.receipt, s.amount_cents, null, 'stray',
        s.found_at <= ${toldBefore} and (s.paid_at >= ${from}) is true
      from stray_receipt s where s.state <> 'attached'
    )
    select kept.receipt, kept.amount_cents::bigint as amount_cents, kept.order_code, kept.place,
      kept.is_expected
    from kept where kept.is_expected or kept.receipt in (select receipt from named)`.execute(db)
  return rows
}
