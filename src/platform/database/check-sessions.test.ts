import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { checkSessions, poolerFault } from './check-sessions.ts'
import { openDatabase } from './db.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test.each([true, false])('sessions of PostgreSQL itself pass (prepares: %s)', async (prepares) => {
  const db = openDatabase(database.url, 4, prepares)
  await checkSessions(db, prepares)
  await db.destroy()
})

test.each(['lock_timeout', 'statement_timeout', 'TimeZone'])(
  'a session without our %s is refused, with the statement that gives it to the role',
  async (name) => {
    const db = openDatabase(database.url, 1)
    const other = name === 'TimeZone' ? 'Africa/Nairobi' : '0'
    await sql`select set_config(${name}, ${other}, false)`.execute(db)
    const refused = await checkSessions(db, false).catch((error: Error) => error.message)
    expect(refused).toContain(`found ${name} = ${other}`)
    expect(refused).toMatch(new RegExp(`alter role "\\w+" set ${name} = '`))
    await db.destroy()
  },
)

test('a pooler that refuses our settings is told from a database that is away', () => {
  expect(poolerFault(new Error('unsupported startup parameter: options'))).toContain(
    'ignore_startup_parameters',
  )
  expect(poolerFault(new Error('connect ECONNREFUSED 127.0.0.1:5432'))).toBeNull()
})
