import { expect, test } from 'vitest'
import { countsOf } from './door-list.tsx'

test('the head of a door list counts one ticket and one person as one', () => {
  expect(countsOf(1, 1)).toBe('1 ticket, 1 person')
  expect(countsOf(1, 2)).toBe('1 ticket, 2 people')
  expect(countsOf(1200, 3000)).toBe('1,200 tickets, 3,000 people')
})
