import { describe, expect, it } from 'vitest'
import type { EventReply, TicketTypeReply } from '../events/events.contract.ts'
import {
  clampQuantity,
  exactAmount,
  limitReason,
  linesFor,
  mostOf,
  offerFor,
  priceField,
  quantitiesOf,
  quantityField,
  readChoice,
  sameTickets,
  totalKes,
  withOwn,
  writeChoice,
} from './choice.rules.ts'
import { readPostedTickets } from './chosen-price.rules.ts'
import { toPurchaseRequest } from './purchase-request.rules.ts'

function type(id: string, price: number, given: Partial<TicketTypeReply> = {}): TicketTypeReply {
  const name = id.toUpperCase()
  const rest = { max_per_order: 4, available: 100, is_sold_out: false, name }
  return { id, price, ...rest, ...given } as TicketTypeReply
}

describe('the quantity of a type', () => {
  // spec: quantity-least-0
  it('is limited by the order and by the stock', () => {
    expect(mostOf({ max_per_order: 4, available: 100 })).toBe(4)
    expect(mostOf({ max_per_order: 4, available: 2 })).toBe(2)
    expect(mostOf({ max_per_order: 4, available: -1 })).toBe(0)
  })

  // spec: plus-says-why
  it('at its maximum has a reason', () => {
    const type = { max_per_order: 6, available: 100, is_sold_out: false }
    expect([5, 6].map((quantity) => limitReason(type, quantity))).toEqual([
      '',
      'Maximum 6 per order',
    ])
    expect(limitReason({ ...type, available: 3 }, 3)).toBe('Only 3 left')
    expect(limitReason({ ...type, available: 6 }, 6)).toBe('Only 6 left')
    expect(limitReason({ ...type, available: 0 }, 2)).toBe('All taken right now')
    expect(limitReason({ ...type, available: 0, is_sold_out: true }, 2)).toBe('Sold Out')
  })

  // spec: quantity-least-0
  it('is a whole number between 0 and the maximum', () => {
    expect(clampQuantity(9, 4)).toBe(4)
    expect(clampQuantity(-3, 4)).toBe(0)
    expect(clampQuantity(1.9, 4)).toBe(1)
    expect(clampQuantity(Number.NaN, 4)).toBe(0)
  })
})

describe('the lines of an order', () => {
  const types = [type('standard', 5), type('vip', 1000, { max_per_order: 2 })]

  it('are charged as the server charges them', () => {
    const lines = linesFor(types, { standard: 2, vip: 1, gone: 3 }, null)
    expect(lines.map((line) => [line.name, line.quantity, line.amountKes])).toEqual([
      ['STANDARD', 2, 10],
      ['VIP', 1, 1000],
    ])
    expect(totalKes(lines)).toBe(1010)
  })

  it('are rounded up to shillings line by line, while the request carries exact amounts', () => {
    const cents = [type('odd', 0.35)]
    const lines = linesFor(cents, { odd: 3 }, null)
    expect(totalKes(lines)).toBe(2)
    const event = { ticket_types: cents } as EventReply
    const wanted = { event, lines, typed: { phoneNumber: '0712345678', email: '' } }
    expect(toPurchaseRequest(wanted).tickets).toEqual([
      { ticketTypeId: 'odd', quantity: 3, amount: 1.05 },
    ])
    expect(exactAmount(0.1, 3)).toBe(0.3)
  })

  // spec: basket-never-changed
  it('keep the chosen quantity, also if fewer tickets are left', () => {
    const few = [type('vip', 1000, { available: 1 })]
    expect(linesFor(few, { vip: 3 }, null)).toMatchObject([{ quantity: 3, amountKes: 3000 }])
  })

  it('stay those of the open order, whose tickets are held', () => {
    const last = [type('vip', 1000, { available: 1 })]
    const underWay = linesFor(last, { vip: 1 }, null)
    const held = [type('vip', 1000, { available: 0 })]
    expect(linesFor(held, { vip: 1 }, underWay)).toEqual(underWay)
    expect(linesFor(last, { vip: 0 }, underWay)).toEqual([])
  })

  it('are compared in any order', () => {
    const a = { ticketTypeId: 'a', quantity: 1 }
    const b = { ticketTypeId: 'b', quantity: 2 }
    expect(sameTickets([a, b], [b, a])).toBe(true)
    expect(sameTickets([a, b], [a])).toBe(false)
    expect(sameTickets([a], [{ ...a, quantity: 2 }])).toBe(false)
  })
})

describe('a type outside its sale window', () => {
  const none = { available: 0, max_per_order: 4, is_sold_out: false }

  // spec: sale-window-states
  it('has a reason of its own, also beside a type whose tickets are all held', () => {
    expect(limitReason({ ...none, sale_window: 'not_yet' }, 1)).toBe('Not on sale yet')
    expect(limitReason({ ...none, sale_window: 'over' }, 1)).toBe('No longer on sale')
    const types = [type('a', 5, none), type('b', 5, { ...none, sale_window: 'not_yet' })]
    const reasons = (choice: Record<string, number>) =>
      offerFor(types, linesFor(types, choice, null))?.reasons
    expect(reasons({ a: 1 })).toEqual(['All taken right now'])
    expect(reasons({ b: 1 })).toEqual(['Not on sale yet'])
  })
})

describe('an offer in place of lines that cannot be bought', () => {
  const standard = (given: Partial<TicketTypeReply>) => type('standard', 5, given)
  const vip = (given: Partial<TicketTypeReply>) => type('vip', 1000, given)
  const offer = (types: TicketTypeReply[], choice: Record<string, number>) => {
    const found = offerFor(types, linesFor(types, choice, null))
    return found && { ...found, lines: quantitiesOf(found.lines), kes: totalKes(found.lines) }
  }

  // spec: basket-never-changed
  it('has the tickets that are left, and the reason', () => {
    expect(offer([vip({ available: 3 })], { vip: 3 })).toBe(null)
    expect(offer([vip({ available: 1 })], { vip: 3 })).toEqual({
      ...{ lines: { vip: 1 }, kes: 1000, reasons: ['Only 1 of 3 is left'], isShort: true },
    })
    expect(offer([vip({ available: 2 })], { vip: 3 })?.reasons).toEqual(['Only 2 of 3 are left'])
    expect(offer([vip({})], { vip: 99 })).toEqual({
      ...{ lines: { vip: 4 }, kes: 4000, reasons: ['Maximum 4 per order'], isShort: false },
    })
  })

  // spec: plus-says-why
  it('gives the reason that the number of tickets gives, also if as many are left as an order may have', () => {
    for (const available of [3, 4, 5]) {
      const type = vip({ available })
      const [reason] = offer([type], { vip: 9 })!.reasons
      expect(limitReason(type, 4).includes('left')).toBe(reason!.includes('left'))
    }
    // The maximum per order is 4, so tickets released by unpaid orders would not change the offer.
    expect(offer([vip({ available: 4 })], { vip: 9 })).toMatchObject({
      ...{ reasons: ['Only 4 of 9 are left'], isShort: false },
    })
  })

  // spec: basket-never-changed
  it('names the types of an order with several, and keeps those that are left whole', () => {
    const choice = { standard: 2, vip: 3 }
    expect(offer([standard({}), vip({ available: 1 })], choice)).toEqual({
      ...{
        lines: { standard: 2, vip: 1 },
        kes: 1010,
        reasons: ['VIP: Only 1 of 3 is left'],
        isShort: true,
      },
    })
    expect(offer([standard({}), vip({ available: 0, is_sold_out: true })], choice)).toEqual({
      ...{ lines: { standard: 2 }, kes: 10, reasons: ['VIP: Sold Out'], isShort: true },
    })
    expect(offer([standard({}), vip({ available: 0 })], choice)?.reasons).toEqual([
      'VIP: All taken right now',
    ])
  })

  // spec: all-taken
  it('is empty while unpaid orders hold all tickets', () => {
    const gone = { available: 0, is_sold_out: true }
    expect(offer([standard(gone), vip({ available: 0 })], { vip: 1 })).toEqual({
      ...{ lines: {}, kes: 0, isShort: true },
      reasons: ['All tickets are being bought right now. Unpaid ones return within minutes.'],
    })
    expect(offer([standard(gone), vip(gone)], { vip: 1 })?.reasons).toEqual(['Sold Out'])
  })

  // spec: basket-never-changed
  it('counts the tickets that the open order of the buyer holds', () => {
    const types = [vip({ available: 0 })]
    const own = linesFor(types, { vip: 2 }, null)
    expect(withOwn(types, own)).toMatchObject([{ id: 'vip', available: 2 }])
    expect(offerFor(withOwn(types, own), linesFor(types, { vip: 1 }, null))).toBe(null)
  })
})

describe('a choice in an address or a form', () => {
  it('is read as it was written', () => {
    const choice = { standard: 2, vip: 1 }
    expect(readChoice(new URLSearchParams(writeChoice({ ...choice, none: 0 })))).toEqual(choice)
  })

  it('ignores other fields and invalid numbers', () => {
    expect(
      readChoice([
        [quantityField('a'), 'x'],
        ['phoneNumber', '7'],
        ['q_b', '-2'],
      ]),
    ).toEqual({})
  })

  it('carries the prices that the page showed', () => {
    const fields = new Map([
      [quantityField('a'), '3'],
      [priceField('a'), '0.35'],
    ])
    expect(readPostedTickets(fields)).toEqual([{ ticketTypeId: 'a', quantity: 3, amount: 1.05 }])
  })
})
