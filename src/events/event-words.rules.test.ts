import { describe, expect, it } from 'vitest'
import { chargedKes, formatAttending, lowestPriceKes } from './event-words.rules.ts'
import type { TicketTypeReply } from './events.contract.ts'
import { lowestKes } from './share-card-fingerprint.ts'

describe('prices', () => {
  it('a price is what is charged: whole shillings, rounded up', () => {
    expect(chargedKes(5)).toBe(5)
    expect(chargedKes(0.01)).toBe(1)
    expect(chargedKes(1999.5)).toBe(2000)
  })

  // spec: event-card-title-date, from-lowest-paid
  it('the price of a card is the lowest one', () => {
    const types = [{ price: 1000 }, { price: 5 }] as TicketTypeReply[]
    expect(lowestPriceKes({ ticket_types: types })).toBe(5)
    expect(lowestPriceKes({ ticket_types: [] })).toBeNull()
    const free = [{ price: 0 }] as TicketTypeReply[]
    expect(lowestPriceKes({ ticket_types: [...free, ...types] })).toBe(5)
    expect(lowestPriceKes({ ticket_types: free })).toBe(0)
  })

  // spec: entries-decide
  it('an add-on is never the lowest price of a share card', () => {
    const parking = { price: 1, kind: 'add_on' } as TicketTypeReply
    const entry = { price: 1000 } as TicketTypeReply
    expect(lowestKes([parking, entry])).toBe(1000)
    expect(lowestKes([parking])).toBeNull()
  })
})

it('attendees have thousands separators', () => {
  expect(formatAttending(10000)).toBe('10,000 attending')
})
