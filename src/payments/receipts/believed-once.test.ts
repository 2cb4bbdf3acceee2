import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import {
  endHolds,
  expectNothingSold,
  fail,
  listPaid,
  MINUTE,
  newReceipt,
  paidFor,
  pay,
  prompted,
  readOrder,
  readOrderState,
  readOutcomes,
  readPayments,
  tell,
  tryAgain,
} from '../../../test/purchase.ts'
import { failedCallback, keepStage, paidCallback, type Stage } from '../../../test/stage.ts'
import { paymentCounters } from '../declarations.ts'
import { makePullSweep } from './pull-receipts.job.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000', LIMIT_PUSH_PER_ADDRESS: '1000' })
let event: BuiltEvent
let accept: Stage['daraja']['nextPush']

beforeAll(async () => {
  accept = stage.daraja.nextPush
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 200, capacity: 50 }] })
  stage.daraja.nextPush = accept
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
  stage.daraja.receipts = []
  // Payments of earlier tests become too old to be queried and to be on M-Pesa's list.
  await stage.db
    .updateTable('payment')
    .set({ created_at: new Date(0), prompting_at: new Date(0), next_query_at: null })
    .execute()
  stage.sent.length = 0
})

type Prompted = Awaited<ReturnType<typeof prompted>>

function withoutId(callback: ReturnType<typeof paidCallback | typeof failedCallback>) {
  const { CheckoutRequestID: _, ...stkCallback } = callback.Body.stkCallback
  return { Body: { stkCallback } }
}

async function countMismatches(): Promise<number> {
  const { values } = await paymentCounters(stage.deps.metrics).callbacks.get()
  return values.find(({ labels }) => labels.outcome === 'mismatch')?.value ?? 0
}

const stateOf = async (order: { orderId: string }) =>
  (await readPayments(stage, order.orderId)).at(-1)!.state

describe('the id of a prompt that the push returned', () => {
  test('a cancelled payment and, 45 minutes later, a success with an invented receipt and no id: nothing changes', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1032)
    await endHolds(stage)
    stage.pass(45 * MINUTE)
    await tell(stage, order, withoutId(paidFor(order)))
    await stage.sweep()
    await expectNothingSold(stage, order)
    expect(await stateOf(order)).toBe('failed')
    expect(await readOutcomes(stage, order)).toEqual(['failed', 'mismatch'])
    // The buyer no longer waits for the success.
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({ status: 'expired' })
  })

  test.each([
    ['a success', (order: Prompted) => paidFor(order)],
    ['a failure', (order: Prompted) => failedCallback(1032, order.checkoutId)],
  ])('%s without this id is stored and counted, and changes nothing', async (_what, callback) => {
    const order = await prompted(stage, event)
    const before = await countMismatches()
    await tell(stage, order, withoutId(callback(order)))
    expect(await countMismatches()).toBe(before + 1)
    expect(await stateOf(order)).toBe('prompted')
    expect(await readOutcomes(stage, order)).toEqual(['mismatch'])
    await expectNothingSold(stage, order)
  })

  test('after a call with another id the address is not believed, and its success is queried', async () => {
    const order = await prompted(stage, event)
    await tell(stage, order, withoutId(paidFor(order)))
    await tell(stage, order, paidFor(order))
    expect(await stateOf(order)).toBe('prompted')
    await expectNothingSold(stage, order)
    stage.daraja.nextQuery = (id) =>
      id === order.checkoutId ? { kind: 'paid' } : { kind: 'failed', code: '1032' }
    stage.pass(16_000)
    await stage.sweep()
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
    // The receipt must come from M-Pesa's list, not from the callback.
    expect(await readPayments(stage, order.orderId)).toMatchObject([{ mpesa_receipt: null }])
    const receipt = newReceipt()
    await listPaid(stage, receipt, 200)
    stage.pass(MINUTE)
    await stage.sweep()
    expect(await readPayments(stage, order.orderId)).toMatchObject([{ mpesa_receipt: receipt }])
  })
})

describe('the phone in a success', () => {
  test.each([
    ['another phone', 254799999999],
    ['another phone as text', '0799999999'],
  ])('a success with %s is not of this prompt', async (_what, phone) => {
    const order = await prompted(stage, event)
    await tell(stage, order, paidCallback(newReceipt(), order.amount, order.checkoutId, phone))
    expect(await readOutcomes(stage, order)).toEqual(['mismatch'])
    expect(await stateOf(order)).toBe('prompted')
    await expectNothingSold(stage, order)
  })

  test.each([
    ['masked', '2547****123'],
    ['masked by the end', '0722***000'],
    ['a hash', 'f3a1c08e5b7d92464c1d0e7a3b5f8890aa6d1c2e4f70b9381d5c6e2a9b7f4c03'],
    ['empty', ''],
  ])('a success whose phone is %s is judged without the phone', async (_what, phone) => {
    const order = await prompted(stage, event)
    await tell(stage, order, paidCallback(newReceipt(), order.amount, order.checkoutId, phone))
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
  })

  test('the prompted phone is recognised in every spelling', async () => {
    const order = await prompted(stage, event)
    const phone = `0${order.push.phone.slice(3)}`
    await tell(stage, order, paidCallback(newReceipt(), order.amount, order.checkoutId, phone))
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
  })
})

describe('a success after the final answer', () => {
  async function cancelled() {
    const order = await prompted(stage, event)
    await fail(stage, order, 1032)
    return order
  }

  test('for a buyer who cancelled and then paid, Pull Transactions is read within seconds, and the tickets follow', async () => {
    const order = await cancelled()
    // No query is due, and M-Pesa's list was just read.
    stage.pass(60 * MINUTE)
    const pull = makePullSweep(stage.deps)
    await pull()
    stage.pass(45 * MINUTE)
    const receipt = newReceipt()
    await listPaid(stage, receipt, 200)
    await pull()
    expect(await readOrderState(stage, order.orderId)).not.toBe('issued')
    await tell(stage, order, paidFor(order, { receipt }))
    await expectNothingSold(stage, order)
    expect(await readOutcomes(stage, order)).toEqual(['failed', 'waiting'])
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: 'pending',
      phase: 'confirming',
      message: expect.stringContaining('Do not pay again'),
    })
    stage.pass(5000)
    await pull()
    await stage.runJobs()
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: '0',
      rrn: receipt,
    })
    expect(stage.sent).toHaveLength(1)
  })

  test('an unlisted success sells nothing, even if a query confirms it; then the buyer may try again', async () => {
    const order = await cancelled()
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    await tell(stage, order, paidFor(order))
    expect(await tryAgain(stage, order.orderId)).toMatchObject({
      status: 409,
      body: { code: 'prompt_open', error: expect.stringMatching(/Do not pay again/) },
    })
    for (let i = 0; i < 4; i++) {
      stage.pass(MINUTE)
      await stage.sweep()
    }
    await expectNothingSold(stage, order)
    expect((await readOrder(stage, order.orderId)).body.phase).toBe('confirming')
    stage.pass(2 * MINUTE)
    await stage.sweep()
    const held = (await readOrder(stage, order.orderId)).body
    expect(held).toMatchObject({ status: 'failed', can_retry: true })
    expect(held.message).toMatch(/If it took your money, you'll get tickets by SMS or a refund/)
    expect(held.paybill).toBeUndefined()
    stage.pass(5 * MINUTE)
    await stage.sweep()
    const { body } = await readOrder(stage, order.orderId)
    expect(body).toMatchObject({ status: 'expired', can_retry: true })
    expect(body.message).toMatch(/If M-PESA took your money, you'll get tickets by SMS or a refund/)
    expect((await tryAgain(stage, order.orderId)).status).toBe(202)
    await expectNothingSold(stage, order)
  })

  test('a success without a receipt waits, too', async () => {
    const order = await cancelled()
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    await tell(stage, order, {
      Body: { stkCallback: { CheckoutRequestID: order.checkoutId, ResultCode: 0 } },
    })
    await stage.sweep()
    expect(await readOutcomes(stage, order)).toEqual(['failed', 'waiting'])
    await expectNothingSold(stage, order)
  })

  test('another receipt of a paid payment is no second payment until the list shows it', async () => {
    const order = await prompted(stage, event)
    await pay(stage, order, newReceipt())
    const another = newReceipt()
    for (const receipt of [another, newReceipt(), newReceipt()]) {
      await tell(stage, order, paidFor(order, { receipt }))
    }
    expect(await readPayments(stage, order.orderId)).toHaveLength(1)
    expect(await readOutcomes(stage, order)).toEqual(['confirmed', 'waiting', 'waiting', 'waiting'])
    // The tickets stay valid.
    expect((await readOrder(stage, order.orderId)).body.status).toBe('0')
    stage.daraja.receipts = [
      {
        receipt: another,
        amountCents: 200_00,
        accountReference: order.push.accountReference,
        msisdn: order.push.phone,
        at: new Date(stage.clock.now().getTime() + 10 * MINUTE),
      },
    ]
    stage.pass(5000)
    await stage.sweep()
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { use: 'sale' },
      { use: 'refund_due', mpesa_receipt: another },
    ])
  })
})
