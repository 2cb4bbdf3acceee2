import { describe, expect, test } from 'vitest'
import { nairobiDate, nairobiDateTime } from '../../src/platform/values/nairobi.rules.ts'
import { sampleEvents } from './all-events.ts'
import { sampleDate } from './sample-dates.ts'

const clocks = [
  '2026-03-11T09:00:00Z',
  '2026-12-31T10:00:00Z',
  '2026-12-31T23:30:00Z',
  '2027-01-31T20:59:59Z',
  '2027-01-31T21:00:00Z',
  '2028-02-28T23:30:00Z',
  '2028-02-29T12:00:00Z',
  '2026-08-30T05:00:00Z',
  '2026-08-30T18:30:00Z',
  '2026-10-31T16:59:00Z',
]

describe.each(clocks)('first start at %s', (text) => {
  const now = new Date(text)
  const dated = sampleEvents.map((event) => ({
    ...event,
    date: sampleDate(event.when, event.time, now),
  }))
  const starts = dated.map((event) => `${event.date} ${event.time}:00`)

  test('every event is in the future, on a real date, at most eight months ahead', () => {
    const limit = new Date(now.getTime() + 245 * 24 * 3600 * 1000)
    for (const start of starts) {
      expect(start > nairobiDateTime(now), start).toBe(true)
      expect(start < nairobiDateTime(limit), start).toBe(true)
      expect(new Date(`${start.slice(0, 10)}T00:00:00Z`).toISOString().slice(0, 10)).toBe(
        start.slice(0, 10),
      )
    }
  })

  test('one of the first four events is sold out', () => {
    const soldOut = dated.filter((event) => event.flags?.includes('sold-out'))
    const sorted = [...starts].sort()
    for (const event of soldOut) {
      expect(sorted.indexOf(`${event.date} ${event.time}:00`)).toBeLessThan(4)
    }
  })

  test('this week, this month and later each have several events', () => {
    const today = nairobiDate(now)
    const inDays = (days: number) => nairobiDate(new Date(now.getTime() + days * 24 * 3600 * 1000))
    const month = (ahead: number) => {
      const [year, number] = today.split('-').map(Number)
      return new Date(Date.UTC(year!, number! - 1 + ahead, 1)).toISOString().slice(0, 7)
    }
    const count = (wanted: (date: string) => boolean) =>
      dated.filter((event) => wanted(event.date)).length
    expect(count((date) => date <= inDays(7))).toBeGreaterThanOrEqual(5)
    expect(count((date) => date.startsWith(month(1)))).toBeGreaterThanOrEqual(6)
    expect(count((date) => date.slice(0, 7) > month(1))).toBeGreaterThanOrEqual(6)
  })
})

test('at 23:30 UTC dates are those of the next day in Nairobi, perhaps in another month', () => {
  const newYearsEve = new Date('2026-12-31T23:30:00Z')
  expect(sampleDate({ kind: 'days', days: 0 }, '10:00', newYearsEve)).toBe('2027-01-01')
  expect(sampleDate({ kind: 'days', days: 1 }, '10:00', newYearsEve)).toBe('2027-01-02')
  expect(sampleDate({ kind: 'later', months: 1, nth: 1, on: 1 }, '10:00', newYearsEve)).toBe(
    '2027-02-01',
  )
})

test('an event tonight is today until two hours before its start, then tomorrow', () => {
  const at = (text: string) => sampleDate({ kind: 'tonight' }, '20:00', new Date(text))
  expect(at('2026-03-11T15:00:00Z')).toBe('2026-03-11')
  expect(at('2026-03-11T15:01:00Z')).toBe('2026-03-12')
})

test('in the middle of a month, this week and this month have different events', () => {
  const wednesday = new Date('2026-03-11T09:00:00Z')
  expect(sampleDate({ kind: 'week', place: 0 }, '10:00', wednesday)).toBe('2026-03-12')
  expect(sampleDate({ kind: 'week', place: 1 }, '10:00', wednesday)).toBe('2026-03-15')
  expect(sampleDate({ kind: 'month', place: 0, on: 6 }, '10:00', wednesday)).toBe('2026-03-21')
  expect(sampleDate({ kind: 'month', place: 1, on: 6 }, '10:00', wednesday)).toBe('2026-03-28')
})
