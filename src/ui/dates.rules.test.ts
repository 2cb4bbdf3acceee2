import { describe, expect, it, test } from 'vitest'
import {
  formatAxisDay,
  formatAxisMonth,
  formatDate,
  formatDateTime,
  formatFullDate,
  formatMoment,
  formatShortDateTime,
  formatShortMoment,
  formatShortMonth,
  formatShortSpan,
  formatShortWeekday,
  formatTime,
} from './dates.rules.ts'

const NOW = new Date('2026-11-29T09:00:00Z')

// spec: currency-dates-kes-en, dates-per-medium
describe('pages and emails', () => {
  it('a date is in US English in every time zone', () => {
    expect(formatDate('2026-12-13')).toBe('December 13, 2026')
    expect(formatFullDate('2026-12-13')).toBe('Sunday, December 13, 2026')
    expect(formatDateTime('2026-12-13', '15:00')).toBe('December 13, 2026, 3:00 PM')
    expect([formatShortWeekday('2026-12-13'), formatShortMonth('2026-12-13')]).toEqual([
      'Sun',
      'Dec',
    ])
    expect([formatAxisDay('2026-12-13'), formatAxisMonth('2026-12-13')]).toEqual([
      'Dec 13',
      'Dec 2026',
    ])
  })

  it('a message in Swahili has a date in Swahili', () => {
    expect(formatDate('2026-12-13', 'sw')).toBe('13 Desemba 2026')
    expect(formatFullDate('2026-12-13', 'sw')).toBe('Jumapili, 13 Desemba 2026')
    expect(formatDateTime('2026-12-13', '15:00', 'sw')).toBe('13 Desemba 2026, 3:00 PM')
  })

  it('times are formatted correctly at noon and midnight', () => {
    expect(['16:00', '00:05', '12:30'].map((time) => formatTime(time))).toEqual([
      '4:00 PM',
      '12:05 AM',
      '12:30 PM',
    ])
  })

  it('a text that is no date stays', () => {
    expect(formatDate('soon')).toBe('soon')
  })
})

// spec: dates-per-medium, sale-window-card
describe('rows and blocks', () => {
  it('weekday, day and hour are in one line', () => {
    expect(formatShortDateTime('2026-12-13', '15:00', NOW)).toBe('Sun, Dec 13 · 3:00 PM')
  })

  it('an instant is formatted in Nairobi, within a sentence with a comma', () => {
    expect(formatShortMoment('2026-11-27T07:00:00.000Z', NOW)).toBe('Fri, Nov 27 · 10:00 AM')
    expect(formatMoment('2026-11-27T21:05:00.000Z', NOW)).toBe('Sat, Nov 28, 12:05 AM')
    expect(formatMoment('2026-11-27T21:05:00.000Z', NOW, 'sw')).toBe('Jumamosi, 28 Nov, 12:05 AM')
  })

  test.each([
    // After midnight in Nairobi, but still in the previous year in UTC.
    ['2025-12-31T21:00:00.000Z', 'Thu, Jan 1, 12:00 AM'],
    ['2025-12-31T20:59:00.000Z', 'Wed, Dec 31, 2025, 11:59 PM'],
    ['2027-01-03T13:00:00.000Z', 'Sun, Jan 3, 2027, 4:00 PM'],
  ])('the year of %s is visible if it is not this year', (instant, words) => {
    expect(formatMoment(instant, NOW)).toBe(words)
  })

  it('a stored text always has the year', () => {
    expect(formatMoment('2026-11-27T07:00:00Z')).toBe('Fri, Nov 27, 2026, 10:00 AM')
  })
})

test.each([
  ['2026-12-11', '2026-12-13', 'Fri, Dec 11 – Sun, Dec 13'],
  ['2026-12-31', '2027-01-01', 'Thu, Dec 31 – Fri, Jan 1, 2027'],
  ['2027-11-30', '2027-12-01', 'Tue, Nov 30 – Wed, Dec 1, 2027'],
  ['2025-12-31', '2026-01-01', 'Wed, Dec 31, 2025 – Thu, Jan 1'],
])('the days from %s to %s have their year once', (first, last, words) => {
  expect(formatShortSpan(first, last, NOW)).toBe(words)
})
