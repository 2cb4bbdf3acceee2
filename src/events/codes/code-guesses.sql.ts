import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** Whether the event ever had promo codes, and whether one has this folded text or digits. */
export async function selectGuess(
  db: Db,
  eventId: string,
  wanted: { fold: string } | { digits: string },
): Promise<{ hasCodes: boolean; isKnown: boolean }> {
  const is = 'fold' in wanted ? sql`code_fold = ${wanted.fold}` : sql`digits = ${wanted.digits}`
  const { rows } = await sql<{ hasCodes: boolean; isKnown: boolean }>`
    select exists (select from promo_code where event_id = ${eventId}) as "hasCodes",
      exists (select from promo_code where event_id = ${eventId} and ${is}) as "isKnown"`.execute(
    db,
  )
  return rows[0]!
}
