import { describe, expect, it } from 'vitest'
import type { EventReply, TicketTypeReply } from '../events/events.contract.ts'
import {
  chosenLines,
  clampQuantity,
  exactAmount,
  limitWords,
  linesFor,
  mostOf,
  priceField,
  quantityField,
  readChoice,
  readPostedTickets,
  sameTickets,
  totalKes,
  writeChoice,
} from './choice.rules.ts'
import { toPurchaseRequest } from './purchase-request.rules.ts'

function type(id: string, price: number, given: Partial<TicketTypeReply> = {}): TicketTypeReply {
  const rest = { max_per_order: 4, available: 100, name: id.toUpperCase() }
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
    const type = { max_per_order: 6, available: 100 }
    expect([5, 6].map((quantity) => limitWords(type, quantity))).toEqual([
      '',
      'Maximum 6 per order',
    ])
    expect(limitWords({ ...type, available: 3 }, 3)).toBe('Only 3 left')
    expect(limitWords({ ...type, available: 6 }, 6)).toBe('Only 6 left')
    // The two tickets are held for this buyer, so they no longer count as available.
    expect(limitWords({ ...type, available: 0 }, 2)).toBe('Only 2 left')
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
    const lines = chosenLines(types, { standard: 2, vip: 1, gone: 3 })
    expect(lines.map((line) => [line.name, line.quantity, line.amountKes])).toEqual([
      ['STANDARD', 2, 10],
      ['VIP', 1, 1000],
    ])
    expect(totalKes(lines)).toBe(1010)
  })

  it('are rounded up to shillings line by line, while the request carries exact amounts', () => {
    const cents = [type('odd', 0.35)]
    const lines = chosenLines(cents, { odd: 3 })
    expect(totalKes(lines)).toBe(2)
    const event = { ticket_types: cents } as EventReply
    const wanted = { event, lines, typed: { phoneNumber: '0712345678', email: '' } }
    expect(toPurchaseRequest(wanted).tickets).toEqual([
      { ticketTypeId: 'odd', quantity: 3, amount: 1.05 },
    ])
    expect(exactAmount(0.1, 3)).toBe(0.3)
  })

  it('never exceed what is available', () => {
    expect(chosenLines(types, { vip: 50 })[0]?.quantity).toBe(2)
  })

  it('stay those of the open order, whose tickets are held', () => {
    const last = [type('vip', 1000, { available: 1 })]
    const underWay = chosenLines(last, { vip: 1 })
    const held = [type('vip', 1000, { available: 0 })]
    expect(linesFor(held, { vip: 1 }, underWay)).toEqual(underWay)
    expect(linesFor(held, { vip: 1 }, null)).toEqual([])
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
