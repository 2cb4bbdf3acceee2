import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { openDatabase } from './db.ts'
import { listLossySettings } from './role.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** As the shop connects to it. */
async function readLossy(change?: string): Promise<string[]> {
  const db = openDatabase(database.url, 1)
  if (change) await sql.raw(change).execute(db)
  const found = await listLossySettings(db)
  await db.destroy()
  return found
}

test('what is answered is on the disk: no session of ours has synchronous commit off', async () => {
  expect(await readLossy()).toEqual([])
})

test('a database that has it off for itself is found, whoever set it', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await readLossy(`alter database "${name}" set synchronous_commit = off`)
  expect(await readLossy()).toEqual(['synchronous_commit'])
  await readLossy(`alter database "${name}" set synchronous_commit = local`)
  expect(await readLossy()).toEqual([])
})
