import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

/** The question whose answers the door may read; null if the organizer chose no such question. */
export async function selectDoorQuestion(db: Db, eventId: string): Promise<string | null> {
  const row = await db
    .selectFrom('question')
    .select('text_en')
    .where('event_id', '=', eventId)
    .where('is_at_door', '=', true)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row?.text_en ?? null
}

/** The answers of ticket `k` to the door question, 'Asha, Juma'. Null without an answer. */
export const doorAnswer = sql<string | null>`(
  select string_agg(a.value, ', ' order by a.person)
  from answer a join question q on q.id = a.question_id
  where a.ticket_id = k.id and q.is_at_door and q.archived_at is null
)`
