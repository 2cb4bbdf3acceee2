import { describe, expect, it } from 'vitest'
import type { PromoReply, TicketTypeReply } from '../events/events.contract.ts'
import { atChosenPrices, linesWith, offerWith, termPrices } from './buyer-terms.rules.ts'
import type { Choice } from './choice.rules.ts'
import { priceChoices, priceFault, type TypedPrices } from './chosen-price.rules.ts'
import type { StoredOrder } from './purchase.rules.ts'
import { isSamePurchase } from './purchase-request.rules.ts'
import { pricesAt } from './sale-prices.rules.ts'

function type(id: string, price: number, given: Partial<TicketTypeReply> = {}): TicketTypeReply {
  const rest = { max_per_order: 9, available: 100, is_sold_out: false, name: id }
  return { id, price, ...rest, ...given } as TicketTypeReply
}

const PROMO: PromoReply = {
  ...{ code: 'RAFIKI20', kind: 'percent', percent: 20, ticket_type_ids: null },
  ...{ left: 3, max_per_phone: null, ends_at: null },
}
const lowered = type('standard', 800, { full_price: 1000 })
const gift = type('gift', 200, { lowest: 200, suggested: 500, highest: 5000 })

function reach(
  choice: Choice,
  given: { promo?: PromoReply; typed?: TypedPrices; order?: StoredOrder } = {},
) {
  const { promo = PROMO, typed = {}, order = null } = given
  const types = atChosenPrices([lowered, gift], typed)
  const terms = { promo, typed, priceOf: termPrices(pricesAt(0), { promo, now: 0 }) }
  const lines = linesWith(types, { choice, order }, terms)
  return { lines, offer: offerWith(types, { lines, order }, terms) }
}

describe('a code', () => {
  // spec: code-few-left
  it('with too few uses left takes as many of its own lines, and leaves the others', () => {
    const { offer } = reach({ standard: 5, gift: 2 })
    expect(offer?.reasons).toEqual(['This code works for 3 more tickets'])
    expect(offer?.lines.map(({ quantity }) => quantity)).toEqual([3, 2])
    expect(reach({ standard: 3 }).offer).toBeNull()
  })

  it('gives back the uses of the order that is under way', () => {
    const { lines } = reach({ standard: 3 })
    const order = { promo_code: 'RAFIKI20', lines } as StoredOrder
    const promo = { ...PROMO, left: 0 }
    expect(reach({ standard: 2 }, { promo, order }).offer).toBeNull()
    const more = reach({ standard: 4 }, { promo, order })
    expect(more.offer?.lines).toMatchObject([{ quantity: 3 }])
  })

  it('with a maximum per phone says so', () => {
    const promo = { ...PROMO, max_per_phone: 1 }
    const words = ['One phone number can buy 1 ticket with this code.']
    expect(reach({ standard: 2 }, { promo }).offer?.reasons).toEqual(words)
  })

  // spec: code-few-left
  it('that fits no line says so', () => {
    const words = ['This code is for other tickets of this event.']
    expect(reach({ gift: 1 }).offer).toMatchObject({ lines: [], reasons: words })
  })

  it('that was removed no longer gives an order its price', () => {
    const order = { promo_code: 'OTHER', lines: reach({ standard: 1 }).lines } as StoredOrder
    const [line] = order.lines
    const dear = { ...order, lines: [{ ...line!, amountKes: 1 }] }
    expect(reach({ standard: 1 }, { order: dear }).lines).toMatchObject([{ amountKes: 800 }])
  })
})

describe('a chosen price', () => {
  // spec: chosen-price
  it('is the suggested one until the buyer types another, and is sent', () => {
    expect(reach({ gift: 2 }).lines).toMatchObject([{ priceKes: 500, amountKes: 1000 }])
    const { lines } = reach({ gift: 2 }, { typed: { gift: '750' } })
    expect(lines).toMatchObject([{ priceKes: 750, isChosen: true, each: 'KES 750 each' }])
  })

  // spec: chosen-price-bounds
  it('outside its bounds or not whole cannot be bought', () => {
    const words = 'Choose a price from KES 200 to KES 5,000.'
    for (const price of ['199', '5001', '', '200.5', '-1', '1e3']) {
      expect(priceFault(gift, { gift: price }), price).toBe(words)
      expect(reach({ gift: 1 }, { typed: { gift: price } }).offer?.lines).toEqual([])
    }
    for (const price of ['200', '5000']) expect(priceFault(gift, { gift: price })).toBeNull()
    expect(priceFault({ ...gift, highest: null }, { gift: '1' })).toBe(
      'Choose a price of KES 200 or more.',
    )
  })

  // spec: chosen-price-bounds
  it('without a highest one is bounded by what M-Pesa takes for the line', () => {
    const open = { ...gift, highest: null }
    const words = 'M-PESA takes at most KES 250,000 in one payment.'
    expect(priceFault(open, { gift: '250000' })).toBeNull()
    for (const price of ['250001', '1000000', '99999999']) {
      expect(priceFault(open, { gift: price }), price).toBe(words)
    }
    expect(priceFault(open, { gift: '125000' }, 2)).toBeNull()
    expect(priceFault(open, { gift: '125001' }, 2)).toBe(words)
    const types = [{ ...open, price: 125_001 }]
    const terms = {
      promo: null,
      typed: { gift: '125001' },
      priceOf: termPrices(pricesAt(0), { promo: null, now: 0 }),
    }
    const lines = linesWith(types, { choice: { gift: 2 }, order: null }, terms)
    expect(offerWith(types, { lines, order: null }, terms)?.reasons).toEqual([words])
  })

  it('has three prices to press, within the bounds', () => {
    expect(priceChoices(gift)).toEqual([200, 500, 5000])
    expect(priceChoices({ id: 'a', lowest: 0, suggested: null, highest: null })).toEqual([
      0, 100, 200,
    ])
    expect(priceChoices({ id: 'a', lowest: 100, suggested: null, highest: 150 })).toEqual([
      100, 150,
    ])
  })
})

it('another code or another chosen price is another purchase', () => {
  const ticket = { ticketTypeId: 'a', quantity: 1, amount: 500, price: 500 }
  const one = { eventId: 'e', phoneNumber: '0712345678', amount: 500, tickets: [ticket] }
  expect(isSamePurchase(one, { ...one })).toBe(true)
  expect(isSamePurchase(one, { ...one, promo_code: 'RAFIKI20' })).toBe(false)
  expect(isSamePurchase(one, { ...one, tickets: [{ ...ticket, price: 600 }] })).toBe(false)
})
