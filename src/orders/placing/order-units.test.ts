// spec: table-sold-in-units, least-per-order
// Types sold in units of several people, such as tables of ten, and the minimum per order.
import { describe, expect, test } from 'vitest'
import {
  EVENT,
  heldOf,
  judge,
  lineOf,
  openOf,
  orderOf,
  stepOf,
  typeOf,
  verdictOf,
} from '../../../test/judged-orders.ts'
import type { OrderFacts } from './order-facts.ts'

/** Tables of ten at KES 5,000: five in stock, at most three per order. */
const tables = (fields: Parameters<typeof typeOf>[0] = {}) =>
  typeOf({ sold_in: 10, price_cents: 5000_00, max_per_order: 3, capacity: 50, ...fields })

const judgeUnits = (units: number, facts: Partial<OrderFacts>) =>
  judge([orderOf({ lines: [lineOf({ units })] })], facts)[0]

const eventWith = (fields: Partial<OrderFacts['events'][number]>) => [
  {
    ...{ id: EVENT, title: 'Derby', stop: null, max_per_phone: null },
    ...{ fee: { fees_on_top: false, own: null }, ...fields },
  },
]

describe('an order of tables', () => {
  test('is stored in people and costs the price of each table', () => {
    expect(judgeUnits(2, { types: [tables()] })).toMatchObject({
      verdict: 'placed',
      amount_cents: 10_000_00,
      lines: [{ units: 2, quantity: 20, price_cents: 5000_00, amount_cents: 10_000_00 }],
    })
  })

  test('has a fixed fee for each person', () => {
    const own = { basis_points: 500, fixed_cents: 20_00 }
    const feeOf = (fees_on_top: boolean) => {
      const events = eventWith({ fee: { fees_on_top, own } })
      return judgeUnits(2, { types: [tables()], events })
    }
    // The fee for a table is 5 % of 5,000, and 20 for each of ten people.
    expect(feeOf(true)).toMatchObject({ amount_cents: 10_900_00, lines: [{ fee_cents: 900_00 }] })
    expect(feeOf(false)).toMatchObject({ amount_cents: 10_000_00, lines: [{ fee_cents: 900_00 }] })
  })

  // Fee settings, with the amount and the fee of one table for ten people and of three tables.
  test.each([
    ['no fee', false, 0, 0, [1500, 0], [4500, 0]],
    ['a percentage inside', false, 500, 0, [1500, 75], [4500, 225]],
    ['a fixed fee inside', false, 0, 20, [1500, 200], [4500, 600]],
    ['both inside', false, 250, 5.25, [1500, 90], [4500, 270]],
    ['a percentage on top', true, 500, 0, [1575, 75], [4725, 225]],
    ['a fixed fee on top', true, 0, 20, [1700, 200], [5100, 600]],
    // A table costs 1,590. Its fee of 90 is 37.50 (2.5 %) and 52.50 (5.25 for each of ten people).
    ['both on top', true, 250, 5.25, [1590, 90], [4770, 270]],
  ])('costs as calculated by hand with %s', (_, fees_on_top, basis_points, fixed, one, three) => {
    const own = { basis_points, fixed_cents: fixed * 100 }
    const events = eventWith({ fee: { fees_on_top, own } })
    const lineWith = (units: number) => {
      const judged = judgeUnits(units, { types: [tables({ price_cents: 1500_00 })], events })
      if (judged?.verdict !== 'placed') throw new Error('not placed')
      const [line] = judged.lines
      return [line!.amount_cents / 100, line!.fee_cents / 100]
    }
    expect([lineWith(1), lineWith(3)]).toEqual([one, three])
  })

  test('takes the price of a step that has places for all its tables', () => {
    const limit = { limit_id: 'first', price_cents: 3000_00 }
    const priceWith = (left: number) =>
      judgeUnits(2, { types: [tables({ steps: [stepOf({ ...limit, left })] })] })
    expect(priceWith(20)).toMatchObject({ lines: [{ limit_ids: ['first'], price_cents: 3000_00 }] })
    expect(priceWith(19)).toMatchObject({ lines: [{ limit_ids: [], price_cents: 5000_00 }] })
  })

  test('uses up a code by its people', () => {
    const code = {
      ...{ id: 'code', event_id: EVENT, code_fold: 'HALF', digits: '1234' },
      ...{ kind: 'percent' as const, percent: 50, value_cents: null },
      ...{ is_for_all_types: true, type_ids: [], max_per_phone: null },
      ...{ starts_at: null, ends_at: null, seller_id: null },
    }
    const order = { promo_code: { id: 'code' }, lines: [lineOf({ units: 2 })] }
    const withLeft = (left: number) =>
      verdictOf(order, { types: [tables()], codes: [{ ...code, left }] })
    expect([withLeft(20), withLeft(19)]).toEqual(['placed', 'code_used_up'])
  })

  test('has at most so many tables, and any phone that many people', () => {
    expect(judgeUnits(4, { types: [tables()] })).toMatchObject({ error: { code: 'too_many' } })
    const of = (max_per_phone: number) => ({
      types: [tables()],
      events: eventWith({ max_per_phone }),
    })
    expect(judgeUnits(2, of(20))).toMatchObject({ verdict: 'placed' })
    expect(judgeUnits(2, of(19))).toMatchObject({
      error: { code: 'phone_limit', details: { left: 19, max: 19 } },
    })
  })

  test.each([
    [{ sold: 25 }, 'few_left', 'Only 2 of 3 are left.', 2],
    // Seven places are too few for a table.
    [{ sold: 43 }, 'sold_out', 'These tickets are sold out.', 0],
    [{ sold: 33, held: 10 }, 'all_taken', expect.stringContaining('All tickets'), 0],
  ])('is refused for want of places for whole tables: %j', (stock, code, message, left) => {
    const details = { ticket_type_id: 'regular', left }
    expect(judgeUnits(3, { types: [tables(stock)] })).toMatchObject({
      error: { code, message, details },
    })
  })

  test('gives back the people of the order that it replaces', () => {
    const facts = {
      types: [tables({ held: 20, sold: 20 })],
      open: [openOf({ lines: [heldOf({ quantity: 20 })] })],
    }
    expect(judgeUnits(3, facts)).toMatchObject({ verdict: 'placed' })
  })

  test('may hold the largest order of the type from any address', () => {
    const hold = { address: '41.90.1.0', ticket_type_id: 'regular', limit_id: null }
    const counts = { paid: 0, unpaid: 0, held_until: null }
    const facts = (held: number) => ({
      types: [tables({ capacity: 100, held })],
      addressHolds: [{ ...hold, ...counts, held }],
    })
    const order = { lines: [lineOf({ units: 2 })] }
    expect(verdictOf(order, facts(10))).toBe('placed')
    expect(verdictOf(order, facts(20))).toBe('too_many_unpaid')
  })
})

describe('the least per order', () => {
  const pairs = (fields: Parameters<typeof typeOf>[0] = {}) =>
    typeOf({ min_per_order: 2, ...fields })

  test('is needed, and named in both languages', () => {
    expect(judgeUnits(2, { types: [pairs()] })).toMatchObject({ verdict: 'placed' })
    expect(judgeUnits(1, { types: [pairs()] })).toMatchObject({
      verdict: 'refused',
      error: {
        code: 'too_few',
        texts: {
          en: 'One order needs at least 2 of these tickets.',
          sw: 'Agizo moja linahitaji angalau tiketi 2 za aina hii.',
        },
        details: { field: 'tickets.0.quantity', min: 2 },
      },
    })
  })

  test('is the least of what a refusal offers', () => {
    const sold = (n: number) => ({ types: [pairs({ sold: n })] })
    expect(judgeUnits(4, sold(8))).toMatchObject({
      error: { code: 'few_left', details: { left: 2 } },
    })
    expect(judgeUnits(4, sold(9))).toMatchObject({
      error: { code: 'sold_out', details: { left: 0 } },
    })
  })
})
