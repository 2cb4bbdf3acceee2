import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportVisit } from './seller-visit.ts'

const EVENING = Date.parse('2027-03-14T23:50:00+03:00')
const MIDNIGHT = Date.parse('2027-03-15T00:00:00+03:00')

const reported = vi.fn<(path: string, init: RequestInit) => Promise<never>>()

beforeEach(() => {
  const items = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  }
  vi.stubGlobal('window', { localStorage })
  // The visitor has no network.
  reported.mockReset().mockRejectedValue(new Error('offline'))
  vi.stubGlobal('fetch', reported)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

// spec: seller-visits
it('a browser reports a visit once for each event, seller and day of Nairobi', () => {
  const visits = () => reported.mock.calls.map(([path, { body }]) => [path, body])
  reportVisit('a', 27, EVENING)
  reportVisit('a', 27, EVENING + 1)
  expect(visits()).toEqual([['/api/events/a/visits', '{"seller":27}']])
  reportVisit('b', 27, EVENING)
  reportVisit('a', 28, EVENING)
  reportVisit('a', 27, EVENING)
  expect(visits()).toHaveLength(3)
  reportVisit('a', 27, MIDNIGHT)
  reportVisit('a', 27, MIDNIGHT)
  expect(visits()).toHaveLength(4)
})
