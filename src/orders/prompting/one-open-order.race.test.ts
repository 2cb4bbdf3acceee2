import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent, newPhone, orderOf } from '../../../test/build.ts'
import { readPayments } from '../../../test/purchase.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts'
import { endHolds } from '../holds.ts'
import { lockOrder } from '../orders.sql.ts'
import { newOrderCode, toOrderRow } from '../placing/order-row.ts'
import { placeOrder } from '../placing/place-order.ts'
import { insertOrders } from '../placing/placing.sql.ts'
import { lockTypes } from '../stock.sql.ts'
import { reopenOrder } from './reopen-order.ts'

let stage: Stage
let event: BuiltEvent
let phone: string

beforeEach(async () => {
  stage = await makeStage()
  event = await buildEvent(stage.db, { types: [{ capacity: 10 }, { capacity: 10 }] })
  phone = newPhone()
})
afterEach(() => stage.close())

async function openOrders(): Promise<string[]> {
  const rows = await stage.db
    .selectFrom('order')
    .select('id')
    .where('phone', '=', phone)
    .where('state', 'in', ['pending', 'failed'])
    .execute()
  return rows.map((row) => row.id)
}

async function readHeld(): Promise<number[]> {
  const rows = await stage.db
    .selectFrom('ticket_type')
    .select('held')
    .where('event_id', '=', event.id)
    .orderBy('type_offset')
    .execute()
  return rows.map((row) => row.held)
}

/** Orders two tickets of the first type, in a transaction that the test ends. */
async function placeFirst(tx: Tx): Promise<void> {
  const order = toOrderRow(orderOf(event, [2], { phone }))
  const lines = order.lines.map((line) => ({
    ...line,
    quantity: line.units,
    price_cents: 100_00,
    amount_cents: 200_00,
    fee_cents: 0,
    limit_ids: [],
  }))
  const placement = {
    verdict: 'placed',
    order,
    lines,
    amount_cents: 200_00,
    event_title: '',
    is_unproven: false,
    paybill_until: null,
    since: stage.clock.now(),
    replaced: null,
    seller: null,
  } as const
  const terms = { now: stage.clock.now(), holdMs: 60_000, holdMaxMs: 60_000 }
  await lockTypes(tx, [event.types[0]!.id])
  const coded = { ...placement, code: newOrderCode() }
  expect(await insertOrders(tx, [coded], [], terms)).toBe(true)
}

/** Orders three tickets of the second type, so that the two orders lock no common ticket type. */
const second = () => orderOf(event, [0, 3], { phone, provenPhone: phone })

const dropGuard = () => sql`drop index order__open`.execute(stage.db)

/** Runs `late` to its end before the transaction of `first` commits. */
async function meanwhile(first: (tx: Tx) => Promise<unknown>, late: () => Promise<unknown>) {
  const done = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const transaction = inTransaction(stage.db, async (tx) => {
    await first(tx)
    done.resolve()
    await end.promise
  })
  await done.promise
  await late().finally(end.resolve)
  await transaction
}

describe('two concurrent orders of one phone', () => {
  test('guard off: both orders are open', async () => {
    await dropGuard()
    await meanwhile(placeFirst, () => placeOrder(stage.deps, second()))
    expect(await openOrders()).toHaveLength(2)
    expect(await readHeld()).toEqual([2, 3])
  })

  test('guard on: the second order replaces the first', async () => {
    const order = second()
    await behind(stage.db, placeFirst, () => placeOrder(stage.deps, order))
    expect(await openOrders()).toEqual([order.orderId])
    expect(await readHeld()).toEqual([0, 3])
  })

  test('guard on: one of twenty orders is left, and only its tickets are held', async () => {
    const orders = Array.from({ length: 20 }, (_, n) =>
      orderOf(event, n % 2 ? [1] : [0, 1], { phone, provenPhone: phone }),
    )
    const ends = await Promise.allSettled(orders.map((order) => placeOrder(stage.deps, order)))
    const codes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
    expect(new Set([...codes, 'payment_open'])).toEqual(new Set(['payment_open']))
    expect(await openOrders()).toHaveLength(1)
    const [first, other] = await readHeld()
    expect(first! + other!).toBe(1)
  })
})

describe('another prompt for an old order, concurrent with a new order', () => {
  async function expiredOrder(): Promise<string> {
    const { orderId } = await placeOrder(stage.deps, second())
    await inTransaction(stage.db, async (tx) => {
      const now = stage.clock.now()
      await lockOrder(tx, orderId, now)
      await endHolds(tx, [orderId], now)
    })
    return orderId
  }
  const reopen = (id: string) =>
    reopenOrder(stage.deps, id, { phone: null, provenPhone: phone }, async () => {})

  test('guard off: both orders are open', async () => {
    const id = await expiredOrder()
    await dropGuard()
    await meanwhile(placeFirst, () => reopen(id))
    expect(await openOrders()).toHaveLength(2)
  })

  test('guard on: one order is open', async () => {
    const id = await expiredOrder()
    await behind(stage.db, placeFirst, () => reopen(id))
    expect(await openOrders()).toEqual([id])
    expect(await readHeld()).toEqual([0, 3])
  })
})

describe('a prompt that is being sent', () => {
  async function inLine(): Promise<{ orderId: string; paymentId: string }> {
    stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
    const { orderId } = await placeOrder(stage.deps, second())
    await stage.runJobs()
    const [payment] = await readPayments(stage, orderId)
    return { orderId, paymentId: payment!.id }
  }

  /**
   * Begins a transaction that sends a prompt, and places a new order before that transaction
   * commits.
   */
  async function orderBehindPrompt(on: Db) {
    const { orderId, paymentId } = await inLine()
    const begin = async (tx: Tx) => {
      const now = stage.clock.now()
      await lockOrder(tx, orderId, now)
      await tx
        .updateTable('payment')
        .set({ state: 'prompting', prompting_at: now })
        .where('id', '=', paymentId)
        .execute()
    }
    const late = () =>
      placeOrder({ ...stage.deps, db: on }, second()).then(
        () => 'placed',
        (error) => error.code,
      )
    return await behind(stage.db, begin, late)
  }

  test('guard off: without the lock a new order replaces the prompted one', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [
      /(?<=order by o.id )for no key update of o, h$/,
    ])
    expect(await orderBehindPrompt(unguarded)).toBe('placed')
    await unguarded.close()
  })

  test('guard on: the new order is refused', async () => {
    expect(await orderBehindPrompt(stage.db)).toBe('payment_open')
  })
})
