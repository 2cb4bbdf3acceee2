import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callAs, payRefundsBack, soldOrders } from '../../../test/cancelling.ts'
import { requestOrder } from '../../../test/http.ts'
import { jobByHand } from '../../../test/job-by-hand.ts'
import {
  fail,
  newReceipt,
  pay,
  place,
  prompted,
  readOrder,
  readOrderState,
  readStock,
} from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { SMS_AIM_SEPTETS, septets } from '../../messages/sms.rules.ts'
import { refundTimes } from '../declarations.ts'
import {
  cancelledSms,
  freeCancelledSms,
  refundDoneSms,
  refundRequestedSms,
} from '../refund-sms.rules.ts'
import { cancelOrdersJob } from './cancel-orders.job.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeEach(async () => {
  // Bearer tokens expire while a test moves the clock, so each test has its own admin.
  admin = await buildAccount(stage, 'admin')
  event = await buildEvent(stage.db, { types: [{ price: 200, capacity: 100 }] })
  stage.sent.length = 0
  stage.mails.length = 0
})

const path = (call: string) => call.replace(' ', ` /api/events/${event.id}/`)
const cancel = (title = event.title, who: typeof admin = admin) =>
  callAs(stage, who, path('POST cancel'), { title, reason: 'The hall is closed' })
const progress = async () => (await callAs(stage, admin, path('GET cancellation'))).body

const JOB = jobByHand()

const textsTo = (phone: string) => stage.sent.filter((sms) => sms.phone === phone)

/**
 * Moves the clock past the pause before a sweep resumes a running cancellation. Runs this sweep.
 */
async function lookAgain(): Promise<void> {
  stage.pass(refundTimes(stage.deps.timeScale).cancellingMaxMs + 1)
  await stage.sweep()
}

async function refundsOf(orderId: string) {
  return await stage.db
    .selectFrom('refund')
    .select(['state', 'reason', 'amount_cents'])
    .where('order_id', '=', orderId)
    .execute()
}

/** The revision (SEQUENCE) of a calendar entry. */
const sequenceOf = (calendar: string | null) => Number(/SEQUENCE:(\d+)/.exec(calendar!)![1])

/** Expects a calendar entry that cancels the entry of the ticket email. */
function expectStruckOut(calendar: string | null, kept: number): void {
  expect(calendar).toContain(`UID:${event.id}@`)
  expect(calendar).toContain('STATUS:CANCELLED')
  expect(sequenceOf(calendar)).toBeGreaterThan(kept)
}

describe('an event that is cancelled', () => {
  // spec: cancel-pays-everybody-back
  test('a cancelled event refunds each order once and notifies each buyer once, page after page', async () => {
    const orders = await soldOrders(stage, event, 12)
    await stage.db
      .updateTable('ticket')
      .set({ state: 'used', admitted: 1 })
      .where('order_id', '=', orders[0]!.orderId)
      .execute()
    const kept = new Map(stage.mails.map((mail) => [mail.to, sequenceOf(mail.calendar)]))
    stage.sent.length = 0
    stage.mails.length = 0
    // Calendar revisions are counted in seconds, so the cancellation must come at least a second
    // later.
    stage.pass(1000)
    const before = await callAs(stage, admin, path('GET cancellation/preview'))
    expect(before.body).toMatchObject({ orders: 12, tickets: 12, amount: 2400, balance: null })

    const sold = { orders: 12, tickets: 12, amount: 2400, waits: false }
    expect(await cancel()).toEqual({ status: 202, body: sold })
    expect(await progress()).toEqual({
      state: 'running',
      is_sending_paused: false,
      orders: 12,
      ...{ refunded: 0, free: 0, told: 0 },
      ...{ failed: 0, waiting: [], stuck: 0, stuck_orders: [] },
    })
    await stage.runJobs()
    expect(await progress()).toMatchObject({ state: 'running', refunded: 0, told: 12 })
    for (const order of orders) {
      expect(await readOrderState(stage, order.orderId)).toBe('refund_due')
      const texts = textsTo(order.phone)
      expect(texts).toHaveLength(1)
      expect(texts[0]!.body).toMatch(
        /^Derby Day is cancelled\. KES 200 will be refunded by \d+ \w{3} to the M-PESA number that paid\. Ref \w{8}$/,
      )
      const mails = stage.mails.filter((mail) => mail.to === order.email)
      expect(mails.map((mail) => mail.subject)).toEqual(order.email ? ['Cancelled: Derby Day'] : [])
      for (const mail of mails) expectStruckOut(mail.calendar, kept.get(order.email!)!)
      const tickets = await stage.db
        .selectFrom('ticket')
        .select(['state', 'void_reason'])
        .where('order_id', '=', order.orderId)
        .execute()
      expect(tickets).toEqual([{ state: 'void', void_reason: 'refunded' }])
    }
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 0 })

    await payRefundsBack(stage)
    await lookAgain()
    expect(await progress()).toEqual({
      state: 'done',
      is_sending_paused: false,
      orders: 12,
      ...{ refunded: 12, free: 0, told: 12 },
      ...{ failed: 0, waiting: [], stuck: 0, stuck_orders: [] },
    })
    for (const order of orders) {
      const refund = { state: 'done', reason: 'cancelled', amount_cents: 20_000 }
      expect(await refundsOf(order.orderId)).toEqual([refund])
      expect(await readOrderState(stage, order.orderId)).toBe('refunded')
      expect(textsTo(order.phone)).toHaveLength(2)
    }
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('an event is cancelled only with its own title, and once', async () => {
    const [order] = await soldOrders(stage, event, 1)
    const wrong = await cancel('Derby')
    expect(wrong).toMatchObject({ status: 422, body: { code: 'invalid_field', field: 'title' } })
    expect(await readOrderState(stage, order!.orderId)).toBe('issued')
    const first = await cancel(`  ${event.title} `)
    const again = await cancel()
    expect(again).toEqual(first)
    await stage.runJobs()
    expect(await cancel()).toEqual(first)
    await stage.runJobs()
    expect(await refundsOf(order!.orderId)).toHaveLength(1)
    const { rows } = await sql`select from audit_log
      where event_id = ${event.id} and action = 'event_cancelled'`.execute(stage.db)
    expect(rows).toHaveLength(1)
  })

  // spec: cancel-who
  test('the organizer can cancel a draft that sold nothing, and no event that was taken off the site', async () => {
    const organizer = await buildAccount(stage, 'organizer')
    const own = { organizer_id: organizer.id }
    await stage.db.updateTable('event').set(own).where('id', '=', event.id).execute()
    await soldOrders(stage, event, 1)
    const draft = { is_published: false }
    await stage.db.updateTable('event').set(draft).where('id', '=', event.id).execute()
    expect(await cancel(event.title, organizer)).toMatchObject({ status: 409 })
    const unsold = await buildEvent(stage.db, { published: false })
    await stage.db.updateTable('event').set(own).where('id', '=', unsold.id).execute()
    event = unsold
    const answer = await cancel(event.title, organizer)
    expect(answer).toEqual({
      status: 202,
      body: { orders: 0, tickets: 0, amount: 0, waits: false },
    })
    await stage.runJobs()
    expect(await progress()).toMatchObject({ state: 'done' })
  })

  test("a cancelled event sells nothing: orders without a prompt end, and an open prompt's money comes back", async () => {
    const open = await prompted(stage, event)
    const failed = await prompted(stage, event)
    await fail(stage, failed, 1032)
    const waiting = await place(stage, event)
    await cancel()
    const late = await requestOrder(stage, {
      ...waiting,
      orderId: randomUUID(),
      phoneNumber: '0712345999',
    })
    expect([late.statusCode, late.json().code]).toEqual([409, 'sales_closed'])
    await stage.runJobs()
    await stage.sweep()
    expect(await readOrderState(stage, waiting.orderId)).toBe('expired')
    expect(await readOrderState(stage, failed.orderId)).toBe('expired')
    expect(stage.daraja.pushes.map((push) => push.phone)).not.toContain(waiting.phoneNumber)
    expect(await readOrderState(stage, open.orderId)).toBe('pending')
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 1, sold: 0 })
    await pay(stage, open, newReceipt())
    expect((await readOrder(stage, open.orderId)).body.status).toBe('refund_due')
    expect(await refundsOf(open.orderId)).toMatchObject([{ reason: 'event_closed' }])
    expect(textsTo(open.push.phone)).toHaveLength(1)
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 0 })
  })

  test('a paused cancellation waits, and a resumed one continues', async () => {
    const [order] = await soldOrders(stage, event, 1)
    await cancel()
    const paused = await callAs(stage, admin, path('POST cancellation/pause'))
    expect(paused).toMatchObject({ status: 200, body: { state: 'paused' } })
    await stage.runJobs()
    await lookAgain()
    expect(await readOrderState(stage, order!.orderId)).toBe('issued')
    const resumed = await callAs(stage, admin, path('POST cancellation/resume'))
    expect(resumed).toMatchObject({ status: 200, body: { state: 'running' } })
    await stage.runJobs()
    expect(await readOrderState(stage, order!.orderId)).toBe('refund_due')
  })

  test('a cancellation continues after its job died, and an order with a fault stops no other order', async () => {
    const [broken, ...others] = await soldOrders(stage, event, 3)
    await cancel()
    await stage.db.deleteFrom('job').where('name', '=', 'refunds.cancel_orders').execute()
    // The order's payment is no sale any more, so refunding this order fails.
    const use = (from: string, to: string) =>
      sql`update payment set use = ${to} where order_id = ${broken!.orderId} and use = ${from}`.execute(
        stage.db,
      )
    await use('sale', 'suspense')
    await lookAgain()
    for (const order of others) {
      expect(await readOrderState(stage, order.orderId)).toBe('refund_due')
    }
    const { code } = await stage.db
      .selectFrom('order')
      .select('code')
      .where('id', '=', broken!.orderId)
      .executeTakeFirstOrThrow()
    expect(await progress()).toMatchObject({
      ...{ state: 'running', failed: 1, stuck: 1 },
      stuck_orders: [{ id: 0, code, why: expect.stringContaining('has no sale to refund') }],
    })
    await use('suspense', 'sale')
    await lookAgain()
    expect(await readOrderState(stage, broken!.orderId)).toBe('refund_due')
    const mended = { state: 'running', failed: 0, stuck: 0, stuck_orders: [] }
    expect(await progress()).toMatchObject(mended)
  })

  test('a cancellation queues no SMS while the outbox is full', async () => {
    const [order] = await soldOrders(stage, event, 1)
    await cancel()
    const jobs = Array.from({ length: 60 }, () => ({
      name: 'messages.queued',
      lane: 'send',
      payload: JSON.stringify({ messageId: randomUUID() }),
    }))
    const waiting = await stage.db.insertInto('job').values(jobs).returning('id').execute()
    const ids = waiting.map((job) => job.id)
    const run = () => cancelOrdersJob(stage.deps).run({ eventId: event.id, after: null }, JOB)
    expect(await run()).toMatchObject({ againInMs: expect.any(Number) })
    expect(await readOrderState(stage, order!.orderId)).toBe('issued')
    await stage.db.deleteFrom('job').where('id', 'in', ids).execute()
    expect(await run()).toBeUndefined()
    expect(await readOrderState(stage, order!.orderId)).toBe('refund_due')
    await stage.runJobs()
  })
})

test('the cancellation SMS is one part, however long the title, the amount and a reference', () => {
  type RefundFacts = Parameters<typeof refundRequestedSms>[0]
  for (const eventTitle of ['D', 'Derby Day', 'Ü'.repeat(200), '演唱会']) {
    const facts = { eventTitle, amountKes: 250_000, code: 'ABCD1234', by: '24 Dec' }
    for (const language of ['en', 'sw'] as const) {
      for (const write of [
        cancelledSms,
        refundRequestedSms,
        freeCancelledSms,
        (facts: RefundFacts) => refundDoneSms({ ...facts, way: 'b2c', receipt: 'UKP0000001' }),
        (facts: RefundFacts) =>
          refundDoneSms({ ...facts, way: 'manual', receipt: 'FT26326 – Ü'.repeat(9) }),
        (facts: RefundFacts) => cancelledSms({ ...facts, isCash: true }),
        (facts: RefundFacts) => refundRequestedSms({ ...facts, isCash: true }),
        (facts: RefundFacts) =>
          refundDoneSms({ ...facts, way: 'manual', isCash: true, receipt: 'till 4'.repeat(16) }),
      ]) {
        const sms = write({ ...facts, isCash: false, language })
        expect(septets(sms), sms).toBeLessThanOrEqual(SMS_AIM_SEPTETS)
        expect(sms.endsWith('Ref ABCD1234')).toBe(true)
      }
    }
  }
})
