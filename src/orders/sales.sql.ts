import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import { leaseInside } from '../platform/hand-over.ts'
import { type InsertedJob, insertingJobs } from '../platform/jobs.sql.ts'
import { orderPaid } from './order-paid.job.ts'
import type { SoldPart } from './stock.sql.ts'

// What is written for the back office when an order's money comes in or goes back: its lines, for
// the lists, and what they change in the figures. The order is under lock, and its paid_at is set.

/** The order's lines, and the Nairobi day on which their money came. */
const paidLines = (orderId: string) => sql`
  line as (
    select l.*, o.event_id, o.paid_at, (o.paid_at at time zone 'Africa/Nairobi')::date as day
    from "order" o join order_line l on l.order_id = o.id where o.id = ${orderId}
  )`

/**
 * Lists the lines as paid by this phone, adds them to the figures and queues the job that makes
 * their tickets; returns how many.
 */
export async function insertSale(tx: Tx, orderId: string, phone: string): Promise<number> {
  const lease = leaseInside(orderPaid.lane, 1)
  const payload = sql`select jsonb_build_object('orderId', ${orderId}::text) as payload`
  const { rows } = await sql<InsertedJob & { lines: number }>`
    with ${paidLines(orderId)}, counted as (
      insert into sale_delta (event_id, ticket_type_id, day, tickets, revenue_cents)
      select event_id, ticket_type_id, day, quantity, amount_cents from line
    ), listed as (
      insert into paid_line (order_line_id, event_id, paid_at, amount_cents, phone)
      select id, event_id, paid_at, amount_cents, ${phone} from line
    ), queued as (${insertingJobs(orderPaid, payload, lease)})
    select queued.*, (select count(*)::int from line) as lines from queued`.execute(tx)
  lease.fill(rows.map(({ lines: _, ...job }) => job))
  return rows[0]!.lines
}

/** Lists the lines as due back to this phone, and no figure counts them; returns how many. */
export async function insertUnsold(tx: Tx, orderId: string, phone: string): Promise<number> {
  const { rows } = await sql`
    with ${paidLines(orderId)}
    insert into paid_line (order_line_id, event_id, paid_at, amount_cents, phone, status)
    select id, event_id, paid_at, amount_cents, ${phone}, 'refund_due' from line
    returning order_line_id`.execute(tx)
  return rows.length
}

/**
 * Takes parts of the order's lines out of the figures of the day on which they were paid. A line
 * that goes back whole is listed as due back. Returns how many parts it found to be of lines that
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
    insert into sale_delta (event_id, ticket_type_id, day, tickets, revenue_cents)
    select event_id, ticket_type_id, day, -quantity, -amount_cents from back
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
