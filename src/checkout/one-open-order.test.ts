import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../../test/build.ts'
import { callApi, requestOrder } from '../../test/http.ts'
import {
  endHolds,
  fail,
  latestPrompt,
  newReceipt,
  pay,
  payLate,
  place,
  prompted,
  readOrder,
  readOrderState,
  readPayments,
  readStock,
  tryAgain,
} from '../../test/purchase.ts'
import { keepStage, type ScriptedDaraja } from '../../test/stage.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100', HOLD_SHARE_PER_ADDRESS: '100' })
let event: BuiltEvent
let phoneNumber: string
let accept: ScriptedDaraja['nextPush']

beforeAll(async () => {
  accept = stage.daraja.nextPush
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 200, capacity: 3 }, { capacity: 3 }] })
  phoneNumber = newPhone()
})
afterEach(async () => {
  stage.daraja.nextPush = accept
  // Ends open orders, so that the next test begins without open orders.
  await endHolds(stage)
  await stage.hurry()
})

const first = () => event.types[0]!.id
const second = () => event.types[1]!.id

async function ask(quantities: number[], changes: object = {}) {
  const payload = orderFor(event, quantities, { phoneNumber, ...changes })
  const answer = await requestOrder(stage, payload)
  return { ...payload, status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

/** Places an order of the phone. Like the browser, sends the ids of the buyer's older orders. */
const placeAs = (quantities: number[], ...older: { orderId: string }[]) =>
  place(stage, event, quantities, { phoneNumber, replaces: older.map(({ orderId }) => orderId) })
const promptedAs = (quantities: number[], changes: object = {}) =>
  prompted(stage, event, quantities, { phoneNumber, ...changes })

describe('a new order of the same phone for the same event, with the id of the first', () => {
  test('replaces an order that was never prompted, and may have its tickets', async () => {
    const old = await placeAs([3])
    const order = await placeAs([3], old)
    expect(await readStock(stage, first())).toMatchObject({ held: 3 })
    expect((await readOrder(stage, old.orderId)).body).toMatchObject({
      status: 'expired',
      result_code: 'replaced',
      message:
        "You started a new order for this event. We're no longer holding these tickets for you.",
    })
    expect(await readOrderState(stage, order.orderId)).toBe('pending')
    const events = await stage.db
      .selectFrom('order_event')
      .select(['from_state', 'to_state', 'cause'])
      .where('order_id', '=', old.orderId)
      .orderBy('id')
      .execute()
    expect(events.at(-1)).toEqual({ from_state: 'pending', to_state: 'expired', cause: 'replaced' })
  })

  test('gives back the tickets that it does not take itself', async () => {
    await placeAs([0, 2], await placeAs([3]))
    expect(await readStock(stage, first())).toMatchObject({ held: 0 })
    expect(await readStock(stage, second())).toMatchObject({ held: 2 })
  })

  test('leaves the old order unchanged if it is refused', async () => {
    const old = await placeAs([3])
    expect((await ask([0, 4], { replaces: [old.orderId] })).body.code).toBe('few_left')
    expect(await readOrderState(stage, old.orderId)).toBe('pending')
    expect(await readStock(stage, first())).toMatchObject({ held: 3 })
  })

  test('replaces an order whose prompt failed', async () => {
    const old = await promptedAs([3])
    await fail(stage, old, 1032)
    await placeAs([2], old)
    expect(await readStock(stage, first())).toMatchObject({ held: 2 })
    expect((await readOrder(stage, old.orderId)).body).toMatchObject({ result_code: 'replaced' })
  })

  test('replaces an order that M-Pesa has put off', async () => {
    stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
    const old = await promptedAs([3])
    await placeAs([3], old)
    expect(await readOrderState(stage, old.orderId)).toBe('expired')
  })

  test("takes the old order's prompt out of the queue", async () => {
    stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
    const old = await promptedAs([1])
    stage.daraja.nextPush = accept
    const before = stage.daraja.pushes.length
    await placeAs([1], old)
    await stage.runJobs()
    // The payment fails immediately, without waiting for its prompt slot.
    expect(await readPayments(stage, old.orderId)).toMatchObject([
      { state: 'failed', result_code: 'not needed' },
    ])
    expect(stage.daraja.pushes).toHaveLength(before + 1)
  })

  test('is placed like the first one for another event, and for another phone', async () => {
    const old = await placeAs([1])
    const elsewhere = await buildEvent(stage.db)
    await place(stage, elsewhere, [1], { phoneNumber })
    await place(stage, event, [1])
    expect(await readOrderState(stage, old.orderId)).toBe('pending')
  })
})

/** Orders and requests of a caller who knows only the buyer's phone number. */
describe('a stranger who knows a phone number', () => {
  const state = (id: string) => readOrderState(stage, id)

  test('ends no open order of it by ordering with it, and is refused until its hold ends', async () => {
    const own = await placeAs([2])
    for (const payBy of ['prompt', 'paybill'] as const) {
      const { status, body, headers } = await ask([1], { payBy })
      expect([status, body.code]).toEqual([409, 'payment_open'])
      expect(body.error).toMatch(/^An unpaid order of this phone number .* in \d+ minutes\.$/)
      expect(Number(headers['retry-after'])).toBeGreaterThan(290)
    }
    expect((await ask([1], { replaces: [crypto.randomUUID()] })).body.code).toBe('payment_open')
    expect(await state(own.orderId)).toBe('pending')
    expect(await readStock(stage, first())).toMatchObject({ held: 2 })
  })

  test('ends no order that waits for its next try', async () => {
    const own = await promptedAs([1])
    await fail(stage, own, 1032)
    expect((await ask([1])).body.code).toBe('payment_open')
    expect(await state(own.orderId)).toBe('failed')
  })

  test('ends none by a prompt of an order of his own on that number', async () => {
    const own = await placeAs([1])
    const his = await promptedAs([1], { phoneNumber: newPhone() })
    expect((await changeNumber(his.orderId)).code).toBe('payment_open')
    await fail(stage, his, 1032)
    expect((await tryAgain(stage, his.orderId, { phoneNumber })).body.code).toBe('payment_open')
    await endHolds(stage)
    expect(await state(own.orderId)).toBe('expired')
    const again = await placeAs([1])
    expect((await tryAgain(stage, his.orderId, { phoneNumber })).body.code).toBe('payment_open')
    expect((await changeNumber(his.orderId)).code).toBe('payment_open')
    expect(await state(again.orderId)).toBe('pending')
  })

  test('ends none by a number that he gave before the buyer ordered', async () => {
    const his = await promptedAs([1], { phoneNumber: newPhone() })
    expect((await changeNumber(his.orderId)).status).toBe('pending')
    const own = await place(stage, event, [1], { phoneNumber, payBy: 'paybill' })
    await fail(stage, his, 1032)
    expect(await state(own.orderId)).toBe('pending')
    expect((await readOrder(stage, his.orderId)).body.result_code).toBe('payment_open')
  })
})

async function changeNumber(orderId: string, replaces: string[] = []) {
  const url = `/api/orders/${orderId}/phone`
  return (await callApi(stage, { method: 'PUT', url, payload: { phoneNumber, replaces } })).body
}

describe('while a prompt of the first order is open', () => {
  // spec: own-order-offered
  test('a new order is refused, and learns of the first only what the buyer knows: its id', async () => {
    const old = await promptedAs([1])
    const { status, body, headers } = await ask([1], { replaces: [old.orderId] })
    const text =
      'A payment for this event is already in progress on this phone. Finish it or wait until it ends, then try again.'
    expect(status).toBe(409)
    const refusal = { error: text, message: text, code: 'payment_open' }
    expect(body).toEqual({ ...refusal, order_id: old.orderId })
    const stranger = await ask([1])
    expect(stranger.body).toEqual(refusal)
    expect(Number(headers['retry-after'])).toBe(120)
    expect(await readOrderState(stage, old.orderId)).toBe('pending')
    expect(await readStock(stage, first())).toMatchObject({ held: 1 })
  })

  // spec: own-order-offered
  test('another prompt, or another number, is refused and learns of the buyer’s own order', async () => {
    const open = await promptedAs([1])
    const other = await promptedAs([1], { phoneNumber: newPhone() })
    const replaces = [open.orderId]
    const own = { code: 'payment_open', order_id: open.orderId }
    expect(await changeNumber(other.orderId, replaces)).toMatchObject(own)
    expect(await changeNumber(other.orderId)).not.toHaveProperty('order_id')
    await fail(stage, other, 1032)
    const again = { phoneNumber, replaces }
    expect((await tryAgain(stage, other.orderId, again)).body).toMatchObject(own)
    const unproven = (await tryAgain(stage, other.orderId, { phoneNumber })).body
    expect(unproven).not.toHaveProperty('order_id')
  })

  test('a new order is refused if the result of the prompt is unknown', async () => {
    stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
    await promptedAs([1])
    expect((await ask([1])).body.code).toBe('payment_open')
  })

  test('a new order is refused if money of an uncertain amount came in', async () => {
    const old = await promptedAs([1])
    await pay(stage, old, newReceipt(), 150)
    expect(await readOrderState(stage, old.orderId)).toBe('pending')
    expect((await ask([1])).body.code).toBe('payment_open')
  })

  test('a new order is refused if the prompt failed and then was reported as paid', async () => {
    const old = await promptedAs([1])
    await fail(stage, old, 1037)
    await pay(stage, old, newReceipt())
    expect(await readOrderState(stage, old.orderId)).toBe('failed')
    expect((await ask([1])).body.code).toBe('payment_open')
  })

  test('a repeated call for the first order returns it as ever', async () => {
    const { checkoutId: _, callbackPath: __, push: ___, ...old } = await promptedAs([1])
    expect(await ask([1], { orderId: old.orderId })).toMatchObject({ status: 202 })
  })
})

describe('late money for an order that was replaced', () => {
  /**
   * Fails the prompt of an order and replaces the order. Each test then reports a late payment of
   * the replaced order.
   */
  async function replacedOne(quantity: number) {
    const old = await promptedAs([quantity])
    await fail(stage, old, 1037)
    const order = await placeAs([0, 1], old)
    return { old, order }
  }

  test('is honoured while capacity remains, and the new order stays', async () => {
    const { old, order } = await replacedOne(2)
    await payLate(stage, old, newReceipt())
    expect((await readOrder(stage, old.orderId)).body.status).toBe('0')
    expect(await readStock(stage, first())).toMatchObject({ held: 0, sold: 2 })
    expect(await readOrderState(stage, order.orderId)).toBe('pending')
  })

  test('is due back if the tickets were sold', async () => {
    const { old } = await replacedOne(2)
    await place(stage, event, [3])
    await payLate(stage, old, newReceipt())
    expect((await readOrder(stage, old.orderId)).body.status).toBe('refund_due')
    expect(await readPayments(stage, old.orderId)).toMatchObject([{ use: 'refund_due' }])
  })
})

describe('another prompt for an older order', () => {
  test('replaces a newer order that was never prompted', async () => {
    const old = await placeAs([3])
    const newer = await placeAs([3], old)
    const replaces = [newer.orderId]
    expect((await tryAgain(stage, old.orderId, { replaces })).status).toBe(202)
    expect(await readStock(stage, first())).toMatchObject({ held: 3 })
    expect(await readOrderState(stage, old.orderId)).toBe('pending')
    expect((await readOrder(stage, newer.orderId)).body).toMatchObject({
      status: 'expired',
      result_code: 'replaced',
    })
    await stage.runJobs()
    expect((await latestPrompt(stage)).push.amountCents).toBe(600_00)
    expect((await readPayments(stage, newer.orderId)).map((row) => row.state)).not.toContain(
      'created',
    )
  })

  test('is refused while a prompt of a newer order is open', async () => {
    const old = await placeAs([1])
    const newer = await promptedAs([1], { replaces: [old.orderId] })
    const replaces = [newer.orderId]
    const { status, body } = await tryAgain(stage, old.orderId, { replaces })
    expect([status, body.code]).toEqual([409, 'payment_open'])
    expect(await readOrderState(stage, old.orderId)).toBe('expired')
  })

  test('counts for the phone that it goes to', async () => {
    const old = await promptedAs([1])
    await fail(stage, old, 1)
    const other = newPhone()
    await prompted(stage, event, [1], { phoneNumber: other })
    expect((await tryAgain(stage, old.orderId, { phoneNumber: other })).body.code).toBe(
      'payment_open',
    )
    const idle = newPhone()
    const waiting = await place(stage, event, [1], { phoneNumber: idle })
    const mine = { phoneNumber: idle, replaces: [waiting.orderId] }
    expect((await tryAgain(stage, old.orderId, mine)).status).toBe(202)
    expect(await readOrderState(stage, waiting.orderId)).toBe('expired')
    // The first phone can place another order, which leaves the retried order pending.
    await placeAs([1])
    expect(await readOrderState(stage, old.orderId)).toBe('pending')
  })
})
