import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { keepDatabase } from '../../test/database.ts'
import { whenFor } from './calendar.rules.ts'
import { hasEnded, isOpen, lastDate, saleStop } from './sales.rules.ts'
import { eventDays, lastDateOf, saleStop as saleStopSql, startOf } from './sales.sql.ts'

type Dated = Parameters<typeof whenFor>[0]

const { db } = keepDatabase(2)

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

// spec: days-told
test('rule and statement find the same days of a type, also of one whose days are all cancelled', async () => {
  const cancelledAt = new Date('2026-11-20T07:00:00Z')
  const days = ['2027-03-12', '2027-03-13', '2027-03-14', '2027-03-15'].map((date, n) => ({
    ...{ date, time: `1${n}:00` },
    ...(n > 0 && n < 3 && { cancelledAt }),
  }))
  const numbers = [[1], [2], [4], [1, 2], [2, 3], [3, 4], [1, 2, 3, 4]]
  const { id } = await buildEvent(db, { days, types: numbers.map((of) => ({ days: of })) })
  const { rows } = await sql<{ when: object; numbers: number[]; event: Dated }>`
    select t.day_numbers as numbers, jsonb_build_object('date', ${startOf}::date,
        'time', to_char(${startOf}, 'HH24:MI'), 'until', ${lastDateOf}) as when,
      jsonb_build_object('date', e.date, 'time', to_char(e.time, 'HH24:MI'), 'days', ${eventDays})
        as event
    from ticket_type t join event e on e.id = t.event_id where e.id = ${id}`.execute(db)
  const found = rows.map((row) => {
    const { until, ...when } = whenFor(row.event, { day_numbers: row.numbers })
    expect({ ...when, until: until ?? when.date }, String(row.numbers)).toEqual(row.when)
    return [row.numbers.join(), when.date, until]
  })
  expect(found).toHaveLength(numbers.length)
  expect(found).toContainEqual(['2', '2027-03-13', undefined])
  expect(found).toContainEqual(['2,3', '2027-03-13', '2027-03-14'])
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
