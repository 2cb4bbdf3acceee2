import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkSessions, poolerFault } from '../../src/platform/database/check-sessions.ts'
import { type Db, inTransaction, openDatabase } from '../../src/platform/database/db.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Pooler, startPgBouncer } from './pgbouncer.ts'

const IGNORED = 'ignore_startup_parameters = extra_float_digits,options'

let database: TestDatabase
let direct: Db
const open: { db: Db; pooler: Pooler }[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  direct = openDatabase(database.url, 2)
})
afterEach(async () => {
  for (const { db, pooler } of open.splice(0)) {
    await db.destroy()
    await pooler.stop()
  }
  await direct.destroy()
  await database.close()
})

/** Sets the session settings on the database. An operator sets them on the role. */
async function giveSettings(): Promise<void> {
  const name = new URL(database.url).pathname.slice(1)
  for (const setting of ["lock_timeout = '10s'", "statement_timeout = '30s'", "TimeZone = 'UTC'"]) {
    await sql.raw(`alter database "${name}" set ${setting}`).execute(direct)
  }
}

/**
 * Opens a database handle like a process behind the pooler. All processes behind a pooler share its
 * sessions.
 */
async function join(pooler: Pooler, prepares: boolean): Promise<Db> {
  const db = openDatabase(pooler.url, 8, prepares)
  open.push({ db, pooler })
  return db
}

const start = (mode: string, lines: string[] = [IGNORED]) =>
  startPgBouncer(database.url, [`pool_mode = ${mode}`, 'default_pool_size = 4', ...lines])

const refusal = (db: Db, prepares: boolean) =>
  checkSessions(db, prepares).then(
    () => 'started',
    (error: Error) => error.message,
  )

describe('behind PgBouncer', () => {
  test('pooling by session, a process starts with DATABASE_PREPARE=yes', async () => {
    await giveSettings()
    expect(await refusal(await join(await start('session'), true), true)).toBe('started')
  })

  test('pooling by transaction, a process starts with DATABASE_PREPARE=no', async () => {
    await giveSettings()
    expect(await refusal(await join(await start('transaction'), false), false)).toBe('started')
  })

  test('with the file of deploy/, a process starts with DATABASE_PREPARE=no', async () => {
    await giveSettings()
    const file = readFileSync('deploy/pgbouncer/pgbouncer.ini', 'utf8')
    // Leave out the lines that the test replaces: the address and the sign-in.
    const own = /^(listen_|unix_|auth_|max_client)/
    const [, lines = ''] = file.split('[pgbouncer]')
    const pooler = await startPgBouncer(
      database.url,
      lines.split('\n').filter((line) => !own.test(line)),
    )
    expect(await refusal(await join(pooler, false), false)).toBe('started')
  })

  test('pooling by transaction, a start with DATABASE_PREPARE=yes is refused in words', async () => {
    await giveSettings()
    const db = await join(await start('transaction'), true)
    expect(await refusal(db, true)).toMatch(/^DATABASE_PREPARE=yes: .*Set DATABASE_PREPARE=no/)
  })

  test.each(['session', 'transaction'])(
    'pooling by %s that drops our settings, a start is refused with the remedy',
    async (mode) => {
      const db = await join(await start(mode), false)
      expect(await refusal(db, false)).toMatch(
        /lock_timeout = 0.*alter role "\w+" set lock_timeout = '10s'/,
      )
    },
  )

  test('that refuses our settings, a start names the line of its settings', async () => {
    const db = await join(await start('session', []), true)
    const failure = await checkSessions(db, true).catch((error) => error)
    expect(poolerFault(failure)).toContain('ignore_startup_parameters = extra_float_digits,options')
  })
})

test('two processes that share sessions get the results of their own statements', async () => {
  await giveSettings()
  const pooler = await start('transaction', [IGNORED, 'default_pool_size = 1'])
  const [one, other] = [await join(pooler, true), await join(pooler, true)]
  // The first statement that each process prepares differs.
  const ask = (db: Db, column: string) =>
    inTransaction(db, (tx) => sql`select ${1}::int as ${sql.ref(column)}`.execute(tx)).then(
      ({ rows }) => Object.keys(rows[0] as object)[0],
      (error) => error.code,
    )
  for (let times = 1; times <= 4; times++) {
    expect(await ask(one, 'first')).toMatch(/^(first|26000|42P05)$/)
    expect(await ask(other, 'second')).toMatch(/^(second|26000|42P05)$/)
  }
})
