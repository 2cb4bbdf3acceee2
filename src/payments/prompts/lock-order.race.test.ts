// spec: order-locked-payments
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import {
  callBack,
  fail,
  latestPrompt,
  place,
  prompted,
  readOrderState,
  readPayments,
  tryAgain,
} from '../../../test/purchase.ts'
import { failedCallback, keepStage, paidCallback } from '../../../test/stage.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { databaseErrorCode, type Tx } from '../../platform/database/db.ts'
import type { PushAnswer } from '../mpesa/stk-push.ts'
import { lockPayment } from '../payments.sql.ts'
import { moveStuckPayments } from './sweep-payments.job.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let event: BuiltEvent

beforeEach(async () => {
  event = await buildEvent(stage.db)
})

async function paymentIdOf(orderId: string): Promise<string> {
  const [payment] = await readPayments(stage, orderId)
  return payment!.id
}

test('guard off: two transactions that lock order and payment in opposite order deadlock', async () => {
  const order = await prompted(stage, event)
  const id = await paymentIdOf(order.orderId)
  const now = stage.clock.now()
  const both = Promise.withResolvers<void>()
  let waiting = 0
  /**
   * Takes the first lock, waits until the other transaction has its first lock, and then takes the
   * second.
   */
  const lock = (locks: ((tx: Tx) => Promise<unknown>)[]) =>
    stage.db.transaction().execute(async (tx) => {
      await locks[0]!(tx)
      waiting += 1
      if (waiting === 2) both.resolve()
      await both.promise
      await locks[1]!(tx)
    })
  const orderLock = (tx: Tx) => lockOrder(tx, order.orderId, now)
  const paymentLock = (tx: Tx) => lockPayment(tx, id)
  const ends = await Promise.allSettled([
    lock([orderLock, paymentLock]),
    lock([paymentLock, orderLock]),
  ])
  const codes = ends.map((end) => end.status === 'rejected' && databaseErrorCode(end.reason))
  expect(codes.filter(Boolean)).toEqual(['40P01'])
})

/**
 * Runs `late` while a transaction has locked the order. Checks that `late` does not lock the
 * payment while it waits for the order, because then the two could deadlock.
 */
async function whileOrderIsLocked(orderId: string, late: () => Promise<unknown>): Promise<void> {
  const id = await paymentIdOf(orderId)
  let isFree: boolean | undefined
  await behind(stage.db, (tx) => lockOrder(tx, orderId, stage.clock.now()), late, {
    duringWait: async (tx) => {
      const { rows } = await sql`select from payment where id = ${id}
          for no key update skip locked`.execute(tx)
      isFree = rows.length === 1
    },
  })
  expect(isFree, 'the payment is locked while its order is waited for').toBe(true)
}

describe('the order is locked before its payment', () => {
  test.each([
    ['paid', (receipt: string, id: string) => paidCallback(receipt, 100, id)],
    ['failed', (_receipt: string, id: string) => failedCallback(1032, id)],
  ])(
    'a callback that reports %s before the push has returned its id locks the order first',
    async (what, write) => {
      stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
      const order = await prompted(stage, event)
      stage.daraja.nextPush = accept
      await callBack(stage, order, write(`UKL${what.length}000000`, 'ws_CO_lost'))
      await whileOrderIsLocked(order.orderId, stage.runJobs)
      expect(await readOrderState(stage, order.orderId)).toBe(
        what === 'paid' ? 'pending' : 'failed',
      )
      const { reported_request_id } = await stage.db
        .selectFrom('payment')
        .select('reported_request_id')
        .where('order_id', '=', order.orderId)
        .executeTakeFirstOrThrow()
      expect(reported_request_id).toBe(what === 'paid' ? 'ws_CO_lost' : null)
    },
  )

  test('a refused push locks the order first', async () => {
    const called = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<PushAnswer>()
    stage.daraja.nextPush = () => {
      called.resolve()
      return answered.promise
    }
    const { orderId } = await place(stage, event)
    const pushing = stage.runJobs()
    await called.promise
    stage.daraja.nextPush = accept
    await whileOrderIsLocked(orderId, async () => {
      answered.resolve({ kind: 'refused', code: '1001', raw: {} })
      await pushing
    })
    expect(await readOrderState(stage, orderId)).toBe('failed')
  })

  test('a query that reports a failure locks the order first', async () => {
    const order = await prompted(stage, event)
    stage.daraja.nextQuery = () => ({ kind: 'failed', code: '1032' })
    stage.pass(16_000)
    await whileOrderIsLocked(order.orderId, stage.sweep)
    stage.daraja.nextQuery = () => ({ kind: 'pending' })
    expect(await readOrderState(stage, order.orderId)).toBe('failed')
  })

  test('an unneeded prompt that leaves the queue locks the order first', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1037)
    stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
    await tryAgain(stage, order.orderId)
    await stage.runJobs()
    stage.daraja.nextPush = accept
    await whileOrderIsLocked(order.orderId, stage.hurry)
  })

  test('the sweep of payments that stayed unknown for a day locks the order first', async () => {
    stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
    const order = await prompted(stage, event)
    stage.daraja.nextPush = accept
    stage.pass(24 * 3600_000 + 1000)
    await whileOrderIsLocked(order.orderId, () => moveStuckPayments(stage.deps))
    stage.pass(-24 * 3600_000 - 1000)
  })

  test("a receipt on M-Pesa's list locks the order first", async () => {
    stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
    const order = await prompted(stage, event)
    stage.daraja.nextPush = accept
    const { accountReference, phone: msisdn } = (await latestPrompt(stage)).push
    stage.daraja.receipts = [
      { receipt: 'UKL0000009', amountCents: 100_00, accountReference, msisdn, at: null },
    ]
    stage.pass(60_000)
    await whileOrderIsLocked(order.orderId, stage.sweep)
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
  })
})

const accept = (): PushAnswer => ({
  kind: 'accepted',
  merchantRequestId: `m-${stage.daraja.pushes.length}`,
  checkoutRequestId: `ws_CO_${stage.daraja.pushes.length}`,
  raw: {},
})
