import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import {
  callBack,
  endHolds,
  fail,
  latestPrompt,
  MINUTE,
  newReceipt,
  pay,
  payLate,
  prompted,
  readOrder,
  readOrderState,
  readPayments,
  readStock,
  tryAgain,
} from '../../../test/purchase.ts'
import { failedCallback, keepStage, paidCallback } from '../../../test/stage.ts'
import { orderPlaced } from '../../orders/jobs.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import { confirmPayment } from '../confirm-payment.ts'
import { openUnverifiedReport } from '../unverified-reports.sql.ts'
import { makePullSweep } from './pull-receipts.job.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100', PUSH_RATE: '1000' })
let event: BuiltEvent
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 200, capacity: 3 }] })
  stage.sent.length = 0
  stage.daraja.receipts.length = 0
})

async function putOffPushes(): Promise<void> {
  const later = new Date(Date.now() + 60 * MINUTE)
  await stage.db
    .updateTable('job')
    .set({ run_at: later })
    .where('name', '=', orderPlaced.name)
    .execute()
}

const statesOf = async (orderId: string) =>
  (await readPayments(stage, orderId)).map((payment) => payment.state)

test("a receipt whose payment got another prompt's receipt from the list is due back, once", async () => {
  const first = await prompted(stage, event)
  await fail(stage, first, 1037)
  await tryAgain(stage, first.orderId)
  await stage.runJobs()
  const second = { ...first, ...(await latestPrompt(stage)) }
  stage.pass(3 * MINUTE)
  await stage.sweep()
  // The first prompt is paid late and its callback is lost. Then M-Pesa's list shows a receipt,
  // which is assigned to the second prompt.
  const [late, own] = [newReceipt(), newReceipt()]
  stage.daraja.receipts.push({
    receipt: late,
    amountCents: 200_00,
    accountReference: first.push.accountReference,
    msisdn: first.phoneNumber,
    at: stage.clock.now(),
  })
  stage.pass(MINUTE)
  await stage.sweep()
  expect(await readOrderState(stage, first.orderId)).toBe('issued')
  await pay(stage, second, own)
  await payLate(stage, second, own)
  await payLate(stage, second, own)
  const uses = (await readPayments(stage, first.orderId)).map((p) => [p.mpesa_receipt, p.use])
  // The list does not distinguish the two prompts.
  expect(uses).toEqual([
    [own, 'refund_due'],
    [late, 'sale'],
  ])
  expect(stage.sent.filter((sms) => /refunded/.test(sms.body))).toHaveLength(1)
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 1 })
})

// spec: query-sells-tickets
test('a query adds no second payment to an order whose receipt stands under another prompt', async () => {
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
  const first = await prompted(stage, event)
  await endHolds(stage)
  await tryAgain(stage, first.orderId)
  await stage.runJobs()
  // The first prompt is paid late, and its money is counted for the second prompt.
  const receipt = newReceipt()
  stage.daraja.receipts.push({
    receipt,
    amountCents: 200_00,
    accountReference: first.push.accountReference,
    msisdn: first.phoneNumber,
    at: stage.clock.now(),
  })
  await makePullSweep(stage.deps)()
  await stage.runJobs()
  stage.daraja.nextQuery = (id) =>
    id === first.checkoutId ? { kind: 'paid' } : { kind: 'failed', code: '1032' }
  stage.pass(20 * MINUTE)
  await stage.sweep()
  await callBack(stage, first, paidCallback(receipt, 200, first.checkoutId))
  await stage.runJobs()
  const uses = (await readPayments(stage, first.orderId)).map((p) => [p.mpesa_receipt, p.use])
  expect(uses).toEqual([
    [null, null],
    [receipt, 'sale'],
  ])
  expect(stage.sent.filter((sms) => /refunded/.test(sms.body))).toEqual([])
  // If the second prompt were paid too, its receipt would prove that.
  const own = newReceipt()
  stage.daraja.receipts.push({ ...stage.daraja.receipts[0]!, receipt: own })
  await makePullSweep(stage.deps)()
  expect(await readPayments(stage, first.orderId)).toMatchObject([
    { mpesa_receipt: own, use: 'refund_due' },
    { mpesa_receipt: receipt, use: 'sale' },
  ])
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
})

test('money taken by a push that M-Pesa postponed is a sale once the list shows it', async () => {
  const { nextPush } = stage.daraja
  stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
  const order = await prompted(stage, event)
  stage.daraja.nextPush = nextPush
  const receipt = newReceipt()
  await payLate(stage, order, receipt)
  await stage.hurry()
  expect((await readOrder(stage, order.orderId)).body).toMatchObject({ status: '0', rrn: receipt })
  expect(await readPayments(stage, order.orderId)).toMatchObject([
    { state: 'confirmed', use: 'sale', mpesa_receipt: receipt },
  ])
})

describe('the failure of an earlier prompt', () => {
  test('the failure does not touch an order whose next prompt is still to come', async () => {
    const order = await prompted(stage, event)
    await endHolds(stage)
    expect(await readOrderState(stage, order.orderId)).toBe('expired')
    await tryAgain(stage, order.orderId)
    await putOffPushes()
    const before = stage.daraja.pushes.length
    await callBack(stage, order, failedCallback(1037, order.checkoutId))
    await stage.runJobs()
    expect(await readOrderState(stage, order.orderId)).toBe('pending')
    await stage.hurry()
    expect(stage.daraja.pushes).toHaveLength(before + 1)
  })

  test('the failure does not touch an order whose latest prompt is unknown', async () => {
    const order = await prompted(stage, event)
    await endHolds(stage)
    const { nextPush } = stage.daraja
    stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
    await tryAgain(stage, order.orderId)
    await stage.runJobs()
    stage.daraja.nextPush = nextPush
    await fail(stage, order, 1037)
    expect((await statesOf(order.orderId)).slice(0, 2)).toEqual(['failed', 'unknown'])
    expect(await readOrderState(stage, order.orderId)).toBe('pending')
  })
})

test('a failed prompt fails its order, even if an older prompt stays unknown', async () => {
  const order = await prompted(stage, event)
  await endHolds(stage)
  await tryAgain(stage, order.orderId)
  await stage.runJobs()
  await fail(stage, await latestPrompt(stage), 2001)
  expect(await statesOf(order.orderId)).toEqual(['unknown', 'failed'])
  expect((await readOrder(stage, order.orderId)).body).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('Wrong M-PESA PIN'),
  })
  expect((await tryAgain(stage, order.orderId)).status).toBe(202)
  await stage.runJobs()
  // M-Pesa reports late that the older prompt was paid.
  const receipt = newReceipt()
  await pay(stage, order, receipt)
  expect((await readOrder(stage, order.orderId)).body).toMatchObject({ status: '0', rrn: receipt })
})

const NEWS: [string, (tx: Tx, orderId: string) => Promise<void>][] = [
  ['another amount comes in', payOtherAmount],
  ['a success is reported without proof', claimPaid],
]

describe('no prompt while money is being checked', () => {
  test('another try gets 409', async () => {
    const order = await prompted(stage, event)
    await pay(stage, order, newReceipt(), 150)
    await endHolds(stage)
    expect(await readOrderState(stage, order.orderId)).toBe('expired')
    const before = stage.daraja.pushes.length
    expect(await tryAgain(stage, order.orderId)).toMatchObject({
      status: 409,
      body: { code: 'prompt_open', error: expect.stringMatching(/Do not pay again/) },
    })
    await stage.runJobs()
    expect(stage.daraja.pushes).toHaveLength(before)
  })

  test.each(NEWS)('another try just before %s gets 409', async (_what, come) => {
    const order = await prompted(stage, event)
    await endHolds(stage)
    const before = stage.daraja.pushes.length
    const refused = await behind(
      stage.db,
      (tx) => lockOrder(tx, order.orderId, stage.clock.now()),
      () => tryAgain(stage, order.orderId),
      { duringWait: (tx) => come(tx, order.orderId) },
    )
    expect(refused).toMatchObject({ status: 409, body: { code: 'prompt_open' } })
    await stage.runJobs()
    expect(stage.daraja.pushes).toHaveLength(before)
  })

  test.each(NEWS)('a queued prompt is not sent if %s', async (_what, come) => {
    const order = await inLineAgain()
    const before = stage.daraja.pushes.length
    await inTransaction(stage.db, (tx) => come(tx, order.orderId))
    await stage.hurry()
    expect(stage.daraja.pushes).toHaveLength(before)
    expect((await statesOf(order.orderId))[1]).toBe('failed')
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: 'pending',
      phase: 'confirming',
    })
  })

  test.each(NEWS)('a prompt whose slot has come is not sent if %s', async (_what, come) => {
    const order = await inLineAgain()
    const before = stage.daraja.pushes.length
    // A concurrent call uses the slot between the first reading of the order and the second.
    await behind(
      stage.db,
      (tx) => sql`lock table rate_slot in exclusive mode`.execute(tx),
      () => stage.hurry(),
      { duringWait: (tx) => come(tx, order.orderId) },
    )
    expect(stage.daraja.pushes).toHaveLength(before)
    expect((await statesOf(order.orderId))[1]).toBe('failed')
  })
})

/** Places an order whose first prompt is unknown and whose second prompt is queued. */
async function inLineAgain() {
  const order = await prompted(stage, event)
  await endHolds(stage)
  const { nextPush } = stage.daraja
  stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
  await tryAgain(stage, order.orderId)
  await stage.runJobs()
  stage.daraja.nextPush = nextPush
  stage.pass(MINUTE / 60)
  expect(await statesOf(order.orderId)).toEqual(['unknown', 'created'])
  return order
}

/** A callback reports a success of the order's first prompt, without proof. */
async function claimPaid(tx: Tx, orderId: string): Promise<void> {
  const [payment] = await readPayments(stage, orderId)
  const now = stage.clock.now()
  await lockOrder(tx, orderId, now)
  await openUnverifiedReport(tx, payment!.id, {
    reportedId: null,
    receipt: null,
    queryAt: null,
    now,
  })
}

/** The order's first prompt was paid after all, and its callback reports another amount. */
async function payOtherAmount(tx: Tx, orderId: string): Promise<void> {
  const [payment] = await readPayments(stage, orderId)
  const money = { receipt: newReceipt(), amountCents: 150_00 }
  const proof = { cause: 'callback' as const, money }
  await confirmPayment(tx, { id: payment!.id, orderId }, proof, stage.clock.now())
}
