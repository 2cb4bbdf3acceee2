import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { jobByHand } from '../../../test/job-by-hand.ts'
import {
  newReceipt,
  paidFor,
  prompted,
  readOrderState,
  readOutcomes,
  readPayments,
  requestIdFor,
  tell,
} from '../../../test/purchase.ts'
import { keepStage, type Stage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { callbackReceived } from '../jobs.ts'
import { recordPushAnswer } from '../payments.sql.ts'
import { queryPushJob } from '../prompts/query-push.job.ts'
import { requeueWaiting } from '../unverified-reports.sql.ts'
import { settleCallback } from './settle-callback.job.ts'

/** Matches the lock that lockPayment takes. */
const PAYMENT_LOCK = /(?<=from "payment" where "id" = \$1 )for no key update$/
/** Matches the condition of recordCheckoutRequestId. */
const NO_ID_YET = / and "checkout_request_id" is null$/
const JOB = jobByHand()

const stage = keepStage()
let event: BuiltEvent
let accept: Stage['daraja']['nextPush']

beforeAll(async () => {
  accept = stage.daraja.nextPush
})
beforeEach(async () => {
  event = await buildEvent(stage.db)
  stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
})
afterEach(() => {
  stage.daraja.nextPush = accept
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
})

/** Stores a late response of the push, with this id. */
function answerWith(paymentId: string, checkoutRequestId: string) {
  return async (tx: Tx) => {
    await recordPushAnswer(tx, paymentId, { raw: {}, checkoutRequestId })
    await requeueWaiting(tx, paymentId, callbackReceived)
  }
}

describe("a success that is read while the push's response is stored", () => {
  async function readWhileAnswered(on: Db) {
    const order = await prompted(stage, event)
    const [payment] = await readPayments(stage, order.orderId)
    const payload = paidFor(order, { receipt: newReceipt() })
    await stage.app.inject({ method: 'POST', url: order.callbackPath, payload })
    const { id } = await stage.db
      .selectFrom('provider_callback')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await behind(stage.db, answerWith(payment!.id, order.checkoutId), () =>
      settleCallback({ ...stage.deps, db: on }).run({ callbackId: id }, JOB),
    )
    return await readOutcomes(stage, order)
  }

  test("guard off: without the payment's lock the callback waits for ever", async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [PAYMENT_LOCK])
    const outcomes = await readWhileAnswered(unguarded)
    await unguarded.close()
    expect(outcomes).toEqual(['waiting'])
  })

  test('guard on: the callback confirms the payment', async () => {
    const outcomes = await readWhileAnswered(stage.db)
    expect(outcomes).toEqual(['confirmed'])
  })
})

describe('a query for a reported id while the push returns another id', () => {
  async function askWhileAnswered(on: Db) {
    const order = await prompted(stage, event)
    const [payment] = await readPayments(stage, order.orderId)
    const id = requestIdFor(order.push.phone, stage.clock.now())
    await tell(stage, order, paidFor(order, { id }))
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    await behind(stage.db, answerWith(payment!.id, 'ws_CO_own'), () =>
      queryPushJob({ ...stage.deps, db: on }).run({ paymentId: payment!.id }, JOB),
    )
    return await readOrderState(stage, order.orderId)
  }

  test('guard off: the order is sold by a query for an id that is not its own', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [NO_ID_YET])
    expect(await askWhileAnswered(unguarded)).toBe('paid')
    await unguarded.close()
  })

  test('guard on: the order is not sold', async () => {
    expect(await askWhileAnswered(stage.db)).toBe('pending')
  })
})
