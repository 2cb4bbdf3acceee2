import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { keepDatabase } from '../../../test/database.ts'
import { analyzeGrownTables } from './analyze-tables.sql.ts'

const { db } = keepDatabase(1)
beforeAll(async () => {
  await sql`alter table rate_count set (autovacuum_enabled = false)`.execute(db)
})

/**
 * Adds rows until the table has this many pages. PostgreSQL stores about 50 of these keys in one
 * page.
 */
async function grow(pages: number): Promise<void> {
  await sql`insert into rate_count (key, window_end, count)
    select gen_random_uuid() || repeat('x', 100), now(), 1
    from generate_series(1, ${pages * 50})`.execute(db)
}

/** Number of pages of the table when it was last analyzed; 0 if it was never analyzed. */
async function countedPages(): Promise<number> {
  const { rows } = await sql<{ relpages: number }>`
    select relpages from pg_class where relname = 'rate_count'`.execute(db)
  return rows[0]!.relpages
}

async function grownTo(pages: number): Promise<number> {
  await grow(pages)
  await analyzeGrownTables(db)
  return await countedPages()
}

test('a table is analyzed once it has ten pages, and whenever it has doubled', async () => {
  expect(await grownTo(4)).toBe(0)
  const first = await grownTo(16)
  expect(first).toBeGreaterThanOrEqual(10)
  expect(await grownTo(8)).toBe(first)
  expect(await grownTo(40)).toBeGreaterThanOrEqual(2 * first)
})

/** The cached plan of the statement that reads a count by its key. */
async function cachedPlan(): Promise<string> {
  for (let n = 0; n < 6; n++) await sql`select from rate_count where key = ${'x'}`.execute(db)
  const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements
    where statement = 'select from rate_count where key = $1'`.execute(db)
  const plan = await sql<object>`explain execute ${sql.id(rows[0]!.name)} ('x')`.execute(db)
  return JSON.stringify(plan.rows)
}

test('a plan cached for a small table uses the index once the table has grown', async () => {
  await sql`truncate rate_count`.execute(db)
  await grow(1)
  await sql`analyze rate_count`.execute(db)
  expect(await cachedPlan()).toContain('Seq Scan')
  await grow(20)
  expect(await cachedPlan()).toContain('Seq Scan')
  await analyzeGrownTables(db)
  expect(await cachedPlan()).toContain('Index')
})
