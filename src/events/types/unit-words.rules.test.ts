import { describe, expect, test } from 'vitest'
import { PLAIN_PRICE } from './type-draft.rules.ts'
import { PLAIN_UNIT } from './unit-draft.rules.ts'
import { perUnit, unitSentence } from './unit-words.rules.ts'

const TABLE = {
  ...{ ...PLAIN_PRICE, ...PLAIN_UNIT, name: 'VIP Table', price: '20000', quantity: '10' },
  ...{ is_unit: true, sold_in: '10' },
}

// spec: form-type-options
describe('the sentence about units', () => {
  test.each([
    [{}, 'tables of 10: 10 tables are 100 people, KES 20,000 per table, KES 2,000 a person.'],
    [
      { quantity: '1', price: '1000', sold_in: '3' },
      'tables of 3: 1 table is 3 people, KES 1,000 per table, KES 333.33 a person.',
    ],
    [{ quantity: '', price: '' }, 'tables of 10.'],
    [{ price_kind: 'free' as const }, 'tables of 10: 10 tables are 100 people.'],
    [
      { price_kind: 'chosen' as const, lowest: '500', name: 'Chama' },
      'units of 10: 10 units are 100 people, at least KES 500 per unit, KES 50 a person.',
    ],
  ])('of %j is for people', (typed, words) => {
    expect(unitSentence({ ...TABLE, ...typed })).toBe(`Sold as ${words}`)
  })

  test('of an add-on is about how often it is redeemed', () => {
    const drinks = { ...TABLE, name: 'Drinks', kind: 'add_on' as const, sold_in: '3', price: '900' }
    expect(unitSentence(drinks)).toBe(
      'Each is redeemed 3 times, in parts: 10 are 30 in all, KES 900 each, KES 300 a time.',
    )
    expect(perUnit(drinks)).toBe('For all 3')
    const days = { ...drinks, day_numbers: [1, 2, 3] }
    expect(unitSentence(days)).toBe(
      'Each is redeemed 3 times on each of 3 days (9 in all), in parts: 10 are 90 in all, KES 900 each, KES 100 a time.',
    )
    expect(unitSentence({ ...days, once_in_all: true })).toBe(
      'Each is redeemed 3 times in all, in parts: 10 are 30 in all, KES 900 each, KES 300 a time.',
    )
  })

  test('is absent for single tickets, and while no number that fits is typed', () => {
    for (const typed of [
      { is_unit: false },
      { sold_in: '' },
      { sold_in: '32' },
      { sold_in: '1' },
    ]) {
      expect(unitSentence({ ...TABLE, ...typed })).toBeNull()
      expect(perUnit({ ...TABLE, ...typed })).toBeUndefined()
    }
    expect(perUnit(TABLE)).toBe('Per table of 10')
  })
})
