import { describe, expect, it } from 'vitest'
import type { EventReply, TicketTypeReply } from '../events/events.contract.ts'
import { linesFor } from './choice.rules.ts'
import { toPurchaseRequest } from './purchase-request.rules.ts'
import { pricesAt, typesAt } from './sale-prices.rules.ts'

type Prices = NonNullable<TicketTypeReply['prices']>

function type(id: string, price: number, given: Partial<TicketTypeReply> = {}): TicketTypeReply {
  const rest = { max_per_order: 4, available: 100, is_sold_out: false, name: 'VIP' }
  return { id, price, ...rest, ...given } as TicketTypeReply
}

describe('prices by steps', () => {
  const NOW = Date.parse('2026-11-20T07:00:00Z')
  const END = '2026-11-27T20:59:00.000Z'
  const price = (name: string | null, kes: number, given: Partial<Prices[number]> = {}) => {
    return { name, price: kes, fee: 0, starts_at: null, ends_at: null, left: null, ...given }
  }
  const early = (left: number | null, ends_at: string | null = null) =>
    type('vip', 1000, {
      prices: [price('Early bird', 1000, { left, ends_at }), price(null, 1500)],
      left_at_price: left ?? undefined,
    } as Partial<TicketTypeReply>)

  // spec: price-step-whole-line
  it('charge the first price with room for the whole line, and mark a line at another price', () => {
    const lines = (quantity: number) => linesFor([early(3)], { vip: quantity }, null, pricesAt(NOW))
    expect(lines(3)).toMatchObject([{ amountKes: 3000, priceKes: 1000 }])
    expect(lines(3)[0]).not.toHaveProperty('each')
    expect(lines(4)).toMatchObject([{ amountKes: 6000, priceKes: 1500, each: 'KES 1,500 each' }])
    const typed = { phoneNumber: '0712345678', email: '' }
    const wanted = { event: {} as EventReply, lines: lines(4), typed }
    expect(toPurchaseRequest(wanted)).toMatchObject({ amount: 6000, tickets: [{ amount: 6000 }] })
  })

  // spec: price-step-turns
  it('follow the time', () => {
    const later = Date.parse(END)
    const [before] = typesAt([early(3, END)], null, later - 1)
    expect(before).toMatchObject({ price: 1000, step: 'Early bird', price_until: END })
    const [after] = typesAt([early(3, END)], null, later)
    expect(after).toMatchObject({ price: 1500 })
    for (const gone of ['step', 'price_until', 'left_at_price', 'next_price']) {
      expect(after).not.toHaveProperty(gone)
    }
    expect(linesFor([after!], { vip: 1 }, null, pricesAt(later))).toMatchObject([
      { amountKes: 1500 },
    ])
  })

  // spec: price-step-whole-line
  it('count the places that the open order of the buyer holds at a price', () => {
    const own = linesFor([early(3)], { vip: 2 }, null, pricesAt(NOW))
    const types = typesAt([early(0)], own, NOW)
    expect(types).toMatchObject([{ price: 1000, left_at_price: 2, next_price: 1500 }])
    expect(linesFor(types, { vip: 1 }, own, pricesAt(NOW))).toMatchObject([{ amountKes: 1000 }])
    expect(linesFor(types, { vip: 3 }, own, pricesAt(NOW))).toMatchObject([{ amountKes: 4500 }])
    const dear = linesFor([early(0)], { vip: 2 }, null, pricesAt(NOW))
    expect(typesAt([early(0)], dear, NOW)).toMatchObject([{ price: 1500 }])
  })

  // spec: sale-window-states
  it('before a sale are those of its first moment', () => {
    const from = '2026-11-25T07:00:00.000Z'
    const prices = [price('Early bird', 1000, { starts_at: from }), price(null, 1500)]
    const given = { prices, sale_window: 'not_yet', sale_from: from } as const
    const [shown] = typesAt([type('vip', 1000, given)], null, NOW)
    expect(shown).toMatchObject({ price: 1000, step: 'Early bird' })
  })
})
