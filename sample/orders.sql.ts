import { sql } from 'kysely'
import type { Tx } from '../src/platform/db.ts'

/** Orders of the sandbox with all that belongs to them, as rows by the columns' names. */
export async function insertSampleOrders(
  tx: Tx,
  rows: { orders: object[]; lines: object[]; holds: object[]; events: object[] },
): Promise<void> {
  await sql`
    insert into "order" (id, code, event_id, state, phone, email, amount_cents, request_fingerprint,
      attempt, failure_code, created_at, updated_at, paid_at, issued_at)
    select id, code, event_id, state, phone, email, amount_cents, request_fingerprint,
      attempt, failure_code, created_at, updated_at, paid_at, issued_at
    from jsonb_populate_recordset(null::"order", ${JSON.stringify(rows.orders)})`.execute(tx)
  await sql`
    insert into order_line (id, order_id, ticket_type_id, position, quantity, price_cents, amount_cents)
    select id, order_id, ticket_type_id, position, quantity, price_cents, amount_cents
    from jsonb_populate_recordset(null::order_line, ${JSON.stringify(rows.lines)})`.execute(tx)
  await sql`
    insert into hold (order_id, state, expires_at, ends_at, updated_at)
    select order_id, state, expires_at, ends_at, updated_at
    from jsonb_populate_recordset(null::hold, ${JSON.stringify(rows.holds)})`.execute(tx)
  await sql`
    insert into order_event (order_id, from_state, to_state, cause, at)
    select order_id, from_state, to_state, cause, at
    from jsonb_populate_recordset(null::order_event, ${JSON.stringify(rows.events)})`.execute(tx)
}

/** Counts what those orders sold into their ticket types, the figures and the lists, as each sale would have. */
export async function countSampleSales(tx: Tx, eventIds: string[]): Promise<void> {
  await sql`
    update ticket_type t set sold = n.quantity, first_sold_at = n.first_paid_at
    from (
      select l.ticket_type_id,
        coalesce(sum(l.quantity) filter (where o.state in ('paid', 'issued')), 0) as quantity,
        min(o.paid_at) as first_paid_at
      from "order" o join order_line l on l.order_id = o.id
      where o.event_id = any(${eventIds}::uuid[]) and o.issued_at is not null
      group by l.ticket_type_id
    ) n
    where t.id = n.ticket_type_id`.execute(tx)
  await sql`
    insert into sale_delta (event_id, ticket_type_id, day, tickets, revenue_cents)
    select o.event_id, l.ticket_type_id, (o.paid_at at time zone 'Africa/Nairobi')::date,
      sum(l.quantity), sum(l.amount_cents)
    from "order" o join order_line l on l.order_id = o.id
    where o.event_id = any(${eventIds}::uuid[]) and o.state in ('paid', 'issued')
    group by 1, 2, 3`.execute(tx)
  await sql`
    insert into paid_line (order_line_id, event_id, paid_at, amount_cents, phone, status)
    select l.id, o.event_id, o.paid_at, l.amount_cents, o.phone,
      case when o.state in ('refund_due', 'refunded') then o.state else 'paid' end
    from "order" o join order_line l on l.order_id = o.id
    where o.event_id = any(${eventIds}::uuid[]) and o.paid_at is not null
      and o.state in ('paid', 'issued', 'refund_due', 'refunded')`.execute(tx)
}
