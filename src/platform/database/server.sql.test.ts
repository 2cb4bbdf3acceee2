import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { openDatabase } from './db.ts'
import { listLossySettings } from './server.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/**
 * Reads the lossy settings over a connection like the shop's. `change` is a statement that runs
 * first.
 */
async function readLossy(change?: string): Promise<string[]> {
  const db = openDatabase(database.url, 1)
  if (change) await sql.raw(change).execute(db)
  const found = await listLossySettings(db)
  await db.destroy()
  return found
}

test('no session of the shop has synchronous_commit off: a committed order is on the disk', async () => {
  expect(await readLossy()).toEqual([])
})

test('a database with synchronous_commit off is found, whichever role or database setting turned it off', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await readLossy(`alter database "${name}" set synchronous_commit = off`)
  expect(await readLossy()).toEqual(['synchronous_commit'])
  await readLossy(`alter database "${name}" set synchronous_commit = local`)
  expect(await readLossy()).toEqual([])
})
