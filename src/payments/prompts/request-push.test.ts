import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import {
  endHolds,
  fail,
  MINUTE,
  payLate,
  place,
  prompted,
  readOrder,
  readOrderState,
  readPayments,
  readStock,
  tryAgain,
} from '../../../test/purchase.ts'
import { keepStage, type ScriptedDaraja } from '../../../test/stage.ts'
import type { PushAnswer } from '../mpesa/stk-push.ts'
import { moveStuckPayments } from './sweep-payments.job.ts'

const stage = keepStage({ PUSH_RATE: '1000' })
let event: BuiltEvent
let accept: ScriptedDaraja['nextPush']

beforeAll(async () => {
  accept = stage.daraja.nextPush
})
beforeEach(async () => {
  event = await buildEvent(stage.db)
  stage.daraja.nextPush = accept
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
})

test('the queued payment of an order that was paid in the meantime leaves the queue', async () => {
  const order = await prompted(stage, event)
  await fail(stage, order, 1037)
  stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
  await tryAgain(stage, order.orderId)
  await stage.runJobs()
  await payLate(stage, order, 'UKP0000001')
  stage.daraja.nextPush = accept
  await stage.hurry()
  expect((await readPayments(stage, order.orderId)).map((payment) => payment.state)).toEqual([
    'confirmed',
    'failed',
  ])
  // Queries wait while prompts are queued, so a prompt that stayed queued would block all queries.
  const silent = await prompted(stage, event)
  stage.daraja.nextQuery = () => ({ kind: 'paid' })
  stage.pass(16_000)
  await stage.sweep()
  await stage.hurry()
  expect(await readOrderState(stage, silent.orderId)).toBe('issued')
})

test('a prompt that only waits for its own phone does not delay queries', async () => {
  const silent = await prompted(stage, event)
  const elsewhere = await buildEvent(stage.db)
  const second = await place(stage, elsewhere, [1], { phoneNumber: silent.phoneNumber })
  await stage.runJobs()
  expect((await readOrder(stage, second.orderId)).body.phase).toBe('in_line')
  stage.daraja.nextQuery = () => ({ kind: 'paid' })
  stage.pass(16_000)
  await stage.sweep()
  expect(await readOrderState(stage, silent.orderId)).toBe('issued')
})

test('the queued payment of an order that expired while no job ran leaves the queue', async () => {
  stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
  const order = await prompted(stage, event)
  await endHolds(stage)
  await stage.hurry()
  expect(await readOrderState(stage, order.orderId)).toBe('expired')
  expect(await readPayments(stage, order.orderId)).toMatchObject([{ state: 'failed' }])
})

// spec: nobody-asked-pay
test('no prompt is sent if the event was cancelled while the order was queued', async () => {
  const order = await place(stage, event)
  await stage.db
    .updateTable('event')
    .set({ cancelled_at: new Date() })
    .where('id', '=', event.id)
    .execute()
  const before = stage.daraja.pushes.length
  await stage.runJobs()
  expect(stage.daraja.pushes).toHaveLength(before)
  expect((await readOrder(stage, order.orderId)).body).toMatchObject({
    status: 'failed',
    result_code: 'event_closed',
    can_retry: false,
  })
})

// spec: slow-query-holds
test.each<[string, PushAnswer, number]>([
  ['wrong credentials', { kind: 'refused', code: '500.001.1001', raw: {} }, 1],
  ['no connection', { kind: 'refused', code: 'unreachable', raw: {} }, 1],
  // If the buyer's phone is busy, the buyer is shown a text that says so.
  ['a busy phone', { kind: 'refused', code: '1001', raw: {} }, 0],
  ['a used-up quota', { kind: 'later', raw: { errorMessage: 'Quota Violation' } }, 1],
  ['a busy moment', { kind: 'later', raw: { errorMessage: 'Spike Arrest Violation' } }, 0],
])(
  'a failed push because of %s is logged as an error if it is our fault',
  async (_, answer, times) => {
    const errors = vi.spyOn(stage.deps.log, 'error')
    stage.daraja.nextPush = () => answer
    await prompted(stage, event)
    expect(errors.mock.calls.filter(([, words]) => words === 'M-Pesa refused a push')).toHaveLength(
      times,
    )
    errors.mockRestore()
    // Lets the payment that was put back into the queue leave it, so that the next test begins with
    // an empty queue.
    stage.pass(3 * MINUTE)
    await stage.hurry()
  },
)

test('a push that M-Pesa postpones after a minute has failed, because no prompt was sent', async () => {
  stage.daraja.nextPush = async () => {
    stage.pass(61_000)
    await moveStuckPayments(stage.deps)
    return { kind: 'later', raw: {} }
  }
  const order = await prompted(stage, event)
  expect(await readPayments(stage, order.orderId)).toMatchObject([{ state: 'failed' }])
  expect((await readOrder(stage, order.orderId)).body).toMatchObject({
    status: 'failed',
    can_retry: true,
  })
})

test('a push whose response comes after a minute is queried all the same', async () => {
  stage.daraja.nextPush = async (request) => {
    stage.pass(61_000)
    await moveStuckPayments(stage.deps)
    return await accept(request)
  }
  const order = await prompted(stage, event)
  expect(await readPayments(stage, order.orderId)).toMatchObject([{ state: 'unknown' }])
  stage.daraja.nextQuery = () => ({ kind: 'paid' })
  stage.pass(1000)
  await stage.sweep()
  expect(await readOrderState(stage, order.orderId)).toBe('issued')
})

// spec: three-minutes-line
test('an order whose job ran only after three minutes is busy, and its tickets are free', async () => {
  const order = await place(stage, event)
  const before = stage.daraja.pushes.length
  stage.pass(3 * MINUTE)
  await stage.runJobs()
  expect(stage.daraja.pushes).toHaveLength(before)
  expect((await readOrder(stage, order.orderId)).body).toMatchObject({
    status: 'failed',
    result_code: 'busy',
    can_retry: true,
  })
  await stage.sweep()
  expect((await readStock(stage, event.types[0]!.id)).held).toBe(0)
  const { body } = await readOrder(stage, order.orderId)
  expect(body).toMatchObject({ status: 'expired', result_code: 'busy', can_retry: true })
  expect(body.message).toContain("We're very busy right now")
  // A second attempt joins the queue at the time of its own request.
  await tryAgain(stage, order.orderId)
  await stage.runJobs()
  expect(stage.daraja.pushes).toHaveLength(before + 1)
})
