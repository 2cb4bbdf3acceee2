import { type RawBuilder, sql } from 'kysely'
import { frozenAt, heldUntil } from '../events/event-change.sql.ts'
import type { Db } from '../platform/database/db.ts'
import { claimedCents, claimedUntil, requestedCents } from './claims.sql.ts'
import type { StopFacts } from './payout.rules.ts'

export type ClaimFacts = Pick<StopFacts, 'is_claimed' | 'is_uncovered' | 'may_be_uncovered'>

/** The balance of event `e`. */
const owedCents = sql<number>`coalesce((
  select -sum(amount_cents) from ledger_line where event_id = e.id and account = 'organizer'
), 0)`

/** Whether the claims of event `e` exceed its balance. */
export const isClaimed = (now: Date): RawBuilder<boolean> =>
  sql`(${claimedUntil(now)} is not null and ${claimedCents(now)} > greatest(0, ${owedCents}))`

/**
 * Whether the events of the organizer of event `e` together have less than their claims. An event
 * whose money must stay covers no refunds of other events (`availableOf` with a reserve of 0).
 */
export const isUncovered = (now: Date): RawBuilder<boolean> => isLess(now, claimedCents(now))

/** Whether these events would have less if admins approved the waiting requests about them. */
export const mayBeUncovered = (now: Date): RawBuilder<boolean> => sql`(exists (
  select from event stopped
  where stopped.organizer_id = e.organizer_id and stopped.sales_stopped_at is not null
) and ${isLess(now, sql`greatest(${claimedCents(now)}, ${requestedCents(now)})`)})`

const isLess = (now: Date, claims: RawBuilder<number>) => sql<boolean>`exists (
  select from (select e.organizer_id as id) organizer where 0 > (
    select sum(least(${owedCents} - ${claims},
      case when ${frozenAt} is not null or ${heldUntil()} > ${now}::timestamptz then 0 end))
    from event e where e.organizer_id = organizer.id
  ))`

/** Reads the facts about the event. The event exists, and is locked if money may leave. */
export async function selectClaimFacts(db: Db, eventId: string, now: Date): Promise<ClaimFacts> {
  const { rows } = await sql<ClaimFacts>`
    select ${isClaimed(now)} as is_claimed, ${isUncovered(now)} as is_uncovered,
      ${mayBeUncovered(now)} as may_be_uncovered
    from event e where e.id = ${eventId}`.execute(db)
  return rows[0]!
}

/** The organizers with an event whose balance is less than its claims. */
export async function selectShortOrganizers(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct e.organizer_id as id from event e
    where e.organizer_id is not null and ${owedCents} < ${claimedCents(now)}`.execute(db)
  return rows.map(({ id }) => id)
}
