import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { readTree } from '../../../test/tidy/tree.ts'
import { type Db, inTransaction, openDatabase } from './db.ts'

let database: TestDatabase
let db: Db
let plain: Db

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  db = openDatabase(database.url, 1)
  plain = openDatabase(database.url, 1, false)
  await sql`drop table if exists thing`.execute(plain)
  await sql`create table thing (id int primary key)`.execute(plain)
  await sql`insert into thing values (1), (2)`.execute(plain)
  return async () => {
    await Promise.all([db.destroy(), plain.destroy()])
  }
})

const read = (from: Db, id = 1) =>
  sql<{ id: number }>`select * from thing where id = ${id}`.execute(from).then(({ rows }) => rows)
const prepared = async (of: Db) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(of)).rows

describe('a statement', () => {
  test('that runs again is prepared once in its session, and returns the same rows', async () => {
    expect(await read(db)).toEqual([{ id: 1 }])
    expect(await prepared(db)).toEqual([])
    for (const id of [1, 2, 3]) expect(await read(db, id)).toEqual(id < 3 ? [{ id }] : [])
    expect(await prepared(db)).toEqual([{ statement: 'select * from thing where id = $1' }])
  })

  test('is never prepared if a pooler could not keep it', async () => {
    for (const id of [1, 2, 1]) await read(plain, id)
    expect(await prepared(plain)).toEqual([])
  })

  test('without values, or with several commands, is sent as it is', async () => {
    for (let again = 0; again < 3; again++) {
      await sql`select 1`.execute(db)
      await sql.raw('select 1; select 2').execute(db)
    }
    expect(await prepared(db)).toEqual([])
  })

  test('that fails may run again', async () => {
    const divide = (by: number) => sql`select 1 / ${by}::int as one`.execute(db)
    await divide(1)
    for (let again = 0; again < 3; again++) await expect(divide(0)).rejects.toThrow('by zero')
    expect((await divide(1)).rows).toEqual([{ one: 1 }])
  })
})

test('processes give a statement one name, and statements of other texts other names', async () => {
  const twice = async (of: Db, text: string) => {
    for (let again = 0; again < 2; again++)
      await sql`select ${1}::int as ${sql.ref(text)}`.execute(of)
  }
  const names = async (of: Db) => {
    const { rows } = await sql<{ name: string; statement: string }>`
      select name, statement from pg_prepared_statements order by statement`.execute(of)
    return rows.map(({ name }) => name)
  }
  const other = openDatabase(database.url, 1)
  for (const text of ['first', 'second']) await twice(db, text)
  for (const text of ['second', 'first']) await twice(other, text)
  const [own, others] = [await names(db), await names(other)]
  await other.destroy()
  expect(others).toEqual(own)
  expect(new Set(own).size).toBe(2)
})

describe('a table that gets another column while the shop runs', () => {
  const addColumn = () => sql`alter table thing add column name text default 'x'`.execute(plain)

  test('is read with that column', async () => {
    for (let again = 0; again < 3; again++) await read(db)
    await addColumn()
    expect(await read(db)).toEqual([{ id: 1, name: 'x' }])
  })

  test('is read with that column within a transaction, which starts again', async () => {
    for (let again = 0; again < 3; again++) await read(db)
    await addColumn()
    let tries = 0
    const rows = await inTransaction(db, async (tx) => {
      tries += 1
      return (await sql`select * from thing where id = ${1}`.execute(tx)).rows
    })
    expect([rows, tries]).toEqual([[{ id: 1, name: 'x' }], 2])
  })
})

test('no statement has a list whose text depends on its length', () => {
  const files = [...readTree().keys()].filter((path) => /^src\/.*\.sql\.ts$/.test(path))
  const listing = files.flatMap((path) =>
    // Searches for conditions with a list of parameters, because the number of parameters changes
    // the statement's text. Literal lists and subqueries are left out, because their text never
    // changes.
    [...readFileSync(path, 'utf8').matchAll(/', '(?:not )?in', (?!\[['"]|\(eb\))[^\n]*/g)].map(
      ([found]) => `${path}: ${found}`,
    ),
  )
  // Allowed, because the filter has one of a few fixed lists of results, so there are few statement
  // texts.
  expect(listing).toEqual(["src/checkin/live/validations.sql.ts: ', 'in', results!))"])
})
