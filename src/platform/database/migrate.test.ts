import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../../test/database.ts'
import { heavyReasons } from '../../../test/heavy-migrations.ts'
import { makeMigrations } from '../../../test/migrations.ts'
import { fixMode, type Mode } from './database-mode.ts'
import { type Db, openDatabase } from './db.ts'
import { isMigrated, migrate, readMigrations } from './migrate.ts'

/** Opens a pool of a database, runs `work`, and then closes the pool and the database. */
async function withDatabase(
  made: Promise<TestDatabase>,
  work: (db: Db, url: string) => Promise<void>,
): Promise<void> {
  const database = await made
  const db = openDatabase(database.url, 8)
  await work(db, database.url).finally(async () => {
    await db.destroy()
    await database.close()
  })
}

/** Migrations of a later version, each for a database with data. */
const LIGHT = {
  '9001_message__send_after': 'alter table message add column send_after timestamptz',
  '9002_order_note__create': `create table order_note (order_id uuid primary key references "order")`,
  '9003_payment__bounded':
    'alter table payment add constraint payment_bounded check (amount_cents < 1e9) not valid',
}
const HEAVY = {
  '9004_order__email_index':
    '-- offline: builds indexes on order\ncreate index planted on "order" (email)',
}

/** A folder with the shop's migrations and the migrations `own`. */
async function folderWith(own: Record<string, string>): Promise<string> {
  const folder = await makeMigrations(own)
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a database with unknown migrations gets one line of error and stays unchanged', async () => {
  await withDatabase(createTestDatabase(), async (db) => {
    expect([await migrate(db), await isMigrated(db)]).toEqual([[], true])
    await sql`insert into kysely_migration (name, timestamp) values ('0000_before', now()::text)`.execute(
      db,
    )
    await expect(migrate(db)).rejects.toThrow(/^DATABASE_URL or DATA_DIR: .* Name another one/)
  })
})

test('a version starts after a later one that only added to the database, and not after a heavy one', async () => {
  await withDatabase(createTestDatabase(), async (db) => {
    const added = await migrate(db, { folder: await folderWith(LIGHT) })
    expect(added).toEqual(Object.keys(LIGHT))
    expect([await migrate(db), await isMigrated(db)]).toEqual([[], true])
    await migrate(db, { folder: await folderWith({ ...LIGHT, ...HEAVY }) })
    await expect(migrate(db)).rejects.toThrow(/^DATABASE_URL or DATA_DIR: .* another version/)
  })
})

describe('a database from before migration 0001', () => {
  const OLD = `create table setting (name text primary key, value jsonb not null,
    set_at timestamptz(3) not null default now())`

  async function refuse(mode: Mode | null): Promise<string> {
    let refusal = ''
    await withDatabase(createEmptyDatabase(), async (db) => {
      const folder = await folderWith({ '0001_platform': OLD, '0002_messages': 'select 1' })
      for (const { name } of await readMigrations()) await rm(`${folder}/${name}.sql`)
      await migrate(db, { folder })
      if (mode !== null) await fixMode(db, mode)
      await migrate(db).catch(({ message }) => {
        refusal = message
      })
      expect(await isMigrated(db)).toBe(false)
    })
    expect(refusal).toMatch(/^[^\n]+$/)
    return refusal
  }

  test('is refused in one line that says to delete the data folder of a sandbox', async () => {
    expect(await refuse('sandbox')).toMatch(/^DATA_DIR: .* delete the folder/)
  })

  test.each(['production' as const, null])(
    'is refused without a word of deleting unless a sandbox has used it (%s)',
    async (mode) => {
      const refusal = await refuse(mode)
      expect(refusal).toMatch(/^DATABASE_URL or DATA_DIR: .* start the version that made it/)
      expect(refusal).not.toMatch(/delete/i)
    },
  )
})

/**
 * Tables that purchases lock. During a migration the previous version of the shop still sells, and
 * may lock these tables in any order.
 */
const SOLD = ['event', 'ticket_type', 'order', 'order_line', 'hold', 'payment', 'job', 'message']

/**
 * Repeats a purchase until `isOver`: locks some of the tables, one after the other in any order,
 * and commits. Returns the codes of errors.
 */
async function sell(db: Db, isOver: () => boolean): Promise<string[]> {
  const errors: string[] = []
  while (!isOver()) {
    await db
      .transaction()
      .execute(async (tx) => {
        const { rows } = await sql<{ name: string }>`select relname as name from pg_class
          where relname = any(${SOLD}) and relkind = 'r' order by random() limit 3`.execute(tx)
        for (const { name } of rows) {
          await sql`lock table ${sql.table(name)} in row exclusive mode`.execute(tx)
        }
      })
      .catch((error) => errors.push(error.code))
  }
  return errors
}

test('every migration runs while purchases run: none fails, and no purchase ends in a deadlock', async () => {
  await withDatabase(createEmptyDatabase(), async (db) => {
    let isOver = false
    const folder = await folderWith({ ...LIGHT, ...HEAVY })
    const sales = [1, 2, 3].map(() => sell(db, () => isOver))
    const ran = await migrate(db, { folder }).finally(() => {
      isOver = true
    })
    expect(await Promise.all(sales)).toEqual([[], [], []])
    expect(ran).toEqual((await readMigrations(folder)).map(({ name }) => name))
    expect(ran.length).toBeGreaterThan(Object.keys(LIGHT).length + 1)
  })
})

test('a migration that gets no lock gives up, lets purchases pass, and is tried again', async () => {
  await withDatabase(createTestDatabase(), async (db, url) => {
    const [name, statement] = Object.entries(LIGHT)[0]!
    const folder = await folderWith({ [name]: statement })
    const seller = openDatabase(url, 1)
    await sql`begin`.execute(seller)
    await sql`lock table message in row exclusive mode`.execute(seller)
    const attempts: number[] = []
    const gaveUp = Promise.withResolvers<void>()
    const migrating = migrate(db, {
      folder,
      onAttempt: (_name, attempt) => {
        attempts.push(attempt)
        if (attempt === 3) gaveUp.resolve()
      },
    })
    await gaveUp.promise
    // The next purchase gets its lock although `seller` still holds one, because the migration gives
    // up instead of blocking the table.
    await sql`delete from message where false`.execute(db)
    await sql`commit`.execute(seller)
    expect(await migrating).toEqual([name])
    expect(attempts.slice(0, 3)).toEqual([1, 2, 3])
    await seller.destroy()
  })
})

test('processes that start at the same moment run each migration once', async () => {
  await withDatabase(createTestDatabase(), async (db, url) => {
    const folder = await folderWith(HEAVY)
    const other = openDatabase(url, 2)
    const ran = await Promise.all(
      [db, other].map((one) => migrate(one, { folder, isOffline: true })),
    )
    expect(ran.flat()).toEqual(Object.keys(HEAVY))
    await other.destroy()
  })
})

test('processes that start on an empty database need no MIGRATE=offline', async () => {
  await withDatabase(createEmptyDatabase(), async (db, url) => {
    const folder = await folderWith({ ...LIGHT, ...HEAVY })
    const other = openDatabase(url, 2)
    let second: Promise<string[]> | undefined
    const onAttempt = (name: string) => {
      if (name in LIGHT) second ??= migrate(other, { folder })
    }
    const first = await migrate(db, { folder, onAttempt })
    const all = (await readMigrations(folder)).map(({ name }) => name)
    expect([...first, ...(await second!)].sort()).toEqual(all)
    await other.destroy()
  })
})

describe('a heavy migration', () => {
  test('is refused in words unless the shop is stopped, and nothing is changed', async () => {
    await withDatabase(createTestDatabase(), async (db) => {
      const folder = await folderWith(HEAVY)
      await fixMode(db, 'production')
      await expect(migrate(db, { folder })).rejects.toThrow(
        /^MIGRATE: .*\n {2}9004_order__email_index: builds indexes on order\n.*MIGRATE=offline/,
      )
      expect(await isMigrated(db, folder)).toBe(false)
      expect(await migrate(db, { folder, isOffline: true })).toEqual(Object.keys(HEAVY))
      expect(await isMigrated(db, folder)).toBe(true)
    })
  })

  test('says so in its first line', async () => {
    const migrations = await readMigrations()
    const heavy = heavyReasons(migrations)
    const silent = migrations.filter(({ name, offline }) => heavy.has(name) && offline === null)
    // If this fails, begin the migration's file with a line such as '-- offline: builds indexes on
    // order'.
    expect(silent.map(({ name }) => [name, heavy.get(name)])).toEqual([])
  })

  test.each([
    ['create index planted on "order" (email)', 'builds indexes on order'],
    ['alter table message rename body to words', 'renames or drops columns of message'],
    ['alter table "order" drop column email', 'renames or drops columns of order'],
    [
      'alter table ticket alter column holder_phone set not null',
      'checks or rewrites all rows of ticket',
    ],
    [
      'alter table order_line add planted bigint check (planted > 0)',
      'checks or rewrites all rows of order_line',
    ],
    ['update payment set state = state', 'changes rows of payment'],
    [
      'insert into setting (name, value) select id, amount from payment',
      'reads all rows of payment',
    ],
  ])('is found by its statement: %s', async (statement, reason) => {
    const heavy = heavyReasons(
      await readMigrations(await folderWith({ '9009_planted': statement })),
    )
    expect(heavy.get('9009_planted')).toEqual([reason])
  })

  test('is not one that only adds', async () => {
    const migrations = await readMigrations(await folderWith(LIGHT))
    expect(Object.keys(LIGHT).filter((name) => heavyReasons(migrations).has(name))).toEqual([])
  })
})
