import { sql } from 'kysely'
import type { Tx } from '../../src/platform/database/db.ts'

/**
 * Inserts each payment's ledger entries, like those of the product's `post`. The sample's sales
 * have no fee.
 */
export async function bookOrders(tx: Tx): Promise<void> {
  await sql`
    create temporary table booked on commit drop as
    select 'payment:' || order_id || ':' || step.name as movement, step.kind, order_id, reference, at,
      step.account, case when step.account = 'organizer' then event_id end as event_id,
      step.sign * total_cents as amount_cents
    from made
      join lateral (select mpesa_receipt from payment where id = made.order_id) p (reference) on true,
      lateral (values
        ('taken', 'taken', paid_at, 'collection', 1),
        ('taken', 'taken', paid_at, case when is_late then 'suspense' else 'organizer' end, -1),
        ('owed', 'owed', due_at, case when is_late then 'suspense' else 'organizer' end, 1),
        ('owed', 'owed', due_at, 'buyers', -1),
        ('paid_back', 'paid_back', back_at, 'buyers', 1),
        ('paid_back', 'paid_back', back_at, 'collection', -1)
      ) step (name, kind, at, account, sign)
    where position = 0 and at is not null`.execute(tx)
  await sql`
    with entry as (
      insert into ledger_entry (movement, kind, payment_id, order_id, reference, at)
      select distinct on (at, movement) movement, kind, order_id, order_id, reference, at
      from booked order by at, movement
      returning id, movement
    )
    insert into ledger_line (entry_id, account, event_id, amount_cents)
    select entry.id, account, event_id, amount_cents from entry join booked using (movement)`.execute(
    tx,
  )
  await sql`drop table booked`.execute(tx)
}
