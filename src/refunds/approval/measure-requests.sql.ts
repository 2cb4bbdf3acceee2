import { type RawBuilder, sql } from 'kysely'
import { isFreed } from '../../events/event-change.sql.ts'
import type { Schedule } from '../../events/reschedule.rules.ts'
import { eventMoney } from '../../ledger/event-money.sql.ts'
import { isComplimentary } from '../../orders/complimentary/complimentary-orders.sql.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { askablePeople } from '../take-back/askable-people.sql.ts'

/**
 * The part of an event that a measure is about: one day, and whether holders of passes may request
 * a refund because of this day. Empty for the whole event.
 */
export type MeasuredPart = { day?: number; passes?: boolean }

/** The proposal of a request to cancel or reschedule an event, or one of its days. */
export type MeasureProposal = MeasuredPart &
  ({ kind: 'cancel'; schedule: null } | { kind: 'reschedule'; schedule: Schedule })

/**
 * Totals of an event's sold and complimentary tickets. `amount_cents` is the amount that a
 * cancellation refunds.
 */
export type SoldTotals = { orders: number; tickets: number; amount_cents: number }

/** SoldTotals, and the orders and tickets that are refunded: without complimentary and free ones. */
export type MeasuredTotals = SoldTotals & {
  paid_orders: number
  /** Without add-ons. */
  paid_tickets: number
}

/** A `MeasuredPart` as expressions of SQL. */
type Part = { day: RawBuilder<number | null>; passes: RawBuilder<boolean> }

const partOf = ({ day, passes }: MeasuredPart): Part => ({
  day: sql`${day ?? null}::smallint`,
  passes: sql`${passes ?? true}::boolean`,
})

/**
 * The number of the day that request `q` is about; null for the whole event, 0 for a day that was
 * removed, which frees nothing.
 */
export const requestedDay: RawBuilder<number | null> =
  sql`case when q.proposal ? 'day' then coalesce((
  select d.n from event_day d where d.event_id = e.id and d.n::text = q.proposal->>'day'
), 0) end`

/** The part that request `q` is about. */
const REQUESTED: Part = {
  day: requestedDay,
  passes: sql`coalesce(q.proposal->>'passes' = 'true', true)`,
}

/**
 * Whether holders of type `t` may get refunds if request `q` is approved. The request is to cancel
 * or reschedule event `e` or one of its days.
 */
export const isFreedByRequest: RawBuilder<boolean> = isFreed(REQUESTED.day, REQUESTED.passes)

/**
 * The number of people of line `l` that a measure may refund: all that are left. For a pass that
 * stays valid without the day, excludes people with a check-in on any of its days.
 */
const refundedPeople = (day: Part['day']): RawBuilder<unknown> => sql`(
  select l.quantity - s.back_quantity - case when ${isFreed(day, sql`false`)} then 0 else (
    select coalesce(sum(k.admits - ${askablePeople}), 0)::int from ticket k
    where k.order_line_id = l.id and k.state <> 'void') end as people
)`

/** The part of `cents` of line `l` that `refunded` people paid. */
const shareOf = (cents: RawBuilder<unknown>) =>
  sql`ceil((${cents})::numeric * refunded.people / (l.quantity - s.back_quantity))`

/** The sold and complimentary tickets that a measure may refund, with their orders. */
const soldOf = (eventId: RawBuilder<unknown>, { day, passes }: Part) => sql`(
  select l.order_id, refunded.people as tickets, t.kind = 'entry' as is_entry,
    ${shareOf(sql`s.amount_cents - s.back_cents`)} as cents
  from paid_line s join order_line l on l.id = s.order_line_id
    join ticket_type t on t.id = l.ticket_type_id
    cross join lateral ${refundedPeople(day)} refunded
  where s.event_id = ${eventId} and s.status = 'paid' and ${isFreed(day, passes)}
    and refunded.people > 0
  union all
  select l.order_id, l.quantity, t.kind = 'entry', 0
  from complimentary_order g join "order" o on o.id = g.order_id join order_line l on l.order_id = o.id
    join ticket_type t on t.id = l.ticket_type_id
  where g.event_id = ${eventId} and ${isComplimentary} and ${isFreed(day, passes)}
)`

const sumsOf = (eventId: RawBuilder<unknown>, part: Part) => sql`
  select count(distinct order_id) as orders, coalesce(sum(tickets), 0)::int as tickets,
    coalesce(sum(cents), 0)::bigint as amount_cents,
    count(distinct order_id) filter (where cents > 0) as paid_orders,
    coalesce(sum(tickets) filter (where cents > 0 and is_entry), 0)::int as paid_tickets
  from ${soldOf(eventId, part)} of_event`

export async function sumSold(
  db: Db,
  eventId: string,
  part: MeasuredPart = {},
): Promise<MeasuredTotals> {
  const sums = sumsOf(sql`${eventId}::uuid`, partOf(part))
  const { rows } = await sql<MeasuredTotals>`${sums}`.execute(db)
  return rows[0]!
}

/**
 * The cents that approval of cancellation `q` of event `e` makes due: for one day, the cents of tickets
 * that are for no other day.
 */
export const cancelledCents: RawBuilder<number> = sql`(
  select amount_cents from (${sumsOf(sql`e.id`, { ...REQUESTED, passes: sql`false` })}) at_once
)`

const costOf = (eventId: RawBuilder<unknown>, { day, passes }: Part) => sql`
  select coalesce(sum(
    ${shareOf(sql`s.amount_cents - s.back_cents - s.fee_cents + s.back_fee_cents`)}
  ), 0)::bigint as cost_cents,
    coalesce(sum(${shareOf(sql`s.fee_cents - s.back_fee_cents`)}), 0)::bigint as fee_cents
  from paid_line s join order_line l on l.id = s.order_line_id
    join payment p on p.order_id = l.order_id and p.use = 'sale'
    join ticket_type t on t.id = l.ticket_type_id
    cross join lateral ${refundedPeople(day)} refunded
  where s.event_id = ${eventId} and s.status = 'paid' and p.method <> 'cash'
    and refunded.people > 0 and ${isFreed(day, passes)}`

/** The cents that refunds cost the organizer, and the cents of our fees, which we do not keep. */
export type RefundCost = { cost_cents: number; fee_cents: number }

/**
 * The cents that refunds of all sold tickets of the part would take from the organizer's balance:
 * without our fees, and without cash, which the organizer pays back in cash.
 */
export async function selectCost(db: Db, eventId: string, part: MeasuredPart): Promise<RefundCost> {
  const cost = costOf(sql`${eventId}::uuid`, partOf(part))
  const { rows } = await sql<RefundCost>`${cost}`.execute(db)
  return rows[0]!
}

/**
 * Requests `q` with their event `e`, the totals `sold` of the requested part, the event's `money`,
 * and `cost`: the amount that refunds of all these tickets would take from the organizer.
 */
export const requestsWithSums: RawBuilder<unknown> = sql`
  request q join event e on e.id = q.subject_id and q.kind = 'measure'
    cross join lateral (${sumsOf(sql`e.id`, REQUESTED)}) sold cross join lateral ${eventMoney} money
    cross join lateral (${costOf(sql`e.id`, REQUESTED)}) cost`

/**
 * A hash of all that an admin reads about a request: the request, the event, and the event's sums.
 * The hash leaves out the balances of other events, which change too often.
 */
export const requestVersion: RawBuilder<string> = sql<string>`
  md5((jsonb_build_array(q.version, e.title, e.date, e.time, e.location, e.organizer_id,
    e.is_published, sold.orders, sold.tickets, sold.amount_cents, money.owed_cents,
    money.paid_out_cents) || case when e.highest_day = 0 then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_array(d.n, d.date, d.time, d.cancelled_at) order by d.n),
        '[]')
      from event_day d where d.event_id = e.id
    ) end)::text)`

/** The version of the event's request, and the totals of the requested part. */
export async function selectVersion(
  tx: Tx,
  eventId: string,
): Promise<(SoldTotals & { version: string }) | undefined> {
  const { rows } = await sql<SoldTotals & { version: string }>`
    select sold.*, ${requestVersion} as version
    from ${requestsWithSums} where q.subject_id = ${eventId}`.execute(tx)
  return rows[0]
}
