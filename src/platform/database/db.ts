import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { assert } from '../assert.ts'
import { isStalePlan, preparedClient } from './prepared-client.ts'
import type { DB } from './schema.ts'
import { isReadOnlyServer, WritableClient } from './writable-client.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// Dates without a time stay text, because converting them to Date would shift them by the machine's
// time zone.
const TYPE_DATE = 1082
const TYPE_BIGINT = 20
const TYPE_NUMERIC = 1700
pg.types.setTypeParser(TYPE_DATE, (text) => text)
pg.types.setTypeParser(TYPE_BIGINT, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error('a bigint is too large for a number')
  return value
})
pg.types.setTypeParser(TYPE_NUMERIC, Number)

/** The settings of each session. A pooler may drop them (see `checkSessions`). */
export const SESSION_SETTINGS = {
  TimeZone: 'UTC',
  lock_timeout: '10s',
  statement_timeout: '30s',
} as const
const OPTIONS = Object.entries(SESSION_SETTINGS).map(([name, value]) => `-c ${name}=${value}`)

/** `prepares` must be false behind a pooler that shares sessions between clients. */
export function openDatabase(url: string, connections: number, prepares = true): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    options: OPTIONS.join(' '),
    Client: prepares ? preparedClient() : WritableClient,
  })
  // A connection that breaks while idle must not end the process; the pool opens a new one.
  pool.on('error', () => {})
  // Without a listener, the error of a connection that breaks during a transaction would end the
  // process. The open query rejects anyway.
  pool.on('connect', (client) => client.on('error', () => {}))
  // Ends a client whose server refused a write. The pool then drops the client and connects again,
  // to the new primary.
  pool.on('release', (_error, client) => {
    if (client instanceof WritableClient && client.wasRefused) void client.end()
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  POOLS.set(db, pool)
  return db
}

const POOLS = new WeakMap<Db, pg.Pool>()

/**
 * Returns a handle that takes each connection from `replica` while `isFresh` returns true and the
 * replica can be reached, and from `primary` otherwise. Closing the handle closes neither database.
 */
export function readsFrom(from: { primary: Db; replica: Db; isFresh: () => boolean }): Db {
  const connect = async () => {
    const fromPrimary = () => POOLS.get(from.primary)!.connect()
    if (!from.isFresh()) return await fromPrimary()
    return await POOLS.get(from.replica)!.connect().catch(fromPrimary)
  }
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options: {} } }),
  })
}

export function connectionsOf(db: Db): { total: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = POOLS.get(db) ?? {}
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

type End = (isCommitted: boolean) => void
type Open = { db: Db; ends: End[] }

const insideTransaction = new AsyncLocalStorage<Open>()

export const databaseInside = (): Db | undefined => insideTransaction.getStore()?.db

export function atEnd(end: End): void {
  const open = insideTransaction.getStore()
  assert(open, 'no transaction is open')
  open.ends.push(end)
}

/** Throws inside a transaction: calling another machine would keep locks until it responds. */
export function assertOutsideTransaction(what: string): void {
  if (insideTransaction.getStore()) throw new Error(`${what} inside a database transaction`)
}

const DISK_FULL = '53100'
const DISK_FULL_MS = 60_000
/** When a transaction last failed because the database's disk was full, in ms. */
const fullAt = new WeakMap<Db, number>()

/**
 * False if a transaction of this process failed in the last minute because the database's disk was
 * full. With a full disk PostgreSQL still reads and locks, so `pingDatabase` does not notice it.
 */
export const hasDiskSpace = (db: Db): boolean =>
  performance.now() - (fullAt.get(db) ?? -DISK_FULL_MS) >= DISK_FULL_MS

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'

/**
 * Runs `work` in a transaction. Makes up to five attempts if PostgreSQL ended the transaction in
 * favour of another transaction, or because the columns of a table have changed. `work` may run
 * several times, so it must do nothing but query the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  assertOutsideTransaction('A second transaction')
  for (let attempt = 1; ; attempt++) {
    const open: Open = { db, ends: [] }
    try {
      const result = await insideTransaction.run(open, () => db.transaction().execute(work))
      for (const end of open.ends) end(true)
      return result
    } catch (error) {
      for (const end of open.ends) end(false)
      if (databaseErrorCode(error) === DISK_FULL) fullAt.set(db, performance.now())
      if (attempt >= 5 || !(isEndedForAnother(error) || isStalePlan(error))) throw error
    }
  }
}

export function isEndedForAnother(error: unknown): boolean {
  const code = databaseErrorCode(error)
  return code === DEADLOCK || code === SERIALIZATION_FAILURE
}

export const isLockTimeout = (error: unknown): boolean => databaseErrorCode(error) === '55P03'

/** True if PostgreSQL could not read, store or compute with a value (class 22). */
export function isUnreadableValue(error: unknown): error is pg.DatabaseError {
  return databaseErrorCode(error)?.startsWith('22') ?? false
}

export function databaseErrorCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

// Classes of errors of a server that is stopping, starting, or out of connections or disk space.
const ABSENT = /^(08|57P|53)/
// Error codes of a server that can be reached but took too long.
const TOO_SLOW = /^(55P03|57014)$/

// Error codes of the network, of name resolution, and of a missing socket.
const UNREACHED =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

// Messages of errors for which the driver has no codes. If a connection ends between two
// statements of a transaction, the transaction and its rollback fail with 'not queryable'.
const LOST_CONNECTION =
  /connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect/i

/** True if the database could not be reached, or was too slow: the caller may retry later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isDatabaseAbsent(error) || TOO_SLOW.test(databaseErrorCode(error) ?? '')
}

/** True if the database cannot be reached, has no space or is read-only: every write fails. */
export function isDatabaseAbsent(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (error instanceof pg.DatabaseError) return ABSENT.test(code ?? '') || isReadOnlyServer(error)
  if (UNREACHED.test(code ?? '')) return true
  return LOST_CONNECTION.test(message ?? '')
}

export function isUniqueViolation(error: unknown, ...constraints: string[]): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false
  return constraints.some((constraint) => error.constraint === constraint)
}

export function isCheckViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === '23514' && error.constraint === constraint
}
