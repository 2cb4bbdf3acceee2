import { describe, expect, test } from 'vitest'
import {
  choiceFaults,
  draftPrice,
  hiding,
  PLAIN_PRICE,
  toChoiceDraft,
  toChoiceInput,
} from './type-draft.rules.ts'
import {
  isForgotten,
  type PriceInput,
  priceAfter,
  priceFault,
  priceWords,
  type TypePrice,
  zeroPriceText,
} from './type-price.rules.ts'

const NO_BOUNDS = { lowest: null, suggested: null, highest: null }
const PRICED = { price: 500, is_free: false, ...NO_BOUNDS }
const FREE = { price: 0, is_free: true, ...NO_BOUNDS }
const CHOSEN = { price: 200, is_free: false, lowest: 200, suggested: 500, highest: 1000 }

describe('the price of a type after a save', () => {
  test.each([PRICED, FREE, CHOSEN])('stays as it is if the request lacks it: %o', (stored) => {
    expect(priceAfter({}, stored)).toEqual(stored)
    expect(priceAfter(stored, stored)).toEqual(stored)
    expect(priceFault({ price: stored.price }, stored, 0)).toBeUndefined()
  })

  test.each([
    ['free', { is_free: true }, PRICED, FREE],
    ['free', { is_free: true }, CHOSEN, FREE],
    [
      'chosen',
      { lowest: 100 },
      PRICED,
      { ...CHOSEN, price: 100, lowest: 100, suggested: null, highest: null },
    ],
    ['chosen', { lowest: 0 }, FREE, { ...PRICED, price: 0, lowest: 0 }],
    ['chosen', { lowest: 300 }, CHOSEN, { ...CHOSEN, price: 300, lowest: 300 }],
    ['a price', { is_free: false, price: 500 }, FREE, PRICED],
    ['a price', { lowest: null, price: 500 }, CHOSEN, PRICED],
  ] satisfies [string, PriceInput, TypePrice, object][])(
    'is %s with %o',
    (_, sent, stored, after) => {
      expect(priceAfter(sent, stored)).toEqual(after)
      expect(priceFault(sent, stored, 0)).toBeUndefined()
    },
  )

  test.each([
    ['price', { is_free: true, price: 500 }, undefined],
    ['price', { price: 500 }, FREE],
    ['lowest', { is_free: true, lowest: 100 }, undefined],
    ['price', { price: 900 }, CHOSEN],
    ['price', { price: 900, lowest: 300 }, CHOSEN],
    ['lowest', { lowest: -1 }, undefined],
    ['lowest', { lowest: 10.5 }, undefined],
    ['lowest', { lowest: 250_001 }, undefined],
    ['suggested', { lowest: 100, suggested: 99 }, undefined],
    ['suggested', { suggested: 5000 }, PRICED],
    ['highest', { highest: 5000 }, PRICED],
    ['highest', { lowest: 100, suggested: 300, highest: 299 }, undefined],
    ['highest', { lowest: 100, highest: 250_001 }, undefined],
    ['highest', { lowest: 0, highest: 0 }, undefined],
    ['highest', { lowest: 1001 }, { ...CHOSEN, suggested: null }],
  ] satisfies [string, PriceInput, TypePrice | undefined][])(
    'names the fault of %s: %o',
    (field, sent, stored) => {
      expect(priceFault(sent, stored, 0)).toMatchObject({ field })
    },
  )

  test('has steps only if the organizer sets it', () => {
    expect(priceFault({ price: 500 }, undefined, 1)).toBeUndefined()
    for (const sent of [{ is_free: true }, { lowest: 100 }]) {
      expect(priceFault(sent, undefined, 1)).toMatchObject({ field: 'price_steps' })
    }
  })

  test('is forgotten only at 0, and neither free nor chosen', () => {
    const prices = [
      PRICED,
      FREE,
      CHOSEN,
      { ...PRICED, price: 0 },
      { ...CHOSEN, price: 0, lowest: 0 },
    ]
    expect(prices.map(isForgotten)).toEqual([false, false, false, true, false])
  })

  test('is described in words', () => {
    expect([PRICED, FREE, CHOSEN, { ...PRICED, lowest: 0 }].map(priceWords)).toEqual([
      'KES 500',
      'free',
      'from KES 200, buyers choose, KES 500 suggested, at most KES 1,000',
      'from KES 0, buyers choose',
    ])
    expect(zeroPriceText(['Standard'])).toBe(
      'Standard costs KES 0. Free, or was the price forgotten?',
    )
    expect(zeroPriceText(['Standard', 'VIP', 'Child'])).toBe(
      'Standard, VIP and Child cost KES 0. Free, or was the price forgotten?',
    )
  })
})

describe('the choice of the price in the form', () => {
  test.each([
    [{ is_free: true as const }, 'free', FREE],
    [{ lowest: 200, suggested: 500, highest: 1000 }, 'chosen', CHOSEN],
    [{}, 'price', PRICED],
  ])('is read from a reply and sent back: %o', (reply, price_kind, price) => {
    const draft = toChoiceDraft(reply)
    expect(draft).toMatchObject({ price_kind, is_hidden: false, sold_at_door: true })
    expect(draftPrice({ ...draft, price: '500' })).toEqual(price)
  })

  test('sends nothing for a plain new type, and every field of a stored one', () => {
    const plain = { ...PLAIN_PRICE, price: '500' }
    expect(toChoiceInput({ ...plain, id: null })).toEqual({})
    const { price: _, ...choice } = PRICED
    const sight = { is_hidden: false, sold_at_door: true }
    expect(toChoiceInput({ ...plain, id: 'a' })).toEqual({ ...choice, ...sight })
    expect(toChoiceInput({ ...plain, id: null, ...hiding(true, true) })).toEqual({
      ...{ ...choice, is_hidden: true, sold_at_door: false },
    })
  })

  test('hides a new type from the door, and leaves the door to a stored one', () => {
    expect(hiding(true, true)).toEqual({ is_hidden: true, sold_at_door: false })
    expect(hiding(true, false)).toEqual({ is_hidden: true })
    expect(hiding(false, false)).toEqual({ is_hidden: false, sold_at_door: true })
  })

  test.each([
    [{ lowest: '' }, 'lowest'],
    [{ lowest: '10.5' }, 'lowest'],
    [{ lowest: '100', suggested: 'x' }, 'suggested'],
    [{ lowest: '100', suggested: '50' }, 'suggested'],
    [{ lowest: '100', highest: '50' }, 'highest'],
    [{ lowest: '100', highest: '250001' }, 'highest'],
  ])('marks the wrong bound: %o', (typed, field) => {
    const type = { ...PLAIN_PRICE, price: '', ...typed }
    expect(choiceFaults({ ...type, price_kind: 'chosen' })).toMatchObject([{ field }])
    expect(choiceFaults(type)).toEqual([])
  })
})
