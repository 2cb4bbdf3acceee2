import { describe, expect, test } from 'vitest'
import { areFree, isFresh } from './free.rules.ts'

const line = { ticketTypeId: 'a', name: 'Entry', quantity: 1, amountKes: 0 }
const free = (more: object) => areFree([{ id: 'a', price: 0, ...more }], [line])

describe('lines are free', () => {
  test('if the organizer ticked it, a code lowered the price to 0, or the buyer chose 0', () => {
    expect(free({ is_free: true })).toBe(true)
    expect(free({ full_price: 500 })).toBe(true)
    expect(free({ lowest: 0 })).toBe(true)
  })

  test('but not if the price may have been forgotten, or one line has a price', () => {
    expect(free({})).toBe(false)
    const types = [
      { id: 'a', price: 0, is_free: true as const },
      { id: 'b', price: 500 },
    ]
    const paid = { ...line, ticketTypeId: 'b', amountKes: 500 }
    expect(areFree(types, [line, paid])).toBe(false)
  })
})

test('a browser keeps a proven phone for 30 minutes', () => {
  const proven = { eventId: 'e', phoneNumber: '254712345678', proof: '123456', at: 0 }
  expect(isFresh(proven, 30 * 60_000 - 1)).toBe(true)
  expect(isFresh(proven, 30 * 60_000)).toBe(false)
})
