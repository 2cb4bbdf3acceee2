import { type RawBuilder, sql } from 'kysely'
import { isFreed } from '../events/event-change.sql.ts'
import { isFreedByRequest } from '../refunds/approval/measure-requests.sql.ts'
import { everAdmitted } from '../tickets/tickets.sql.ts'

// Claims are refunds that the organizer's balance pays. Buyers and holders may still request them
// with the links of a rescheduled event (`stateOf` in refunds/reschedule), or a cancellation has
// not made them due yet. Refunds also count if a request that waits for an admin, to cancel or
// reschedule an event, would cause them (decisions/0241).

/**
 * The last instant at which refund links of event `e` accept a request; null if no link is open. A
 * link follows the latest change, of the event or of a day, that frees its tickets. This also
 * holds if buyers were notified only of an earlier change.
 */
export function claimedUntil(now: Date): RawBuilder<Date | null> {
  return sql`(select max(last.request_until) from (
    select distinct on (c.day) c.request_until from event_change c
    where c.event_id = e.id and (c.frees_passes or not c.is_cancellation)
    order by c.day, c.announced_at desc
  ) last where last.request_until >= ${now}::timestamptz)`
}

/**
 * Whether our fee comes back with the refunds that links of event `e` can still cause. The claims are
 * then less than the amount that buyers get.
 */
export const claimsFee = (now: Date): RawBuilder<boolean> => sql`(${claimedUntil(now)} is not null
  and exists (
    select from paid_line s join order_line l on l.id = s.order_line_id
      join payment p on p.order_id = l.order_id and p.use = 'sale' and p.method <> 'cash'
    where s.event_id = e.id and s.status = 'paid' and s.fee_cents > s.back_fee_cents))`

/**
 * The amount, in cents, that open refund links of event `e` can still take from its organizer's
 * balance: the price of the people never admitted, less our fee. If the event is cancelled: the
 * price of all people whose refund is not due yet, also of admitted people and later orders. Cash
 * leaves the organizer's till and no balance. Only orders placed before an announcement to buyers
 * have links. An order without tickets, which are issued after the payment, can be refunded whole.
 * The price is rounded up, because links may refund the people of a line in several steps.
 */
export function claimedCents(now: Date): RawBuilder<number> {
  return sql`case when e.cancelled_at is null and ${claimedUntil(now)} is null
    and not ${hasCancelledDay} then 0 else ${sumClaims(now, sql`false`)} end`
}

/**
 * The claims of event `e`, in cents, if an admin approves the waiting request to cancel or
 * reschedule it: the claims of all people whom it frees. 0 if no request has stopped the sales.
 */
export function requestedCents(now: Date): RawBuilder<number> {
  return sql`case when e.sales_stopped_at is null then 0 else ${sumClaims(now, IS_REQUESTED)} end`
}

/** Whether a request that waits frees the holders of type `t`. */
const IS_REQUESTED = sql<boolean>`exists (select from request q
  where q.kind = 'measure' and q.subject_id = e.id and q.state = 'sent' and ${isFreedByRequest})`

/** The sum of the claims, in cents. If `isRequested`, all money of the type goes back. */
function sumClaims(now: Date, isRequested: RawBuilder<boolean>): RawBuilder<number> {
  return sql`(
    with claim as materialized (${claimsByType(now, isRequested)})
    select coalesce(sum(ceil((s.amount_cents - s.back_cents) * c.people::numeric / c.left_people)
        - round(s.fee_cents * (s.back_quantity + c.people)::numeric / l.quantity)
        + s.back_fee_cents), 0)
    from claim join order_line l on l.ticket_type_id = claim.id
      join paid_line s on s.order_line_id = l.id
      join "order" o on o.id = l.order_id
      join payment p on p.order_id = o.id and p.use = 'sale' and p.method <> 'cash'
      cross join lateral (
        select l.quantity - s.back_quantity as left_people, case
          when o.state = 'issued' and not claim.is_whole then (
            select coalesce(sum(k.admits - ${everAdmitted}), 0) from ticket k
            where k.order_id = o.id and k.order_line_id = l.id and k.state <> 'void'
          )
          else l.quantity - s.back_quantity end as people
      ) c
    where s.event_id = e.id and s.status = 'paid' and c.people > 0
      and o.state in ('paid', 'issued') and (claim.is_whole or o.created_at <= claim.told_at)
  )`
}

/** Whether a day of event `e` was cancelled. */
const hasCancelledDay: RawBuilder<boolean> = sql`(e.highest_day > 0 and exists (
  select from event_day d where d.event_id = e.id and d.cancelled_at is not null))`

/**
 * The claims by type of event `e`. `is_whole`: all money of the type goes back without a request
 * by buyers, because the event or all days of the type were cancelled, or `isRequested` is true.
 * `told_at`: when buyers were last notified of a change that frees the type. Leaves out other
 * types whose latest such change accepts no requests any more.
 */
const claimsByType = (now: Date, isRequested: RawBuilder<boolean>) => sql`
  select t.id, w.is_whole, told.at as told_at from ticket_type t
    cross join lateral (select e.cancelled_at is not null or (
      e.highest_day > 0 and t.closed_at is not null
    ) or ${isRequested} as is_whole) w
    cross join lateral (
      select max(c.announced_at) filter (where c.notify_buyers) as at,
        (array_agg(c.request_until order by c.announced_at desc))[1] as until
      from event_change c where c.event_id = e.id and ${isFreed(sql`c.day`, sql`c.frees_passes`)}
    ) told
  where t.event_id = e.id and (w.is_whole or told.until >= ${now}::timestamptz)`
