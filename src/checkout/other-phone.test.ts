import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { callApi } from '../../test/http.ts'
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
import { maskPhone } from '../platform/values/phone.rules.ts'

const stage = keepStage({ LIMIT_PUSH_PER_ADDRESS: '1000', HOLD_SHARE_PER_ADDRESS: '100' })
let event: BuiltEvent
let accept: ScriptedDaraja['nextPush']
let other: string

beforeAll(async () => {
  accept = stage.daraja.nextPush
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 200, capacity: 3 }] })
  other = newPhone()
  stage.sent.length = 0
})
afterEach(async () => {
  stage.daraja.nextPush = accept
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
  // Ends open orders, so that the next test begins without open orders.
  await endHolds(stage)
  await stage.hurry()
})

async function change(orderId: string, phoneNumber: string, replaces: string[] = []) {
  const url = `/api/orders/${orderId}/phone`
  return await callApi(stage, { method: 'PUT', url, payload: { phoneNumber, replaces } })
}

const read = async (id: string) => (await readOrder(stage, id)).body
const phonesAsked = () => stage.daraja.pushes.map(({ phone }) => phone)

// spec: waiting-other-number
describe('another number while the prompt is open', () => {
  test('is stored and shown, and prompted once the first prompt has failed, for the same order', async () => {
    const order = await prompted(stage, event)
    const before = phonesAsked().length
    const { status, body } = await change(order.orderId, other)
    expect(status).toBe(202)
    expect(body).toMatchObject({
      phase: 'prompted',
      next_phone: maskPhone(other),
      transaction: { phone: maskPhone(order.phoneNumber) },
    })
    await stage.runJobs()
    await stage.sweep()
    expect(phonesAsked()).toHaveLength(before)
    await fail(stage, order, 1032)
    expect(phonesAsked().slice(before)).toEqual([other])
    expect((await latestPrompt(stage)).push).toMatchObject({
      accountReference: order.push.accountReference,
      amountCents: 200_00,
    })
    expect(await read(order.orderId)).toMatchObject({
      phase: 'prompted',
      next_phone: null,
      transaction: { phone: maskPhone(other) },
    })
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 1, sold: 0 })
  })

  test("is prompted after a query reports the first prompt's end, and not while its result is unknown", async () => {
    const order = await prompted(stage, event)
    await change(order.orderId, other)
    const before = phonesAsked().length
    stage.pass(130_000)
    await stage.sweep()
    // M-Pesa has been silent for two minutes, so the payment is unknown: the money may have been
    // taken.
    expect(await readPayments(stage, order.orderId)).toMatchObject([{ state: 'unknown' }])
    expect(phonesAsked()).toHaveLength(before)
    stage.daraja.nextQuery = () => ({ kind: 'failed', code: '1037' })
    stage.pass(60_000)
    await stage.sweep()
    expect(phonesAsked().slice(before)).toEqual([other])
  })

  test('is never prompted if the first number pays; the order is paid, and its SMS goes to the buyer’s number', async () => {
    const order = await prompted(stage, event)
    await change(order.orderId, other)
    const before = phonesAsked().length
    await pay(stage, order, newReceipt())
    await stage.sweep()
    expect(phonesAsked()).toHaveLength(before)
    expect(await read(order.orderId)).toMatchObject({ status: '0' })
    expect(await readPayments(stage, order.orderId)).toMatchObject([{ state: 'confirmed' }])
    expect(stage.sent.map(({ phone }) => phone)).toEqual([other])
    expect((await change(order.orderId, newPhone())).body.code).toBe('already_paid')
  })

  test('is never prompted if money was reported that M-Pesa’s list does not show yet', async () => {
    const order = await prompted(stage, event)
    await change(order.orderId, other)
    const before = phonesAsked().length
    await pay(stage, order, newReceipt(), 150)
    await stage.sweep()
    expect(phonesAsked()).toHaveLength(before)
    expect(await read(order.orderId)).toMatchObject({ phase: 'confirming', other_phone_in: null })
  })

  test('may be changed twice: the last one wins, a repetition changes nothing, and the first number again takes it back', async () => {
    const order = await prompted(stage, event)
    const [second, third] = [newPhone(), newPhone()]
    await change(order.orderId, second)
    await change(order.orderId, third)
    expect((await change(order.orderId, third)).status).toBe(202)
    const before = phonesAsked().length
    await fail(stage, order, 1032)
    expect(phonesAsked().slice(before)).toEqual([third])
    // A late repeat of this call sends no further prompt.
    await change(order.orderId, third)
    await stage.runJobs()
    expect(phonesAsked().slice(before)).toEqual([third])
    await change(order.orderId, second)
    expect((await change(order.orderId, third)).body.next_phone).toBe(null)
    await fail(stage, await latestPrompt(stage), 1032)
    expect(phonesAsked().slice(before)).toEqual([third])
    expect(await readOrderState(stage, order.orderId)).toBe('failed')
  })

  test('is prompted immediately if the first prompt has just ended, and only once', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1032)
    const before = phonesAsked().length
    expect((await change(order.orderId, other)).body).toMatchObject({ phase: 'in_line' })
    await stage.runJobs()
    expect(phonesAsked().slice(before)).toEqual([other])
    await fail(stage, await latestPrompt(stage), 1032)
    expect(await change(order.orderId, other)).toMatchObject({ status: 200 })
    await stage.runJobs()
    expect(phonesAsked().slice(before)).toEqual([other])
  })

  test('is one more prompt for an order that has expired', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1032)
    await endHolds(stage)
    expect(await readOrderState(stage, order.orderId)).toBe('expired')
    expect((await change(order.orderId, other)).status).toBe(202)
    await stage.runJobs()
    expect(phonesAsked().at(-1)).toBe(other)
  })

  test('takes the place of the first number in the queue, while no prompt is open', async () => {
    stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
    const order = await prompted(stage, event)
    stage.daraja.nextPush = accept
    const before = phonesAsked().length
    await change(order.orderId, other)
    await stage.runJobs()
    await stage.hurry()
    expect(phonesAsked().slice(before)).toEqual([other])
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { state: 'failed', result_code: 'not needed' },
      { state: 'prompted', phone: other },
    ])
  })

  test('is prompted with the tickets still held if M-Pesa refused the first prompt', async () => {
    const order = await place(stage, event, [3])
    await change(order.orderId, other)
    const before = phonesAsked().length
    stage.daraja.nextPush = ({ phone }) =>
      phone === other ? accept({} as never) : { kind: 'refused', code: '1001', raw: {} }
    await stage.runJobs()
    expect(phonesAsked().slice(before).at(-1)).toBe(other)
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 3 })
  })
})

// spec: waiting-other-number
describe('the other number', () => {
  test('with an open prompt for this event is refused, and learns nothing of the other order', async () => {
    const order = await prompted(stage, event)
    await prompted(stage, event, [1], { phoneNumber: other })
    const { status, body } = await change(order.orderId, other)
    expect([status, body.code]).toEqual([409, 'payment_open'])
    expect((await read(order.orderId)).next_phone).toBe(null)
  })

  test('that has an open prompt at its slot ends the order, with that reason', async () => {
    const order = await prompted(stage, event)
    await change(order.orderId, other)
    await prompted(stage, event, [1], { phoneNumber: other })
    const before = phonesAsked().length
    await fail(stage, order, 1032)
    expect(phonesAsked()).toHaveLength(before)
    expect(await read(order.orderId)).toMatchObject({
      status: 'expired',
      result_code: 'payment_open',
      can_retry: true,
    })
  })

  test('replaces an order of the same browser if that was never prompted', async () => {
    const order = await prompted(stage, event)
    const waiting = await place(stage, event, [1], { phoneNumber: other })
    await change(order.orderId, other, [waiting.orderId])
    await stage.db.deleteFrom('job').where(sql`payload->>'orderId'`, '=', waiting.orderId).execute()
    await fail(stage, order, 1032)
    expect(phonesAsked().at(-1)).toBe(other)
    expect(await read(waiting.orderId)).toMatchObject({ result_code: 'replaced' })
  })

  test('over the prompt limit is refused', async () => {
    const order = await prompted(stage, event)
    for (let prompts = 0; prompts < 5; prompts++) {
      const elsewhere = await buildEvent(stage.db)
      await fail(stage, await prompted(stage, elsewhere, [1], { phoneNumber: other }), 1037)
    }
    expect(await change(order.orderId, other)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    })
  })

  test('that is invalid is refused with its field; an unknown order is 404', async () => {
    const order = await prompted(stage, event)
    expect(await change(order.orderId, '12345')).toMatchObject({
      status: 422,
      body: { field: 'phoneNumber' },
    })
    expect((await change(crypto.randomUUID(), other)).status).toBe(404)
  })

  test("is refused after the event's sales have ended", async () => {
    const order = await prompted(stage, event)
    await change(order.orderId, other)
    await stage.db
      .updateTable('event')
      .set({ cancelled_at: new Date() })
      .where('id', '=', event.id)
      .execute()
    const before = phonesAsked().length
    await fail(stage, order, 1032)
    expect(phonesAsked()).toHaveLength(before)
    expect(await read(order.orderId)).toMatchObject({ result_code: 'event_closed' })
  })
})

// spec: waiting-other-number
test('a sweep sends the second prompt if its job was lost after the first one’s end', async () => {
  const order = await prompted(stage, event)
  await change(order.orderId, other)
  const before = phonesAsked().length
  // Simulates a crashed process: the job for this order is lost.
  await sql`create function lose() returns trigger language plpgsql as
    $$ begin if new.name = 'orders.phone_changed' then return null; end if; return new; end $$`.execute(
    stage.db,
  )
  await sql`create trigger lost before insert on job for each row execute function lose()`.execute(
    stage.db,
  )
  await fail(stage, order, 1032)
  await sql`drop trigger lost on job`.execute(stage.db)
  await sql`drop function lose`.execute(stage.db)
  expect(phonesAsked()).toHaveLength(before)
  // A client that reads the order now sees that the order waits for a prompt, not that it failed.
  expect(await read(order.orderId)).toMatchObject({
    phase: 'in_line',
    transaction: { phone: maskPhone(other) },
  })
  await stage.sweep()
  expect(phonesAsked()).toHaveLength(before)
  stage.pass(20_000)
  await stage.sweep()
  expect(phonesAsked().slice(before)).toEqual([other])
})

// spec: waiting-other-number
test('late money of the first number sends the tickets to the buyer’s own number', async () => {
  const order = await prompted(stage, event)
  await change(order.orderId, other)
  await fail(stage, order, 1037)
  await fail(stage, await latestPrompt(stage), 1032)
  // The page's button sends one more prompt, to the number in the form.
  await tryAgain(stage, order.orderId, { phoneNumber: other })
  await stage.runJobs()
  await fail(stage, await latestPrompt(stage), 1032)
  await payLate(stage, order, newReceipt())
  expect(await read(order.orderId)).toMatchObject({ status: '0' })
  expect(stage.sent.map(({ phone }) => phone)).toEqual([other])
})

// spec: waiting-other-number
test('a later try with a third phone sends the tickets to the number that pays', async () => {
  const order = await prompted(stage, event)
  await change(order.orderId, other)
  await fail(stage, order, 1032)
  await fail(stage, await latestPrompt(stage), 1)
  const third = newPhone()
  expect((await tryAgain(stage, order.orderId, { phoneNumber: third })).status).toBe(202)
  await stage.runJobs()
  await pay(stage, { ...(await latestPrompt(stage)), amount: 200 }, newReceipt())
  expect(stage.sent.map(({ phone }) => phone)).toEqual([third])
})

// spec: waiting-other-number
test('another number is offered 15 s after the prompt, by the server’s clock', async () => {
  const at = Date.now()
  const { now } = stage.clock
  stage.clock.now = () => new Date(at + stage.clock.offsetMs)
  const order = await prompted(stage, event)
  expect(await read(order.orderId)).toMatchObject({ other_phone_in: 15 })
  stage.pass(10_000)
  expect(await read(order.orderId)).toMatchObject({ other_phone_in: 5 })
  stage.pass(80_000)
  expect(await read(order.orderId)).toMatchObject({ phase: 'checking', other_phone_in: 0 })
  stage.clock.now = now
})
