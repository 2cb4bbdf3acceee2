import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/**
 * Locks the event and all other events of its organizer, in the order of their ids. So the payouts
 * of an organizer are decided one after another, and not while a refund or reschedule of one of the
 * events commits.
 */
export async function lockEventsOf(tx: Tx, eventId: string): Promise<void> {
  await sql`select from event
    where id = ${eventId} or organizer_id = (select organizer_id from event where id = ${eventId})
    order by id for no key update`.execute(tx)
}
