// spec: order-locked-payments
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
import { failedCallback, makeStage, paidCallback, type Stage } from '../../../test/stage.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { databaseErrorCode, type Tx } from '../../platform/database/db.ts'
import type { PushAnswer } from '../mpesa/stk-push.ts'
import { lockPayment } from '../payments.sql.ts'
import { moveStuckPayments } from './sweep-payments.job.ts'

let stage: Stage
let event: BuiltEvent

beforeAll(async () => {
  stage = await makeStage({ LIMIT_PUSH_PER_PHONE: '1000' })
})
beforeEach(async () => {
  event = await buildEvent(stage.db)
})
afterAll(() => stage.close())

async function paymentIdOf(orderId: string): Promise<string> {
  const [payment] = await readPayments(stage, orderId)
  return payment!.id
}

test('the guard off: the payment first and the order first, and PostgreSQL ends one of them', async () => {
  const order = await prompted(stage, event)
  const id = await paymentIdOf(order.orderId)
  const now = stage.clock.now()
  const both = Promise.withResolvers<void>()
  let waiting = 0
  /** Locks one, waits until the other transaction has locked its own, then wants that one too. */
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
 * The guard on: runs `late` while a transaction has the order, and looks whether it holds the
 * payment while it waits. If so, the two would wait for each other.
 */
async function whileOrderIsLocked(orderId: string, late: () => Promise<unknown>): Promise<void> {
  const id = await paymentIdOf(orderId)
  let isFree: boolean | undefined
  await behind(stage.db, (tx) => lockOrder(tx, orderId, stage.clock.now()), late, {
    meanwhile: async (tx) => {
      const { rows } = await sql`select from payment where id = ${id}
          for no key update skip locked`.execute(tx)
      isFree = rows.length === 1
    },
  })
  expect(isFree, 'the payment is locked by who waits for its order').toBe(true)
}

describe('the order first, then its payment:', () => {
  test.each([
    ['paid', (receipt: string, id: string) => paidCallback(receipt, 100, id)],
    ['failed', (_receipt: string, id: string) => failedCallback(1032, id)],
  ])('a callback that says %s, and is first to tell the id of its push', async (what, write) => {
    stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
    const order = await prompted(stage, event)
    stage.daraja.nextPush = accept
    await callBack(stage, order, write(`UKL${what.length}000000`, 'ws_CO_lost'))
    await whileOrderIsLocked(order.orderId, stage.runJobs)
    expect(await readOrderState(stage, order.orderId)).toBe(what === 'paid' ? 'pending' : 'failed')
    const { told_request_id } = await stage.db
      .selectFrom('payment')
      .select('told_request_id')
      .where('order_id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    expect(told_request_id).toBe(what === 'paid' ? 'ws_CO_lost' : null)
  })

  test('a push that was refused', async () => {
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

  test('a query that says failed', async () => {
    const order = await prompted(stage, event)
    stage.daraja.nextQuery = () => ({ kind: 'failed', code: '1032' })
    stage.pass(16_000)
    await whileOrderIsLocked(order.orderId, stage.sweep)
    stage.daraja.nextQuery = () => ({ kind: 'pending' })
    expect(await readOrderState(stage, order.orderId)).toBe('failed')
  })

  test('a prompt in line that nobody wants any more', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1037)
    stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
    await tryAgain(stage, order.orderId)
    await stage.runJobs()
    stage.daraja.nextPush = accept
    await whileOrderIsLocked(order.orderId, stage.hurry)
  })

  test('what stayed unknown for a day', async () => {
    stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
    const order = await prompted(stage, event)
    stage.daraja.nextPush = accept
    stage.pass(24 * 3600_000 + 1000)
    await whileOrderIsLocked(order.orderId, () => moveStuckPayments(stage.deps))
    stage.pass(-24 * 3600_000 - 1000)
  })

  test('a receipt in the list of Pull Transactions', async () => {
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
