import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'

export const NEWEST: Sorting = {
  name: 'newest',
  isDown: true,
  keys: { id: { column: sql`l.id`, kind: 'integer' } },
}

/**
 * The subject of entry `l` as an id. Null if it does not have the form of an id: a subject may also
 * be a title or a name.
 */
const subjectId = sql<
  string | null
>`case when l.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then l.subject::uuid end`

/**
 * `value` of entry `l`. Replaces the email address of an event's organizer by name and address.
 */
const withName = (value: RawBuilder<unknown>) => sql<unknown>`
  case when l.action = 'event_organizer_changed' then coalesce(
    (select to_jsonb(p.full_name || ' (' || p.email || ')') from account as p
      where p.email = ${value} #>> '{}'), ${value}) else ${value} end`

/**
 * Returns up to `limit` + 1 entries of the audit log. If the subject is an account or an event, shows
 * its name instead of its id.
 */
export async function selectAudit(db: Db, page: Page & { eventId: string | null }) {
  return await db
    .selectFrom('audit_log as l')
    .leftJoin('account as a', 'a.id', 'l.account_id')
    .leftJoin('audit_address as n', 'n.audit_id', 'l.id')
    .leftJoin('account as s', (join) => join.on('s.id', '=', subjectId))
    .leftJoin('event as e', (join) => join.on('e.id', '=', subjectId))
    .select(['l.id', 'l.at', 'l.action', 'l.event_id', 'n.address'])
    .select([withName(sql`l.before`).as('before'), withName(sql`l.after`).as('after')])
    .select(
      sql<string>`coalesce(s.full_name || ' (' || s.email || ')', e.title, l.subject)`.as(
        'subject',
      ),
    )
    .select(['a.id as account_id', 'a.email', 'a.full_name'])
    .$if(page.eventId !== null, (q) => q.where('l.event_id', '=', page.eventId))
    .where(isBeyond(page))
    .orderBy(sortedBy(page.sorting))
    .limit(page.limit + 1)
    .execute()
}
