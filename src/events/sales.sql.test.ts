import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type Db, openDatabase } from '../platform/database/db.ts'
import { hasEnded, isOpen, lastDate, saleStop } from './sales.rules.ts'
import { saleStop as saleStopSql } from './sales.sql.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 2)
})
afterAll(async () => {
  await db.destroy()
  await database.close()
})

const DATES = ['2027-03-12', '2027-03-13', '2027-03-14', '2027-03-15']
/** The last second of the sales of an event on 13 March, and the next second. */
const INSTANTS = [new Date('2027-03-14T05:59:59+03:00'), new Date('2027-03-14T06:00:00+03:00')]
const FLAGS = [false, true]

test('the statement and the rule agree about every event', async () => {
  const specs = DATES.flatMap((date) =>
    FLAGS.flatMap((published) =>
      FLAGS.flatMap((cancelled) =>
        FLAGS.map((soldOut) => ({ date, published, cancelled, soldOut })),
      ),
    ),
  )
  const stops = new Set<unknown>()
  const weekends = specs.map(({ date, ...spec }) => ({
    ...{ ...spec, date: '2027-03-11' },
    days: ['2027-03-11', date].map((day) => ({ date: day })),
  }))
  for (const spec of [...specs, ...weekends]) {
    const { id } = await buildEvent(db, spec)
    for (const now of INSTANTS) {
      const { rows } = await sql<{ stop: unknown }>`
        select ${saleStopSql(now)} as stop from event e where e.id = ${id}`.execute(db)
      const byRule = saleStop({
        is_published: spec.published,
        is_sold_out: spec.soldOut,
        sales_open: !spec.cancelled && !hasEnded(lastDate(spec), now.getTime()),
      })
      expect(rows[0]!.stop, JSON.stringify({ ...spec, now })).toBe(byRule)
      stops.add(byRule)
    }
  }
  expect(stops).toEqual(new Set(['closed', 'draft', 'sold_out', null]))
})

test('sales end at 06:00 in Nairobi on the next morning', () => {
  expect(hasEnded('2027-03-14', Date.parse('2027-03-15T05:59:59+03:00'))).toBe(false)
  expect(hasEnded('2027-03-14', Date.parse('2027-03-15T06:00:00+03:00'))).toBe(true)
  expect(hasEnded('', Date.now())).toBe(false)
})

test("'sold out' stops new buyers, but not those who came before", () => {
  expect([isOpen(null), isOpen('sold_out')]).toEqual([true, true])
  expect([isOpen('closed'), isOpen('draft')]).toEqual([false, false])
})
