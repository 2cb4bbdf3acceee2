import { describe, expect, test } from 'vitest'
import { DATE_CHOICES, rangeFor, readDateChoice, thisWeekend } from './date-range.rules.ts'

describe('This Week', () => {
  test.each([
    ['a Monday', '2026-11-23', '2026-11-23', '2026-11-29'],
    ['a Wednesday', '2026-11-25', '2026-11-23', '2026-11-29'],
    ['a Sunday, the last day of its week', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['a week over two months', '2026-12-02', '2026-11-30', '2026-12-06'],
    ['a week over two years', '2027-01-01', '2026-12-28', '2027-01-03'],
    ['a leap day', '2028-02-29', '2028-02-28', '2028-03-05'],
  ])('%s', (_what, today, from, to) => {
    expect(rangeFor('week', today)).toEqual({ from, to })
  })
})

// spec: home-quick-chips
test.each([
  ['a Monday', '2026-11-23'],
  ['a Friday', '2026-11-27'],
  ['a Sunday', '2026-11-29'],
])('the weekend of %s is from Friday to Sunday', (_what, today) => {
  expect(thisWeekend(today)).toEqual({ from: '2026-11-27', to: '2026-11-29' })
})

describe('months', () => {
  test.each([
    ['2026-11-21', ['2026-11-01', '2026-11-30'], ['2026-12-01', '2026-12-31']],
    ['2026-12-31', ['2026-12-01', '2026-12-31'], ['2027-01-01', '2027-01-31']],
    ['2027-01-31', ['2027-01-01', '2027-01-31'], ['2027-02-01', '2027-02-28']],
    ['2028-01-31', ['2028-01-01', '2028-01-31'], ['2028-02-01', '2028-02-29']],
  ])('of %s', (today, [from, to], [nextFrom, nextTo]) => {
    expect(rangeFor('month', today)).toEqual({ from, to })
    expect(rangeFor('next_month', today)).toEqual({ from: nextFrom, to: nextTo })
  })
})

test('All Upcoming has no first and no last day', () => {
  expect(rangeFor('all', '2026-11-21')).toEqual({})
})

// spec: home-chips-concerts
test('the labels are those of the specification, and an address without a choice means all', () => {
  expect(DATE_CHOICES.map(({ label }) => label)).toEqual([
    'This Week',
    'This Month',
    'Next Month',
    'All Upcoming',
  ])
  expect(readDateChoice('next_month')).toBe('next_month')
  for (const odd of ['', 'toString', 'WEEK', null, undefined]) {
    expect(readDateChoice(odd)).toBe('all')
  }
})
