import { describe, expect, test } from 'vitest'
import {
  ADDRESS,
  EVENT,
  heldOf,
  judge,
  lineOf,
  nameOf,
  openOf,
  orderOf,
  stepOf,
  TERMS,
  typeOf,
  verdictOf,
} from '../../../test/judged-orders.ts'
import type { StoredStep } from '../../events/price.rules.ts'
import {
  type AddressHold,
  crowdedBy,
  stocksAtMost,
  type UnprovenHold,
} from '../shares/hold-shares.ts'
import type { HeldLine, PricedType } from '../stock.rules.ts'
import type { OrderFacts } from './order-facts.ts'
import type { OrderRow } from './order-row.ts'

describe('the share of an address', () => {
  const heldUntil = new Date(TERMS.now.getTime() + 45_500)
  const holdOf = (fields: Partial<AddressHold> = {}): AddressHold => ({
    address: ADDRESS,
    ticket_type_id: 'regular',
    limit_id: null,
    paid: 0,
    unpaid: 0,
    held: 0,
    held_until: heldUntil,
    ...fields,
  })
  // An unknown address may hold 10 of 100 tickets.
  const types = [typeOf({ capacity: 100, held: 8 })]
  const factsWith = (hold: Partial<AddressHold>, fields: Partial<OrderFacts> = {}) => ({
    types,
    addressHolds: [holdOf({ held: 8, ...hold })],
    ...fields,
  })

  test('may be used up, and not exceeded', () => {
    expect(verdictOf({ lines: [lineOf({ units: 2 })] }, factsWith({}))).toBe('placed')
    expect(verdictOf({ lines: [lineOf({ units: 3 })] }, factsWith({}))).toBe('too_many_unpaid')
  })

  test('is refused until the first hold of the address ends, in whole seconds', () => {
    const lines = [lineOf({ units: 3 })]
    const refused = (hold: Partial<AddressHold>) => judge([orderOf({ lines })], factsWith(hold))
    expect(refused({})).toMatchObject([{ error: { code: 'too_many_unpaid', retryAfter: 46 } }])
    expect(refused({ held_until: null })).toMatchObject([{ error: { retryAfter: 120 } }])
  })

  test('grows with the orders that the address has paid', () => {
    const lines = [lineOf({ units: 4 })]
    expect(verdictOf({ lines }, factsWith({ paid: 20 }))).toBe('placed')
    expect(verdictOf({ lines }, factsWith({ paid: 20, unpaid: 980 }))).toBe('too_many_unpaid')
  })

  test('counts for this address and type alone', () => {
    const over = { held: 20 }
    expect(verdictOf({}, factsWith(over))).toBe('too_many_unpaid')
    expect(verdictOf({ client_network: '41.90.2.0' }, factsWith(over))).toBe('placed')
    expect(verdictOf({ client_network: null }, factsWith(over))).toBe('placed')
    expect(verdictOf({}, factsWith({ ...over, ticket_type_id: 'vip' }))).toBe('placed')
  })

  test('gets back the tickets of an order that is replaced, if the address held them', () => {
    const lines = [lineOf({ units: 3 })]
    const replaced = openOf()
    expect(verdictOf({ lines }, factsWith({}, { open: [replaced] }))).toBe('placed')
    const elsewhere = openOf({ client_network: '41.90.2.0' })
    expect(verdictOf({ lines }, factsWith({}, { open: [elsewhere] }))).toBe('too_many_unpaid')
  })

  test('is used by the earlier orders of a batch', () => {
    const orders = [1, 2, 3].map((index) =>
      orderOf({ id: `${index}`, phone: `25470000000${index}` }),
    )
    expect(judge(orders, factsWith({})).map(nameOf)).toEqual([
      'placed',
      'placed',
      'too_many_unpaid',
    ])
  })

  test('is not checked if the tickets are sold out', () => {
    const soldOut = factsWith({}, { types: [typeOf({ capacity: 100, held: 8, sold: 92 })] })
    expect(verdictOf({ lines: [lineOf({ units: 4 })] }, soldOut)).toBe('all_taken')
  })
})

describe('the addresses whose share could be exceeded', () => {
  const crowdedOf = (orders: OrderRow[], types: PricedType[], given: HeldLine[] = []) => {
    const lines = orders.flatMap((order) => order.lines)
    return crowdedBy(orders, stocksAtMost(types, lines, given), TERMS.shares).addresses
  }
  const crowded = (fields: Partial<PricedType>, order: Partial<OrderRow> = {}) =>
    crowdedOf([orderOf({ lines: [lineOf({ units: 2 })], ...order })], [typeOf(fields)])

  test('are listed from the first ticket above the share of an unknown address', () => {
    expect(crowded({ capacity: 100, held: 8 })).toEqual([])
    expect(crowded({ capacity: 100, held: 9 })).toEqual([
      { address: ADDRESS, event_id: EVENT, ticket_type_id: 'regular', limit_id: null },
    ])
  })

  test('are listed later if one order may hold more than the share', () => {
    expect(crowded({ capacity: 10, held: 2 })).toEqual([])
    expect(crowded({ capacity: 10, held: 3 })).toHaveLength(1)
  })

  test('are counted with all orders of the batch', () => {
    const orders = [1, 2].map((index) => orderOf({ client_network: `41.90.${index}.0` }))
    const types = [typeOf({ capacity: 100, held: 9 })]
    expect(crowdedOf(orders, types).map(({ address }) => address)).toEqual([
      '41.90.1.0',
      '41.90.2.0',
    ])
    expect(crowdedOf(orders.slice(1), types)).toEqual([])
  })

  test('never include an order without an address', () => {
    expect(crowded({ capacity: 100, held: 50 }, { client_network: null })).toEqual([])
  })

  test('are listed for a step with a number as for a type, while an order may take from the step', () => {
    const address = { address: ADDRESS, event_id: EVENT, ticket_type_id: 'regular' }
    const step = { ...address, limit_id: 'first' }
    const crowdedWith = (fields: Partial<StoredStep>, given: HeldLine[] = []) => {
      const orders = [orderOf({ lines: [lineOf({ units: 2 })] })]
      const types = [typeOf({ capacity: 1000, held: 9, steps: [stepOf(fields)] })]
      return crowdedOf(orders, types, given)
    }
    expect(crowdedWith({ held: 2, left: 48 })).toEqual([])
    expect(crowdedWith({ held: 4, left: 46 })).toEqual([step])
    expect(crowdedWith({ held: 9, left: 0 })).toEqual([])
    expect(crowdedWith({ held: 9, left: 0 }, [heldOf({ limit_ids: ['first'] })])).toEqual([step])
    const byDate = { limit_id: null, quantity: null, left: null }
    expect(crowdedWith({ ...byDate, ends_at: '2026-12-01T00:00:00Z' })).toEqual([])
  })
})

describe('a pool', () => {
  const key = { ticket_type_id: null, limit_id: 'hall' }
  const pool = (held: number) => ({ capacity: 100, held, sold: 0 })
  /** Adults and tables for four in a hall of 100. */
  const typesWith = (held: number) => [
    typeOf({ capacity: 1000, max_per_order: 2, pool_id: 'hall', pool: pool(held) }),
    typeOf({
      ...{ id: 'table', capacity: 1000, max_per_order: 2, sold_in: 4 },
      ...{ pool_id: 'hall', pool: pool(held) },
    }),
  ]
  const factsWith = (held: number): Partial<OrderFacts> => ({
    types: typesWith(held),
    addressHolds: [{ ...key, address: ADDRESS, paid: 0, unpaid: 0, held, held_until: null }],
  })

  test('has a share of its own for each address, of all its types together', () => {
    const adults = { lines: [lineOf({ units: 2 })] }
    const table = { lines: [lineOf({ ticket_type_id: 'table' })] }
    // An unknown address may hold 10 % of 100 places, or the places of the largest order.
    expect(verdictOf(adults, factsWith(8))).toBe('placed')
    expect(verdictOf(adults, factsWith(9))).toBe('too_many_unpaid')
    expect(verdictOf(table, factsWith(6))).toBe('placed')
    expect(verdictOf(table, factsWith(7))).toBe('too_many_unpaid')
  })

  test('has a share of its own for all unproven buyers', () => {
    const facts = (held: number) => ({
      types: typesWith(held),
      unprovenHolds: [{ ...key, held, by_paybill: 0, held_until: null }],
    })
    expect(verdictOf({}, facts(74))).toBe('placed')
    expect(verdictOf({}, facts(75))).toBe('too_many_unproven')
  })

  test('is crowded by the orders of any of its types', () => {
    const orders = [orderOf(), orderOf({ lines: [lineOf({ ticket_type_id: 'table' })] })]
    const crowdedOf = (held: number) =>
      crowdedBy(
        orders,
        stocksAtMost(
          typesWith(held),
          orders.flatMap((order) => order.lines),
          [],
        ),
        TERMS.shares,
      )
    const address = { address: ADDRESS, event_id: EVENT, ...key }
    expect(crowdedOf(5).addresses).toEqual([])
    expect(crowdedOf(6).addresses).toEqual([address, address])
    expect(crowdedOf(71).unproven).toEqual([key])
  })

  test('gives back its places to the order that replaces another of its types', () => {
    const open = [openOf({ lines: [heldOf({ quantity: 4, limit_ids: ['hall'] })] })]
    const lines = [lineOf({ units: 2 })]
    expect(verdictOf({ lines }, factsWith(12))).toBe('too_many_unpaid')
    expect(verdictOf({ lines }, { ...factsWith(12), open })).toBe('placed')
  })
})

describe('a price step with a number', () => {
  const key = { ticket_type_id: 'regular', limit_id: 'first' }
  const heldUntil = new Date(TERMS.now.getTime() + 45_500)
  /** The first 50 of 1,000 tickets are early birds. `held` tickets are held. */
  const factsWith = (held: number, fields: Partial<OrderFacts>) => ({
    types: [typeOf({ capacity: 1000, held, steps: [stepOf({ held, left: 50 - held })] })],
    ...fields,
  })
  const addressHold = (held: number): Partial<OrderFacts> => ({
    addressHolds: [{ ...key, address: ADDRESS, paid: 0, unpaid: 0, held, held_until: heldUntil }],
  })
  const unprovenHold = (held: number, by_paybill = 0): Partial<OrderFacts> => ({
    unprovenHolds: [{ ...key, held, by_paybill, held_until: heldUntil }] satisfies UnprovenHold[],
  })

  test('has a share of its own for each address', () => {
    // An unknown address may hold 10 % of the 50 early birds.
    expect(verdictOf({}, factsWith(4, addressHold(4)))).toBe('placed')
    expect(judge([orderOf()], factsWith(5, addressHold(5)))).toMatchObject([
      { error: { code: 'too_many_unpaid', retryAfter: 46 } },
    ])
  })

  test('has a share of its own for all unproven buyers', () => {
    // Unproven buyers may hold 75 % of the 50 early birds, and a third of this share by paybill.
    expect(verdictOf({}, factsWith(36, unprovenHold(36)))).toBe('placed')
    expect(verdictOf({}, factsWith(37, unprovenHold(37)))).toBe('too_many_unproven')
    const byPaybill = { payment_method: 'paybill' } as const
    expect(verdictOf(byPaybill, factsWith(20, unprovenHold(20, 11)))).toBe('placed')
    expect(verdictOf(byPaybill, factsWith(20, unprovenHold(20, 12)))).toBe('too_many_by_paybill')
  })

  test('does not share its tickets with lines at another price', () => {
    const lines = [lineOf({ units: 4 })]
    const facts = factsWith(47, addressHold(47))
    expect(verdictOf({ lines }, facts)).toBe('placed')
    expect(verdictOf({ lines: [lineOf({ units: 3 })] }, facts)).toBe('too_many_unpaid')
  })

  test('gets back the tickets of an order that is replaced, and counts earlier orders of a batch', () => {
    const lines = [lineOf({ units: 2 })]
    const open = [openOf({ lines: [heldOf({ limit_ids: ['first'] })] })]
    expect(verdictOf({ lines }, factsWith(4, addressHold(4)))).toBe('too_many_unpaid')
    expect(verdictOf({ lines }, factsWith(4, { ...addressHold(4), open }))).toBe('placed')
    const orders = [1, 2].map((index) => orderOf({ id: `${index}`, phone: `25470000000${index}` }))
    expect(judge(orders, factsWith(4, addressHold(4))).map(nameOf)).toEqual([
      'placed',
      'too_many_unpaid',
    ])
  })
})
