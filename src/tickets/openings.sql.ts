import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

/**
 * Records that a person has opened the ticket. Waits for a concurrent take-back. Changes nothing if
 * the ticket is void, was opened before, or was never transferred.
 */
export async function markOpened(db: Db, id: string, now: Date): Promise<void> {
  await sql`update ticket set opened_at = ${now}
    where id = ${id} and sent_from is not null and opened_at is null and state <> 'void'`.execute(
    db,
  )
}
