import { type RawBuilder, sql } from 'kysely'
import { frozenAt, heldUntil } from '../events/event-change.sql.ts'
import { reserveCents } from './reserve.sql.ts'

/**
 * The balance of event `e`, its balance before payouts and door cash, and its payouts less the
 * payouts that came back. Cash that the organizer keeps at the door is no payout.
 */
export const eventMoney: RawBuilder<unknown> = sql`(
  select coalesce(-sum(l.amount_cents), 0)::bigint as owed_cents,
    coalesce(-sum(l.amount_cents) filter (where p.id is null), 0)::bigint as earned_cents,
    coalesce(sum(l.amount_cents) filter (where p.is_sent), 0)::bigint as paid_out_cents
  from ledger_line l left join (
    select id, starts_with(movement, 'payout') as is_sent from ledger_entry where kind = 'payout'
  ) p on p.id = l.entry_id
  where l.event_id = e.id and l.account = 'organizer'
)`

/**
 * The amount that the organizer's other events can contribute to refunds of event `e`. Negative if
 * they lack money themselves. Each keeps its reserve. An event that is frozen or held, or has open
 * refund links, contributes nothing, because its balance must stay for its own buyers.
 */
export const spareElsewhere = (now: Date): RawBuilder<number> => sql<number>`(
  select coalesce(sum(least(other.owed_cents, case when other.stays then 0
    else greatest(0, other.owed_cents - other.reserve) end)), 0)::bigint
  from (select e.id, e.organizer_id) own cross join lateral (
    select money.owed_cents, ${reserveCents(sql`money.earned_cents`, now)} as reserve,
      ${frozenAt} is not null
        or coalesce(${heldUntil()} > ${now}::timestamptz, false)
        or exists (select from event_change c
          where c.event_id = e.id and c.request_until >= ${now}::timestamptz) as stays
    from event e cross join lateral ${eventMoney} money
    where e.organizer_id = own.organizer_id and e.id <> own.id
  ) other
)`
