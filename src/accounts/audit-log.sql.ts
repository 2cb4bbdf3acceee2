import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'

/** A change that an account or a command on the server has made. */
export type AuditEntry = {
  /** For example 'event_published'. */
  action: string
  /** The name of the changed thing. For an account its id, never its name or email address. */
  subject: string
  eventId?: string | null
  before?: unknown
  after?: unknown
  /**
   * The IP address of the actor. Stored in its own table, because it is deleted before the entry.
   */
  address?: string
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
  if (rows.length === 0) return
  const stored = await tx.insertInto('audit_log').values(rows).returning('id').execute()
  const addresses = entries.flatMap(({ address }, at) =>
    address === undefined ? [] : [{ audit_id: stored[at]!.id, address }],
  )
  if (addresses.length > 0) await tx.insertInto('audit_address').values(addresses).execute()
}

/** Records a change of an event. */
export async function auditEvent(
  tx: Tx,
  { accountId }: { accountId: string },
  { id, title }: { id: string; title: string },
  { now, ...entry }: { now: Date; action: string; before?: unknown; after?: unknown },
): Promise<void> {
  await insertAudit(tx, { accountId, at: now }, [{ ...entry, subject: title, eventId: id }])
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

/** Deletes up to `count` network addresses of entries older than `before`. Returns the number. */
export async function deleteOldAddresses(db: Db, before: Date, count: number): Promise<number> {
  const { rows } = await sql`
    delete from audit_address a using audit_log l
    where l.id = a.audit_id and l.at < ${before}
      and a.audit_id in (select audit_id from audit_address order by audit_id limit ${count})
    returning a.audit_id`.execute(db)
  return rows.length
}
