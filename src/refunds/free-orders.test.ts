// spec: free-revoked, free-without-money
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { readBookDifferences } from '../../test/books.ts'
import { type BuiltEvent, buildEvent, newPhone, orderOf } from '../../test/build.ts'
import { callAs } from '../../test/cancelling.ts'
import { giveBack, readFree, sellFree } from '../../test/free.ts'
import { newReceipt, pay, prompted, readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { sendOn } from '../../test/transfers.ts'
import { placeOrder } from '../orders/placing/place-order.ts'
import { refundTimes } from './declarations.ts'

// Tests free orders after their sale: revoking them, and their effect in other parts of Lango.

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let owner: Account
let admin: Account
let event: BuiltEvent
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  owner = await buildAccount(stage)
  event = await buildEvent(stage.db, {
    organizerId: owner.id,
    types: [{ name: 'Regular', isFree: true, capacity: 10, maxPerOrder: 10 }, { price: 100 }],
  })
})

const call = (path: string, payload?: object, by: Account = owner) =>
  callAs(stage, by, path.replace('EVENT', `/api/events/${event.id}`), payload)

const DONE = { state: 'refunded', hold: 'released', status: 'refunded' }

async function lineOf({ orderId }: { orderId: string }): Promise<string> {
  const line = stage.db.selectFrom('order_line').select('id').where('order_id', '=', orderId)
  return (await line.executeTakeFirstOrThrow()).id
}

const revoke = async (sold: { orderId: string }, by: Account = owner) =>
  await call(`POST /api/transactions/${await lineOf(sold)}/revoke`, undefined, by)

test('an organizer revokes a free order: its tickets are void and for sale again, and each holder gets an SMS', async () => {
  const sold = await sellFree(stage, event, [3])
  const friend = newPhone()
  await sendOn(stage, sold.number, { phone: friend, admits: 1 })
  await giveBack(stage, sold.number, 1)
  const stranger = await buildAccount(stage)
  expect((await revoke(sold, stranger)).status).toBe(404)
  expect((await revoke(sold)).body).toEqual({ revoked: 2, inside: 0 })
  expect((await revoke(sold)).body).toEqual({ revoked: 0, inside: 0 })
  await stage.runJobs()
  for (const phone of [sold.phone, friend]) {
    expect(stage.textsTo(phone).at(-1)).toMatch(
      /^Your free ticket for .+, no\. .+, was withdrawn by the organizer and is no longer valid\.$/,
    )
  }
  expect(await readFree(stage, sold)).toEqual([{ ...DONE, back: 3, held: 0, sold: 0 }])
  const shown = (await stage.app.inject(`/api/tickets/${sold.number}`)).json()
  expect(shown).toMatchObject({ state: 'void', void_reason: 'revoked', refund: null })
  const log = stage.db.selectFrom('audit_log').select('after').where('event_id', '=', event.id)
  expect(await log.where('action', '=', 'free_revoked').execute()).toEqual([
    { after: { revoked: 2 } },
  ])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a free order with people inside is not revoked, and a paid order is refunded instead', async () => {
  const sold = await sellFree(stage, event, [2])
  const checkIn = { ticket_number: sold.number, event_id: event.id, admits: 1 }
  const letIn = await call('POST /api/check_ins', { ...checkIn, nonce: randomUUID() })
  expect(letIn.body).toMatchObject({ result: 'valid' })
  expect((await revoke(sold)).body).toEqual({ revoked: 0, inside: 2 })
  expect(await readFree(stage, sold)).toMatchObject([{ state: 'issued', sold: 2 }])
  const bought = await prompted(stage, event, [0, 1])
  await pay(stage, bought, newReceipt())
  const refused = await revoke(bought)
  expect([refused.status, refused.body.code]).toEqual([409, 'order_not_free'])
})

test('a free order is revoked before its tickets are issued, and they are never sent', async () => {
  const phone = newPhone()
  const order = orderOf(event, [1], { phone, provenPhone: phone, paymentMethod: 'free' })
  await placeOrder(stage.deps, order)
  expect((await revoke(order)).body).toEqual({ revoked: 1, inside: 0 })
  await stage.runJobs()
  expect(stage.textsTo(phone)).toEqual([])
  expect(await readFree(stage, order)).toEqual([{ ...DONE, back: 1, held: 0, sold: 0 }])
})

test('a free order has nothing to refund', async () => {
  const { orderId } = await sellFree(stage, event)
  for (const path of ['POST /api/refunds', 'POST /api/refund_previews']) {
    const reply = await call(path, { order_id: orderId, reason: 'other', words: 'x' }, admin)
    expect([reply.status, reply.body.code]).toEqual([409, 'free_order'])
  }
})

test('a cancelled event takes free tickets back, notifies their holders and refunds buyers alone', async () => {
  const sold = await sellFree(stage, event, [2], { email: 'asha@lango.test' })
  const bought = await prompted(stage, event, [0, 1])
  await pay(stage, bought, newReceipt())
  const preview = await call('POST EVENT/cancellation_preview', undefined)
  expect(preview.status).toBeLessThan(500)
  const request = { title: event.title, reason: 'The hall is closed' }
  const cancelled = await call('POST EVENT/cancel', request)
  expect(cancelled).toMatchObject({ status: 202, body: { orders: 2, tickets: 3, amount: 100 } })
  await stage.runJobs()
  expect(await readFree(stage, sold)).toEqual([{ ...DONE, back: 2, held: 0, sold: 0 }])
  expect(stage.textsTo(sold.phone).at(-1)).toMatch(
    /is cancelled\. Your free tickets are no longer valid/,
  )
  const mail = stage.mails.findLast(({ to }) => to === 'asha@lango.test')
  expect(mail?.subject).toMatch(/^Cancelled: /)
  expect(mail?.text).not.toMatch(/refund/i)
  const refunds = stage.db.selectFrom('refund').select('order_id').where('event_id', '=', event.id)
  expect(await refunds.execute()).toEqual([{ order_id: bought.orderId }])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a reschedule notifies the holders of free tickets without a refund link', async () => {
  const sold = await sellFree(stage, event, [2], { email: 'juma@lango.test' })
  const friend = newPhone()
  await sendOn(stage, sold.number, { phone: friend, admits: 1 })
  const moved = { date: '2027-12-04', time: '16:00', location: 'Kasarani, Nairobi', tell: true }
  expect((await call('POST EVENT/reschedule', moved)).status).toBe(200)
  await stage.runJobs()
  for (const phone of [sold.phone, friend]) {
    expect(stage.textsTo(phone).at(-1)).toMatch(/: new date .+\. Your ticket stays valid\.$/)
  }
  const mail = stage.mails.findLast(({ to }) => to === 'juma@lango.test')
  expect(mail?.subject).toMatch(/^Rescheduled: /)
  expect(mail?.text).not.toMatch(/refund|\/r\//i)
  const links = stage.db
    .selectFrom('refund_link')
    .select('token')
    .where('order_id', '=', sold.orderId)
  expect(await links.execute()).toEqual([])
})

// Moves the clock, so this test is the last one.
test('a cancellation of free tickets alone ends without a refund', async () => {
  const sold = await sellFree(stage, event, [2])
  const request = { title: event.title, reason: 'The hall is closed' }
  await call('POST EVENT/cancel', request)
  await stage.runJobs()
  stage.pass(refundTimes(stage.deps.timeScale).cancellingMaxMs + 1)
  await stage.sweep()
  expect((await call('GET EVENT/cancellation')).body).toMatchObject({
    ...{ state: 'done', orders: 0, refunded: 0, free: 1, told: 1, failed: 0, stuck: 0 },
  })
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 0 })
  expect(stage.textsTo(sold.phone).at(-1)).toContain('is cancelled')
})
