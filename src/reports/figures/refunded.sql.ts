import { sql } from 'kysely'
import { isKnownToMpesa } from '../../payments/outgoing/account-readings.sql.ts'
import type { KeptReceipt } from '../../payments/receipts/list-difference.rules.ts'
import type { Db } from '../../platform/database/db.ts'

/**
 * Refunds and payouts that M-Pesa made, by receipt. If M-Pesa made a Reversal but never reported
 * it, we do not know the Reversal's receipt, and return 'reversal of' and the payment's receipt
 * instead. If a refund was paid twice, only the ledger has the second payment. Leaves out refunds
 * of sample data: their id equals their payment's id. Includes real refunds of sample payments,
 * because they have an entry in the ledger.
 */
export async function selectRefunded(db: Db): Promise<KeptReceipt[]> {
  const { rows } = await sql<KeptReceipt>`
    select coalesce(r.receipt, 'reversal of ' || coalesce(p.mpesa_receipt, r.unmatched_receipt)) as receipt,
      r.amount_cents, o.code as order_code, 'payment' as place, true as is_expected
    from refund r left join payment p on p.id = r.payment_id left join "order" o on o.id = r.order_id
    where r.state = 'done' and r.way in ('reversal', 'b2c') and (r.id is distinct from r.payment_id
      or exists (select from ledger_entry e where e.movement = 'refund:' || r.id || ':paid_back'))
    union all
    select 'reversal of ' || coalesce(p.mpesa_receipt, r.unmatched_receipt),
      coalesce(v.amount_cents, r.amount_cents), o.code, 'payment', true
    from payment_return v join payment p on p.id = v.payment_id join "order" o on o.id = p.order_id
      full join (
        select unmatched_receipt, amount_cents from refund
        where unmatched_receipt is not null and state = 'done' and way = 'returned'
      ) r on false
    union all
    select e.reference, -l.amount_cents, o.code, 'payment', true
    from ledger_entry e join ledger_line l on l.entry_id = e.id left join "order" o on o.id = e.order_id
    where e.kind = 'paid_back' and e.movement like 'refund:%:paid_twice:%'
      and l.account in ('collection', 'utility')
    union all
    select e.reference, -l.amount_cents, null, 'payment', true
    from ledger_entry e join ledger_line l on l.entry_id = e.id
    where e.kind = 'payout' and l.account in ('collection', 'utility')`.execute(db)
  return rows
}

/**
 * The totals that M-Pesa took and paid back according to our books, in cents, without sample data.
 */
export async function selectMoneyTotals(
  db: Db,
): Promise<{ taken_cents: number; refunded_cents: number }> {
  const { rows } = await sql<{ taken_cents: number; refunded_cents: number }>`
    select
      coalesce(sum(l.amount_cents) filter (where e.kind in ('taken', 'stray', 'corrected')), 0)::bigint
        as taken_cents,
      coalesce(-sum(l.amount_cents) filter (where e.kind in ('paid_back', 'returned', 'payout')), 0)::bigint
        as refunded_cents
    from ledger_entry e join ledger_line l on l.entry_id = e.id
    where l.account in ('collection', 'utility')
      and ${isKnownToMpesa}`.execute(db)
  return rows[0]!
}
