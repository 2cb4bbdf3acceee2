// spec: pool-shared-places
// Ticket types that share a capacity: an order of one type takes places from all of them.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildEvent, orderOf } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { inTransaction, type Tx } from '../platform/database/db.ts'
import { newId } from '../platform/ids.ts'
import { moveAside } from './complimentary/complimentary-orders.sql.ts'
import {
  lockStock,
  placeComplimentary,
  revokeComplimentary,
} from './complimentary/complimentary-orders.ts'
import { endHolds } from './holds.ts'
import type { NewOrder } from './new-order.rules.ts'
import { type LockedOrder, lockOrder } from './orders.sql.ts'
import { placeOrder } from './placing/place-order.ts'
import { reopenOrder } from './prompting/reopen-order.ts'
import { selectWholeLines } from './sales/sales.sql.ts'
import { reverseSale, sellOrder, takeBackOrder } from './sales/sales.ts'
import { countAvailable } from './stock.rules.ts'

const stage = keepStage({ HOLD_SHARE_PER_ADDRESS: '100' })
let event: Awaited<ReturnType<typeof buildEvent>>

const [ADULTS, CHILDREN, TABLES, GUESTS] = [0, 1, 2, 3]

beforeEach(async () => {
  event = await buildEvent(stage.db, {
    pools: [{ name: 'Hall', quantity: 30 }],
    types: [
      { pool: 'Hall' },
      { pool: 'Hall', price: 50 },
      { pool: 'Hall', soldIn: 10, price: 900 },
      { pool: 'Hall', isFree: true },
    ],
  })
})

const now = () => stage.clock.now()

const ordered = (quantities: number[], changes: Partial<NewOrder> = {}) =>
  orderOf(event, quantities, changes)

async function placed(quantities: number[], changes: Partial<NewOrder> = {}) {
  const order = ordered(quantities, changes)
  await placeOrder(stage.deps, order)
  return order
}

const refusalOf = (quantities: number[]) =>
  placeOrder(stage.deps, ordered(quantities)).then(
    () => null,
    ({ code, message, details }) => ({ code, message, details }),
  )

const underLock = (
  { orderId }: { orderId: string },
  work: (tx: Tx, order: LockedOrder) => Promise<unknown>,
) => inTransaction(stage.db, async (tx) => work(tx, (await lockOrder(tx, orderId, now()))!))

const sell = (order: { orderId: string }) =>
  underLock(order, (tx, locked) => sellOrder(tx, locked, 'test', now()))
const end = (order: { orderId: string }) =>
  underLock(order, (tx, { id }) => endHolds(tx, [id], now()))

/** The number of held people and of sold people in the pool. */
async function inPool(): Promise<[number, number]> {
  const { rows } = await sql<{ held: number; sold: number }>`
    select held, sold from sale_limit where id = ${event.pools[0]!.id}`.execute(stage.db)
  return [rows[0]!.held, rows[0]!.sold]
}

describe('a pool', () => {
  test('counts the people of all its types, held from the order on and sold from the sale on', async () => {
    const order = await placed([2, 1, 1])
    expect(await inPool()).toEqual([13, 0])
    expect(await sell(order)).toMatchObject({ eventId: event.id })
    expect(await inPool()).toEqual([0, 13])
    await end(await placed([3]))
    expect(await inPool()).toEqual([0, 13])
  })

  test('counts the order that replaces another alone', async () => {
    const { phone } = await placed([2, 0, 1])
    await placed([0, 3], { phone, provenPhone: phone })
    expect(await inPool()).toEqual([3, 0])
  })

  test('counts free tickets as sold', async () => {
    const free = ordered([0, 0, 0, 2], { paymentMethod: 'free' })
    await placeOrder(stage.deps, { ...free, provenPhone: free.phone })
    expect(await inPool()).toEqual([0, 2])
  })

  test('gets back refunded people', async () => {
    const order = await placed([2, 0, 1])
    await sell(order)
    const [line] = await selectWholeLines(stage.db as Tx, order.orderId)
    await underLock(order, (tx, locked) =>
      reverseSale(tx, locked, [{ ...line!, quantity: 1, amountCents: 100 }]),
    )
    expect(await inPool()).toEqual([0, 11])
    await underLock(order, (tx, locked) => takeBackOrder(tx, locked, 'test', now()))
    expect(await inPool()).toEqual([0, 0])
  })

  test('refuses an order of a type whose own tickets are left, and names it', async () => {
    await sell(await placed([0, 0, 2]))
    await sell(await placed([8]))
    const ofType = (at: number, left: number) => ({ ticket_type_id: event.types[at]!.id, left })
    expect(await refusalOf([3])).toEqual({
      ...{ code: 'few_left', message: 'Only 2 of 3 are left.', details: ofType(ADULTS!, 2) },
    })
    expect(await refusalOf([0, 0, 1])).toMatchObject({
      ...{ code: 'sold_out', details: ofType(TABLES!, 0) },
    })
    // After the adult, the pool has a place for only one of the two children.
    expect(await refusalOf([1, 2])).toMatchObject({
      ...{ code: 'few_left', message: 'Only 1 of 2 is left.', details: ofType(CHILDREN!, 1) },
    })
    await placed([1, 1])
    expect(await refusalOf([1])).toMatchObject({ code: 'all_taken' })
  })

  test('has room for orders of a batch only as long as it lasts', async () => {
    const orders = [[0, 0, 2], [0, 8], [3], [2]].map((quantities) => ordered(quantities))
    const ends = await Promise.allSettled(orders.map((order) => placeOrder(stage.deps, order)))
    expect(ends.map((end) => end.status)).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    ])
    expect(await inPool()).toEqual([30, 0])
  })
})

describe('an order whose hold has ended', () => {
  /** An order of two adults and a table, for which too few of thirty places are left. */
  async function missed(left: 9 | 11) {
    const order = await placed([2, 0, 1])
    await end(order)
    await sell(await placed([1, 19 - left, 1]))
    return order
  }

  test('is sold for late money if its pool has room', async () => {
    const order = await placed([2, 0, 1])
    await end(order)
    await sell(await placed([0, 8, 1]))
    expect(await sell(order)).toMatchObject({ eventId: event.id })
    expect(await inPool()).toEqual([0, 30])
  })

  test('is not sold for late money beyond its pool, also if its types have room', async () => {
    expect(await sell(await missed(9))).toBe('no_capacity')
    expect(await inPool()).toEqual([0, 21])
  })

  test('is not sold for late money if its pool has room for each type, but not for both', async () => {
    expect(await sell(await missed(11))).toBe('no_capacity')
    expect(await inPool()).toEqual([0, 19])
  })

  test('gets another prompt only if its pool has room', async () => {
    const again = ({ orderId }: { orderId: string }) =>
      reopenOrder(stage.deps, orderId, { phone: null }, async () => {})
    const order = await missed(9)
    await expect(again(order)).rejects.toMatchObject({
      code: 'sold_out',
      details: { ticket_type_id: event.types[TABLES!]!.id },
    })
    const other = await placed([9])
    await end(other)
    await again(other)
    expect(await inPool()).toEqual([9, 21])
  })
})

describe('complimentary tickets', () => {
  const guests = (quantity: number) => ({
    ...{ id: newId(), event_id: event.id, phone: '254712345678', language: 'en' as const },
    ...{ ticket_type_id: event.types[GUESTS!]!.id, quantity },
  })
  const give = (quantity: number, fromAside = false) =>
    inTransaction(stage.db, async (tx) => {
      const order = guests(quantity)
      const [type] = await lockStock(tx, [order.ticket_type_id])
      await placeComplimentary(tx, [order], { now: now(), fromAside })
      return { order, left: countAvailable(type!) }
    })

  test('take places of the pool until they are revoked', async () => {
    await placed([9, 8])
    const { order, left } = await give(4)
    expect([left, await inPool()]).toEqual([13, [17, 4]])
    await underLock({ orderId: order.id }, async (tx) => {
      await revokeComplimentary(tx, order, 'test', now())
    })
    expect(await inPool()).toEqual([17, 0])
  })

  test('that are set aside count in the pool, and once when they are claimed', async () => {
    const aside = (count: number) =>
      inTransaction(stage.db, async (tx) => {
        const { id } = event.types[GUESTS!]!
        await lockStock(tx, [id])
        await moveAside(tx, id, count, now())
      })
    await aside(5)
    expect(await inPool()).toEqual([0, 5])
    await give(1, true)
    expect(await inPool()).toEqual([0, 5])
    await aside(-4)
    expect(await inPool()).toEqual([0, 1])
  })
})
