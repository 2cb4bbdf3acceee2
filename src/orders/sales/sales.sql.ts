import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import { insertingJobs } from '../../platform/jobs/jobs.sql.ts'
import { nudgeAfterCommit } from '../../platform/jobs/jobs.ts'
import { orderPaid } from '../jobs.ts'
import type { SoldPart } from '../stock.sql.ts'

// Rows for the back office: `paid_line` for lists, `sale_delta` for figures. In `sale_delta`,
// `tickets` counts the people of entries and `add_ons` the rest. Callers have locked the order and
// set its paid_at. A free order has no paid_at: its day is the day on which it was placed.

/**
 * The order's lines, with their day of payment in Nairobi and the organizer of the event. The
 * caller has locked the ticket types, so that no organizer is set at the same time.
 */
const paidLines = (orderId: string) => sql`
  line as (
    select l.*, o.event_id, e.organizer_id, coalesce(o.paid_at, o.created_at) as paid_at,
      (y.kind = 'entry')::int as is_entry,
      (coalesce(o.paid_at, o.created_at) at time zone 'Africa/Nairobi')::date as day
    from "order" o join order_line l on l.order_id = o.id join event e on e.id = o.event_id
      join ticket_type y on y.id = l.ticket_type_id
    where o.id = ${orderId}
  )`

/**
 * The part of a line's fee that is refunded with `quantity` of its tickets, in proportion. Computed
 * from running totals, so that rounded parts add up to the whole fee. Expects the order line as
 * `line` and its `paid_line` as `s`.
 */
function feeBack(quantity: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`
    (round(s.fee_cents * (s.back_quantity + ${quantity})::numeric / line.quantity)::bigint
      - s.back_fee_cents)`
}

/**
 * The fee of a line that an older version placed without storing the fee, by the rule of
 * `lineAmounts` (events). The older version had no default fee (SERVICE_FEE_*): without a row of
 * the organizer in `organizer_fee`, the fee is 0. Expects this row as `fee`.
 */
const feeNow = sql<number>`
  least(line.amount_cents, round(line.amount_cents * coalesce(fee.basis_points, 0) / 10000.0)::bigint
    + coalesce(fee.fixed_cents, 0)::bigint * line.quantity)`

type Amounts = { amount_cents: number; fee_cents: number }

export async function insertSale(tx: Tx, orderId: string, phone: string): Promise<Amounts[]> {
  const payload = sql`select jsonb_build_object('orderId', ${orderId}::text) as payload`
  const { rows } = await sql<Amounts>`
    with ${paidLines(orderId)}, counted as (
      insert into sale_delta (event_id, ticket_type_id, day, tickets, add_ons, revenue_cents)
      select event_id, ticket_type_id, day, quantity * is_entry, quantity * (1 - is_entry),
        amount_cents
      from line
    ), listed as (
      insert into paid_line (order_line_id, event_id, organizer_id, paid_at, amount_cents, fee_cents,
        phone)
      select line.id, line.event_id, line.organizer_id, line.paid_at, line.amount_cents,
        coalesce(line.fee_cents, ${feeNow}), ${phone}
      from line left join organizer_fee fee on fee.account_id = line.organizer_id
      returning amount_cents, fee_cents
    ), queued as (${insertingJobs(orderPaid, payload)})
    select amount_cents, fee_cents from listed`.execute(tx)
  nudgeAfterCommit(orderPaid.lane)
  return rows
}

/** Lists an unsold order's lines as due for refund. No figure counts them. Returns how many. */
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
 * Removes parts from the figures of their day of payment. The part with a line's last tickets must
 * take all that is left of its amount. People admitted on this line then no longer count (an
 * admission locks the order). Leaves out lines not listed as paid, and parts that exceed the rest
 * of their line.
 */
export async function insertReversal(
  tx: Tx,
  orderId: string,
  parts: readonly SoldPart[],
): Promise<Amounts[]> {
  const { rows } = await sql<Amounts>`
    with ${paidLines(orderId)}, back as (
      select line.id, line.event_id, line.ticket_type_id, line.day, line.is_entry, p.quantity,
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
      insert into sale_delta (event_id, ticket_type_id, day, tickets, add_ons, revenue_cents,
        people_back)
      select event_id, ticket_type_id, day, -quantity * is_entry, -quantity * (1 - is_entry),
        -amount_cents, case when is_rest and is_entry = 1 then (
          select coalesce(sum(k.admitted), 0) from ticket k where k.order_line_id = back.id
        ) else 0 end
      from back
    )
    select amount_cents, fee_cents from back`.execute(tx)
  return rows
}

/** The fee, in cents, that `insertReversal` would give back. */
export async function selectFeeBack(
  tx: Tx,
  orderId: string,
  parts: readonly SoldPart[],
): Promise<number> {
  const { rows } = await sql<{ fee_cents: number }>`
    select coalesce(sum(${feeBack(sql`p.quantity`)}), 0)::bigint as fee_cents
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p("lineId" uuid, quantity int)
      join order_line line on line.id = p."lineId" and line.order_id = ${orderId}
      join paid_line s on s.order_line_id = line.id`.execute(tx)
  return rows[0]!.fee_cents
}

/** Lists the order's lines that are due for refund as refunded. Returns their number. */
export async function listPaidBack(tx: Tx, orderId: string): Promise<number> {
  const { rows } = await sql`
    update paid_line s set status = 'refunded' from order_line l
    where l.order_id = ${orderId} and s.order_line_id = l.id and s.status = 'refund_due'
    returning s.order_line_id`.execute(tx)
  return rows.length
}

export async function selectWholeLines(tx: Tx, orderId: string): Promise<SoldPart[]> {
  const { rows } = await sql<SoldPart>`
    select l.id as "lineId", l.quantity - s.back_quantity as quantity,
      l.amount_cents - s.back_cents as "amountCents"
    from order_line l join paid_line s on s.order_line_id = l.id
    where l.order_id = ${orderId} and s.status = 'paid' order by l.position`.execute(tx)
  return rows
}

/** Lists an event's lines under its organizer. `organizer_id` is the previous organizer. */
export async function movePaidLines(
  tx: Tx,
  { id, organizer_id }: { id: string; organizer_id: string | null },
): Promise<void> {
  await sql`update paid_line p set organizer_id = e.organizer_id from event e
    where e.id = ${id} and p.event_id = e.id
      and e.organizer_id is distinct from ${organizer_id}::uuid`.execute(tx)
}
