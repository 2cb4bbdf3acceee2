import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { SoldPart } from './stock.sql.ts'

// What is written for the back office when an order's money comes in or goes back: its lines, for
// the lists, and what they change in the figures. The order is under lock, and its paid_at is set.

/**
 * The order's lines, the Nairobi day on which their money came, and whose event it is now: who is
 * given it meanwhile finds them by `event_given`.
 */
const paidLines = (orderId: string) => sql`
  line as (
    select l.*, o.event_id, e.organizer_id, o.paid_at,
      (o.paid_at at time zone 'Africa/Nairobi')::date as day
    from "order" o join order_line l on l.order_id = o.id join event e on e.id = o.event_id
    where o.id = ${orderId}
  )`

/** Lists the lines as paid by this phone, and adds them to the figures; returns how many. */
export async function insertSale(tx: Tx, orderId: string, phone: string): Promise<number> {
  const { rows } = await sql`
    with ${paidLines(orderId)}, counted as (
      insert into sale_delta (event_id, ticket_type_id, day, tickets, revenue_cents)
      select event_id, ticket_type_id, day, quantity, amount_cents from line
    )
    insert into paid_line (order_line_id, event_id, organizer_id, paid_at, amount_cents, phone)
    select id, event_id, organizer_id, paid_at, amount_cents, ${phone} from line
    returning order_line_id`.execute(tx)
  return rows.length
}

/** Lists the lines as due back to this phone, and no figure counts them; returns how many. */
export async function insertUnsold(tx: Tx, orderId: string, phone: string): Promise<number> {
  const { rows } = await sql`
    with ${paidLines(orderId)}
    insert into paid_line (order_line_id, event_id, organizer_id, paid_at, amount_cents, phone, status)
    select id, event_id, organizer_id, paid_at, amount_cents, ${phone}, 'refund_due' from line
    returning order_line_id`.execute(tx)
  return rows.length
}

/**
 * Takes parts of the order's lines out of the figures of the day on which they were paid. A line
 * that goes back whole is listed as due back, and who was let in on it counts no more: nobody is
 * let in meanwhile, for that takes the order's lock. Returns how many parts it found to be of lines that
 * are listed as paid, and no more than those.
 */
export async function insertReversal(
  tx: Tx,
  orderId: string,
  parts: readonly SoldPart[],
): Promise<number> {
  const { rows } = await sql`
    with ${paidLines(orderId)}, back as (
      select line.id, line.event_id, line.ticket_type_id, line.day, p.quantity,
        p."amountCents" as amount_cents, p.quantity = line.quantity as is_whole
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
          as p("lineId" uuid, quantity int, "amountCents" bigint)
        join line on line.id = p."lineId" join paid_line s on s.order_line_id = line.id
      where s.status = 'paid' and p.quantity between 1 and line.quantity
        and p."amountCents" between 0 and line.amount_cents
    ), listed as (
      update paid_line s set status = 'refund_due' from back
      where s.order_line_id = back.id and back.is_whole
    )
    insert into sale_delta (event_id, ticket_type_id, day, tickets, revenue_cents, people_back)
    select event_id, ticket_type_id, day, -quantity, -amount_cents, case when is_whole then (
        select coalesce(sum(k.admitted), 0) from ticket k where k.order_line_id = back.id
      ) else 0 end from back
    returning id`.execute(tx)
  return rows.length
}

/** Lists the lines that are due back as paid back; returns how many. */
export async function listPaidBack(tx: Tx, orderId: string): Promise<number> {
  const { rows } = await sql`
    update paid_line s set status = 'refunded' from order_line l
    where l.order_id = ${orderId} and s.order_line_id = l.id and s.status = 'refund_due'
    returning s.order_line_id`.execute(tx)
  return rows.length
}

/** All that the order bought. */
export async function selectWholeLines(tx: Tx, orderId: string): Promise<SoldPart[]> {
  return await tx
    .selectFrom('order_line')
    .select(['id as lineId', 'quantity', 'amount_cents as amountCents'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}
