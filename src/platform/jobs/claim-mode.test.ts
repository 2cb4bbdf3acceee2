import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Db, openDatabase } from '../database/db.ts'
import { claimMode, type Mode } from './claim-mode.ts'

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

test('a database stays what its first start made it', async () => {
  await claimMode(db, 'sandbox')
  await claimMode(db, 'sandbox')
  await expect(claimMode(db, 'production')).rejects.toThrow('never becomes production')
  await claimMode(db, 'sandbox')
})

test('production is never played on', async () => {
  await claimMode(db, 'production')
  await expect(claimMode(db, 'sandbox')).rejects.toThrow('a sandbox never runs on it')
})

test('of starts in both modes at once, one mode wins for all', async () => {
  const modes = Array.from({ length: 8 }, (_, at): Mode => (at % 2 ? 'production' : 'sandbox'))
  const claims = await Promise.allSettled(modes.map((mode) => claimMode(db, mode)))
  const won = new Set(modes.filter((_, at) => claims[at]!.status === 'fulfilled'))
  expect(won.size).toBe(1)
})
