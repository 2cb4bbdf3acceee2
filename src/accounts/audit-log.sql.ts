import type { Tx } from '../platform/database/db.ts'

/** A change that an account or a command has made. */
export type AuditEntry = {
  /** For example 'event_published'. */
  action: string
  /** The name of the changed thing. */
  subject: string
  eventId?: string | null
  before?: unknown
  after?: unknown
}

/** `accountId` is null for a command on the server. */
type Actor = { accountId: string | null; at: Date }

/** Records changes. Call it in the transaction that makes the changes. */
export async function insertAudit(tx: Tx, by: Actor, entries: AuditEntry[]): Promise<void> {
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

/** Returns the latest entry with this action, or undefined if there is none. */
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
