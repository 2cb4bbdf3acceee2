import { describe, expect, it } from 'vitest'
import type { PromoReply, TicketTypeReply } from '../../events/events.contract.ts'
import { linesWith, offerWith, termPrices } from '../buyer-terms.rules.ts'
import { type Choice, linesFor, mostOf, offerFor } from '../choice.rules.ts'
import { pricesAt } from '../sale-prices.rules.ts'
import { atLeast, isAddOnsOnly, stepFrom, unitTypes, unitWords, withUnits } from './unit-lines.ts'

function type(id: string, price: number, given: Partial<TicketTypeReply> = {}): TicketTypeReply {
  const rest = { max_per_order: 9, available: 100, is_sold_out: false, name: id }
  return { id, price, ...rest, ...given } as TicketTypeReply
}

const parking = type('Parking', 300, { kind: 'add_on' })
const drinks = type('Drinks', 600, { kind: 'add_on', sold_in: 3 })
const single = type('Single', 700)
const table = type('Table of 10', 5000, { sold_in: 10 })
const group = type('Group', 400, { min_per_order: 4 })
const types = unitTypes([parking, single, drinks, table, group])

const linesOf = (choice: Choice, of = types) => withUnits(of, linesFor(of, choice, null))
const offerOf = (choice: Choice, of = types) => {
  const lines = linesOf(choice, of)
  return atLeast(of, lines, offerFor(of, lines))
}

describe('a table', () => {
  // spec: unit-on-page
  it('costs its price once, and admits its people', () => {
    expect(linesOf({ 'Table of 10': 2 })).toMatchObject([
      { quantity: 2, amountKes: 10_000, priceKes: 5000, soldIn: 10 },
    ])
    expect(unitWords(linesOf({ 'Table of 10': 2 }))).toEqual(['20 people'])
    expect(unitWords(linesOf({ 'Table of 10': 1, Single: 1 }))).toEqual(['11 people'])
  })

  // spec: unit-code-people
  it('uses a code once for each of its people', () => {
    const lowered = type('Table of 10', 4000, { sold_in: 10, full_price: 5000 })
    const reach = (quantity: number, given: Partial<PromoReply>) => {
      const promo = { code: 'RAFIKI', kind: 'percent', percent: 20, left: 25, ...given }
      const full = { ticket_type_ids: null, max_per_phone: null, ends_at: null, ...promo }
      const coded = full as PromoReply
      const terms = {
        promo: coded,
        typed: {},
        priceOf: termPrices(pricesAt(0), { promo: coded, now: 0 }),
      }
      const choice = { [lowered.id]: quantity }
      const lines = withUnits([lowered], linesWith([lowered], { choice, order: null }, terms))
      return offerWith([lowered], { lines, order: null }, terms)
    }
    expect(reach(2, {})).toBeNull()
    expect(reach(3, {})).toMatchObject({
      lines: [{ quantity: 2 }],
      reasons: ['This code works for 25 more people'],
    })
    expect(reach(1, { left: 9 })?.lines).toEqual([])
    expect(reach(2, { max_per_phone: 10 })).toMatchObject({
      lines: [{ quantity: 1 }],
      reasons: ['One phone number can buy for 10 people with this code.'],
    })
  })
})

describe('the least of an order', () => {
  // spec: least-on-page
  it('stops an order with fewer, and says how many it must have', () => {
    expect(offerOf({ Group: 4 })).toBeNull()
    expect(offerOf({ Group: 3 })).toEqual({
      lines: [],
      reasons: ['At least 4 per order'],
      isShort: false,
    })
    expect(offerOf({ Group: 1, Single: 1 })?.reasons).toEqual(['Group: At least 4 per order'])
  })

  // spec: least-on-page
  it('is where plus begins and minus ends', () => {
    const steps = [
      [0, 1],
      [4, 5],
      [5, 4],
      [4, 3],
      [2, 3],
      [3, 2],
    ] as const
    expect(steps.map(([from, to]) => stepFrom(from, to, group))).toEqual([4, 5, 4, 0, 4, 0])
    expect(stepFrom(1, 0, single)).toBe(0)
    expect(stepFrom(0, 1, single)).toBe(1)
  })

  // spec: least-on-page
  it('is never undercut by what is offered instead', () => {
    const few = (available: number) => unitTypes([{ ...group, available }])
    expect(offerOf({ Group: 6 }, few(5))?.lines).toMatchObject([{ quantity: 5 }])
    expect(offerOf({ Group: 6 }, few(3))?.lines).toEqual([])
    const mostFor = (given: Partial<TicketTypeReply>) =>
      unitTypes([{ ...group, ...given }]).map(mostOf)
    expect(mostFor({ available: 3 })).toEqual([0])
    expect(mostFor({ available: 4 })).toEqual([4])
    expect(mostFor({ max_per_order: 3 })).toEqual([0])
  })
})

describe('an add-on', () => {
  // spec: add-on-below-tickets
  it('stands below all tickets, on the page and in the order', () => {
    expect(types.map(({ name }) => name)).toEqual([
      ...['Single', 'Table of 10', 'Group', 'Parking', 'Drinks'],
    ])
    expect(linesOf({ Parking: 1, Single: 2 }).map(({ name }) => name)).toEqual([
      'Single',
      'Parking',
    ])
  })

  // spec: add-on-below-tickets
  it('is counted beside the tickets, and needs one', () => {
    expect(unitWords(linesOf({ Single: 2 }))).toBeUndefined()
    expect(unitWords(linesOf({ Single: 2, Parking: 1 }))).toEqual(['2 tickets', '1 add-on'])
    expect(unitWords(linesOf({ Single: 1, Parking: 1, Drinks: 2 }))).toEqual([
      '1 ticket',
      '3 add-ons',
    ])
    expect(unitWords(linesOf({ Drinks: 1 }))).toEqual(['1 add-on'])
    expect(isAddOnsOnly(linesOf({ Drinks: 1 }))).toBe(true)
    expect(isAddOnsOnly(linesOf({ Drinks: 1, Single: 1 }))).toBe(false)
    expect(isAddOnsOnly([])).toBe(false)
  })
})
