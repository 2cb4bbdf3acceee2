import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { fixMode, type Mode } from './database-mode.ts'
import { type Db, inTransaction, openDatabase } from './db.ts'
import { lockSettings } from './setting.sql.ts'

let database: TestDatabase
let db: Db
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 10)
})
afterEach(async () => {
  await db.destroy()
  await database.close()
})

test('a database keeps the mode of its first start', async () => {
  await fixMode(db, 'sandbox')
  await fixMode(db, 'sandbox')
  await expect(fixMode(db, 'production')).rejects.toThrow('never becomes production')
  await fixMode(db, 'sandbox')
})

test('a sandbox never starts on a production database', async () => {
  await fixMode(db, 'production')
  await expect(fixMode(db, 'sandbox')).rejects.toThrow('a sandbox never runs on it')
})

test('of concurrent starts in both modes, one mode wins for all', async () => {
  const modes = Array.from({ length: 8 }, (_, at): Mode => (at % 2 ? 'production' : 'sandbox'))
  const starts = await Promise.allSettled(modes.map((mode) => fixMode(db, mode)))
  const won = new Set(modes.filter((_, at) => starts[at]!.status === 'fulfilled'))
  expect(won.size).toBe(1)
})

test('a start waits for the one-time work of another start, beyond the lock timeout of its session', async () => {
  const start = () =>
    inTransaction(db, async (tx) => {
      await sql`set local lock_timeout = '1ms'`.execute(tx)
      await lockSettings(tx)
    })
  await behind(db, lockSettings, start)
})
