import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'

export const NEWEST: Sorting = {
  name: 'newest',
  isDown: true,
  keys: { id: { column: sql`l.id`, kind: 'integer' } },
}

/** Returns up to `limit` + 1 entries of the audit log. */
export async function selectAudit(db: Db, page: Page & { eventId: string | null }) {
  return await db
    .selectFrom('audit_log as l')
    .leftJoin('account as a', 'a.id', 'l.account_id')
    .select(['l.id', 'l.at', 'l.action', 'l.subject', 'l.event_id', 'l.before', 'l.after'])
    .select(['a.id as account_id', 'a.email', 'a.full_name'])
    .$if(page.eventId !== null, (q) => q.where('l.event_id', '=', page.eventId))
    .where(isBeyond(page))
    .orderBy(sortedBy(page.sorting))
    .limit(page.limit + 1)
    .execute()
}
