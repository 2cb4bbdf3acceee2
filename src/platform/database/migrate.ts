import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isModeFixed, MODE } from './database-mode.ts'
import { type Db, inTransaction, isEndedForAnother, isLockTimeout, type Tx } from './db.ts'
import {
  beginMigration,
  createMigrationTable,
  runMigration,
  selectMigrations,
} from './migrations.sql.ts'
import { selectSetting, upsertSetting } from './setting.sql.ts'

// The schema after all migrations, generated for readers. The file is never run.
const NOT_A_MIGRATION = 'schema.sql'

const FOLDER = path.join(import.meta.dirname, '../../../migrations')

/**
 * The longest wait for a lock, in ms, while the shop sells. Purchases queue behind the statement of
 * the migration, so they wait as long. PostgreSQL's deadlock_timeout of a second is longer, so that
 * a migration gives up before PostgreSQL ends a purchase.
 */
const LOCK_MS = 100
const OFFLINE_LOCK_MS = 10_000
/** The longest pause before a migration that gave up is tried again. */
const PAUSE_MS = 400

export type MigrationFile = {
  name: string
  text: string
  /** Why the shop must not sell while this migration runs, from the file's first line; or null. */
  offline: string | null
}

async function listMigrations(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file !== NOT_A_MIGRATION)
  const ours = files.filter((file) => file.endsWith('.sql')).sort()
  return ours.map((file) => file.replace(/\.sql$/, ''))
}

export async function readMigrations(folder = FOLDER): Promise<MigrationFile[]> {
  return await Promise.all(
    (await listMigrations(folder)).map(async (name) => {
      const text = await readFile(path.join(folder, `${name}.sql`), 'utf8')
      const [, offline = null] = /^-- offline: (.+)/.exec(text) ?? []
      return { name, text, offline }
    }),
  )
}

/** The setting with the last heavy migration. A version without this migration must not start. */
const FLOOR = 'heavy_migration'

const OTHER =
  'DATABASE_URL or DATA_DIR: this database was made by another version of Lango, whose migrations are not in this one. Name another one, or start the version that made it.'

const OLD_SANDBOX =
  'DATA_DIR: an older version of Lango made this data folder, and this version cannot use it. Stop Lango, delete the folder (.data if DATA_DIR is not set; with DATABASE_URL, the database), and start again.'

const heavyFault = (heavy: readonly MigrationFile[]) =>
  `MIGRATE: this version changes the database in ways that need the shop to be stopped:
${heavy.map(({ name, offline }) => `  ${name}: ${offline}`).join('\n')}
Stop all processes, start one with MIGRATE=offline, and start the others after it.`

type Progress = (name: string, attempt: number) => void
type Options = {
  /** True if no process sells, so that heavy migrations may run. */
  isOffline?: boolean
  folder?: string
  onAttempt?: Progress
}

/**
 * Runs the pending migrations, each in a transaction of its own, and returns their names. While the
 * shop sells, a migration that does not get its locks within LOCK_MS gives up and is tried again;
 * `onAttempt` is called for each attempt. Throws a message for the operator if this version cannot
 * run on the database (see `whyUnusable`), or if a migration needs MIGRATE=offline. On a database on
 * which no shop has started, no migration needs that setting.
 */
export async function migrate(
  db: Db,
  { isOffline = false, folder = FOLDER, onAttempt = () => {} }: Options = {},
): Promise<string[]> {
  const lockMs = isOffline ? OFFLINE_LOCK_MS : LOCK_MS
  const files = await readMigrations(folder)
  const known = await selectMigrations(db)
  const ran = known ?? new Set()
  const names = new Set(files.map(({ name }) => name))
  const fault = await whyUnusable(db, names, ran)
  if (fault !== null) throw new Error(fault)
  const pending = files.filter(({ name }) => !ran.has(name))
  const heavy = pending.filter(({ offline }) => offline !== null)
  if (heavy.length > 0 && !isOffline && ran.size > 0 && (await isModeFixed(db))) {
    throw new Error(heavyFault(heavy))
  }
  if (known === null) await untilLocked(db, lockMs, createMigrationTable)
  const done: string[] = []
  for (const { name, text, offline } of pending) {
    const run = async (tx: Tx) => {
      if ((await selectMigrations(tx))?.has(name)) return
      await runMigration(tx, name, text)
      if (offline !== null) await upsertSetting(tx, FLOOR, name)
      done.push(name)
    }
    await untilLocked(db, lockMs, run, (attempt) => onAttempt(name, attempt))
  }
  return done
}

/**
 * The message that this version cannot use the database. Null if it knows all migrations that ran,
 * or if the unknown migrations are later and only added to the tables: an operator may go back to
 * this version. `names` are in order. Only for a sandbox, the message advises to delete the data.
 */
async function whyUnusable(db: Db, names: Set<string>, ran: Set<string>): Promise<string | null> {
  const unknown = [...ran].filter((name) => !names.has(name))
  if (unknown.length === 0) return null
  const read = (name: string) => inTransaction(db, (tx) => selectSetting(tx, name))
  const [oldest, newest] = [[...names][0]!, [...names].at(-1)!]
  if (!ran.has(oldest)) return (await read(MODE)) === 'sandbox' ? OLD_SANDBOX : OTHER
  const floor = await read(FLOOR)
  const isAdded = unknown.every((name) => name > newest)
  return isAdded && typeof floor === 'string' && names.has(floor) ? null : OTHER
}

/** Runs `work`. Tries again while another process migrates or `work` does not get its locks. */
async function untilLocked(
  db: Db,
  lockMs: number,
  work: (tx: Tx) => Promise<void>,
  onAttempt: (attempt: number) => void = () => {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    onAttempt(attempt)
    try {
      const isDone = await inTransaction(db, async (tx) => {
        if (!(await beginMigration(tx, lockMs))) return false
        await work(tx)
        return true
      })
      if (isDone) return
    } catch (error) {
      if (!isLockTimeout(error) && !isEndedForAnother(error)) throw error
    }
    await delay(Math.random() * PAUSE_MS)
  }
}

export async function isMigrated(db: Db, folder = FOLDER): Promise<boolean> {
  const ran = await selectMigrations(db)
  return (await listMigrations(folder)).every((name) => ran?.has(name))
}
