import { type RawBuilder, sql } from 'kysely'

// Claims: the refunds that buyers and holders of a rescheduled event may still request with their
// links (`stateOf` in refunds/reschedule), and the refunds of a cancelled event that its cancellation
// has not made due yet, as far as the organizer's balance pays them.

/**
 * The last instant at which refund links of event `e` accept a request; null if no link is open.
 * A link follows the latest reschedule, also if buyers were notified only of an earlier one.
 */
export function claimedUntil(now: Date): RawBuilder<Date | null> {
  return sql`(select case when last.request_until >= ${now}::timestamptz then last.request_until end
    from event_change last where last.event_id = e.id order by last.announced_at desc limit 1)`
}

/**
 * The amount, in cents, that open refund links of event `e` can still take from its organizer's
 * balance: the price of the people outside, less our fee. If the event is cancelled: the price of
 * all people whose refund is not due yet, also of people inside and of later orders. Cash leaves
 * the organizer's till and no balance. Only orders placed before an announcement to buyers have
 * links. An order without tickets, which are issued after the payment, can be refunded whole. The
 * price is rounded up, because links may refund the people of a line in several steps.
 */
export function claimedCents(now: Date): RawBuilder<number> {
  return sql`case when e.cancelled_at is null and ${claimedUntil(now)} is null then 0 else (
    select coalesce(sum(ceil((s.amount_cents - s.back_cents) * c.people::numeric / c.left_people)
        - round(s.fee_cents * (s.back_quantity + c.people)::numeric / l.quantity)
        + s.back_fee_cents), 0)
    from paid_line s join order_line l on l.id = s.order_line_id
      join "order" o on o.id = l.order_id
      join payment p on p.order_id = o.id and p.use = 'sale' and p.method <> 'cash'
      cross join lateral (
        select l.quantity - s.back_quantity as left_people, case
          when o.state = 'issued' and e.cancelled_at is null then (
            select coalesce(sum(k.admits - k.admitted), 0) from ticket k
            where k.order_id = o.id and k.order_line_id = l.id and k.state <> 'void'
          )
          else l.quantity - s.back_quantity end as people
      ) c
    where s.event_id = e.id and s.status = 'paid' and c.people > 0
      and o.state in ('paid', 'issued') and (e.cancelled_at is not null or o.created_at <= (
        select max(told.announced_at) from event_change told
        where told.event_id = e.id and told.notify_buyers
      ))
  ) end`
}
