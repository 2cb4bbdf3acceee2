import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
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
import { makeStage, type ScriptedDaraja, type Stage } from '../../test/stage.ts'
import { maskPhone } from '../platform/values/phone.rules.ts'

let stage: Stage
let event: BuiltEvent
let accept: ScriptedDaraja['nextPush']
let other: string

beforeAll(async () => {
  stage = await makeStage({ LIMIT_PUSH_PER_ADDRESS: '1000', HOLD_SHARE_PER_ADDRESS: '100' })
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
  // Nothing waits for the next test.
  await endHolds(stage)
  await stage.hurry()
})
afterAll(() => stage.close())

async function change(orderId: string, phoneNumber: string) {
  const url = `/api/orders/${orderId}/phone`
  const answer = await stage.app.inject({ method: 'PUT', url, payload: { phoneNumber } })
  return { status: answer.statusCode, body: answer.json() }
}

const read = async (id: string) => (await readOrder(stage, id)).body
const phonesAsked = () => stage.daraja.pushes.map(({ phone }) => phone)

// spec: waiting-other-number
describe('another number while the prompt is open', () => {
  test('is noted and told, and not prompted; once the first one has failed it is, for the same order', async () => {
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

  test('is prompted when a query tells the end of the first, and not when nobody can speak for it', async () => {
    const order = await prompted(stage, event)
    await change(order.orderId, other)
    const before = phonesAsked().length
    stage.pass(130_000)
    await stage.sweep()
    // Silent for two minutes: unknown, and it may have taken the money.
    expect(await readPayments(stage, order.orderId)).toMatchObject([{ state: 'unknown' }])
    expect(phonesAsked()).toHaveLength(before)
    stage.daraja.nextQuery = () => ({ kind: 'failed', code: '1037' })
    stage.pass(60_000)
    await stage.sweep()
    expect(phonesAsked().slice(before)).toEqual([other])
  })

  test('is never prompted where the first one pays after all; the order is paid, and its SMS goes to the number that is the buyer’s', async () => {
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

  test('nor where money is said to have come that M-Pesa’s list has yet to show', async () => {
    const order = await prompted(stage, event)
    await change(order.orderId, other)
    const before = phonesAsked().length
    await pay(stage, order, newReceipt(), 150)
    await stage.sweep()
    expect(phonesAsked()).toHaveLength(before)
    expect(await read(order.orderId)).toMatchObject({ phase: 'confirming', other_phone_in: null })
  })

  test('changed twice: the last one wins; the same again changes nothing; and one’s own again ends it', async () => {
    const order = await prompted(stage, event)
    const [second, third] = [newPhone(), newPhone()]
    await change(order.orderId, second)
    await change(order.orderId, third)
    expect((await change(order.orderId, third)).status).toBe(202)
    const before = phonesAsked().length
    await fail(stage, order, 1032)
    expect(phonesAsked().slice(before)).toEqual([third])
    // A repetition of the call that comes late prompts nobody again.
    await change(order.orderId, third)
    await stage.runJobs()
    expect(phonesAsked().slice(before)).toEqual([third])
    await change(order.orderId, second)
    expect((await change(order.orderId, third)).body.next_phone).toBe(null)
    await fail(stage, await latestPrompt(stage), 1032)
    expect(phonesAsked().slice(before)).toEqual([third])
    expect(await readOrderState(stage, order.orderId)).toBe('failed')
  })

  test('asked for as the first one ends: it is prompted at once, and asked for again it is not', async () => {
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

  test('for an order that has expired it is one more prompt', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1032)
    await endHolds(stage)
    expect(await readOrderState(stage, order.orderId)).toBe('expired')
    expect((await change(order.orderId, other)).status).toBe(202)
    await stage.runJobs()
    expect(phonesAsked().at(-1)).toBe(other)
  })

  test('in line: nothing is out, and the new number takes the place at once', async () => {
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

  test('the first prompt was refused by M-Pesa: the tickets stay set aside for the second', async () => {
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
  test('with a prompt of its own for this event is refused, and says nothing of whose it is', async () => {
    const order = await prompted(stage, event)
    await prompted(stage, event, [1], { phoneNumber: other })
    const { status, body } = await change(order.orderId, other)
    expect([status, body.code]).toEqual([409, 'payment_open'])
    expect((await read(order.orderId)).next_phone).toBe(null)
  })

  test('that has one by the time its turn comes: the order ends and says so', async () => {
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

  test('with an order that was never prompted takes its place', async () => {
    const order = await prompted(stage, event)
    await change(order.orderId, other)
    const waiting = await place(stage, event, [1], { phoneNumber: other })
    await stage.db.deleteFrom('job').where(sql`payload->>'orderId'`, '=', waiting.orderId).execute()
    await fail(stage, order, 1032)
    expect(phonesAsked().at(-1)).toBe(other)
    expect(await read(waiting.orderId)).toMatchObject({ result_code: 'replaced' })
  })

  test('that was bombed is refused', async () => {
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

  test('that is no number is refused by its field; and no order is 404', async () => {
    const order = await prompted(stage, event)
    expect(await change(order.orderId, '12345')).toMatchObject({
      status: 422,
      body: { field: 'phoneNumber' },
    })
    expect((await change(crypto.randomUUID(), other)).status).toBe(404)
  })

  test('ends with the sales of the event', async () => {
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
test('a job that is lost between the end of the first prompt and the second is found by a sweep', async () => {
  const order = await prompted(stage, event)
  await change(order.orderId, other)
  const before = phonesAsked().length
  // As if the process died: what was queued for this order is gone.
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
  // Who looks meanwhile is told to wait, not that it failed.
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
test('late money of the first number: the tickets go to the buyer’s own all the same', async () => {
  const order = await prompted(stage, event)
  await change(order.orderId, other)
  await fail(stage, order, 1037)
  await fail(stage, await latestPrompt(stage), 1032)
  // As the page's button asks once more, with the number that stands in the form.
  await tryAgain(stage, order.orderId, { phoneNumber: other })
  await stage.runJobs()
  await fail(stage, await latestPrompt(stage), 1032)
  await payLate(stage, order, newReceipt())
  expect(await read(order.orderId)).toMatchObject({ status: '0' })
  expect(stage.sent.map(({ phone }) => phone)).toEqual([other])
})

// spec: waiting-other-number
test('a later try with a third phone: the tickets go to the one that pays', async () => {
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
test('it is offered after 15 s of the prompt, by the server’s clock', async () => {
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
