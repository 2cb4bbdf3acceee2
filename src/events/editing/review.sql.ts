import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { PendingChange } from '../events.contract.ts'
import type { EventInput } from './event-edit.contract.ts'

export type ReviewState = 'sent' | 'returned'

type Review = {
  event_id: string
  state: ReviewState
  words: string
  /** The draft as it was when an admin returned it. */
  seen: EventInput | null
  /**
   * The change of a published event that waits for approval. Null if the review is about a draft.
   */
  change: PendingChange | null
}

/** The reviews of these events: of drafts that were sent in, and of changes of published events. */
export async function selectReviews(db: Db, eventIds: string[]): Promise<Review[]> {
  const { rows } = await sql<Review>`
    select event_id, state, words, seen, change from event_review
    where event_id = any(${eventIds}::uuid[])`.execute(db)
  return rows
}

/** The review of an event. Undefined if nothing was sent in, or if the review has ended. */
export async function selectReview(db: Db, eventId: string): Promise<Review | undefined> {
  return (await selectReviews(db, [eventId]))[0]
}

/** Marks the draft as sent in. Returns false if the draft waits for a decision already. */
export async function markSent(tx: Tx, eventId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into event_review as r (event_id, state, sent_at) values (${eventId}, 'sent', ${now})
    on conflict (event_id) do update set state = 'sent', sent_at = ${now}, words = ''
    where r.state = 'returned'`.execute(tx)
  return numAffectedRows === 1n
}

/** Stores the part of a change that waits for approval. Replaces an earlier waiting part. */
export async function upsertChange(
  tx: Tx,
  eventId: string,
  change: PendingChange,
  now: Date,
): Promise<void> {
  const json = sql`${JSON.stringify(change)}::jsonb`
  await sql`
    insert into event_review as r (event_id, state, sent_at, change)
    values (${eventId}, 'sent', ${now}, ${json})
    on conflict (event_id) do update
    set state = 'sent', sent_at = ${now}, words = '', change = ${json}`.execute(tx)
}

/**
 * Marks a draft or change as returned. `seen` is the event as the admin saw it. Returns false if
 * nothing waits for a decision.
 */
export async function markReturned(
  tx: Tx,
  eventId: string,
  { words, seen }: { words: string; seen: EventInput },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update event_review
    set state = 'returned', words = ${words}, seen = ${JSON.stringify(seen)}::jsonb
    where event_id = ${eventId} and state = 'sent'`.execute(tx)
  return numAffectedRows === 1n
}

/** Deletes the review of an event. Returns false if there was none. */
export async function deleteReview(tx: Tx, eventId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from event_review where event_id = ${eventId}`.execute(tx)
  return numAffectedRows === 1n
}

/** The changes of the event after `since` in the audit log. */
export async function selectChangesSince(tx: Tx, eventId: string, since: Date) {
  const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`
    select action, before, after from audit_log
    where event_id = ${eventId} and at > ${since}
      and action not in ('event_sent_in', 'event_returned') order by id`.execute(tx)
  return rows
}
