import { type RawBuilder, sql } from 'kysely'

/**
 * The balance of event `e`, and the payouts that have left it without the ones that came back. Cash
 * that the organizer keeps at the door is no payout.
 */
export const eventMoney: RawBuilder<unknown> = sql`(
  select coalesce(-sum(l.amount_cents), 0)::bigint as owed_cents,
    coalesce(sum(l.amount_cents) filter (where p.id is not null), 0)::bigint as paid_out_cents
  from ledger_line l left join (
    select id from ledger_entry where kind = 'payout' and starts_with(movement, 'payout')
  ) p on p.id = l.entry_id
  where l.event_id = e.id and l.account = 'organizer'
)`

/** The sum of the balances of the other events of the organizer of event `e`. */
export const otherBalances: RawBuilder<number> = sql<number>`(
  select coalesce(-sum(l.amount_cents), 0)::bigint
  from event other join ledger_line l on l.event_id = other.id and l.account = 'organizer'
  where other.organizer_id = e.organizer_id and other.id <> e.id
)`
