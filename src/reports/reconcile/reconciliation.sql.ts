import { sql } from 'kysely'
import type { Difference } from '../../payments/receipts/list-difference.rules.ts'
import type { Db, Tx } from '../../platform/database/db.ts'

export type ReconciliationResult = {
  /** The earliest time that M-Pesa's list covered. Null if the list could not be read. */
  listedFrom: Date | null
  unread: string | null
  listedCount: number
  listedCents: number
  differences: Difference[]
}

type Reconciliation = {
  id: string
  ended_at: Date
  unread: string | null
  listed_count: number
  listed_cents: number
  differences: Difference[]
}

/**
 * Inserts the daily comparison and returns its id. Undefined if another process has inserted the
 * row.
 */
export async function insertDaily(
  tx: Tx,
  row: { id: string; day: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into reconciliation (id, day, requested_at) values (${row.id}, ${row.day}, ${row.now})
    on conflict (day) do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/**
 * Restarts the daily comparison if it ended before `before` and could not read M-Pesa's list.
 * Returns its id, or undefined.
 */
export async function takeUnread(
  tx: Tx,
  { day, before, now }: { day: string; before: Date; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update reconciliation set ended_at = null, requested_at = ${now}
    where day = ${day} and ended_at <= ${before} and unread is not null returning id`.execute(tx)
  return rows[0]?.id
}

export async function insertReconciliation(
  tx: Tx,
  row: { id: string; requestedBy: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('reconciliation')
    .values({ id: row.id, requested_by: row.requestedBy, requested_at: row.now })
    .execute()
}

/**
 * Saves the result of a comparison. A second run of a comparison replaces its result. Returns false
 * if the row is gone.
 */
export async function endReconciliation(
  tx: Tx,
  id: string,
  { result, now }: { result: ReconciliationResult; now: Date },
): Promise<boolean> {
  const { listedFrom, unread, listedCount, listedCents, differences } = result
  const { rows } = await sql`
    update reconciliation set ended_at = ${now}, listed_from = ${listedFrom}, unread = ${unread},
      listed_count = ${listedCount}, listed_cents = ${listedCents},
      differences = ${JSON.stringify(differences)}::jsonb
    where id = ${id} returning id`.execute(tx)
  return rows.length === 1
}

/** The latest finished comparison. */
export async function selectLastReconciliation(db: Db): Promise<Reconciliation | undefined> {
  const { rows } = await sql<Reconciliation>`
    select id, ended_at, unread, listed_count, listed_cents, differences from reconciliation
    where ended_at is not null order by ended_at desc limit 1`.execute(db)
  return rows[0]
}

/** Whether a comparison that began after `since` is still running. */
export async function existsRunning(db: Db, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from reconciliation where ended_at is null and requested_at > ${since} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
