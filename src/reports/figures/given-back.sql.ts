import { sql } from 'kysely'
import type { KeptReceipt } from '../../payments/receipts/list-difference.rules.ts'
import type { Db } from '../../platform/database/db.ts'

/**
 * What went back by M-Pesa, by its receipt; a Reversal that M-Pesa had made before it answered us has
 * none with us, and is known by what it gave back. What went back a second time is in the books alone.
 * What sample data says went back before is none: its refunds have their payment's id, and of what really
 * goes back of them the books have an entry by its own name.
 */
export async function selectGivenBack(db: Db): Promise<KeptReceipt[]> {
  const { rows } = await sql<KeptReceipt>`
    select coalesce(r.receipt, 'reversal of ' || coalesce(p.mpesa_receipt, r.stray_receipt)) as receipt,
      r.amount_cents, o.code as order_code, 'payment' as place, true as is_expected
    from refund r left join payment p on p.id = r.payment_id left join "order" o on o.id = r.order_id
    where r.state = 'done' and r.way in ('reversal', 'b2c') and (r.id is distinct from r.payment_id
      or exists (select from ledger_entry e where e.movement = 'refund:' || r.id || ':paid_back'))
    union all
    select e.reference, -l.amount_cents, o.code, 'payment', true
    from ledger_entry e join ledger_line l on l.entry_id = e.id left join "order" o on o.id = e.order_id
    where e.kind = 'paid_back' and e.movement like 'refund:%:paid_twice:%'
      and l.account in ('collection', 'utility')`.execute(db)
  return rows
}

/** What M-Pesa took and gave back by our books, in cents. Sample data's money is none. */
export async function selectMoneyTotals(
  db: Db,
): Promise<{ taken_cents: number; given_back_cents: number }> {
  const { rows } = await sql<{ taken_cents: number; given_back_cents: number }>`
    select
      coalesce(sum(l.amount_cents) filter (where e.kind in ('taken', 'stray', 'corrected')), 0)::bigint
        as taken_cents,
      coalesce(-sum(l.amount_cents) filter (where e.kind = 'paid_back'), 0)::bigint
        as given_back_cents
    from ledger_entry e join ledger_line l on l.entry_id = e.id
    where l.account in ('collection', 'utility')
      -- Money for no order has neither; what really goes back of a sample's order is a refund's.
      and ((e.payment_id = e.order_id) is not true or starts_with(e.movement, 'refund:'))`.execute(
    db,
  )
  return rows[0]!
}
