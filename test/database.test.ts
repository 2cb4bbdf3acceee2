import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
let other: TestDatabase

beforeAll(async () => {
  ;[database, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
})
afterAll(() => Promise.all([database.close(), other.close()]))

test('each database is a migrated copy of its own, with fsync on', async () => {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding,
      (select count(*)::int from kysely_migration) as migrations`,
  )
  await client.end()
  expect(rows[0]).toMatchObject({ fsync: 'on', encoding: 'UTF8' })
  expect(rows[0].migrations).toBeGreaterThan(0)
  expect(database.url).not.toBe(other.url)
})
