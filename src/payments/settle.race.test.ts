import { beforeEach, describe, expect, test } from 'vitest'
import { behind } from '../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { MINUTE, prompted, readPayments, readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import { expireHolds } from '../orders/expire-holds.job.ts'
import { changeHold } from '../orders/holds.sql.ts'
import { endHolds } from '../orders/holds.ts'
import { lockOrder } from '../orders/orders.sql.ts'
import { type Db, inTransaction, type Tx } from '../platform/database/db.ts'
import { confirmPayment, type Proof } from './confirm-payment.ts'
import { failPayment } from './fail-payment.ts'

const ROUNDS = 25
/** Matches the locks that lockOrder and lockPayment take. */
const ORDER_LOCK = /for no key update of o, h$/
const PAYMENT_LOCK = /(?<=from "payment" where "id" = \$1 )for no key update$/

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let event: BuiltEvent

beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 300, capacity: 1000 }] })
})

type Prompted = Awaited<ReturnType<typeof prompted>>

async function paymentOf(order: Prompted): Promise<{ id: string; orderId: string }> {
  const [payment] = await readPayments(stage, order.orderId)
  return { id: payment!.id, orderId: order.orderId }
}

async function confirm(order: Prompted, proof: Proof): Promise<void> {
  const payment = await paymentOf(order)
  await inTransaction(stage.db, (tx) => confirmPayment(tx, payment, proof, stage.clock.now()))
}

const byCallback = (round: number, amountCents = 300_00): Proof => ({
  cause: 'callback',
  money: { receipt: `UKR${String(round).padStart(7, '0')}`, amountCents },
})

describe('a callback while the hold ends', () => {
  /**
   * Confirms a payment while its hold ends. The transaction on `confirmOn` waits for the end of the
   * hold.
   */
  async function payWhileHoldEnds(confirmOn: Db) {
    const order = await prompted(stage, event, [2])
    await prompted(stage, event, [5])
    const now = stage.clock.now()
    const end = async (tx: Tx) => {
      await lockOrder(tx, order.orderId, now)
      await endHolds(tx, [order.orderId], now)
    }
    const payment = await paymentOf(order)
    const proof = byCallback(300, 600_00)
    const pay = () => inTransaction(confirmOn, (tx) => confirmPayment(tx, payment, proof, now))
    return await behind(stage.db, end, pay)
  }

  test("guard off: without the order's lock only an assertion prevents selling tickets that others hold", async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [ORDER_LOCK])
    await expect(payWhileHoldEnds(unguarded)).rejects.toThrow('a locked hold ended')
    await unguarded.close()
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 5, sold: 0 })
  })

  test('guard on: the money counts as late money', async () => {
    expect(await payWhileHoldEnds(stage.db)).toBe('confirmed')
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 5, sold: 2 })
  })

  test('many concurrent payments are sold, and each ticket is counted once', async () => {
    const orders = []
    for (let i = 0; i < ROUNDS; i++) orders.push(await prompted(stage, event, [2]))
    stage.pass(11 * MINUTE)
    await Promise.all([
      ...orders.map((order, round) => confirm(order, byCallback(round, 600_00))),
      expireHolds(stage.deps),
      expireHolds(stage.deps),
    ])
    await stage.runJobs()
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 2 * ROUNDS })
  })

  test('late money for too few tickets sells as many orders as fit, and the rest is due back', async () => {
    const orders = []
    for (let i = 0; i < ROUNDS; i++) orders.push(await prompted(stage, event, [2]))
    stage.pass(11 * MINUTE)
    await expireHolds(stage.deps)
    await stage.db
      .updateTable('ticket_type')
      .set({ capacity: 21 })
      .where('event_id', '=', event.id)
      .execute()
    await Promise.all(orders.map((order, round) => confirm(order, byCallback(400 + round, 600_00))))
    const payments = await Promise.all(orders.map((order) => readPayments(stage, order.orderId)))
    const uses = payments.flat().map((payment) => payment.use)
    expect(uses.filter((use) => use === 'sale')).toHaveLength(10)
    expect(uses.filter((use) => use === 'refund_due')).toHaveLength(ROUNDS - 10)
    expect(await readStock(stage, event.types[0]!.id)).toEqual({ capacity: 21, held: 0, sold: 20 })
  })

  test('a hold is sold or released once, in any order', async () => {
    const order = await prompted(stage, event)
    const now = stage.clock.now()
    const taken = await Promise.all(
      (['sold', 'released'] as const).map((state) =>
        inTransaction(stage.db, async (tx) => {
          await lockOrder(tx, order.orderId, now)
          return await changeHold(tx, order.orderId, 'held', { state, updated_at: now })
        }),
      ),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })
})

describe('a callback while a query proves the payment', () => {
  /** Confirms a payment twice. The second call begins before the first has committed. */
  async function payTwice(secondOn: Db) {
    const order = await prompted(stage, event, [2])
    await prompted(stage, event, [5])
    const now = stage.clock.now()
    const payment = await paymentOf(order)
    const byQuery: Proof = { cause: 'query', money: null }
    const reported = byCallback(310, 600_00)
    return await behind(
      stage.db,
      (tx) => confirmPayment(tx, payment, byQuery, now),
      () => inTransaction(secondOn, (tx) => confirmPayment(tx, payment, reported, now)),
    )
  }

  test('guard off: without the locks of order and payment only an assertion prevents a second sale', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [ORDER_LOCK, PAYMENT_LOCK])
    await expect(payTwice(unguarded)).rejects.toThrow('impossible')
    await unguarded.close()
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 5, sold: 2 })
  })

  test('guard on: the second report finds the sale and adds its receipt', async () => {
    expect(await payTwice(stage.db)).toBe('receipt_added')
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 5, sold: 2 })
  })

  test('a callback and a query that both report a success make one sale, one receipt and one set of tickets', async () => {
    const orders = []
    for (let i = 0; i < ROUNDS; i++) orders.push(await prompted(stage, event))
    await Promise.all(
      orders.flatMap((order, round) => [
        confirm(order, byCallback(100 + round)),
        confirm(order, { cause: 'query', money: null }),
        confirm(order, byCallback(100 + round)),
      ]),
    )
    await stage.runJobs()
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: ROUNDS })
    for (const [round, order] of orders.entries()) {
      expect(await readPayments(stage, order.orderId)).toMatchObject([
        { state: 'confirmed', use: 'sale', mpesa_receipt: byCallback(100 + round).money!.receipt },
      ])
    }
  })

  test("if a query reports a failure, the callback's success wins, or, if the callback comes second, the list decides", async () => {
    const orders = []
    for (let i = 0; i < ROUNDS; i++) orders.push(await prompted(stage, event))
    await Promise.all(
      orders.flatMap((order, round) => [
        confirm(order, byCallback(200 + round)),
        paymentOf(order).then((payment) =>
          inTransaction(stage.db, (tx) =>
            failPayment(tx, payment, {
              code: '1032',
              by: 'query',
              now: stage.clock.now(),
              timeScale: stage.deps.timeScale,
            }),
          ),
        ),
      ]),
    )
    for (const [round, order] of orders.entries()) {
      await confirm(order, { ...byCallback(200 + round), cause: 'pull' })
    }
    await stage.runJobs()
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: ROUNDS })
    const states = await stage.db
      .selectFrom('order')
      .select('state')
      .where('event_id', '=', event.id)
      .execute()
    expect(new Set(states.map((order) => order.state))).toEqual(new Set(['issued']))
  })
})
