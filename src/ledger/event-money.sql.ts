import { type RawBuilder, sql } from 'kysely'

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
