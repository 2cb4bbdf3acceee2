import { describe, expect, test } from 'vitest'
import {
  capitalise,
  chosenDay,
  countOf,
  dayDistance,
  formatAge,
  formatCount,
  formatDay,
  formatExactKes,
  formatInstant,
  formatShare,
  formatShort,
  formatWait,
} from './formats.rules.ts'

test('counts have thousands separators, and are short on an axis', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567')
  expect([-25_500, -5000].map(formatShort)).toEqual(['−25.5K', '−5,000'])
  expect(formatCount(-2)).toBe('−2')
  expect([0, 9999, 10_000, 25_500, 1_500_000].map(formatShort)).toEqual([
    '0',
    '9,999',
    '10K',
    '25.5K',
    '1.5M',
  ])
})

// spec: chosen-day-words
test('a chosen day is said in words with its weekday, and an empty field says nothing', () => {
  expect(['2026-12-19', '2027-03-14T19:30', ''].map(chosenDay)).toEqual([
    'Saturday, December 19, 2026',
    'Sunday, March 14, 2027',
    undefined,
  ])
})

test('money has cents only if they are not zero', () => {
  expect([1500, 120.5, -1000, -0.5].map(formatExactKes)).toEqual([
    'KES 1,500',
    'KES 120.50',
    'KES −1,000',
    'KES −0.50',
  ])
})

// spec: overview-redemption-rate
test('a share has one decimal, and is a dash if the whole is zero', () => {
  expect(formatShare(1, 3)).toBe('33.3%')
  expect(formatShare(0, 7)).toBe('0.0%')
  expect(formatShare(3, 1)).toBe('300.0%')
  expect(formatShare(5, 0)).toBe('–')
  expect(formatShare(0, 0)).toBe('–')
})

test('days are long in tables', () => {
  expect(formatDay('2026-08-10')).toBe('August 10, 2026')
  expect(formatDay('')).toBe('No date yet')
  expect(formatDay('soon')).toBe('soon')
})

// spec: tickets-overview-title-subtitle
describe('an instant is formatted in Nairobi time', () => {
  test.each([
    ['2026-08-10T13:05:00.000Z', 'August 10, 2026', '4:05 PM'],
    // A time past midnight in Nairobi that is still on the previous day in UTC.
    ['2026-12-31T21:00:00.000Z', 'January 1, 2027', '12:00 AM'],
    ['2026-08-10T09:30:59.999Z', 'August 10, 2026', '12:30 PM'],
  ])('%s', (instant, day, time) => {
    expect(formatInstant(instant)).toEqual({ day, time })
  })

  test('a text that is not a date is shown unchanged', () => {
    expect(formatInstant('n/a')).toEqual({ day: 'n/a', time: '' })
  })
})

// spec: validations-tab-ticket-validation
test('words begin with a capital', () => {
  expect(['scan', 'refund_due', ''].map(capitalise)).toEqual(['Scan', 'Refund due', ''])
})

const NOON = new Date('2026-11-29T09:00:00Z')

test('a wait is said in minutes, hours, then as an age', () => {
  const since = ['2026-11-29T09:00Z', '2026-11-29T08:15Z', '2026-11-29T06:01Z', '2026-11-27T08:00Z']
  expect(since.map((at) => formatWait(at, NOON))).toEqual(['0 min', '45 min', '2 h', '2 days'])
})

test('an age is said in days, months or years', () => {
  const ages = ['2026-11-29T08:00Z', '2026-11-28T09:00Z', '2026-11-01T09:00Z', '2026-09-30T09:00Z']
  expect(ages.map((at) => formatAge(at, NOON))).toEqual(['today', '1 day', '28 days', '1 month'])
  const older = ['2026-06-03T09:00Z', '2025-01-01T09:00Z', '2024-11-01T09:00Z', '2020-01-01T09:00Z']
  expect(older.map((at) => formatAge(at, NOON))).toEqual([
    '5 months',
    '22 months',
    '2 years',
    '6 years',
  ])
  expect([0, 1, 1200].map((count) => countOf(count, 'event'))).toEqual([
    '0 events',
    '1 event',
    '1,200 events',
  ])
})

test('the distance of a day counts days in Nairobi', () => {
  const days = ['2026-11-26', '2026-11-28', '2026-11-29', '2026-11-30', '2026-12-12']
  expect(days.map((day) => dayDistance(day, NOON))).toEqual([
    '3 days ago',
    'yesterday',
    'today',
    'tomorrow',
    'in 13 days',
  ])
  const beforeMidnight = new Date('2026-11-29T21:30:00Z')
  expect(dayDistance('2026-11-30', beforeMidnight)).toBe('today')
})
