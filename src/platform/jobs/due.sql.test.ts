import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countStatements } from '../../../test/count-statements.ts'
import { keepDatabase } from '../../../test/database.ts'
import { isDue } from './due.sql.ts'

const { db } = keepDatabase(2)

const yes = sql<boolean>`${1}::int = 1`
const no = sql<boolean>`${1}::int = 2`
const broken = sql<boolean>`1 / ${0}::int = 1`

test('checks of the same moment share one statement, and each gets its own result', async () => {
  let results: boolean[] = []
  const check = async () => {
    results = await Promise.all([isDue(db, no), isDue(db, no, yes), isDue(db, yes), isDue(db, no)])
  }
  expect(await countStatements(check)).toEqual({ statements: 1, commits: 0 })
  expect(results).toEqual([false, true, true, false])
})

test('a condition that fails rejects its own check only', async () => {
  const checks = await Promise.allSettled([isDue(db, yes), isDue(db, no, broken), isDue(db, no)])
  expect(checks).toEqual([
    { status: 'fulfilled', value: true },
    { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
    { status: 'fulfilled', value: false },
  ])
})
