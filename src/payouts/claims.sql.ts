import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'

// Claims: the refunds that buyers and holders of a rescheduled event may still request with their
// links (`stateOf` in refunds/reschedule), as far as the organizer's balance pays them.

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
 * balance: the price of the people outside, less our fee. Cash leaves the organizer's till and no
 * balance. Only orders placed before an announcement to buyers have links. An order without
 * tickets, which are issued after the payment, can be refunded whole. The price is rounded up,
 * because links may refund the people of a line in several steps.
 */
export function claimedCents(now: Date): RawBuilder<number> {
  return sql`case when ${claimedUntil(now)} is null then 0 else (
    select coalesce(sum(ceil((s.amount_cents - s.back_cents) * c.people::numeric / c.left_people)
        - round(s.fee_cents * (s.back_quantity + c.people)::numeric / l.quantity)
        + s.back_fee_cents), 0)
    from paid_line s join order_line l on l.id = s.order_line_id
      join "order" o on o.id = l.order_id
      join payment p on p.order_id = o.id and p.use = 'sale' and p.method <> 'cash'
      cross join lateral (
        select l.quantity - s.back_quantity as left_people, case o.state
          when 'issued' then (
            select coalesce(sum(k.admits - k.admitted), 0) from ticket k
            where k.order_id = o.id and k.order_line_id = l.id and k.state <> 'void'
          )
          else l.quantity - s.back_quantity end as people
      ) c
    where s.event_id = e.id and s.status = 'paid' and c.people > 0
      and o.state in ('paid', 'issued') and o.created_at <= (
        select max(told.announced_at) from event_change told
        where told.event_id = e.id and told.notify_buyers
      )
  ) end`
}

/** The claims of an event. The caller has locked the event, which exists. */
export async function selectClaims(
  tx: Tx,
  eventId: string,
  now: Date,
): Promise<{ cents: number; until: Date | null }> {
  const { rows } = await sql<{ cents: number; until: Date | null }>`
    select (${claimedCents(now)})::bigint as cents, ${claimedUntil(now)} as until
    from event e where e.id = ${eventId}`.execute(tx)
  return rows[0]!
}

/** Whether the claims of event `e` exceed its balance, so that no approved payout may leave. */
export function isClaimed(now: Date): RawBuilder<boolean> {
  return sql`(${claimedUntil(now)} is not null and ${claimedCents(now)} > greatest(0, (
    select -sum(amount_cents) from ledger_line where event_id = e.id and account = 'organizer'
  )))`
}

/** Whether the claims of the event exceed its balance. */
export async function hasShortClaims(db: Db, eventId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from event e where e.id = ${eventId} and ${isClaimed(now)}`.execute(db)
  return rows.length > 0
}
