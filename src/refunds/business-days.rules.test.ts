// spec: refund-business-days
import { expect, test } from 'vitest'
import {
  addBusinessDays,
  dueBy,
  isBusinessDay,
  isLate,
  publicHolidays,
} from './business-days.rules.ts'

test('Saturdays, Sundays and Kenya’s public holidays are no business days', () => {
  const day = (name: string) => isBusinessDay(name)
  expect(['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map(day)).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(publicHolidays(2027)).toEqual([
    '2027-01-01',
    // Idd-ul-Fitr, Good Friday and Easter Monday.
    ...['2027-03-10', '2027-03-26', '2027-03-29'],
    ...['2027-05-01', '2027-06-01'],
    // Mazingira Day falls on a Sunday, so the next Monday is a public holiday.
    ...['2027-10-11', '2027-10-20'],
    // Jamhuri Day and Utamaduni Day fall on Sundays as well.
    ...['2027-12-13', '2027-12-25', '2027-12-27'],
  ])
  for (const holiday of publicHolidays(2027)) expect(isBusinessDay(holiday), holiday).toBe(false)
})

test('a holiday on a Sunday moves past a holiday on Monday', () => {
  // Christmas of 2022 was a Sunday and the Monday was already Utamaduni Day, so Christmas moved to
  // the Tuesday.
  expect(publicHolidays(2022).slice(-2)).toEqual(['2022-12-26', '2022-12-27'])
})

test('business days are counted from the next day, over a weekend and over Christmas', () => {
  expect(addBusinessDays('2026-11-23', 7)).toBe('2026-12-02')
  expect(dueBy('2026-11-23')).toBe('2026-12-11')
  // Jamhuri Day is a Saturday. Christmas and New Year's Day are Fridays.
  expect(dueBy('2026-12-11')).toBe('2027-01-04')
})

test('a refund is late after the end of the seventh business day', () => {
  expect(isLate('2026-11-23', '2026-12-02')).toBe(false)
  expect(isLate('2026-11-23', '2026-12-03')).toBe(true)
})
