import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepDatabase } from '../../../test/database.ts'
import {
  assertOutsideTransaction,
  type Db,
  databaseErrorCode,
  inTransaction,
  isDatabaseAbsent,
  isUniqueViolation,
  openDatabase,
  type Tx,
} from './db.ts'
import { pingDatabase } from './server.sql.ts'

const { db, url } = keepDatabase(5)

beforeEach(async () => {
  await db.deleteFrom('setting').execute()
  const rows = ['a', 'b'].map((name) => ({ name, value: '0' }))
  await db.insertInto('setting').values(rows).execute()
})

const addTo = (tx: Tx, name: string) =>
  sql`update setting set value = to_jsonb((value #>> '{}')::int + 1) where name = ${name}`.execute(
    tx,
  )

const readSetting = async (name: string) => {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).execute()
  return row[0]?.value
}

const fail = (tx: Tx, code: string) =>
  sql.raw(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`).execute(tx)

/** Resolves for all callers once `count` callers have arrived. */
function makeBarrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let here = 0
  return () => {
    here += 1
    if (here >= count) resolve()
    return promise
  }
}

describe('a transaction', () => {
  test('commits all of its work and returns its result', async () => {
    const answer = await inTransaction(db, async (tx) => {
      await addTo(tx, 'a')
      await addTo(tx, 'b')
      return 'done'
    })
    expect(answer).toBe('done')
    expect([await readSetting('a'), await readSetting('b')]).toEqual([1, 1])
  })

  test('that fails commits nothing and is not retried', async () => {
    let tries = 0
    const work = inTransaction(db, async (tx) => {
      tries += 1
      await addTo(tx, 'a')
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect([await readSetting('a'), tries]).toEqual([0, 1])
  })

  test('that meets another in a deadlock is retried and commits once', async () => {
    const bothHoldOne = makeBarrier(2)
    let tries = 0
    const cross = (first: string, second: string) => {
      let isAgain = false
      return inTransaction(db, async (tx) => {
        tries += 1
        // The retried transaction takes the locks in the other transaction's order. In its own
        // order it could lock its first row again before the other transaction, which waits for
        // this row, gets the lock. Both would then deadlock again.
        const [one, two] = isAgain ? [second, first] : [first, second]
        isAgain = true
        await addTo(tx, one!)
        await bothHoldOne()
        await addTo(tx, two!)
      })
    }
    await Promise.all([cross('a', 'b'), cross('b', 'a')])
    expect([await readSetting('a'), await readSetting('b')]).toEqual([2, 2])
    expect(tries).toBe(3)
  })

  test('that read a row which another has changed since is retried with the new row', async () => {
    let tries = 0
    await inTransaction(db, async (tx) => {
      tries += 1
      await sql`set transaction isolation level repeatable read`.execute(tx)
      await tx.selectFrom('setting').selectAll().execute()
      if (tries === 1) await sql`update setting set value = '10' where name = 'a'`.execute(db)
      await addTo(tx, 'a')
    })
    expect([await readSetting('a'), tries]).toEqual([11, 2])
  })

  test.each([
    ['40P01', 5],
    ['40001', 5],
    ['23505', 1],
    ['22021', 1],
    ['55P03', 1],
  ])('that PostgreSQL always ends with %s runs %d times', async (code, expected) => {
    let tries = 0
    const work = inTransaction(db, async (tx) => {
      tries += 1
      await fail(tx, code)
    })
    const error = await work.catch((thrown) => thrown)
    expect(databaseErrorCode(error)).toBe(code)
    expect(tries).toBe(expected)
  })

  test("within another is refused: it would wait for a connection and for the outer one's locks", async () => {
    const work = inTransaction(db, () => inTransaction(db, async () => 'inner'))
    await expect(work).rejects.toThrow('A second transaction inside a database transaction')
  })
})

describe('a call to another machine', () => {
  const call = () => assertOutsideTransaction('A call')

  test('is refused within a transaction, also later and in nested functions', async () => {
    await expect(inTransaction(db, async () => call())).rejects.toThrow(
      'A call inside a database transaction',
    )
    const later = inTransaction(db, async (tx) => {
      await addTo(tx, 'a')
      await Promise.all([(async () => call())()])
    })
    await expect(later).rejects.toThrow('A call inside a database transaction')
    expect(await readSetting('a')).toBe(0)
  })

  test('is allowed before, after and in parallel to a transaction', async () => {
    call()
    const { promise, resolve } = Promise.withResolvers<void>()
    const open = inTransaction(db, () => promise)
    call()
    resolve()
    await open
    call()
  })
})

describe('a value from PostgreSQL', () => {
  const read = async (expression: string) =>
    (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db)).rows[0]!
      .value

  test.each([
    ['is a date is text', `date '2026-11-21'`, '2026-11-21'],
    ['is a bigint is a number', '9007199254740991::bigint', 9007199254740991],
    ['is a numeric is a number', '1000.50::numeric(12,2)', 1000.5],
    ['is a sum of integers is a number', '(select sum(x) from (values (1), (2)) as v(x))', 3],
  ])('that %s', async (_what, expression, value) => {
    expect(await read(expression)).toBe(value)
  })

  test("that is a bigint beyond JavaScript's integers is an error, not another number", async () => {
    await expect(read('9007199254740993::bigint')).rejects.toThrow('too large')
  })

  test.each([
    ['timezone', 'UTC'],
    ['lock_timeout', '10s'],
    ['statement_timeout', '30s'],
  ])('that is the setting %s is %s in every session', async (name, value) => {
    expect(await read(`current_setting('${name}')`)).toBe(value)
  })
})

test("that violates a unique constraint is an error with the constraint's name", async () => {
  const twice = db.insertInto('setting').values({ name: 'a', value: '1' }).execute()
  const error = await twice.catch((thrown) => thrown)
  expect(isUniqueViolation(error, 'setting_pkey')).toBe(true)
  expect(isUniqueViolation(error, 'order_pkey')).toBe(false)
  expect(isUniqueViolation(new Error('x'), 'setting_pkey')).toBe(false)
  expect(databaseErrorCode(new Error('x'))).toBeUndefined()
})

describe('a connection that the server ends', () => {
  let other: Db
  beforeAll(() => {
    other = openDatabase(url, 1)
  })
  afterAll(() => other.destroy())

  /** Ends the other connections, and waits until the server has ended their sessions. */
  const endAllButOwn = () =>
    sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other)

  test('while idle does not end the process', async () => {
    await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.02)`.execute(db)))
    await endAllButOwn()
    // The pool may still return a connection that the server has ended, if the client has not
    // noticed yet. Each such connection fails once.
    const ask = () => sql`select 1`.execute(db)
    for (let i = 0; i < 5; i++) await ask().catch(() => null)
    expect((await ask()).rows).toHaveLength(1)
  })

  test('within a transaction fails that transaction and not the process', async () => {
    const work = inTransaction(db, async (tx) => {
      await addTo(tx, 'a')
      await endAllButOwn()
      // Gives the client time to notice the ended connection while no query is open on it.
      await sql`select pg_sleep(0.1)`.execute(other)
      await addTo(tx, 'b')
    })
    await expect(work).rejects.toThrow()
    expect([await readSetting('a'), await readSetting('b')]).toEqual([0, 0])
  })
})

describe.each([true, false])('on a read-only server (prepares: %s)', (prepares) => {
  let pool: Db
  beforeEach(async () => {
    pool = openDatabase(url, 1, prepares)
    // Makes the pool's connection read-only, like a connection to a standby or to a replaced
    // primary.
    await sql`set default_transaction_read_only = on`.execute(pool)
  })
  afterEach(() => pool.destroy())

  const write = () => inTransaction(pool, (tx) => addTo(tx, 'a'))

  test('a write fails as if the database were absent, and the next write gets a new connection', async () => {
    const failure = await write().catch((error) => error)
    expect([databaseErrorCode(failure), isDatabaseAbsent(failure)]).toEqual(['25006', true])
    await write()
    expect(await readSetting('a')).toBe(1)
  })

  test('the readiness check fails, and the next check gets a new connection', async () => {
    await expect(pingDatabase(pool)).rejects.toThrow('read-only')
    expect(await pingDatabase(pool)).toBe(true)
  })
})
