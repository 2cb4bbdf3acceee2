import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { KeptReceipt } from './list-difference.rules.ts'

/**
 * Records of `receipts`, and of receipts that the list must show (`is_expected`): paid since
 * `from`, reported before `reportedBefore`. No sample payments, whose id is the order's id.
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
          -- Without a prompt: made before we recorded it.
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

/**
 * Receipts that the list must show and that are not in `shown`. Unless `shown` is empty, only
 * receipts listed before `listedBefore`. No refunded receipts, because M-Pesa may drop them.
 */
export async function selectLostReceipts(
  db: Db,
  read: {
    shown: string[]
    from: Date
    reportedBefore: Date
    listedBefore: Date
    count: number
  },
): Promise<string[]> {
  const { shown, from, reportedBefore, listedBefore } = read
  const isKept = sql`p.mpesa_receipt is not null and p.use <> 'refunded' and p.id <> p.order_id
    and p.confirmed_at <= ${reportedBefore}`
  const { rows } = await sql<{ receipt: string }>`
    select kept.receipt from (
      select p.mpesa_receipt as receipt, p.listed_at from payment p
      where p.prompting_at >= ${from} and ${isKept}
      union all
      select p.mpesa_receipt, p.listed_at from payment p
      where p.settled_by = 'c2b' and p.created_at >= ${from} and p.prompting_at is null and ${isKept}
      union all
      select s.receipt, s.listed_at from unmatched_receipt s
      where s.state = 'open' and s.found_at >= ${from} and s.paid_at >= ${from}
        and s.found_at <= ${reportedBefore}
    ) kept
    where not exists (
        select from unnest(${shown}::text[]) as s (receipt) where s.receipt = kept.receipt
      ) and (${shown.length === 0} or kept.listed_at < ${listedBefore})
    limit ${read.count}`.execute(db)
  return rows.map(({ receipt }) => receipt)
}
