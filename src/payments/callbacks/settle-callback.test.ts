import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import {
  callBack,
  fail,
  latestPrompt,
  MINUTE,
  newReceipt,
  pay,
  payLate,
  place,
  post,
  prompted,
  readOrder,
  readPayments,
  readStock,
} from '../../../test/purchase.ts'
import { failedCallback, keepStage, paidCallback } from '../../../test/stage.ts'
import { todaysRuns } from '../../../test/torture/daily.ts'
import { paymentCounters } from '../declarations.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let event: BuiltEvent
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 250, capacity: 10, gates: ['Gate A'] }] })
  stage.sent.length = 0
})

describe('a callback that reports a success', () => {
  test('a reported success ends in tickets, an SMS and a response with the receipt', async () => {
    const order = await prompted(stage, event, [2])
    const receipt = newReceipt()
    await pay(stage, order, receipt)
    const { status, body } = await readOrder(stage, order.orderId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: '0',
      order_id: order.orderId,
      rrn: receipt,
      transaction: {
        id: order.orderId,
        event_title: 'Derby Day',
        event_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        event_time: '15:00',
        event_location: 'Nyayo Stadium, Nairobi',
        amount: 500,
        tickets: [{ ticket_type: 'Type 0', quantity: 2, gate: 'Gate A' }],
      },
    })
    expect(body.transaction.phone).toBe(`07•• ••• ${order.phoneNumber.slice(-3)}`)
    expect(await readStock(stage, event.types[0]!.id)).toEqual({ capacity: 10, held: 0, sold: 2 })
    const number = body.transaction.tickets[0].ticket_number
    expect(stage.sent).toEqual([
      { phone: order.phoneNumber, body: expect.stringContaining(`/t/${number}`) },
    ])
  })

  test('a repeated callback has no second effect', async () => {
    const order = await prompted(stage, event)
    const receipt = newReceipt()
    await pay(stage, order, receipt)
    await pay(stage, order, receipt)
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { state: 'confirmed', use: 'sale', mpesa_receipt: receipt, confirmed_amount_cents: 250_00 },
    ])
    expect(stage.sent).toHaveLength(1)
    expect((await readStock(stage, event.types[0]!.id)).sold).toBe(1)
  })

  test("a callback before the push has returned counts, and the push's response is stored", async () => {
    const order = await place(stage, event)
    const receipt = newReceipt()
    stage.daraja.nextPush = async (push) => {
      stage.daraja.nextPush = accept
      const answer = accept()
      const { pathname } = new URL(push.callbackUrl)
      await post(stage, pathname, paidCallback(receipt, 250, answer.checkoutRequestId))
      return answer
    }
    await stage.runJobs()
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: '0',
      rrn: receipt,
    })
    const row = await stage.db
      .selectFrom('payment')
      .select(['push_response', 'state'])
      .where('order_id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    expect(row.state).toBe('confirmed')
    expect(row.push_response).not.toBeNull()
  })

  test('a callback to an unknown token is counted, gets 404 and is not stored', async () => {
    const before =
      (await paymentCounters(stage.deps.metrics).unknownCallbacks.get()).values[0]?.value ?? 0
    const answer = await post(stage, `/cb/p/${'ab'.repeat(16)}`, paidCallback('UKLAAAAAAA', 1))
    expect(answer.status).toBe(404)
    expect(
      (await paymentCounters(stage.deps.metrics).unknownCallbacks.get()).values[0]!.value,
    ).toBe(before + 1)
    const stored = await stage.db.selectFrom('provider_callback').select('body').execute()
    expect(stored.some((row) => row.body.includes('UKLAAAAAAA'))).toBe(false)
  })

  test("a callback with another push's id proves nothing", async () => {
    const order = await prompted(stage, event)
    await callBack(stage, order, paidCallback(newReceipt(), 250, 'ws_CO_forged'))
    await stage.runJobs()
    expect((await readOrder(stage, order.orderId)).status).toBe(202)
  })

  test("a callback with another payment's receipt proves nothing", async () => {
    const [first, second] = [await prompted(stage, event), await prompted(stage, event)]
    const receipt = newReceipt()
    await pay(stage, first, receipt)
    await pay(stage, second, receipt)
    expect((await readOrder(stage, second.orderId)).status).toBe(202)
    expect(await readPayments(stage, second.orderId)).toMatchObject([{ state: 'prompted' }])
  })

  test.each([
    ['00', 'pending' as const, 202],
    ['Success', 'pending' as const, 202],
    ['00', 'paid' as const, 200],
  ])(
    'a callback with the code %s is judged by a query, which says %s',
    async (code, kind, status) => {
      const order = await prompted(stage, event)
      const callback = paidCallback(newReceipt(), 250, order.checkoutId)
      Object.assign(callback.Body.stkCallback, { ResultCode: code })
      stage.daraja.nextQuery = () => ({ kind })
      await callBack(stage, order, callback)
      await stage.runJobs()
      stage.daraja.nextQuery = () => ({ kind: 'pending' })
      expect((await readOrder(stage, order.orderId)).status).toBe(status)
    },
  )

  test.each([
    '',
    'not json',
    '[]',
    '{"Body":{}}',
    '{"Body":{"stkCallback":{"ResultCode":0}}}',
    '\0',
  ])('an unreadable body (%j) is stored, gets 200 and changes nothing', async (body) => {
    const order = await prompted(stage, event)
    const answer = await stage.app.inject({
      method: 'POST',
      url: order.callbackPath,
      headers: { 'content-type': 'application/json' },
      payload: body,
    })
    expect(answer.statusCode).toBe(200)
    await stage.runJobs()
    expect((await readOrder(stage, order.orderId)).status).toBe(202)
  })
})

const accept = () => ({
  kind: 'accepted' as const,
  merchantRequestId: `m-${stage.daraja.pushes.length}`,
  checkoutRequestId: `ws_CO_${stage.daraja.pushes.length}`,
  raw: { ResponseCode: '0' },
})

describe('a callback that reports a failure', () => {
  test.each([
    [1032, 'You cancelled the payment. You can try again.'],
    [1, 'Not enough M-PESA balance. Top up and try again.'],
    ['2001', 'Wrong M-PESA PIN. You can try again.'],
    ['SFC_IC0003', 'Payment failed. Please try again.'],
  ])('after code %s the buyer reads what to do, and may try again', async (code, message) => {
    const order = await prompted(stage, event)
    await fail(stage, order, code)
    const { status, body } = await readOrder(stage, order.orderId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'failed',
      message,
      result_code: String(code),
      rrn: '',
      can_retry: true,
    })
    expect(body.message).not.toContain('DS timeout')
    // The tickets stay held for ten minutes from the prompt, so that the buyer can pay by paybill.
    expect((await readStock(stage, event.types[0]!.id)).held).toBe(1)
    stage.pass(10 * MINUTE + 1000)
    await stage.sweep()
    expect((await readStock(stage, event.types[0]!.id)).held).toBe(0)
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: 'expired',
      message: `${message} We're no longer holding these tickets for you.`,
      result_code: String(code),
      can_retry: true,
    })
  })

  test('a reported failure does not undo a confirmed payment', async () => {
    const order = await prompted(stage, event)
    await pay(stage, order, newReceipt())
    await fail(stage, order, 1037)
    expect((await readOrder(stage, order.orderId)).body.status).toBe('0')
  })

  test('a reported failure gives way to a receipt that is listed later', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1037)
    const receipt = newReceipt()
    await payLate(stage, order, receipt)
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: '0',
      rrn: receipt,
    })
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 1 })
  })
})

test('callbacks in any number and order end as one of each, once the list was read', async () => {
  const kinds = ['paid', 'failed', 'junk', 'no id', 'other phone', 'invented'] as const
  const deliveries = fc.array(fc.constantFrom(...kinds), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(deliveries, async (kinds) => {
      const order = await prompted(stage, event)
      const receipt = newReceipt()
      const bodies = {
        paid: paidCallback(receipt, 250, order.checkoutId),
        failed: failedCallback(1037, order.checkoutId),
        junk: { Body: null },
        'no id': paidCallback(receipt, 250, ''),
        'other phone': paidCallback(newReceipt(), 250, order.checkoutId, 254799999999),
        invented: paidCallback(newReceipt(), 250, 'ws_CO_invented'),
      }
      const before = await readStock(stage, event.types[0]!.id)
      for (const kind of kinds) {
        await callBack(stage, order, bodies[kind])
        if (kind === 'failed') await stage.runJobs()
      }
      await stage.runJobs()
      const paid = kinds.includes('paid')
      if (paid) await payLate(stage, order, receipt)
      const { body } = await readOrder(stage, order.orderId)
      expect(body.status).toBe(paid ? '0' : kinds.includes('failed') ? 'failed' : 'pending')
      const after = await readStock(stage, event.types[0]!.id)
      expect(after.sold - before.sold).toBe(paid ? 1 : 0)
      await stage.db.updateTable('ticket_type').set({ capacity: 1000 }).execute()
    }),
    { seed: 7, numRuns: todaysRuns(40, 15) },
  )
})

describe('a wrong amount', () => {
  test('a wrong amount leaves the order alone, notifies the buyer, and is settled by the listed amount', async () => {
    const order = await prompted(stage, event)
    const receipt = newReceipt()
    await pay(stage, order, receipt, 1)
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: 'pending',
      phase: 'confirming',
    })
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { state: 'confirmed', use: 'suspense', confirmed_amount_cents: 1_00 },
    ])
    expect(stage.sent[0]!.body).toContain('checking the amount')
    const { push } = await latestPrompt(stage)
    stage.daraja.receipts = [
      {
        receipt,
        amountCents: 250_00,
        accountReference: push.accountReference,
        msisdn: order.phoneNumber,
        at: null,
      },
    ]
    stage.pass(MINUTE)
    await stage.sweep()
    stage.daraja.receipts = []
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: '0',
      rrn: receipt,
    })
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { use: 'sale', confirmed_amount_cents: 250_00 },
    ])
  })

  test('a wrong amount that Pull Transactions confirms is refunded', async () => {
    const order = await prompted(stage, event)
    const receipt = newReceipt()
    await pay(stage, order, receipt, 1)
    const { push } = await latestPrompt(stage)
    const { accountReference } = push
    const row = {
      receipt,
      amountCents: 1_00,
      accountReference,
      msisdn: order.phoneNumber,
      at: null,
    }
    stage.daraja.receipts = [row]
    stage.pass(MINUTE)
    await stage.sweep()
    stage.daraja.receipts = []
    expect(await readPayments(stage, order.orderId)).toMatchObject([{ use: 'refund_due' }])
    const notices = stage.sent.filter(({ body }) => body.includes('will be refunded'))
    expect(notices).toHaveLength(1)
  })
})
