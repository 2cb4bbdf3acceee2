import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countStatements } from '../../../test/count-statements.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { type Db, openDatabase } from '../database/db.ts'
import { isDue } from './due.sql.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 2)
})
afterAll(async () => {
  await db.destroy()
  await database.close()
})

const yes = sql<boolean>`${1}::int = 1`
const no = sql<boolean>`${1}::int = 2`
const broken = sql<boolean>`1 / ${0}::int = 1`

test('who asks at the same moment asks in one statement, and each has its own answer', async () => {
  let answers: boolean[] = []
  const ask = async () => {
    answers = await Promise.all([isDue(db, no), isDue(db, no, yes), isDue(db, yes), isDue(db, no)])
  }
  expect(await countStatements(ask)).toEqual({ statements: 1, commits: 0 })
  expect(answers).toEqual([false, true, true, false])
})

test('what one of them cannot ask is a fault of its own alone', async () => {
  const asked = await Promise.allSettled([isDue(db, yes), isDue(db, no, broken), isDue(db, no)])
  expect(asked).toEqual([
    { status: 'fulfilled', value: true },
    { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
    { status: 'fulfilled', value: false },
  ])
})
