import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { pay, place, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { sendOn } from '../../../test/transfers.ts'

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage({ LIMIT_RESEND_PER_PHONE: '2' })
let organizer: Account
let stranger: Account
let admin: Account
let event: BuiltEvent
let receipts = 0

beforeAll(async () => {
  organizer = await buildAccount(stage)
  stranger = await buildAccount(stage)
  admin = await buildAccount(stage, 'admin')
  const types = [
    { name: 'Standard', gates: ['Gate A'] },
    { name: 'Group', maxPerOrder: 40 },
  ]
  event = await buildEvent(stage.db, { title: 'Mashemeji Derby', types })
  await stage.db.updateTable('event').set({ organizer_id: organizer.id }).execute()
})
beforeEach(() => {
  stage.sent.length = 0
  stage.mails.length = 0
})

/** Buys an order whose SMS have been sent, so that the tests count only later SMS. */
async function buy(quantities: number[], more: { phoneNumber?: string } = {}) {
  const email = 'asha@example.com'
  const order = await prompted(stage, event, quantities, { email, ...more })
  receipts += 1
  await pay(stage, order, `UKS${String(receipts).padStart(7, '0')}`)
  const lines = await stage.db
    .selectFrom('order_line')
    .select('id')
    .where('order_id', '=', order.orderId)
    .orderBy('position')
    .execute()
  const first = stage.sent.splice(0)
  stage.mails.length = 0
  return { ...order, lineIds: lines.map((line) => line.id), first }
}

async function resend(transactionId: string, as: Account | null = organizer) {
  const answer = await stage.app.inject({
    method: 'POST',
    url: '/api/functions/resend-sms',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...as?.headers },
    payload: new URLSearchParams({ transactionId }).toString(),
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

const SENT = { status: 200, body: { success: true } }

// spec: resend-sms-form-encoded
test('the line of an order is sent again: the same SMS to the phone that paid, and nothing else', async () => {
  const order = await buy([2, 1])
  expect(await resend(order.lineIds[0]!)).toMatchObject(SENT)
  await stage.runJobs()
  expect(stage.sent).toEqual([order.first.find((sms) => sms.body.includes('Standard'))])
  expect(stage.sent[0]!.phone).toBe(order.phoneNumber)
  expect(stage.mails).toEqual([])
})

// spec: audit-log-exports
test('an SMS that a manager sends again leaves a row in the audit log, and a click that sends nothing leaves none', async () => {
  const order = await buy([2, 1])
  await resend(order.orderId, stranger)
  await resend(order.orderId, admin)
  await resend(order.orderId, organizer)
  const { code } = await stage.db
    .selectFrom('order')
    .select('code')
    .where('id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const rows = await stage.db
    .selectFrom('audit_log')
    .select(['account_id', 'action', 'event_id', 'after'])
    .where('subject', '=', code)
    .execute()
  const entry = { action: 'tickets_sent_again', event_id: event.id, after: { tickets: 2 } }
  expect(rows).toEqual([{ account_id: admin.id, ...entry }])
})

// spec: transfer-old-says-so
test('a transferred ticket is sent to its receiver, never to the payer', async () => {
  const order = await buy([2])
  const { number } = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const friend = newPhone()
  const [sent] = await sendOn(stage, number, { phone: friend, admits: 1 })
  stage.sent.length = 0
  expect(await resend(order.orderId)).toMatchObject(SENT)
  await stage.runJobs()
  const texts = stage.sent.map(({ phone, body }) => [phone, body.slice(-16)])
  expect(texts).toEqual([
    [order.phoneNumber, number],
    [friend, sent],
  ])
})

// spec: resend-sms-form-encoded
test('an order is sent again: every ticket, even if a line made several', async () => {
  const order = await buy([1, 40])
  expect(order.first).toHaveLength(3)
  expect(await resend(order.orderId.toUpperCase())).toMatchObject(SENT)
  await stage.runJobs()
  const bodies = (texts: { body: string }[]) => texts.map(({ body }) => body).sort()
  expect(bodies(stage.sent)).toEqual(bodies(order.first))
})

test('a void ticket is not sent', async () => {
  const order = await buy([1, 1])
  const voided = stage.db.updateTable('ticket').set({ state: 'void', void_reason: 'revoked' })
  await voided.where('order_line_id', '=', order.lineIds[0]!).execute()
  expect(await resend(order.orderId)).toMatchObject(SENT)
  await stage.runJobs()
  expect(stage.sent.map(({ body }) => /1 x (\w+)/.exec(body)?.[1])).toEqual(['Group'])
})

// spec: sent-again-purchases
test('ten clicks before the SMS has left send one SMS and count once', async () => {
  const order = await buy([1])
  const answers = await Promise.all(Array.from({ length: 10 }, () => resend(order.lineIds[0]!)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  await stage.runJobs()
  expect(stage.sent).toHaveLength(1)
  expect(await resend(order.lineIds[0]!)).toMatchObject(SENT)
  await stage.runJobs()
  expect(stage.sent).toHaveLength(2)
})

test('the first SMS of an order is not sent twice', async () => {
  const order = await buy([1])
  for (const state of ['queued', 'sending', 'doubtful']) {
    await stage.db
      .updateTable('message')
      .set({ state })
      .where('recipient', '=', order.phoneNumber)
      .execute()
    expect(await resend(order.orderId)).toMatchObject(SENT)
    await stage.runJobs()
    expect(stage.sent).toEqual([])
  }
})

describe('refused resends', () => {
  // spec: sent-again-purchases
  test.each(['refund_due', 'refunded', 'paid'])(
    'an order that is %s is refused, and nothing is sent',
    async (state) => {
      const order = await buy([1])
      await stage.db.updateTable('order').set({ state }).where('id', '=', order.orderId).execute()
      const refusal = { status: 409, body: { code: 'no_tickets_yet' } }
      expect(await resend(order.orderId)).toMatchObject(refusal)
      expect(await resend(order.lineIds[0]!)).toMatchObject(refusal)
      await stage.runJobs()
      expect(stage.sent).toEqual([])
      // Restores the state, so that no sweep finds the order and issues its tickets.
      await stage.db
        .updateTable('order')
        .set({ state: 'issued' })
        .where('id', '=', order.orderId)
        .execute()
    },
  )

  // spec: sent-again-purchases
  test('an unpaid order is refused', async () => {
    const order = await place(stage, event)
    expect((await resend(order.orderId)).status).toBe(409)
  })

  test('anonymous callers, other organizers and unknown ids are refused', async () => {
    const order = await buy([1])
    expect((await resend(order.orderId, null)).status).toBe(401)
    const missing = { status: 404, body: { code: 'order_not_found' } }
    for (const id of [order.orderId, order.lineIds[0]!]) {
      expect(await resend(id, stranger)).toMatchObject(missing)
    }
    for (const id of [randomUUID(), 'x']) expect(await resend(id)).toMatchObject(missing)
    expect(await resend(order.lineIds[0]!, admin)).toMatchObject(SENT)
    await stage.runJobs()
    expect(stage.sent).toHaveLength(1)
  })

  test('a form without transactionId gets an error that names the field', async () => {
    const answer = await stage.app.inject({
      method: 'POST',
      url: '/api/functions/resend-sms',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...organizer.headers },
      payload: 'x=1',
    })
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'transactionId'])
  })
})

// spec: sent-again-purchases
test('resends to a phone are limited over all its orders, and allowed again later', async () => {
  const order = await buy([1])
  for (let i = 0; i < 2; i++) {
    expect(await resend(order.orderId)).toMatchObject(SENT)
    await stage.runJobs()
  }
  const refused = await resend(order.orderId)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  await stage.runJobs()
  expect(stage.sent).toHaveLength(2)
  const more = await buy([1], { phoneNumber: order.phoneNumber })
  expect((await resend(more.orderId)).status).toBe(429)
  const other = await buy([1])
  expect(await resend(other.orderId)).toMatchObject(SENT)
  stage.pass(3600_000)
  // The clock has moved on and the other bearer tokens have expired, so sign in again.
  expect(await resend(order.orderId, await buildAccount(stage, 'admin'))).toMatchObject(SENT)
  await stage.runJobs()
  expect(stage.sent).toHaveLength(2)
})
