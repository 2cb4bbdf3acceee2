import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'

/** Earlier versions take this lock too, so that two versions never migrate at the same time. */
const LOCK = 3853314791062309107n

/** Creates the table of the migrations that have run. Earlier versions use the same table. */
export async function createMigrationTable(tx: Tx): Promise<void> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) primary key, "timestamp" varchar(255) not null)`.execute(tx)
}

export async function selectMigrations(db: Db): Promise<Set<string> | null> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!rows[0]!.exists) return null
  const ran = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(ran.rows.map(({ name }) => name))
}

/**
 * Takes the lock of migrations until the transaction ends. Returns false if another process
 * migrates. Waits for other locks at most `lockMs`; statements may take any time.
 */
export async function beginMigration(tx: Tx, lockMs: number): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK.toString()}::bigint) as got,
      set_config('lock_timeout', ${`${lockMs}ms`}, true),
      set_config('statement_timeout', '0', true)`.execute(tx)
  return rows[0]!.got
}

export async function runMigration(tx: Tx, name: string, text: string): Promise<void> {
  await sql.raw(text).execute(tx)
  await sql`insert into kysely_migration (name, "timestamp")
    values (${name}, ${new Date().toISOString()})`.execute(tx)
}
