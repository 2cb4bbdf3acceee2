import { sql } from 'kysely'
import { isRecorded, isReversed } from '../../ledger/ledger.sql.ts'
import type { Db } from '../../platform/database/db.ts'

export type ReviewRow = {
  organizer_name: string
  organizer_email: string
  organizer_since: Date
  is_own_request: boolean
  asker_name: string | null
  asker_email: string | null
  asked_at: Date
  /** When the payout account was set. */
  account_since: Date
}

/** People and dates of a payout that waits. The payout exists, and its event has an organizer. */
export async function selectReview(db: Db, payoutId: string): Promise<ReviewRow> {
  const { rows } = await sql<ReviewRow>`
    select a.full_name as organizer_name, a.email as organizer_email,
      a.created_at as organizer_since, p.asked_by = a.id as is_own_request,
      asker.full_name as asker_name, asker.email as asker_email, p.asked_at,
      c.created_at as account_since
    from payout p join event e on e.id = p.event_id join account a on a.id = e.organizer_id
      join payout_account c on c.id = p.payout_account_id
      left join account asker on asker.id = p.asked_by
    where p.id = ${payoutId}`.execute(db)
  return rows[0]!
}

/** Payouts that the organizer has received: sent, or recorded by an admin and not taken back. */
export async function selectPaidBefore(
  db: Db,
  organizerId: string,
): Promise<{ count: number; cents: number; last_at: Date | null }> {
  const { rows } = await sql<{ count: number; cents: number; last_at: Date | null }>`
    select count(*)::int as count, coalesce(sum(cents), 0)::bigint as cents, max(at) as last_at
    from (
      select sum(r.amount_cents) as cents, max(r.since) as at
      from payout_part r join payout p on p.id = r.payout_id join event v on v.id = p.event_id
      where v.organizer_id = ${organizerId} and r.state = 'done' group by p.id
      union all
      select l.amount_cents, e.at
      from event v join ledger_line l on l.event_id = v.id and l.account = 'organizer'
        join ledger_entry e on e.id = l.entry_id
      where v.organizer_id = ${organizerId} and ${isRecorded('payout')} and not ${isReversed}
    ) paid`.execute(db)
  return rows[0]!
}

/** The payouts of the event that an admin recorded since this request and did not reverse, in cents. */
export async function selectRecordedSince(
  db: Db,
  { eventId, askedAt }: { eventId: string; askedAt: Date },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(l.amount_cents), 0)::bigint as cents
    from ledger_line l join ledger_entry e on e.id = l.entry_id
    where l.event_id = ${eventId} and l.account = 'organizer' and e.at >= ${askedAt}
      and ${isRecorded('payout')} and not ${isReversed}`.execute(db)
  return rows[0]!.cents
}

type RefusedBefore = { amount_cents: number; decided_at: Date; reason: string }

/**
 * The event's latest payout request that was decided, if it was refused. Leaves out requests that their
 * requester withdrew.
 */
export async function selectRefusedBefore(
  db: Db,
  eventId: string,
): Promise<RefusedBefore | undefined> {
  const { rows } = await sql<RefusedBefore & { state: string }>`
    select amount_cents, decided_at, reason, state from payout
    where event_id = ${eventId} and state <> 'asked' and decided_by <> asked_by
    order by decided_at desc limit 1`.execute(db)
  return rows[0]?.state === 'refused' ? rows[0] : undefined
}
