import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

/** Counts a visit and answers where it leads; null for a code of nobody or of a draft. */
export async function countVisit(db: Db, code: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ event_id: string }>`
    update short_code s set visits = visits + 1, last_visit_at = ${now}
    from event e
    where s.code = ${code} and e.id = s.event_id and e.is_published
    returning s.event_id`.execute(db)
  return rows[0]?.event_id ?? null
}
