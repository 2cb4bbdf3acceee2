// spec: dashboard-now
import { expect, test } from 'vitest'
import { isPlanned } from './use-next-event.ts'

test('a cancelled event is no next event, nor is one that is over', () => {
  const ahead = { date: '2999-01-01', days: [], cancelled_at: null }
  expect(isPlanned(ahead)).toBe(true)
  expect(isPlanned({ ...ahead, date: '' })).toBe(true)
  expect(isPlanned({ ...ahead, cancelled_at: '2027-01-01T00:00:00Z' })).toBe(false)
  expect(isPlanned({ ...ahead, date: '2020-01-01' })).toBe(false)
})
