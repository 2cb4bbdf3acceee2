import { sql } from 'kysely'
import { feeBack, saleFee } from '../../ledger/fees.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import { leaseInside, readJobs } from '../../platform/jobs/hand-over.ts'
import { type InsertedJob, insertingJobs } from '../../platform/jobs/jobs.sql.ts'
import { orderPaid } from '../jobs.ts'
import type { SoldPart } from '../stock.sql.ts'

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

/** Of the lines that were written: what was paid for them, and our fee of it. */
type Amounts = { amount_cents: number; fee_cents: number }

/**
 * Lists the lines as paid by this phone, with our fee, adds them to the figures and queues the job
 * that makes their tickets.
 */
export async function insertSale(tx: Tx, orderId: string, phone: string): Promise<Amounts[]> {
  const lease = leaseInside(orderPaid.lane, 1)
  const payload = sql`select jsonb_build_object('orderId', ${orderId}::text) as payload`
  const { rows } = await sql<Amounts & { jobs: InsertedJob[] | null }>`
    with ${paidLines(orderId)}, counted as (
      insert into sale_delta (event_id, ticket_type_id, day, tickets, revenue_cents)
      select event_id, ticket_type_id, day, quantity, amount_cents from line
    ), listed as (
      insert into paid_line (order_line_id, event_id, organizer_id, paid_at, amount_cents, fee_cents,
        phone)
      select line.id, line.event_id, line.organizer_id, line.paid_at, line.amount_cents, ${saleFee},
        ${phone}
      from line left join organizer_fee fee on fee.account_id = line.organizer_id
      returning amount_cents, fee_cents
    ), queued as (${insertingJobs(orderPaid, payload, lease)})
    select amount_cents, fee_cents,
      case when row_number() over () = 1 then (select jsonb_agg(queued) from queued) end as jobs
    from listed`.execute(tx)
  for (const { jobs } of rows) lease.fill(readJobs(jobs))
  return rows.map(({ jobs: _, ...amounts }) => amounts)
}

/** Lists the lines as due back to this phone, and no figure counts them; returns how many. */
export async function insertUnsold(tx: Tx, orderId: string, phone: string): Promise<number> {
  const { rows } = await sql`
    with ${paidLines(orderId)}
    insert into paid_line (order_line_id, event_id, organizer_id, paid_at, amount_cents, phone, status,
      back_quantity, back_cents)
    select id, event_id, organizer_id, paid_at, amount_cents, ${phone}, 'refund_due', quantity,
      amount_cents
    from line
    returning order_line_id`.execute(tx)
  return rows.length
}

/**
 * Takes parts of the order's lines out of the figures of the day on which they were paid. A line of
 * which nothing is left is listed as due back, and its last part brings the rest of its amount.
 * Answers the parts that it found to be of lines that are listed as paid, and no more than those. Who was
 * let in on a line of which nothing is left counts no more: nobody is let in meanwhile, for that takes
 * the order's lock.
 */
export async function insertReversal(
  tx: Tx,
  orderId: string,
  parts: readonly SoldPart[],
): Promise<Amounts[]> {
  const { rows } = await sql<Amounts>`
    with ${paidLines(orderId)}, back as (
      select line.id, line.event_id, line.ticket_type_id, line.day, p.quantity,
        p."amountCents" as amount_cents, ${feeBack(sql`p.quantity`)} as fee_cents,
        s.back_quantity + p.quantity = line.quantity as is_rest
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
          as p("lineId" uuid, quantity int, "amountCents" bigint)
        join line on line.id = p."lineId" join paid_line s on s.order_line_id = line.id
      where s.status = 'paid' and p.quantity between 1 and line.quantity - s.back_quantity
        and p."amountCents" between 0 and line.amount_cents - s.back_cents
        and (s.back_quantity + p.quantity < line.quantity
          or p."amountCents" = line.amount_cents - s.back_cents)
    ), listed as (
      update paid_line s set status = case when back.is_rest then 'refund_due' else s.status end,
        back_quantity = s.back_quantity + back.quantity,
        back_cents = s.back_cents + back.amount_cents,
        back_fee_cents = s.back_fee_cents + back.fee_cents
      from back where s.order_line_id = back.id
    ), counted as (
      insert into sale_delta (event_id, ticket_type_id, day, tickets, revenue_cents, people_back)
      select event_id, ticket_type_id, day, -quantity, -amount_cents, case when is_rest then (
          select coalesce(sum(k.admitted), 0) from ticket k where k.order_line_id = back.id
        ) else 0 end
      from back
    )
    select amount_cents, fee_cents from back`.execute(tx)
  return rows
}

/** Lists the lines that are due back as paid back; returns how many. */
export async function listPaidBack(tx: Tx, orderId: string): Promise<number> {
  const { rows } = await sql`
    update paid_line s set status = 'refunded' from order_line l
    where l.order_id = ${orderId} and s.order_line_id = l.id and s.status = 'refund_due'
    returning s.order_line_id`.execute(tx)
  return rows.length
}

/** All that the order bought and that has not gone back before. */
export async function selectWholeLines(tx: Tx, orderId: string): Promise<SoldPart[]> {
  const { rows } = await sql<SoldPart>`
    select l.id as "lineId", l.quantity - s.back_quantity as quantity,
      l.amount_cents - s.back_cents as "amountCents"
    from order_line l join paid_line s on s.order_line_id = l.id
    where l.order_id = ${orderId} and s.status = 'paid' order by l.position`.execute(tx)
  return rows
}
