import { describe, expect, it } from 'vitest'
import { chargedKes, formatAttending, lowestPriceKes, whatsAppLink } from './event-words.rules.ts'
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

// spec: days-shown
it.each([
  [[], 'December 11, 2026, 5:00 PM'],
  [[1], 'Sat, Dec 12 – Sun, Dec 13, 2026'],
  [[3], 'Fri, Dec 11 – Sat, Dec 12, 2026'],
  [[1, 3], 'December 12, 2026, 2:00 PM'],
  [[1, 2, 3], 'Fri, Dec 11 – Sun, Dec 13, 2026'],
])('a message to friends names the days that take place, without %j', (cancelled, when) => {
  const [date, time] = ['2026-12-11', '17:00']
  const days = [
    { n: 1, date, time },
    { n: 2, date: '2026-12-12', time: '14:00' },
    { n: 3, date: '2026-12-13', time: '14:00' },
  ].map((day) => ({ ...day, cancelled_at: cancelled.includes(day.n as never) ? 'x' : null }))
  const event = { title: 'Tana Fest', location: 'Nyayo', date, time }
  const link = whatsAppLink({ ...event, ...(cancelled.length > 0 && { days }) }, 'https://x')
  expect(new URL(link).searchParams.get('text')).toBe(`Tana Fest\n${when}, Nyayo\nhttps://x`)
})
