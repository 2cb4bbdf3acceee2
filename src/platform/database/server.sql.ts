import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Returns true if the database responds and takes writes. Throws if it is read-only: PostgreSQL
 * refuses the lock, although there is no row to lock.
 */
export async function pingDatabase(db: Db): Promise<boolean> {
  await sql`select from setting where false for update`.execute(db)
  return true
}

/** Settings without which a commit may be lost when the machine stops. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit']

/**
 * The settings that are switched off and could lose a commit. Read in a session of the shop,
 * because a role or a database may have its own values. For synchronous_commit, every value but
 * 'off' waits for the disk.
 */
export async function listLossySettings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name = any(${DURABLE}) and setting = 'off'
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Whether PostgreSQL archives its WAL, and the time when it last failed to. The time is null if it
 * does not archive, has never failed, or has archived a file since the failure.
 */
export async function selectArchive(db: Db): Promise<{ is_on: boolean; failed_at: Date | null }> {
  const { rows } = await sql<{ is_on: boolean; failed_at: Date | null }>`
    select is_on, case when is_on and last_failed_time > coalesce(last_archived_time, '-infinity')
      then last_failed_time end as failed_at
    from pg_stat_archiver, (select current_setting('archive_mode') <> 'off'
      and current_setting('archive_command') || current_setting('archive_library') <> ''
    ) as archiving (is_on)`.execute(db)
  return rows[0]!
}

/** Whether our role is a superuser, who may read files and change other roles' passwords. */
export async function isSuperuser(db: Db): Promise<boolean> {
  const { rows } = await sql<{ rolsuper: boolean }>`
    select rolsuper from pg_roles where rolname = current_user`.execute(db)
  return rows[0]!.rolsuper
}

export async function selectWrittenLsn(db: Db): Promise<bigint> {
  const { rows } = await sql<{ lsn: string }>`
    select (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as lsn`.execute(db)
  return BigInt(rows[0]!.lsn)
}

/** The position in bytes up to which a replica has replayed the log; null for a primary. */
export async function selectReplayedLsn(db: Db): Promise<bigint | null> {
  const { rows } = await sql<{ lsn: string | null }>`
    select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end - '0/0'::pg_lsn)::text
      as lsn`.execute(db)
  return rows[0]!.lsn === null ? null : BigInt(rows[0]!.lsn)
}

export async function selectTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]!.now
}

/**
 * The id of the PostgreSQL process that serves the session. The statement has a parameter, so that
 * it is prepared if it runs again.
 */
export async function selectSessionPid(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pg_backend_pid() as pid where ${true}::boolean`.execute(db)
  return rows[0]!.pid
}

export async function selectSessionSettings(db: Db, names: readonly string[]) {
  const { rows } = await sql<{ role: string; settings: Record<string, string> }>`
    select session_user as role, (
      select jsonb_object_agg(name, current_setting(name)) from unnest(${names}::text[]) name
    ) as settings`.execute(db)
  return rows[0]!
}
