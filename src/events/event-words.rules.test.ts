import { describe, expect, it } from 'vitest'
import { formatMoment } from './day-words.rules.ts'
import {
  chargedKes,
  dateBlock,
  formatAttending,
  formatDate,
  formatTime,
  formatWeekday,
  lowestPriceKes,
} from './event-words.rules.ts'
import type { TicketTypeReply } from './events.contract.ts'

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
})

describe('dates and numbers', () => {
  // spec: currency-dates-kes-en
  it('dates are formatted in US English in every time zone', () => {
    expect(formatDate('2025-08-10')).toBe('August 10, 2025')
    expect(formatWeekday('2025-08-10')).toBe('Sunday')
    expect(dateBlock('2025-08-10')).toEqual({ month: 'Aug', day: '10' })
    expect(formatAttending(10000)).toBe('10,000 attending')
  })

  // spec: sale-window-card
  it('an instant is formatted in Nairobi', () => {
    expect(formatMoment('2026-11-27T07:00:00.000Z')).toBe('Fri, Nov 27, 10:00 AM')
    expect(formatMoment('2026-11-27T21:05:00.000Z')).toBe('Sat, Nov 28, 12:05 AM')
  })

  it('times are formatted correctly at noon and midnight', () => {
    expect(formatTime('16:00')).toBe('4:00 PM')
    expect(formatTime('00:05')).toBe('12:05 AM')
    expect(formatTime('12:30')).toBe('12:30 PM')
  })
})
