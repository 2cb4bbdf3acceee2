import { checkSessions } from '../../platform/database/check-sessions.ts'
import { DIFFERENCE_MAX_MS } from '../../platform/database/database-clock.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isMigrated } from '../../platform/database/migrate.ts'
import {
  listLossySettings,
  pingDatabase,
  selectArchive,
} from '../../platform/database/server.sql.ts'
import { selectDatabaseFacts } from './doctor.sql.ts'

const OLDEST_POSTGRES = 15

type DatabaseDeps = Pick<Deps, 'db' | 'env'>

/** Checks that the database responds, takes writes and has this version's tables. */
export async function checkDatabase({ db }: DatabaseDeps): Promise<string | null> {
  try {
    if (!(await isMigrated(db))) {
      return 'it lacks tables of this version. Start the shop once: a start makes them.'
    }
    return (await pingDatabase(db)) ? null : 'it does not respond. Check DATABASE_URL.'
  } catch (error) {
    return `it cannot be used: ${(error as Error).message}. Check DATABASE_URL, and with pg_lsclusters that PostgreSQL runs as the primary.`
  }
}

/** Checks that the role has no rights beyond its own database. */
export async function checkDatabaseRole({ db }: DatabaseDeps): Promise<string | null> {
  const { has_more_rights } = await selectDatabaseFacts(db)
  if (!has_more_rights) return null
  return 'this role may do more than own its database. Run: alter role … nosuperuser nocreatedb nocreaterole noreplication.'
}

/**
 * Checks that the version and the settings of the server are suitable. PostgreSQL must not lose
 * acknowledged orders, and must allow all connections of the shop.
 */
export async function checkDatabaseSettings({ db, env }: DatabaseDeps): Promise<string | null> {
  const lossy = await listLossySettings(db)
  if (lossy.length > 0) {
    return `${lossy.join(' and ')} off may lose acknowledged orders. Set it to on, for this role and this database.`
  }
  const { version, max_connections } = await selectDatabaseFacts(db)
  if (version < OLDEST_POSTGRES) return `PostgreSQL ${version} is older than 15. Upgrade it.`
  if (max_connections < 2 * env.databaseConnections) {
    return `max_connections is ${max_connections}, and each process opens up to ${env.databaseConnections}. Raise max_connections, or lower DATABASE_CONNECTIONS.`
  }
  return await checkSessions(db, env.databasePrepares).then(
    () => null,
    ({ message }: Error) => message,
  )
}

/**
 * Checks that the clocks of this machine and of the database agree. `here` is this machine's time
 * in ms.
 */
export async function checkClock({ db }: DatabaseDeps, here = Date.now()): Promise<string | null> {
  const { now } = await selectDatabaseFacts(db)
  const seconds = Math.round(Math.abs(now.getTime() - here) / 1000)
  if (seconds * 1000 <= DIFFERENCE_MAX_MS) return null
  return `this machine and the database differ by ${seconds} seconds. Run timedatectl on both, and restart systemd-timesyncd where it is wrong.`
}

/**
 * Checks that PostgreSQL archives its WAL. A missing archive is a fault only in production or if
 * pgbackrest is on this machine. An archive that fails is always a fault.
 */
export async function checkArchive(
  { db, env }: DatabaseDeps,
  readArchive = selectArchive,
): Promise<string | null> {
  const { is_on, failed_at } = await readArchive(db)
  if (failed_at !== null) {
    return `PostgreSQL could not archive its WAL at ${failed_at.toISOString()}, and keeps it until the disk is full. Run as the user postgres: pgbackrest --stanza=lango check.`
  }
  if (is_on || !(env.production || env.pgbackrestInfo !== null)) return null
  return 'PostgreSQL does not archive its WAL: a lost machine loses all sales since the last backup. Run step 9 of docs/operation.md, and restart PostgreSQL.'
}
