import { sql } from 'kysely'
import type { Difference } from '../../payments/receipts/list-difference.rules.ts'
import type { Db, Tx } from '../../platform/database/db.ts'

export type Outcome = {
  /** Null: M-Pesa's list could not be read. */
  listedFrom: Date | null
  unread: string | null
  listedCount: number
  listedCents: number
  differences: Difference[]
}

export type Reconciliation = {
  id: string
  ended_at: Date
  unread: string | null
  listed_count: number
  listed_cents: number
  differences: Difference[]
}

/** Inserts the daily comparison. Undefined if another process has begun it. */
export async function insertDaily(
  tx: Tx,
  row: { id: string; day: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into reconciliation (id, day, asked_at) values (${row.id}, ${row.day}, ${row.now})
    on conflict (day) do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/**
 * Takes the daily comparison for another try, if its last try, before this time, could not read the
 * list.
 */
export async function takeUnread(
  tx: Tx,
  { day, before, now }: { day: string; before: Date; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update reconciliation set ended_at = null, asked_at = ${now}
    where day = ${day} and ended_at <= ${before} and unread is not null returning id`.execute(tx)
  return rows[0]?.id
}

export async function insertAsked(
  tx: Tx,
  row: { id: string; askedBy: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('reconciliation')
    .values({ id: row.id, asked_by: row.askedBy, asked_at: row.now })
    .execute()
}

/** Saves the result. If the same comparison runs twice, the second result is saved too. */
export async function endReconciliation(
  tx: Tx,
  id: string,
  { outcome, now }: { outcome: Outcome; now: Date },
): Promise<boolean> {
  const { listedFrom, unread, listedCount, listedCents, differences } = outcome
  const { rows } = await sql`
    update reconciliation set ended_at = ${now}, listed_from = ${listedFrom}, unread = ${unread},
      listed_count = ${listedCount}, listed_cents = ${listedCents},
      differences = ${JSON.stringify(differences)}::jsonb
    where id = ${id} returning id`.execute(tx)
  return rows.length === 1
}

/** The last one that came to its end. */
export async function selectLastReconciliation(db: Db): Promise<Reconciliation | undefined> {
  const { rows } = await sql<Reconciliation>`
    select id, ended_at, unread, listed_count, listed_cents, differences from reconciliation
    where ended_at is not null order by ended_at desc limit 1`.execute(db)
  return rows[0]
}

/** Whether one is under way that began after this. */
export async function existsRunning(db: Db, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from reconciliation where ended_at is null and asked_at > ${since} limit 1`.execute(db)
  return rows.length > 0
}
