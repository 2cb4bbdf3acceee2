import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import {
  fail,
  listPaid,
  MINUTE,
  newReceipt,
  pay,
  place,
  prompted,
  readOrder,
  readOrderState,
  readPayments,
  readStock,
} from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import type { PushAnswer } from '../mpesa/stk-push.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let event: BuiltEvent
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 300, capacity: 50 }] })
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
  stage.daraja.receipts = []
  stage.daraja.nextPush = accept
  stage.sent.length = 0
})

const accept = (): PushAnswer => ({
  kind: 'accepted',
  merchantRequestId: `m-${stage.daraja.pushes.length}`,
  checkoutRequestId: `ws_CO_${stage.daraja.pushes.length}`,
  raw: {},
})

async function stateOf(orderId: string): Promise<string | undefined> {
  return (await readPayments(stage, orderId)).at(-1)?.state
}

describe('a prompt without a result', () => {
  test('a prompt without a result is queried after 15 s; a success issues the tickets immediately, without a receipt', async () => {
    const order = await prompted(stage, event)
    stage.pass(14_000)
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    await stage.sweep()
    expect(await stateOf(order.orderId)).toBe('prompted')
    stage.pass(1_500)
    await stage.sweep()
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({ status: '0', rrn: '' })
    expect(stage.sent).toHaveLength(1)
  })

  test('a payment that a query proved gets its receipt from the late callback', async () => {
    const order = await prompted(stage, event)
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    stage.pass(16_000)
    await stage.sweep()
    const receipt = newReceipt()
    await pay(stage, order, receipt)
    expect((await readOrder(stage, order.orderId)).body.rrn).toBe(receipt)
    expect(stage.sent).toHaveLength(1)
    expect((await readStock(stage, event.types[0]!.id)).sold).toBe(1)
  })

  test('a payment that a query proved gets its receipt from Pull Transactions, page after page', async () => {
    const order = await prompted(stage, event)
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    stage.pass(16_000)
    await stage.sweep()
    const other = {
      amountCents: 5_00,
      accountReference: 'NOBODYS0',
      msisdn: '254700000009',
      at: null,
    }
    for (let i = 0; i < 3; i++) stage.daraja.receipts.push({ ...other, receipt: newReceipt() })
    const receipt = newReceipt()
    await listPaid(stage, receipt, 300)
    stage.pass(MINUTE)
    await stage.sweep()
    expect((await readOrder(stage, order.orderId)).body.rrn).toBe(receipt)
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { confirmed_amount_cents: 300_00 },
    ])
  })

  test('a payment fails if the query reports a failure, and a listed receipt still revives it', async () => {
    const order = await prompted(stage, event)
    stage.daraja.nextQuery = () => ({ kind: 'failed', code: '1032' })
    stage.pass(16_000)
    await stage.sweep()
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({ status: 'failed' })
    const receipt = newReceipt()
    await listPaid(stage, receipt, 300)
    stage.pass(MINUTE)
    await stage.sweep()
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: '0',
      rrn: receipt,
    })
  })

  test('a query does not revive a failed payment', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1037)
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    stage.pass(16_000)
    await stage.sweep()
    expect(await stateOf(order.orderId)).toBe('failed')
  })

  test('a payment is unknown after 120 s, not failed, and fails after a day, until a receipt is listed', async () => {
    const order = await prompted(stage, event)
    stage.pass(121_000)
    await stage.sweep()
    expect(await stateOf(order.orderId)).toBe('unknown')
    expect((await readOrder(stage, order.orderId)).body.phase).toBe('confirming')
    stage.pass(24 * 60 * MINUTE)
    await stage.sweep()
    expect(await stateOf(order.orderId)).toBe('failed')
    // M-Pesa has reported no failure, so the prompt may have been paid, and M-Pesa's list must
    // still be read for this payment. The other payments are made too old to need the list.
    await stage.db
      .updateTable('payment')
      .set({ created_at: new Date(0) })
      .where('order_id', '!=', order.orderId)
      .execute()
    await listPaid(stage, newReceipt(), 300)
    stage.pass(60 * MINUTE)
    await stage.sweep()
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { state: 'confirmed', use: 'sale' },
    ])
    stage.pass(-25 * 60 * MINUTE)
  })
})

describe('the response to a push', () => {
  test('after a refusal the payment fails immediately, and no prompt is sent', async () => {
    stage.daraja.nextPush = () => ({ kind: 'refused', code: '1001', raw: {} })
    const order = await place(stage, event)
    await stage.runJobs()
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: 'failed',
      result_code: '1001',
    })
  })

  test("after 'later' the payment is queued again, and prompted in its slot", async () => {
    stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
    const order = await place(stage, event)
    await stage.runJobs()
    expect((await readOrder(stage, order.orderId)).body.phase).toBe('in_line')
    stage.daraja.nextPush = accept
    await stage.hurry()
    expect((await readOrder(stage, order.orderId)).body.phase).toBe('prompted')
  })

  test("after three minutes of 'later' the payment is busy, and its tickets are free", async () => {
    stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
    const order = await place(stage, event)
    await stage.runJobs()
    stage.pass(3 * MINUTE + 1000)
    await stage.hurry()
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: 'failed',
      result_code: 'busy',
    })
    await stage.sweep()
    expect((await readStock(stage, event.types[0]!.id)).held).toBe(0)
  })

  test("after an unknown response no second prompt is sent, and the list finds the receipt by the order's code", async () => {
    stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
    const order = await place(stage, event)
    await stage.runJobs()
    const pushes = stage.daraja.pushes.length
    await stage.hurry()
    expect(stage.daraja.pushes).toHaveLength(pushes)
    expect(await stateOf(order.orderId)).toBe('unknown')
    const receipt = newReceipt()
    await listPaid(stage, receipt, 300)
    stage.pass(MINUTE)
    await stage.sweep()
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: '0',
      rrn: receipt,
    })
  })

  test('if a process dies during the push, the payment is unknown after a minute, without a second prompt', async () => {
    const order = await place(stage, event)
    stage.daraja.nextPush = () => Promise.reject(new Error('killed here'))
    await expect(stage.runJobs()).rejects.toThrow('killed here')
    stage.daraja.nextPush = accept
    const pushes = stage.daraja.pushes.length
    await stage.hurry()
    expect(stage.daraja.pushes).toHaveLength(pushes)
    stage.pass(61_000)
    await stage.sweep()
    expect(await stateOf(order.orderId)).toBe('unknown')
  })
})

describe('one phone', () => {
  test('a phone shows one prompt at a time, and the next order is queued', async () => {
    const first = await prompted(stage, event)
    const elsewhere = await buildEvent(stage.db)
    const second = await place(stage, elsewhere, [1], { phoneNumber: first.phoneNumber })
    await stage.runJobs()
    expect((await readOrder(stage, second.orderId)).body.phase).toBe('in_line')
    await fail(stage, first, 1032)
    await stage.hurry()
    expect((await readOrder(stage, second.orderId)).body.phase).toBe('prompted')
  })
})

describe('a hold', () => {
  test('a hold ends after five minutes, after a last query', async () => {
    const order = await prompted(stage, event, [4])
    stage.pass(5 * MINUTE + 1000)
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    await stage.sweep()
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
    expect((await readStock(stage, event.types[0]!.id)).held).toBe(0)
  })

  test('a hold waits while the query is pending, and ends after ten minutes in any case', async () => {
    const order = await prompted(stage, event, [4])
    stage.pass(5 * MINUTE + 1000)
    await stage.sweep()
    expect((await readStock(stage, event.types[0]!.id)).held).toBe(4)
    expect(await readOrderState(stage, order.orderId)).toBe('pending')
    stage.pass(5 * MINUTE)
    await stage.sweep()
    expect((await readStock(stage, event.types[0]!.id)).held).toBe(0)
    const { body } = await readOrder(stage, order.orderId)
    expect(body.status).toBe('expired')
    expect(body.message).toContain('You ran out of time to pay')
    expect(body).not.toHaveProperty('result_code')
  })

  test("a hold's five minutes start at the prompt", async () => {
    stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
    const order = await place(stage, event)
    await stage.runJobs()
    stage.pass(2 * MINUTE)
    stage.daraja.nextPush = accept
    await stage.hurry()
    stage.pass(4 * MINUTE)
    await stage.sweep()
    const hold = await stage.db
      .selectFrom('hold')
      .selectAll()
      .where('order_id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    expect(hold.state).toBe('held')
    expect(hold.expires_at.getTime()).toBeGreaterThan(stage.clock.now().getTime())
  })
})

test('a receipt that no prompt explains becomes a payment', async () => {
  const order = await prompted(stage, event)
  await pay(stage, order, newReceipt())
  const again = await prompted(stage, event)
  stage.daraja.nextQuery = () => ({ kind: 'paid' })
  stage.pass(16_000)
  await stage.sweep()
  // Lists the second order's money, and another payment by paybill with the same order code.
  await listPaid(stage, newReceipt(), 300)
  await listPaid(stage, newReceipt(), 300)
  stage.pass(MINUTE)
  await stage.sweep()
  const uses = (await readPayments(stage, again.orderId)).map((payment) => payment.use)
  expect(uses).toEqual(['sale', 'refund_due'])
})
