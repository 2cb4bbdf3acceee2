import { describe, expect, test } from 'vitest'
import {
  ADDRESS,
  EVENT,
  judge,
  lineOf,
  nameOf,
  openOf,
  orderOf,
  TERMS,
  typeOf,
  verdictOf,
} from '../../../test/judged-orders.ts'
import { type AddressHold, crowdedBy, stockAfter } from '../shares/hold-shares.ts'
import type { TicketStock } from '../stock.rules.ts'
import type { OrderRow } from './order-row.ts'
import type { OrderFacts } from './order-verdicts.ts'

describe('the share of an address', () => {
  const heldUntil = new Date(TERMS.now.getTime() + 45_500)
  const holdOf = (fields: Partial<AddressHold> = {}): AddressHold => ({
    address: ADDRESS,
    ticket_type_id: 'regular',
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
    expect(verdictOf({ lines: [lineOf({ quantity: 2 })] }, factsWith({}))).toBe('placed')
    expect(verdictOf({ lines: [lineOf({ quantity: 3 })] }, factsWith({}))).toBe('too_many_unpaid')
  })

  test('is refused until the first hold of the address ends, in whole seconds', () => {
    const lines = [lineOf({ quantity: 3 })]
    const refused = (hold: Partial<AddressHold>) => judge([orderOf({ lines })], factsWith(hold))
    expect(refused({})).toMatchObject([{ error: { code: 'too_many_unpaid', retryAfter: 46 } }])
    expect(refused({ held_until: null })).toMatchObject([{ error: { retryAfter: 120 } }])
  })

  test('grows with the orders that the address has paid', () => {
    const lines = [lineOf({ quantity: 4 })]
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
    const lines = [lineOf({ quantity: 3 })]
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
    expect(verdictOf({ lines: [lineOf({ quantity: 4 })] }, soldOut)).toBe('all_taken')
  })
})

describe('the addresses whose share could be exceeded', () => {
  const crowdedOf = (orders: OrderRow[], types: TicketStock[]) => {
    const lines = orders.flatMap((order) => order.lines)
    return crowdedBy(orders, stockAfter(types, lines), TERMS.shares).addresses
  }
  const crowded = (fields: Partial<TicketStock>, order: Partial<OrderRow> = {}) =>
    crowdedOf([orderOf({ lines: [lineOf({ quantity: 2 })], ...order })], [typeOf(fields)])

  test('are listed from the first ticket above the share of an unknown address', () => {
    expect(crowded({ capacity: 100, held: 8 })).toEqual([])
    expect(crowded({ capacity: 100, held: 9 })).toEqual([
      { address: ADDRESS, event_id: EVENT, ticket_type_id: 'regular' },
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
})
