// spec: given-tickets, given-revoked, given-measures
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { readBookDifferences } from '../../test/books.ts'
import { type BuiltEvent, buildEvent, newPhone, type TypeSpec } from '../../test/build.ts'
import { callAs } from '../../test/cancelling.ts'
import { confirmByHand, readCode, validate } from '../../test/paybill.ts'
import { newReceipt, pay, prompted, readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

// Tests complimentary tickets: giving and revoking them, and their effect in other parts of Lango.

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let owner: Account
let event: BuiltEvent
beforeEach(async () => {
  owner = await buildAccount(stage)
  event = await owned([{ name: 'VIP', capacity: 10 }, { name: 'Regular' }])
})

async function owned(types: TypeSpec[], maxPerPhone?: number): Promise<BuiltEvent> {
  const built = await buildEvent(stage.db, { types, ...(maxPerPhone && { maxPerPhone }) })
  const organizer_id = owner.id
  await stage.db.updateTable('event').set({ organizer_id }).where('id', '=', built.id).execute()
  return built
}

const call = (path: string, payload?: object, by: Account = owner) =>
  callAs(stage, by, path.replace('EVENT', `/api/events/${event.id}`), payload)
const rowOf = (quantity: number, phone = newPhone(), type = 0) => ({
  ...{ phone, ticket_type_id: event.types[type]!.id, quantity },
})
const give = (rows: object[], nonce: string = randomUUID(), by: Account = owner) =>
  call('POST EVENT/complimentary', { nonce, rows }, by)
const overview = async () => (await call('GET EVENT/complimentary')).body
const countOrders = async () =>
  (await stage.db.selectFrom('order').select('id').where('event_id', '=', event.id).execute())
    .length
const stockOf = (type = 0) => readStock(stage, event.types[type]!.id)

async function sendOne(quantity = 1, phone = newPhone()) {
  const { status, body } = await give([rowOf(quantity, phone)])
  expect([status, body]).toMatchObject([201, { given: quantity, inside: 0, revoked: 0 }])
  await stage.runJobs()
  const ticket = await stage.db
    .selectFrom('ticket as k')
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .select(['k.id', 'k.number', 'k.order_id', 'k.admits'])
    .where('o.phone', '=', phone)
    .executeTakeFirstOrThrow()
  return { ...ticket, phone, batchId: body.id as string }
}

const ticketState = (id: string) =>
  stage.db
    .selectFrom('ticket')
    .select(['state', 'void_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('a complimentary ticket is a normal ticket, and its SMS names the organizer in one part', async () => {
  const { number, phone, admits } = await sendOne(2)
  expect(admits).toBe(2)
  const [sms, ...others] = stage.textsTo(phone)
  expect(others).toEqual([])
  expect(sms).toMatch(/^From .+: Derby.+, Nyayo\.\.: 2 x VIP\. Enter: Main Gate\. No\. /)
  expect(sms).toContain(number)
  expect(sms!.length).toBeLessThanOrEqual(160)
  expect((await stage.app.inject(`/api/tickets/${number}`)).json()).toMatchObject({
    ...{ ticket_type: 'VIP', quantity: 2 },
  })
  expect(await stockOf()).toMatchObject({ held: 0, sold: 2 })
  expect(await overview()).toMatchObject({
    ...{ given: 2, inside: 0, revoked: 0, taken: 2 },
    batches: [{ given: 2, revoked: 0 }],
  })
})

test('complimentary tickets are in no sales figure, and in no statement as money', async () => {
  await sendOne(3)
  const stats = await call('POST /api/rpc/get_event_transaction_stats', { p_event_id: event.id })
  expect(stats.body[0]).toMatchObject({
    ...{ total_revenue: 0, total_tickets: 0 },
    ...{ complimentary: 3, reserved: 0 },
  })
  const statement = await call('GET EVENT/statement')
  const complimentary = { given: 3, inside: 0 }
  expect(statement.body).toMatchObject({ taken: 0, owed: 0, lines: [], complimentary })
  const paid = await call(`GET /api/transactions?event_id=${event.id}`)
  expect(paid.body.data).toEqual([])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a repeated nonce gives nothing twice, and other rows under the same nonce are refused', async () => {
  const [nonce, rows] = [randomUUID(), [rowOf(1), rowOf(2)]]
  const first = await give(rows, nonce)
  const again = await Promise.all([give(rows, nonce), give(rows, nonce.toUpperCase())])
  for (const reply of again) expect(reply).toEqual(first)
  expect(await countOrders()).toBe(2)
  const other = await give([rowOf(1)], nonce)
  expect([other.status, other.body]).toMatchObject([409, { code: 'nonce_taken', field: 'nonce' }])
})

test('two concurrent requests with one nonce give the tickets once', async () => {
  const [nonce, rows] = [randomUUID(), [rowOf(1)]]
  const replies = await Promise.all(Array.from({ length: 4 }, () => give(rows, nonce)))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(await countOrders()).toBe(1)
  expect(await stockOf()).toMatchObject({ sold: 1 })
})

test('a wrong row is named by its field, and no row is stored', async () => {
  const other = await buildEvent(stage.db)
  const refusals = [
    [{ ...rowOf(1), phone: '0812345678' }, 422, 'rows.1.phone'],
    [{ ...rowOf(1), quantity: 32 }, 422, 'rows.1.quantity'],
    [{ ...rowOf(1), quantity: 0 }, 422, 'rows.1.quantity'],
    [{ ...rowOf(1), ticket_type_id: 'VIP' }, 404, 'rows.1.ticket_type_id'],
    [{ ...rowOf(1), ticket_type_id: other.types[0]!.id }, 404, 'rows.1.ticket_type_id'],
    [rowOf(10), 409, 'rows.1.quantity'],
  ] as const
  for (const [row, status, field] of refusals) {
    const reply = await give([rowOf(1), row])
    expect([reply.status, reply.body], field).toMatchObject([status, { field }])
  }
  expect(await countOrders()).toBe(0)
  expect(await stockOf()).toMatchObject({ sold: 0 })
  const nonce = await give([rowOf(1)], 'x')
  expect([nonce.status, nonce.body.field]).toEqual([422, 'nonce'])
  expect((await give([])).status).toBe(422)
})

test('tickets beyond the licensed capacity are refused', async () => {
  await call('PUT EVENT/entry_rules', { licensed_capacity: 4 })
  await sendOne(3)
  const reply = await give([rowOf(1), rowOf(1)])
  expect([reply.status, reply.body]).toMatchObject([409, { code: 'above_license', left: 1 }])
  await sendOne(1)
})

test('the limits per order and per phone bind buyers and not the organizer', async () => {
  event = await owned([{ capacity: 40, maxPerOrder: 2 }], 2)
  const { phone } = await sendOne(12)
  await prompted(stage, event, [2], { phoneNumber: phone })
})

test('a draft, a cancelled event and an event of another organizer give no tickets', async () => {
  const stranger = await buildAccount(stage)
  expect((await give([rowOf(1)], randomUUID(), stranger)).status).toBe(404)
  const set = (values: object) =>
    stage.db.updateTable('event').set(values).where('id', '=', event.id).execute()
  await set({ is_published: false })
  expect((await give([rowOf(1)])).body.code).toBe('event_not_open')
  await set({ is_published: true, is_sold_out: true })
  expect((await give([rowOf(1)])).status).toBe(201)
  await set({ cancelled_at: new Date() })
  expect((await give([rowOf(1)])).body.code).toBe('event_not_open')
})

test('a revoked ticket is void and back on sale, its holder is notified, and others stay', async () => {
  const { body } = await give([rowOf(2, '254711000001'), rowOf(1, '254711000002')])
  await stage.runJobs()
  const guests = await call(`GET /api/complimentary/${body.id}`)
  expect(guests.body.data).toMatchObject([
    { phone: '254711000001', quantity: 2, state: 'sent', ticket_type: 'VIP' },
    { phone: '254711000002', quantity: 1, state: 'sent' },
  ])
  const order_ids = [guests.body.data[0].order_id]
  const resent = await call('POST /api/functions/resend-sms', { transactionId: order_ids[0] })
  expect(resent.body).toEqual({ success: true })
  const { number } = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', order_ids[0])
    .executeTakeFirstOrThrow()
  const path = `POST /api/complimentary/${body.id}/revoke`
  expect((await call(path, { order_ids })).body).toEqual({ revoked: 2, inside: 0 })
  expect((await call(path, { order_ids })).body).toEqual({ revoked: 0, inside: 0 })
  await stage.runJobs()
  expect(stage.textsTo('254711000001').at(-1)).toMatch(
    /^Your complimentary ticket for Derby Day, no\. .+, was withdrawn by the organizer/,
  )
  expect(stage.textsTo('254711000001')).toHaveLength(3)
  expect(stage.textsTo('254711000002')).toHaveLength(1)
  const shown = (await stage.app.inject(`/api/tickets/${number}`)).json()
  expect(shown).toMatchObject({ state: 'void', void_reason: 'revoked', refund: null })
  expect(await stockOf()).toMatchObject({ held: 0, sold: 1 })
  expect(await overview()).toMatchObject({ given: 1, revoked: 2 })
  expect((await call(path, {})).body).toEqual({ revoked: 1, inside: 0 })
  expect(await stockOf()).toMatchObject({ sold: 0 })
  const strange = await call(path, { order_ids: [randomUUID()] })
  expect([strange.status, strange.body.field]).toEqual([404, 'order_ids'])
})

test('a ticket with which people came in is not revoked, and counts as inside', async () => {
  const { number, batchId, id } = await sendOne(2)
  const checkIn = { ticket_number: number, event_id: event.id, admits: 1, nonce: randomUUID() }
  expect((await call('POST /api/check_ins', checkIn)).body).toMatchObject({ result: 'valid' })
  expect((await call(`POST /api/complimentary/${batchId}/revoke`, {})).body).toEqual({
    ...{ revoked: 0, inside: 2 },
  })
  expect((await ticketState(id)).state).toBe('valid')
  expect(await overview()).toMatchObject({ given: 2, inside: 1 })
  expect((await call('GET EVENT/entry')).body).toMatchObject({
    ...{ inside: 1, complimentary: { given: 2, inside: 1 } },
  })
  const stats = await call('POST /api/rpc/get_event_validation_stats', { p_event_id: event.id })
  // The rate counts sold tickets only, and no ticket of this event was sold.
  expect(stats.body[0]).toMatchObject({ redemption_rate: null })
})

test('tickets are revoked before they are issued, and are never sent', async () => {
  const phone = newPhone()
  const { body } = await give([rowOf(1, phone)])
  expect((await call(`POST /api/complimentary/${body.id}/revoke`, {})).body.revoked).toBe(1)
  await stage.runJobs()
  expect(stage.textsTo(phone)).toEqual([])
  expect(await stockOf()).toMatchObject({ sold: 0 })
})

test('a complimentary order has nothing to refund', async () => {
  const { order_id } = await sendOne()
  const admin = await buildAccount(stage, 'admin')
  const reply = await call('POST /api/refunds', { order_id, reason: 'other', words: 'x' }, admin)
  expect([reply.status, reply.body.code]).toEqual([409, 'complimentary'])
})

test('a cancelled event takes complimentary tickets back, notifies their holders and refunds buyers alone', async () => {
  const { id, phone } = await sendOne(2)
  const bought = await prompted(stage, event, [1])
  await pay(stage, bought, newReceipt())
  const request = { title: event.title, reason: 'The hall is closed' }
  const cancelled = await call('POST EVENT/cancel', request)
  expect(cancelled).toMatchObject({ status: 202, body: { orders: 2, tickets: 3, amount: 100 } })
  await stage.runJobs()
  expect(await ticketState(id)).toEqual({ state: 'void', void_reason: 'revoked' })
  expect(stage.textsTo(phone).at(-1)).toMatch(
    /is cancelled\. Your free tickets are no longer valid/,
  )
  expect(await stockOf()).toMatchObject({ held: 0, sold: 0 })
  const refunds = stage.db.selectFrom('refund').select('order_id').where('event_id', '=', event.id)
  expect(await refunds.execute()).toEqual([{ order_id: bought.orderId }])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a reschedule notifies the holders of complimentary tickets without a refund link', async () => {
  const { phone } = await sendOne()
  const moved = { date: '2027-12-04', time: '16:00', location: 'Kasarani, Nairobi', tell: true }
  expect((await call('POST EVENT/reschedule', moved)).status).toBe(200)
  await stage.runJobs()
  const [, sms, ...others] = stage.textsTo(phone)
  expect(others).toEqual([])
  expect(sms).toMatch(/^Derby Day: new date .+\. Your ticket stays valid\.$/)
})

test('money under the code of a complimentary order is refused or due back, and the ticket stays valid', async () => {
  const { order_id, id } = await sendOne()
  const admin = await buildAccount(stage, 'admin')
  const account = await readCode(stage, order_id)
  expect(await validate(stage, { account, amount: 100 })).not.toBe('0')
  const receipt = await confirmByHand(stage, { account, amount: 100, payer: '254711222333' })
  await stage.runJobs()
  const attached = await call(`POST /api/receipts/${receipt}/attach`, { order_id }, admin)
  expect(attached.status).toBeLessThan(500)
  const payments = stage.db.selectFrom('payment').select('use').where('order_id', '=', order_id)
  for (const { use } of await payments.execute()) expect(use).toBe('refund_due')
  expect((await ticketState(id)).state).toBe('valid')
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a complimentary order is read by its id, and takes no prompt and no other phone', async () => {
  const { order_id, batchId } = await sendOne()
  const path = `/api/orders/${order_id}`
  const message = 'Your tickets have been sent by SMS.'
  expect((await call(`GET ${path}`)).body).toMatchObject({ status: '0', rrn: '', message })
  const prompt = await call(`POST ${path}/prompts`, {})
  expect([prompt.status, prompt.body.code]).toEqual([409, 'already_paid'])
  expect((await call(`PUT ${path}/phone`, { phoneNumber: '0712345678' })).status).toBe(409)
  await call(`POST /api/complimentary/${batchId}/revoke`, {})
  expect((await call(`GET ${path}`)).body.message).toBe(
    'These tickets were cancelled and are no longer valid.',
  )
})

test('an organizer gives 5,000 tickets a day at most, and a repeated request is not counted', async () => {
  const [nonce, rows] = [randomUUID(), [rowOf(1)]]
  await give(rows, nonce)
  await stage.db
    .updateTable('rate_count')
    .set({ count: 5000 })
    .where('key', '=', `budget:tickets:${owner.id}`)
    .execute()
  expect((await give(rows, nonce)).status).toBe(201)
  const beyond = await give([rowOf(1)])
  expect([beyond.status, beyond.body.code]).toEqual([429, 'too_many_requests'])
})
