import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../../test/database.ts'
import { heavyReasons } from '../../../test/heavy-migrations.ts'
import { fixMode } from './database-mode.ts'
import { type Db, openDatabase } from './db.ts'
import { isMigrated, migrate, readMigrations } from './migrate.ts'

/** Runs `work` with a pool of a database, and closes both. */
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

test('a database with unknown migrations gets one line of error and stays unchanged', async () => {
  await withDatabase(createTestDatabase(), async (db) => {
    expect([await migrate(db), await isMigrated(db)]).toEqual([[], true])
    await sql`insert into kysely_migration (name, timestamp) values ('0000_before', now()::text)`.execute(
      db,
    )
    await expect(migrate(db)).rejects.toThrow(/^DATABASE_URL or DATA_DIR: .* Name another one/)
  })
})

test('a database of a later version that only added to it can be used, and no other', async () => {
  await withDatabase(createTestDatabase(), async (db) => {
    const insert = (name: string) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(db)
    await insert('9000_thing__create')
    expect([await migrate(db), await isMigrated(db)]).toEqual([[], true])
    await insert('9001_order__rewrite')
    await sql`update setting set value = '"9001_order__rewrite"' where name = 'heavy_migration'`.execute(
      db,
    )
    await expect(migrate(db)).rejects.toThrow(/^DATABASE_URL or DATA_DIR: .* another version/)
  })
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
    const sales = [1, 2, 3].map(() => sell(db, () => isOver))
    const ran = await migrate(db).finally(() => {
      isOver = true
    })
    expect(await Promise.all(sales)).toEqual([[], [], []])
    expect(ran).toEqual((await readMigrations()).map(({ name }) => name))
  })
})

const LIGHT = ['0048_message__not_after', 'alter table message drop column not_after'] as const
const HEAVY = ['0075_order__email_index', 'drop index order__email'] as const

/** Makes a migration of the template due again. Returns its name. */
async function undo(db: Db, [name, statement]: readonly [string, string]): Promise<string> {
  await sql.raw(statement).execute(db)
  await sql`delete from kysely_migration where name = ${name}`.execute(db)
  return name
}

test('a migration that gets no lock gives up, lets purchases pass, and is tried again', async () => {
  await withDatabase(createTestDatabase(), async (db, url) => {
    const name = await undo(db, LIGHT)
    const seller = openDatabase(url, 1)
    await sql`begin`.execute(seller)
    await sql`lock table message in row exclusive mode`.execute(seller)
    const attempts: number[] = []
    const given = Promise.withResolvers<void>()
    const migrating = migrate(db, {
      onAttempt: (_name, attempt) => {
        attempts.push(attempt)
        if (attempt === 3) given.resolve()
      },
    })
    await given.promise
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
    const name = await undo(db, HEAVY)
    const other = openDatabase(url, 2)
    const ran = await Promise.all([db, other].map((one) => migrate(one, { isOffline: true })))
    expect(ran.flat()).toEqual([name])
    await other.destroy()
  })
})

test('processes that start on an empty database need no MIGRATE=offline', async () => {
  await withDatabase(createEmptyDatabase(), async (db, url) => {
    const other = openDatabase(url, 2)
    let second: Promise<string[]> | undefined
    const onAttempt = (name: string) => {
      if (name > '0030') second ??= migrate(other)
    }
    const first = await migrate(db, { onAttempt })
    const all = (await readMigrations()).map(({ name }) => name)
    expect([...first, ...(await second!)].sort()).toEqual(all)
    await other.destroy()
  })
})

describe('a heavy migration', () => {
  test('is refused in words unless the shop is stopped, and nothing is changed', async () => {
    await withDatabase(createTestDatabase(), async (db) => {
      await fixMode(db, 'production')
      const name = await undo(db, HEAVY)
      await expect(migrate(db)).rejects.toThrow(
        /^MIGRATE: .*\n {2}0075_order__email_index: builds indexes on order\n.*MIGRATE=offline/,
      )
      expect(await isMigrated(db)).toBe(false)
      expect(await migrate(db, { isOffline: true })).toEqual([name])
      expect(await isMigrated(db)).toBe(true)
    })
  })

  test('says so in its first line', async () => {
    const heavy = heavyReasons(await readMigrations())
    expect(heavy.size).toBeGreaterThan(30)
    const silent = (await readMigrations()).filter(
      ({ name, offline }) => heavy.has(name) && offline === null,
    )
    // If this fails, begin the migration's file with a line such as '-- offline: builds indexes on
    // order'.
    expect(silent.map(({ name }) => [name, heavy.get(name)])).toEqual([])
  })
})
