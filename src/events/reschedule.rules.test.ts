import { describe, expect, test } from 'vitest'
import { dateFault } from './reschedule.rules.ts'

/** In Nairobi it is already 29 November. */
const now = new Date('2026-11-28T21:30:00Z')
const fault = (date: string, stored: string | null = null, isAdmin = false) =>
  dateFault({ date, stored, isAdmin, now })

const PASSED = 'This date has passed. Choose today or a later date.'
const TOO_FAR = 'Choose a date within the next 3 years.'

// spec: event-date-bounds
describe('the date of an event', () => {
  test('is today in Nairobi or later, and at most three years ahead', () => {
    expect(fault('2026-11-29')).toBeNull()
    expect(fault('2026-11-28')).toBe(PASSED)
    expect(fault('2029-11-29')).toBeNull()
    expect(fault('2029-11-30')).toBe(`2029? ${TOO_FAR}`)
  })

  test('asks about the year if it is another than this year', () => {
    expect(fault('2015-12-19')).toBe(`2015? ${PASSED}`)
    expect(fault('2206-12-19')).toBe(`2206? ${TOO_FAR}`)
  })

  test('may stay as it is', () => {
    expect(fault('2015-12-19', '2015-12-19')).toBeNull()
    expect(fault('2206-12-19', '2206-12-19')).toBeNull()
  })

  test('may be corrected into the past by two days, by an admin only', () => {
    expect(fault('2026-11-27', '2026-11-29', true)).toBeNull()
    expect(fault('2026-11-22', '2026-11-20', true)).toBeNull()
    expect(fault('2026-11-26', '2026-11-29', true)).toBe(PASSED)
    expect(fault('2026-11-27', '2026-11-29')).toBe(PASSED)
    expect(fault('2026-11-28', null, true)).toBe(PASSED)
    expect(fault('2026-11-28', '', true)).toBe(PASSED)
  })
})
