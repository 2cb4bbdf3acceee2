import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'

/** The short links that the event's organizer has chosen, the latest first. */
export async function selectShortLinks(db: Db, eventId: string) {
  return await db
    .selectFrom('short_code')
    .select(['code', 'visits'])
    .where('event_id', '=', eventId)
    .where('is_own', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('code')
    .execute()
}

/** Adds a short link. Returns false if an event already has this name. */
export async function insertShortLink(
  tx: Tx,
  { code, eventId, now }: { code: string; eventId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into short_code (code, event_id, created_at, is_own)
    values (${code}, ${eventId}, ${now}, true)
    on conflict (code) do nothing returning code`.execute(tx)
  return rows.length > 0
}
