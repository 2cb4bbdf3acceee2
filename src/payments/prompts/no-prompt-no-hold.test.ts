import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import {
  fail,
  MINUTE,
  place,
  prompted,
  readOrder,
  readOrderState,
  readStock,
  tryAgain,
} from '../../../test/purchase.ts'
import { keepStage, type ScriptedDaraja } from '../../../test/stage.ts'
import { recordOf } from '../../orders/address-record.sql.ts'
import { expireHolds } from '../../orders/expire-holds.job.ts'
import { newId, newToken } from '../../platform/ids.ts'
import type { PushAnswer } from '../mpesa/stk-push.ts'
import { resultText } from '../result.rules.ts'

const stage = keepStage({ PUSH_RATE: '1000', LIMIT_PUSH_PER_PHONE: '2' })
let event: BuiltEvent
let accept: ScriptedDaraja['nextPush']

beforeAll(async () => {
  accept = stage.daraja.nextPush
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ capacity: 2 }] })
  stage.daraja.nextPush = accept
})

const readHeld = async () => (await readStock(stage, event.types[0]!.id)).held

/** Expects the error text for the buyer, and that the tickets are free before any sweep runs. */
async function expectOver(orderId: string, code: string, canRetry = true): Promise<void> {
  expect(await readHeld()).toBe(0)
  const outcome = { result_code: code, can_retry: canRetry }
  expect((await readOrder(stage, orderId)).body).toMatchObject({
    ...outcome,
    status: 'failed',
    message: resultText(code).en,
  })
  await expireHolds(stage.deps)
  expect((await readOrder(stage, orderId)).body).toMatchObject({
    ...outcome,
    status: 'expired',
    message: `${resultText(code).en} We're no longer holding these tickets for you.`,
  })
  expect((await readOrder(stage, orderId, 'sw')).body.message).toBe(
    `${resultText(code).sw} Tiketi hazijahifadhiwa tena kwa ajili yako.`,
  )
  expect(await readHeld()).toBe(0)
}

async function expectTakenAgain(orderId: string): Promise<void> {
  stage.daraja.nextPush = accept
  expect((await tryAgain(stage, orderId)).status).toBe(202)
  expect(await readHeld()).toBe(2)
  await stage.runJobs()
  expect((await readOrder(stage, orderId)).body.phase).toBe('prompted')
}

describe('an attempt without a prompt on the phone', () => {
  test.each<[string, PushAnswer, string]>([
    ['M-Pesa cannot be reached', { kind: 'refused', code: 'unreachable', raw: {} }, 'unreachable'],
    ['the phone is busy', { kind: 'refused', code: '1001', raw: {} }, '1001'],
    ['our set-up is wrong', { kind: 'refused', code: '500.001.1001', raw: {} }, '500.001.1001'],
  ])('the hold ends immediately if %s', async (_, answer, code) => {
    stage.daraja.nextPush = () => answer
    const order = await prompted(stage, event, [2])
    await expectOver(order.orderId, code)
    await expectTakenAgain(order.orderId)
  })

  test('another try may come before the order has expired', async () => {
    stage.daraja.nextPush = () => ({ kind: 'refused', code: 'unreachable', raw: {} })
    const order = await prompted(stage, event, [2])
    expect(await readHeld()).toBe(0)
    await expectTakenAgain(order.orderId)
    await expireHolds(stage.deps)
    expect(await readHeld()).toBe(2)
    expect(await readOrderState(stage, order.orderId)).toBe('pending')
  })

  test('another order of the phone replaces the order, and frees no tickets twice', async () => {
    const phoneNumber = newPhone()
    stage.daraja.nextPush = () => ({ kind: 'refused', code: 'unreachable', raw: {} })
    const old = await prompted(stage, event, [2], { phoneNumber })
    await place(stage, event, [1], { phoneNumber, replaces: [old.orderId] })
    expect(await readOrderState(stage, old.orderId)).toBe('expired')
    expect(await readHeld()).toBe(1)
  })
})

describe.each([
  ['with a push rate', 1000],
  ['without a push rate', 0],
])('an order that gets no prompt, %s', (_, pushRate) => {
  beforeEach(() => {
    stage.env.limits.pushRate = pushRate
  })
  afterEach(() => {
    stage.env.limits.pushRate = 1000
  })

  test('the hold ends if the queue was too long', async () => {
    const order = await place(stage, event, [2])
    stage.pass(3 * MINUTE)
    await stage.runJobs()
    await expectOver(order.orderId, 'busy')
    await expectTakenAgain(order.orderId)
  })

  test('the hold ends if the phone got too many prompts in the meantime', async () => {
    const phoneNumber = newPhone()
    const order = await place(stage, event, [2], { phoneNumber })
    const others = [await buildEvent(stage.db), await buildEvent(stage.db)]
    for (const other of others) {
      const { orderId } = await place(stage, other, [1], { phoneNumber })
      await stage.db
        .insertInto('payment')
        .values({
          id: newId(),
          order_id: orderId,
          attempt: 1,
          phone: phoneNumber,
          amount_cents: 100_00,
          callback_token: newToken(),
          // This payment joined the queue earlier, although its prompt was requested at the same
          // time.
          created_at: new Date(stage.clock.now().getTime() - 60_000),
        })
        .execute()
    }
    await stage.runJobs()
    await expectOver(order.orderId, 'too_many_prompts')
  })

  test('the hold ends if the event was cancelled in the meantime', async () => {
    const order = await place(stage, event, [2])
    await stage.db
      .updateTable('event')
      .set({ cancelled_at: new Date() })
      .where('id', '=', event.id)
      .execute()
    await stage.runJobs()
    await expectOver(order.orderId, 'event_closed', false)
  })
})

test('an order whose prompt was sent keeps its tickets for ten minutes from the prompt', async () => {
  const order = await prompted(stage, event, [2])
  await fail(stage, order, 1032)
  stage.pass(10 * MINUTE - 1000)
  await stage.sweep()
  expect(await readOrderState(stage, order.orderId)).toBe('failed')
  expect(await readHeld()).toBe(2)
  stage.pass(2000)
  await stage.sweep()
  expect(await readHeld()).toBe(0)
})

test('a prompt that M-Pesa never sent does not change the record of its address', async () => {
  const record = async () => {
    const { rows } = await recordOf(sql`${'127.0.0.1'}`, stage.clock.now()).execute(stage.db)
    return rows[0]!
  }
  const { unpaid } = await record()
  stage.daraja.nextPush = () => ({ kind: 'refused', code: 'unreachable', raw: {} })
  await prompted(stage, event)
  expect((await record()).unpaid).toBe(unpaid)
  stage.daraja.nextPush = accept
  const order = await prompted(stage, event)
  await fail(stage, order, 1032)
  expect((await record()).unpaid).toBe(unpaid + 1)
})
