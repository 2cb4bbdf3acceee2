// spec: cancel-free-left
import { beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { readBookDifferences } from '../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { callAs, payRefundsBack } from '../../test/cancelling.ts'
import { newReceipt, pay, prompted, readOrderState, readStock } from '../../test/purchase.ts'
import { readRefunds } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { refundTimes } from './declarations.ts'

// Tests the cancellation of an event with an order that has only free tickets left.

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeEach(async () => {
  // Bearer tokens expire while a test moves the clock, so each test has its own admin.
  admin = await buildAccount(stage, 'admin')
})

const path = (call: string) => call.replace(' ', ` /api/events/${event.id}/`)
const progress = async () => (await callAs(stage, admin, path('GET cancellation'))).body
const textsTo = (phone: string) => stage.sent.filter((sms) => sms.phone === phone)

async function cancel(): Promise<void> {
  const request = { title: event.title, reason: 'The hall is closed' }
  expect((await callAs(stage, admin, path('POST cancel'), request)).status).toBe(202)
}

async function cancelAll(): Promise<void> {
  await cancel()
  await stage.runJobs()
  stage.pass(refundTimes(stage.deps.timeScale).cancellingMaxMs + 1)
  await stage.sweep()
}

const isFree = (types: BuiltEvent['types']) => types[1]!.id
/**
 * An order with a free and a paid ticket, of which an admin has refunded the paid ticket. The
 * tickets go to a phone that did not pay.
 */
async function freeLeft() {
  event = await buildEvent(stage.db, { types: [{ price: 200 }, { price: 0 }] })
  const email = 'free@lango.test'
  const order = await prompted(stage, event, [1, 1], { email })
  await pay(stage, order, newReceipt())
  const tickets = stage.db.selectFrom('ticket').where('order_id', '=', order.orderId)
  const paid = await tickets
    .select('number')
    .where('ticket_type_id', '<>', isFree(event.types))
    .executeTakeFirstOrThrow()
  const request = { order_id: order.orderId, reason: 'other', ticket_numbers: [paid.number] }
  expect((await callAs(stage, admin, 'POST /api/refunds', request)).status).toBe(201)
  const friend = '254712888777'
  await stage.db
    .updateTable('order')
    .set({ recipient_phone: friend })
    .where('id', '=', order.orderId)
    .execute()
  await stage.runJobs()
  stage.sent.length = 0
  stage.mails.length = 0
  return { ...order, phone: order.push.phone, friend, email }
}
const ticketsOf = (orderId: string) =>
  stage.db.selectFrom('ticket').select('state').where('order_id', '=', orderId).execute()

test('free tickets of a cancelled event become void, holders and payer are notified, and nothing is refunded', async () => {
  const order = await freeLeft()
  await payRefundsBack(stage)
  stage.sent.length = 0
  await cancelAll()
  expect(await progress()).toMatchObject({
    ...{ state: 'done', orders: 0, refunded: 0, free: 1, told: 1, failed: 0, stuck: 0 },
  })
  expect(await readOrderState(stage, order.orderId)).toBe('refunded')
  expect(await ticketsOf(order.orderId)).toEqual([{ state: 'void' }, { state: 'void' }])
  expect(await readStock(stage, isFree(event.types))).toMatchObject({ held: 0, sold: 0 })
  expect(await readRefunds(stage, order.orderId)).toMatchObject([
    { state: 'done', reason: 'other' },
  ])
  for (const phone of [order.phone, order.friend]) {
    expect(textsTo(phone).map(({ body }) => body)).toEqual([
      expect.stringMatching(
        /^Derby Day is cancelled\. Your free tickets are no longer valid\. Ref \w{8}$/,
      ),
    ])
  }
  const mails = stage.mails.filter((mail) => mail.to === order.email)
  expect(mails.map((mail) => mail.subject)).toEqual(['Cancelled: Derby Day'])
  expect(mails[0]!.text).not.toContain('KES')
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('an order with free tickets only never counts as an order to refund', async () => {
  const order = await freeLeft()
  await payRefundsBack(stage)
  await pay(stage, await prompted(stage, event, [1, 1]), newReceipt())
  await cancel()
  expect(await progress()).toMatchObject({ state: 'running', orders: 1, refunded: 0, free: 0 })
  await stage.runJobs()
  expect(await progress()).toMatchObject({ state: 'running', orders: 1, refunded: 0, free: 1 })
  expect(await readOrderState(stage, order.orderId)).toBe('refunded')
})

test("while the paid ticket's refund is on its way, the order ends together with that refund", async () => {
  const order = await freeLeft()
  await cancelAll()
  // The refund was due before the event was cancelled, and is not paid yet.
  expect(await progress()).toMatchObject({ state: 'running', orders: 1, refunded: 0 })
  expect(await ticketsOf(order.orderId)).toEqual([{ state: 'void' }, { state: 'void' }])
  expect(await readOrderState(stage, order.orderId)).toBe('refund_due')
  expect(await readBookDifferences(stage.db)).toEqual([])
  await payRefundsBack(stage)
  expect(await readOrderState(stage, order.orderId)).toBe('refunded')
  stage.pass(refundTimes(stage.deps.timeScale).cancellingMaxMs + 1)
  await stage.sweep(['cancellations'])
  expect(await progress()).toMatchObject({ state: 'done', orders: 1, refunded: 1 })
  expect(await readBookDifferences(stage.db)).toEqual([])
})
