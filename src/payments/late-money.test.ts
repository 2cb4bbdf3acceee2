import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import {
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
} from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let event: BuiltEvent
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 200, capacity: 3 }] })
  stage.sent.length = 0
  stage.daraja.receipts = []
})

describe('a success after the hold has ended', () => {
  test('late money buys the tickets while there is capacity', async () => {
    const order = await prompted(stage, event, [2])
    await endHolds(stage)
    expect(await readOrderState(stage, order.orderId)).toBe('expired')
    expect((await readStock(stage, event.types[0]!.id)).held).toBe(0)
    await pay(stage, order, newReceipt())
    expect((await readOrder(stage, order.orderId)).body.status).toBe('0')
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 2 })
  })

  test('late money is due back if the tickets were sold to others, and the buyer is notified', async () => {
    const late = await prompted(stage, event, [2])
    await endHolds(stage)
    const quick = await prompted(stage, event, [3])
    await pay(stage, quick, newReceipt())
    const receipt = newReceipt()
    await pay(stage, late, receipt)
    expect((await readOrder(stage, late.orderId)).body).toMatchObject({
      status: 'refund_due',
      rrn: receipt,
      can_retry: false,
    })
    expect(await readPayments(stage, late.orderId)).toMatchObject([{ use: 'refund_due' }])
    expect(await readStock(stage, event.types[0]!.id)).toEqual({ capacity: 3, held: 0, sold: 3 })
    expect(stage.sent.at(-1)).toMatchObject({ phone: late.phoneNumber })
    expect(stage.sent.at(-1)!.body).toMatch(/KES 400 .*will be refunded/)
  })
})

describe('money for an event without sales', () => {
  // spec: cancel-late-money
  test('money for a cancelled event is due back, and its tickets are returned to the stock', async () => {
    const order = await prompted(stage, event)
    await stage.db
      .updateTable('event')
      .set({ cancelled_at: new Date() })
      .where('id', '=', event.id)
      .execute()
    await pay(stage, order, newReceipt())
    const { status, message } = (await readOrder(stage, order.orderId)).body
    expect(status).toBe('refund_due')
    expect(message).toMatch(
      /^This event is cancelled, and your payment will be refunded\. KES 200 will be refunded by .* to 07/,
    )
    expect(stage.sent.map(({ body }) => body)).toEqual([
      expect.stringMatching(
        /^Derby Day is cancelled\. Your KES 200 will be refunded to the M-PESA number that paid\. Ref \w{8}$/,
      ),
    ])
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 0 })
    const states = await stage.db
      .selectFrom('order_event')
      .select('to_state')
      .where('order_id', '=', order.orderId)
      .orderBy('id')
      .execute()
    expect(states.map((row) => row.to_state)).toEqual(['pending', 'expired', 'refund_due'])
  })

  test('money for a past event is due back', async () => {
    const order = await prompted(stage, event)
    stage.pass(40 * 24 * 60 * MINUTE)
    await pay(stage, order, newReceipt())
    stage.pass(-40 * 24 * 60 * MINUTE)
    expect((await readOrder(stage, order.orderId)).body.status).toBe('refund_due')
  })
})

describe('trying again', () => {
  test("another try sends one more prompt for the same order, at the order's own prices", async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1032)
    await stage.db.updateTable('ticket_type').set({ price_cents: 99_900 }).execute()
    const { status, body } = await tryAgain(stage, order.orderId)
    expect([status, body.status]).toEqual([202, 'pending'])
    await stage.runJobs()
    const second = await latestPrompt(stage)
    expect(second.push.amountCents).toBe(200_00)
    await pay(stage, { ...second, amount: 200 }, newReceipt())
    expect((await readOrder(stage, order.orderId)).body.status).toBe('0')
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { state: 'failed' },
      { state: 'confirmed', use: 'sale' },
    ])
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 1 })
  })

  // spec: payment-errors-sms-refund
  test('if both prompts are paid, one is a sale, the other is due back, and the buyer is notified', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1037)
    await tryAgain(stage, order.orderId)
    await stage.runJobs()
    const second = await latestPrompt(stage)
    await pay(stage, { ...second, amount: 200 }, newReceipt())
    const late = newReceipt()
    await payLate(stage, order, late)
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { use: 'refund_due', mpesa_receipt: late },
      { use: 'sale' },
    ])
    expect((await readOrder(stage, order.orderId)).body.status).toBe('0')
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 1 })
    expect(stage.sent.map((sms) => /refunded/.test(sms.body))).toEqual([false, true])
    expect(stage.sent[1]!.body).toMatch(/second payment, KES 200 .*Your tickets stay valid/)
  })

  test('if the first prompt is paid while the second is open, the second payment is due back', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1037)
    await tryAgain(stage, order.orderId)
    await stage.runJobs()
    const second = await latestPrompt(stage)
    await payLate(stage, order, newReceipt())
    expect((await readOrder(stage, order.orderId)).body.status).toBe('0')
    await pay(stage, { ...second, amount: 200 }, newReceipt())
    const uses = (await readPayments(stage, order.orderId)).map((payment) => payment.use)
    expect(uses).toEqual(['sale', 'refund_due'])
  })

  test('another try reserves expired tickets again, or reports how many are left', async () => {
    const order = await prompted(stage, event, [3])
    await fail(stage, order, 1032)
    stage.pass(11 * MINUTE)
    await stage.sweep()
    expect((await readStock(stage, event.types[0]!.id)).held).toBe(0)
    const other = await prompted(stage, event, [1])
    expect((await tryAgain(stage, order.orderId)).body).toMatchObject({
      ...{ code: 'few_left', error: 'Only 2 of 3 are left.', left: 2 },
    })
    await fail(stage, other, 1032)
    stage.pass(11 * MINUTE)
    await stage.sweep()
    expect((await tryAgain(stage, order.orderId)).status).toBe(202)
    expect((await readStock(stage, event.types[0]!.id)).held).toBe(3)
  })

  test('another phone may pay in another try, and gets the tickets', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1)
    expect((await tryAgain(stage, order.orderId, { phoneNumber: '+254 711 000 222' })).status).toBe(
      202,
    )
    await stage.runJobs()
    const second = await latestPrompt(stage)
    expect(second.push.phone).toBe('254711000222')
    await pay(stage, { ...second, amount: 200 }, newReceipt())
    expect(stage.sent.at(-1)!.phone).toBe('254711000222')
  })

  test('if the earlier prompt is paid late on another phone, the order names that phone, and the SMS goes there', async () => {
    const order = await prompted(stage, event, [1], { phoneNumber: '254711000333' })
    await fail(stage, order, 1037)
    await tryAgain(stage, order.orderId, { phoneNumber: '254711000444' })
    await stage.runJobs()
    const shown = async () => (await readOrder(stage, order.orderId)).body.transaction.phone
    expect(await shown()).toBe('07•• ••• 444')
    await payLate(stage, order, newReceipt())
    expect(stage.sent.at(-1)!.phone).toBe('254711000333')
    expect(await shown()).toBe('07•• ••• 333')
  })

  test('another try is refused while a prompt is open, and if the order is paid, too old, closed or unknown', async () => {
    const order = await prompted(stage, event)
    const code = async (body?: object) => (await tryAgain(stage, order.orderId, body)).body.code
    expect(await code()).toBe('prompt_open')
    await fail(stage, order, 1032)
    expect(await code({ phoneNumber: '12' })).toBe('invalid_phone')
    await stage.db.updateTable('event').set({ is_published: false }).execute()
    expect(await code()).toBe('sales_closed')
    await stage.db.updateTable('event').set({ is_published: true }).execute()
    stage.pass(31 * MINUTE)
    expect(await code()).toBe('too_late')
    await payLate(stage, order, newReceipt())
    expect(await code()).toBe('already_paid')
    expect((await tryAgain(stage, crypto.randomUUID())).status).toBe(404)
    expect((await tryAgain(stage, 'x')).status).toBe(404)
  })
})
