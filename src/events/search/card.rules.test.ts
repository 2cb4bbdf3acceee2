import { describe, expect, it } from 'vitest'
import type { EventReply, TicketTypeReply } from '../events.contract.ts'
import { badgeOf, cardFacts } from './card.rules.ts'

const flags = { is_sold_out: false, is_limited_tickets: false, is_new: false }

describe('the badge of a card', () => {
  // spec: event-card-badge-sold
  it('a card shows Sold Out before Limited Tickets before New', () => {
    const all = { is_sold_out: true, is_limited_tickets: true, is_new: true }
    expect(badgeOf(all)).toBe('Sold Out')
    expect(badgeOf({ ...all, is_sold_out: false })).toBe('Limited Tickets')
    expect(badgeOf({ ...flags, is_new: true })).toBe('New')
    expect(badgeOf(flags)).toBeNull()
  })
})

describe('the facts of a card', () => {
  // spec: event-card-title-date
  it('leave out what a card does not show', () => {
    const types = [{ price: 1000 }, { price: 5 }] as TicketTypeReply[]
    const event = { title: 'Derby', description: 'Long', ticket_types: types } as EventReply
    expect(cardFacts(event)).toMatchObject({ title: 'Derby', lowest_kes: 5 })
    expect(cardFacts(event)).not.toHaveProperty('description')
    expect(cardFacts(event)).not.toHaveProperty('ticket_types')
  })

  // spec: sale-window-card
  it('a card names the start of the first sale, then the lowest price on sale', () => {
    const from = (day: number) => `2026-11-${day}T07:00:00.000Z`
    const facts = (...types: Partial<TicketTypeReply>[]) =>
      cardFacts({ ...flags, ticket_types: types } as EventReply)
    const early = { price: 500, quantity: 100, available: 0, sale_window: 'over' } as const
    const next = { price: 900, quantity: 100, available: 0, sale_window: 'not_yet' } as const
    const open = { price: 1000, quantity: 100, available: 100 }
    const waiting = facts({ ...next, sale_from: from(28) }, { ...next, sale_from: from(27) }, early)
    expect(waiting).toMatchObject({ sale_start: from(27), is_few_left: false })
    const selling = facts(early, open, { ...next, sale_from: from(28) })
    expect(selling).toMatchObject({ lowest_kes: 1000, is_few_left: false })
    expect(selling).not.toHaveProperty('sale_start')
    expect(waiting).toMatchObject({ lowest_kes: 900 })
    expect(facts(early)).toMatchObject({ lowest_kes: 500 })
  })

  // spec: entries-decide
  it('go by the types that admit people, each by its people', () => {
    const facts = (...types: Partial<TicketTypeReply>[]) =>
      cardFacts({ ...flags, ticket_types: types } as EventReply)
    const parking = { price: 1, quantity: 100, available: 100, kind: 'add_on' } as const
    const from = '2026-11-27T07:00:00.000Z'
    const waiting = { price: 900, quantity: 9, available: 0, sale_window: 'not_yet' } as const
    expect(facts(parking, { ...waiting, sale_from: from })).toMatchObject({
      ...{ sale_start: from, lowest_kes: 900 },
    })
    expect(facts(parking, { price: 900, quantity: 100, available: 9 }).is_few_left).toBe(true)
    expect(facts(parking)).toMatchObject({ lowest_kes: null, is_few_left: false })
    const table = { price: 5000, sold_in: 10, quantity: 20, available: 20 }
    expect(facts(table, { price: 900, quantity: 800, available: 0 }).is_few_left).toBe(false)
  })

  // spec: home-few-left
  it('a tenth of the tickets or less are few, and none are not', () => {
    const facts = (...left: number[]) => {
      const types = left.map((available) => ({ price: 5, quantity: 100, available }))
      return cardFacts({ ...flags, ticket_types: types as TicketTypeReply[] } as EventReply)
    }
    expect(facts(10).is_few_left).toBe(true)
    expect(facts(11).is_few_left).toBe(false)
    expect(facts(0).is_few_left).toBe(false)
    expect(facts(0, 21).is_few_left).toBe(false)
    expect(facts(0, 20).is_few_left).toBe(true)
    expect(facts().is_few_left).toBe(false)
  })
})
