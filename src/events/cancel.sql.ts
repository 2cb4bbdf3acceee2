import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isVisibleTo } from './events.sql.ts'

/** The event under the lock that saves of it take; undefined if there is none, or it is another's. */
export async function lockVisibleEvent(tx: Tx, viewer: Viewer, id: string) {
  return await tx
    .selectFrom('event as e')
    .select(['e.id', 'e.title', 'e.is_published', 'e.cancelled_at'])
    .where('e.id', '=', id)
    .where(isVisibleTo(viewer))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * The event is cancelled, and from this commit on none of its tickets is sold. Its types are locked
 * by id, as a sale locks them: one that is under way comes before this, or finds the type closed.
 */
export async function closeSales(tx: Tx, eventId: string, now: Date): Promise<void> {
  await sql`select from ticket_type where event_id = ${eventId} order by id for no key update`.execute(
    tx,
  )
  await sql`update ticket_type set closed_at = ${now} where event_id = ${eventId}`.execute(tx)
  await sql`update event set cancelled_at = coalesce(cancelled_at, ${now}),
      updated_at = greatest(${now}, updated_at + interval '1 ms')
    where id = ${eventId}`.execute(tx)
}

/** Null if there is no such event, or it is another organizer's. */
export async function selectManagedTitle(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('event as e')
    .select('e.title')
    .where('e.id', '=', id)
    .where(isVisibleTo(viewer))
    .executeTakeFirst()
  return row?.title ?? null
}
