import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import { isBeyond, sortedBy } from '../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../platform/http/list-page.ts'

/** One thing that somebody changed. */
export type AuditEntry = {
  /** Such as 'event_published'. */
  action: string
  /** The name of what was changed. */
  subject: string
  eventId?: string | null
  before?: unknown
  after?: unknown
}

type By = { accountId: string | null; at: Date }

/** Records what was done, in the transaction that does it; `accountId` is null for a command. */
export async function insertAudit(tx: Tx, by: By, entries: AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    account_id: by.accountId,
    at: by.at,
    action: entry.action,
    subject: entry.subject,
    event_id: entry.eventId ?? null,
    before: toJson(entry.before),
    after: toJson(entry.after),
  }))
  if (rows.length > 0) await tx.insertInto('audit_log').values(rows).execute()
}

function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}

/** The last time that this was done; undefined if it never was. */
export async function selectLastDone(tx: Tx, action: string) {
  return await tx
    .selectFrom('audit_log as l')
    .leftJoin('account as a', 'a.id', 'l.account_id')
    .select(['l.at', 'l.after', 'a.email', 'a.full_name'])
    .where('l.action', '=', action)
    .orderBy('l.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export const NEWEST: Sorting = {
  name: 'newest',
  isDown: true,
  keys: { id: { column: sql`l.id`, kind: 'integer' } },
}

/** One more than the limit. */
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
