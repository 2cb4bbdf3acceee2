import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

export const areGiven = (): RawBuilder<boolean> => sql`exists (select from event_ownership_change)`

/** Sets `seen_at` for the events that were given to another organizer since the last sweep. */
export async function markGivenSeen(tx: Tx): Promise<void> {
  await sql`update event_ownership_change set seen_at = clock_timestamp() where seen_at is null`.execute(
    tx,
  )
}

/**
 * Locks one of the given events and returns its id. Returns null unless an event is ready: all its
 * new sales are stored under its present organizer, because every transaction that may have read
 * the previous organizer has ended. (`pg_stat_activity` does not show when transactions of other
 * database roles began.)
 */
export async function lockGivenEvent(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ event_id: string }>`
    select g.event_id from event_ownership_change g where g.seen_at is not null
      and not exists (select from pg_stat_activity a
        where a.datname = current_database() and a.xact_start < g.seen_at)
    order by g.event_id limit 1 for update skip locked`.execute(tx)
  return rows[0]?.event_id ?? null
}

/**
 * Moves up to `count` lines of the event to its present organizer. Returns the number of moved
 * lines.
 */
export async function moveLines(tx: Tx, eventId: string, count: number): Promise<number> {
  const { rows } = await sql`
    with other as (
      select o.order_line_id, e.organizer_id from event e join paid_line o on o.event_id = e.id
      where e.id = ${eventId} and o.organizer_id is distinct from e.organizer_id limit ${count}
    )
    update paid_line p set organizer_id = o.organizer_id from other o
    where p.order_line_id = o.order_line_id returning p.order_line_id`.execute(tx)
  return rows.length
}

/**
 * Removes the event from the list of given events: all its lines are stored under its organizer.
 */
export async function deleteGiven(tx: Tx, eventId: string): Promise<void> {
  await sql`delete from event_ownership_change where event_id = ${eventId}`.execute(tx)
}
