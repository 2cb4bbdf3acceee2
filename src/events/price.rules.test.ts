// spec: price-rules
import { describe, expect, test } from 'vitest'
import {
  lineAmounts,
  priceFields,
  priceFor,
  priceList,
  saleWindow,
  type TicketPrice,
} from './price.rules.ts'

const NO_FEE = { basis_points: 0, fixed_cents: 0, fees_on_top: false }
const FIVE_PERCENT = { ...NO_FEE, basis_points: 500 }
const FIVE_ON_TOP = { ...FIVE_PERCENT, fees_on_top: true }

const NOON = '2026-12-01T09:00:00Z'
const NIGHT = '2026-12-01T20:59:00.000Z'
const at = (time: string) => Date.parse(time)
const justBefore = (time: string) => at(time) - 1

type Step = Parameters<typeof priceList>[0]['steps'][number]
const step = (more: Partial<Step>): Step => ({
  name: 'Early bird',
  price_cents: 1000_00,
  starts_at: null,
  ends_at: null,
  left: null,
  ...more,
})
const pricesOf = (...steps: Partial<Step>[]) =>
  priceList({ price_cents: 1500_00, steps: steps.map(step), sold_in: 1 }, NO_FEE)
const nameFor = (prices: TicketPrice[], quantity: number, now: number) =>
  priceFor(prices, quantity, now).name

describe('the list of prices', () => {
  test("lists steps in their order, and the type's own price last", () => {
    const prices = pricesOf({ name: 'First', left: 3 }, { name: 'Second', price_cents: 1200_00 })
    expect(prices).toEqual([
      { ...NOTHING, name: 'First', price_cents: 1000_00, left: 3 },
      { ...NOTHING, name: 'Second', price_cents: 1200_00 },
      { ...NOTHING, name: null, price_cents: 1500_00 },
    ])
  })

  test("a step never costs more than the type's own price", () => {
    expect(pricesOf({ price_cents: 2000_00, left: 1 })[0]).toMatchObject({ price_cents: 1500_00 })
  })

  test.each([
    ['inside', FIVE_PERCENT, [1000_00, 0], [1500_00, 0]],
    ['percent on top', FIVE_ON_TOP, [1050_00, 50_00], [1575_00, 75_00]],
    [
      'fixed on top',
      { ...FIVE_ON_TOP, basis_points: 0, fixed_cents: 20_50 },
      [1020_50, 20_50],
      [1520_50, 20_50],
    ],
    ['both on top', { ...FIVE_ON_TOP, fixed_cents: 20_00 }, [1070_00, 70_00], [1595_00, 95_00]],
  ])('a fee %s changes the prices that buyers pay as expected', (_, fee, early, own) => {
    const prices = priceList({ price_cents: 1500_00, steps: [step({ left: 1 })], sold_in: 1 }, fee)
    expect(prices.map(({ price_cents, fee_cents }) => [price_cents, fee_cents])).toEqual([
      early,
      own,
    ])
  })

  test('the percentage of a price is rounded to the nearest cent, half a cent up', () => {
    const feeOf = (price_cents: number, basis_points: number) =>
      priceList({ price_cents, steps: [], sold_in: 1 }, { ...FIVE_ON_TOP, basis_points })[0]!
        .fee_cents
    expect(feeOf(33_30, 50)).toBe(17)
    expect(feeOf(33_00, 50)).toBe(17)
    expect(feeOf(32_90, 50)).toBe(16)
  })

  test('a free ticket has no fee', () => {
    const fee = { ...FIVE_ON_TOP, fixed_cents: 20_00 }
    expect(priceList({ price_cents: 0, steps: [], sold_in: 1 }, fee)).toEqual([
      { ...NOTHING, name: null, price_cents: 0 },
    ])
  })
})

const NOTHING = { fee_cents: 0, starts_at: null, ends_at: null, left: null, full_cents: null }

describe('the price of a line', () => {
  test('a step by date applies from its start until before its end', () => {
    const prices = pricesOf({ starts_at: NOON, ends_at: NIGHT })
    const names = [justBefore(NOON), at(NOON), justBefore(NIGHT), at(NIGHT)].map((now) =>
      nameFor(prices, 1, now),
    )
    expect(names).toEqual([null, 'Early bird', 'Early bird', null])
  })

  test('a step by number applies to a line only if it has room for the whole line', () => {
    const prices = pricesOf({ left: 3 })
    expect([1, 3, 4].map((quantity) => nameFor(prices, quantity, 0))).toEqual([
      'Early bird',
      'Early bird',
      null,
    ])
    expect(nameFor(pricesOf({ left: 0 }), 1, 0)).toBeNull()
  })

  test('a step by date and number ends with whichever comes first', () => {
    const prices = pricesOf({ ends_at: NIGHT, left: 3 })
    expect(nameFor(prices, 3, justBefore(NIGHT))).toBe('Early bird')
    expect(nameFor(prices, 4, justBefore(NIGHT))).toBeNull()
    expect(nameFor(prices, 1, at(NIGHT))).toBeNull()
  })

  test('the first open step with room applies, not the cheapest', () => {
    const prices = pricesOf(
      { name: 'First', ends_at: NOON },
      { name: 'Second', price_cents: 1200_00, left: 2 },
      { name: 'Third', price_cents: 900_00, ends_at: NIGHT },
    )
    expect(nameFor(prices, 2, justBefore(NOON))).toBe('First')
    expect(nameFor(prices, 2, at(NOON))).toBe('Second')
    expect(nameFor(prices, 3, at(NOON))).toBe('Third')
    expect(nameFor(prices, 3, at(NIGHT))).toBeNull()
  })
})

describe('the change of a price', () => {
  const turnOf = (prices: TicketPrice[], now: number) => {
    const shown = prices.map((price) => ({ ...price, price: price.price_cents / 100, fee: 0 }))
    const { price_until = null, next_price = null } = priceFields(shown, now)
    return [price_until, next_price]
  }

  test('a type without steps has none', () => {
    expect(turnOf(pricesOf(), 0)).toEqual([null, null])
  })

  test('a step ends at its date, and what follows is the next price that is open then', () => {
    expect(turnOf(pricesOf({ ends_at: NIGHT }), justBefore(NOON))).toEqual([NIGHT, 1500])
    const prices = pricesOf(
      { ends_at: NOON },
      { price_cents: 1200_00, starts_at: NOON, ends_at: NIGHT },
    )
    expect(turnOf(prices, justBefore(NOON))).toEqual([NOON, 1200])
    expect(turnOf(prices, at(NOON))).toEqual([NIGHT, 1500])
    expect(turnOf(prices, at(NIGHT))).toEqual([null, null])
  })

  test('a step by number has no known end, but a next price', () => {
    expect(turnOf(pricesOf({ left: 3 }), 0)).toEqual([null, 1500])
  })

  test('no next price is promised if it depends on whether the number or the time ends first', () => {
    const early = { ends_at: NIGHT, left: 3 }
    const advance = { name: 'Advance', price_cents: 1200_00, starts_at: NIGHT }
    expect(turnOf(pricesOf(early, advance), at(NOON))).toEqual([NIGHT, null])
    expect(turnOf(pricesOf(early, { ...advance, price_cents: 1500_00 }), at(NOON))).toEqual([
      NIGHT,
      1500,
    ])
    expect(turnOf(pricesOf(early, { ...advance, starts_at: null }), at(NOON))).toEqual([
      NIGHT,
      1200,
    ])
  })

  test("the type's own price ends when a step begins that has room", () => {
    expect(turnOf(pricesOf({ starts_at: NOON, ends_at: NIGHT }), justBefore(NOON))).toEqual([
      NOON,
      1000,
    ])
    const full = { starts_at: NOON, ends_at: NIGHT, left: 0 }
    expect(turnOf(pricesOf(full), justBefore(NOON))).toEqual([null, null])
  })
})

describe('the amounts of a line', () => {
  const amountsOf = (price_cents: number, quantity: number, fee: typeof NO_FEE) => {
    const [price] = priceList({ price_cents, steps: [], sold_in: 1 }, fee)
    const line = lineAmounts(price!, quantity, fee)
    return [line.amount_cents, line.fee_cents]
  }

  test('price times quantity is rounded up to whole shillings once', () => {
    expect(amountsOf(33_40, 3, NO_FEE)).toEqual([101_00, 0])
    expect(amountsOf(40, 10, NO_FEE)).toEqual([4_00, 0])
  })

  test("a fee inside is part of the line's amount, percent rounded once, and never more than it", () => {
    const fee = { ...NO_FEE, basis_points: 333, fixed_cents: 7 }
    expect(amountsOf(300_00, 3, fee)).toEqual([900_00, 29_97 + 21])
    expect(amountsOf(99_50, 1, fee)).toEqual([100_00, 3_33 + 7])
    expect(amountsOf(5_00, 2, { ...fee, fixed_cents: 20_00 })).toEqual([10_00, 10_00])
    expect(amountsOf(0, 2, fee)).toEqual([0, 0])
  })

  test('a fee on top is the fee of a ticket times quantity, and the rounding is not part of it', () => {
    const fee = { basis_points: 333, fixed_cents: 7, fees_on_top: true }
    // 3.33 % of 99.50, plus 7 cents, is 3.38335, so a ticket costs 102.88.
    expect(amountsOf(99_50, 1, fee)).toEqual([103_00, 3_38])
    expect(amountsOf(99_50, 3, fee)).toEqual([309_00, 10_14])
    expect(amountsOf(0, 3, fee)).toEqual([0, 0])
  })
})

test('a type is on sale from its start until before its end', () => {
  const both = { sale_from: NOON, sale_until: NIGHT }
  const windows = [justBefore(NOON), at(NOON), justBefore(NIGHT), at(NIGHT)].map((now) =>
    saleWindow(both, now),
  )
  expect(windows).toEqual(['not_yet', 'open', 'open', 'over'])
  expect(saleWindow({ sale_from: null, sale_until: null }, 0)).toBe('open')
})
