import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatKes,
  formatKesAndCents,
  lineAmountKes,
  toCents,
  toKes,
  toWholeKes,
} from './money.rules.ts'

const runs = { seed: 20261121, numRuns: 5_000 }
const cents = fc.integer({ min: 0, max: 2_147_483_647 })

describe('the charge of a line', () => {
  test.each([
    [14_950, 3, 449],
    [14_950, 2, 299],
    [100, 7, 7],
    [101, 1, 2],
    [1, 1, 1],
    [1, 100, 1],
    [1, 101, 2],
    [0, 5, 0],
    [10_010, 10, 1001],
    [2_147_483_647, 1_000_000, 21_474_836_470_000],
  ])('for %d cents times %d is %d shillings', (priceCents, quantity, shillings) => {
    expect(lineAmountKes(priceCents, quantity)).toBe(shillings)
  })

  test('is the exact amount rounded up: never less, and less than a shilling more', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 1_000_000 }), (price, quantity) => {
        const exact = BigInt(price) * BigInt(quantity)
        expect(BigInt(lineAmountKes(price, quantity))).toBe((exact + 99n) / 100n)
      }),
      runs,
    )
  })
})

describe('cents from shillings', () => {
  test('are exact for every JSON amount with two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (value) => {
        const written = `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`
        expect(toCents(JSON.parse(written))).toBe(value)
      }),
      runs,
    )
  })

  test.each([
    // Sums with the rounding errors of a browser's arithmetic.
    [0.1 + 0.2, 30],
    [1.1 * 3, 330],
    [19.99 * 100, 199_900],
    [149.5, 14_950],
    [-5, -500],
    [548_328_978.93, 54_832_897_893],
    [-0, 0],
  ])('for %d are %d', (shillings, expected) => {
    expect(toCents(shillings)).toBe(expected)
  })

  test.each([
    [0.001],
    [1e-9],
    [149.995],
    [1e-7 + 1 / 3],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1e300],
  ])('are null for %d', (shillings) => {
    expect(toCents(shillings)).toBeNull()
  })
})

describe('shillings from cents', () => {
  test('convert back to the same cents', () => {
    fc.assert(
      fc.property(cents, (value) => {
        expect(toCents(toKes(value))).toBe(value)
      }),
      runs,
    )
  })

  test('are whole for a prompt, or an error', () => {
    expect(toWholeKes(449_00)).toBe(449)
    expect(() => toWholeKes(449_50)).toThrow('no whole shillings')
  })
})

// spec: currency-dates-kes-en
test.each([
  [0, 'KES 0'],
  [1500, 'KES 1,500'],
  [250_000, 'KES 250,000'],
  [1_234_567, 'KES 1,234,567'],
  [-1000, 'KES −1,000'],
])('%d shillings are shown as %s', (shillings, text) => {
  expect(formatKes(shillings)).toBe(text)
})

// spec: currency-dates-kes-en
test.each([
  [-500.5, 'KES −500.50'],
  [-0.05, 'KES −0.05'],
  [-1000, 'KES −1,000'],
  [0.5, 'KES 0.50'],
])('%d shillings with cents are shown as %s', (shillings, text) => {
  expect(formatKesAndCents(shillings)).toBe(text)
})
