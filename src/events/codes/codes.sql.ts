import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { StoredCode } from '../price.rules.ts'
import { codeColumns } from '../sales.sql.ts'
import { typesNow } from '../ticket-types.sql.ts'

/** `code` is as the organizer wrote it. */
export type WrittenCode = StoredCode & { code: string }

/** The event's promo code with this folded text (`foldCode`) or these digits, unless it ended. */
export async function selectCode(
  db: Db,
  eventId: string,
  wanted: { fold: string } | { digits: string },
): Promise<WrittenCode | undefined> {
  const { rows } = await sql<{ found: WrittenCode }>`
    select to_jsonb(p) as found from (
      select ${codeColumns}, c.code from promo_code c join sale_limit l on l.id = c.id
      where c.event_id = ${eventId} and c.ended_at is null
        and ${'fold' in wanted ? sql`c.code_fold = ${wanted.fold}` : sql`c.digits = ${wanted.digits}`}
    ) p`.execute(db)
  return rows[0]?.found
}

/** The hidden ticket types with these ids that are not archived. */
export function selectHiddenTypes(db: Db, ids: readonly string[]) {
  return typesNow(db, sql`t.id = any(${ids}::uuid[])`, true).execute()
}
