import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { upsertSetting } from './setting.sql.ts'

// A database that was restored from a backup has lost the end of its history (decisions/0128).

type Restored = {
  at: Date
  /** The last use of the database that the backup shows. Later changes may be lost. */
  lost_from: Date
  /** Until this time a provider's records may still show money from the lost period. */
  until: Date
  is_released: boolean
}

const RESTORED = 'restored'

const restored = sql`(
  select (value->>'at')::timestamptz as at, (value->>'lost_from')::timestamptz as lost_from,
    (value->>'until')::timestamptz as until, (value->>'is_released')::boolean as is_released
  from setting where name = ${RESTORED}
)`

export const lostUntil: RawBuilder<Date> = sql`(select l.until from ${restored} l)`

export const restoredAt: RawBuilder<Date> = sql`(select l.at from ${restored} l)`

/** The latest restore, as a table of one row; empty once an admin has released the database. */
export const openRestore: RawBuilder<unknown> = sql`(
  select * from ${restored} l where not l.is_released)`

export async function recordRestored(tx: Tx, found: Omit<Restored, 'is_released'>): Promise<void> {
  await upsertSetting(tx, RESTORED, { ...found, is_released: false })
}

export async function releaseRestored(tx: Tx): Promise<void> {
  await sql`update setting set value = value || '{"is_released": true}'
    where name = ${RESTORED}`.execute(tx)
}

/**
 * `database` identifies the server, the database and the table `setting`; loading a dump creates
 * the table again, with another id. `timeline` grows with each recovery and each failover.
 */
export type Identity = { database: string; timeline: string }

export async function selectIdentity(db: Db): Promise<Identity> {
  const { rows } = await sql<Identity>`
    select concat_ws('/', (select system_identifier from pg_control_system()),
        (select oid from pg_database where datname = current_database()), 'setting'::regclass::oid
      ) as database,
      left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`.execute(db)
  return rows[0]!
}

const SEEN = 'database_seen'

/** The identity that a process saw last, and when. Locked until the end of the transaction. */
export async function lockSeen(tx: Tx): Promise<(Identity & { at: Date }) | undefined> {
  const { rows } = await sql<Identity & { at: Date }>`
    select value->>'database' as database, value->>'timeline' as timeline, set_at as at
    from setting where name = ${SEEN} for no key update`.execute(tx)
  return rows[0]
}

export async function recordSeen(tx: Tx, identity: Identity, now: Date): Promise<void> {
  await upsertSetting(tx, SEEN, identity, now)
}
