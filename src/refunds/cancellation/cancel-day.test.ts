// Tests the cancellation and the move of one day of an event of several days.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent, orderFor } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { makeDialler } from '../../../test/dialler.ts'
import { newReceipt, pay, post, prompted, readOrderState } from '../../../test/purchase.ts'
import { askByLink, readRefundLink } from '../../../test/refund-links.ts'
import { keepStage } from '../../../test/stage.ts'
import { selectDayCancellation } from '../../events/days/cancelled-days.sql.ts'
import { selectChange } from '../../events/event-change.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { refundTimes } from '../declarations.ts'
import { notifyOfCancelledDay } from '../reschedule/notify-of-day.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100', PUBLIC_ORIGIN: 'http://shop.test' })
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
const DAYS = [{ date: '2027-12-10' }, { date: '2027-12-11' }, { date: '2027-12-12' }]
const TYPES = [
  { name: 'Friday', price: 100, days: [1] },
  { name: 'Saturday', price: 200, days: [2] },
  { name: 'Pass', price: 500, days: [1, 2, 3] },
]
beforeEach(async () => {
  event = await buildEvent(stage.db, { days: DAYS, types: TYPES })
  stage.sent.length = 0
  stage.mails.length = 0
})

const call = (verb: string, body: object) =>
  callAs(stage, admin, `POST /api/events/${event.id}/${verb}`, body)
const cancel = (day: number, more: object = {}) =>
  call('cancel', { title: event.title, reason: 'Rain', day, ...more })
const move = (to: object) => call('reschedule', to)
const read = async () => (await callAs(stage, admin, `GET /api/events/${event.id}`)).body

/** Buys tickets of each type, as many as `counts` says. */
async function buy(counts: number[], email: string | null = null) {
  const order = await prompted(stage, event, counts, { email })
  await pay(stage, order, newReceipt())
  await stage.runJobs()
  stage.sent.length = 0
  stage.mails.length = 0
  return { ...order, phone: order.push.phone }
}

async function ticketStates(orderId: string) {
  const rows = await stage.db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .select(['t.name', 'k.state'])
    .where('k.order_id', '=', orderId)
    .orderBy('t.price_cents')
    .execute()
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}

const ticketOf = (orderId: string, type: string) =>
  stage.db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .select('k.number')
    .where('k.order_id', '=', orderId)
    .where('t.name', '=', type)
    .executeTakeFirstOrThrow()

const refundsOf = (orderId: string) =>
  stage.db
    .selectFrom('refund')
    .select(['amount_cents', 'reason'])
    .where('order_id', '=', orderId)
    .execute()

const tokenIn = (phone: string) =>
  /\/r\/(\w{16})$/.exec(stage.textsTo(phone).at(-1) ?? '')?.[1] ?? ''

// spec: day-cancelled
test('a cancelled day refunds its day tickets, keeps passes, and sells nothing of the day any more', async () => {
  const day = await buy([0, 1, 0], 'day@lango.test')
  const both = await buy([1, 1, 1])
  const answer = await cancel(2)
  expect(answer).toMatchObject({
    status: 202,
    body: { orders: 2, tickets: 2, amount: 400, waits: false },
  })
  await stage.runJobs()
  expect(await readOrderState(stage, day.orderId)).toBe('refund_due')
  expect(await refundsOf(day.orderId)).toEqual([{ amount_cents: 20_000, reason: 'cancelled' }])
  expect(stage.textsTo(day.phone)).toEqual([
    expect.stringMatching(
      /^Derby Day: Sat 11 Dec is cancelled\. KES 200 will be refunded by \d+ \w{3} to the M-PESA number that paid\. Ref /,
    ),
  ])
  expect(stage.mails.map(({ subject }) => subject)).toEqual([
    'December 11, 2027 is cancelled: Derby Day',
  ])
  expect(await ticketStates(both.orderId)).toEqual({
    Friday: 'valid',
    Saturday: 'void',
    Pass: 'valid',
  })
  const { number } = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', day.orderId)
    .executeTakeFirstOrThrow()
  expect((await stage.app.inject(`/api/tickets/${number}`)).json()).toMatchObject({
    ...{ state: 'void', date: '2027-12-11', is_day_cancelled: true, is_event_cancelled: false },
  })
  expect(await refundsOf(both.orderId)).toEqual([{ amount_cents: 20_000, reason: 'cancelled' }])
  expect(stage.textsTo(both.phone).at(-1)).toMatch(
    /^Derby Day: Sat 11 Dec is cancelled\. Your pass stays valid for the other days\. Refund\? Request by \d+ \w{3}: http/,
  )
  // A repeated request gets the same reply and refunds nothing twice.
  const texts = stage.sent.length
  expect((await cancel(2)).body).toEqual(answer.body)
  await stage.runJobs()
  await stage.sweep()
  expect(stage.sent.length).toBe(texts)
  expect(await refundsOf(both.orderId)).toHaveLength(1)
  const { days, ticket_types: types } = await read()
  expect(days.map((one: { cancelled_at?: string }) => one.cancelled_at !== undefined)).toEqual([
    false,
    true,
    false,
  ])
  expect(types.map((one: { sale_window?: string }) => one.sale_window ?? null)[1]).toBe('over')
  const wanted = orderFor(event, [0, 1, 0])
  expect(await post(stage, '/api/functions/mpesa', wanted)).toMatchObject({
    status: 409,
    body: { code: 'sales_closed' },
  })
  expect(await readBookDifferences(stage.db)).toEqual([])
})

// spec: day-cancelled-paused
test('the refunds of a cancelled day are paused and resumed, and those of another day go on', async () => {
  const [friday, both] = [await buy([1, 0, 0]), await buy([0, 1, 1])]
  const call = (verb: string, day: number, method = 'POST') =>
    callAs(stage, admin, `${method} /api/events/${event.id}/days/${day}/cancellation${verb}`)
  expect(await call('/pause', 2)).toMatchObject({ status: 404, body: { code: 'not_cancelled' } })
  await cancel(2)
  expect(await call('', 2, 'GET')).toMatchObject({
    body: { date: '2027-12-11', state: 'running', buyers: 1, notified: 0 },
  })
  expect(await call('/pause', 2)).toMatchObject({ status: 200, body: { state: 'paused' } })
  // An order that the job had read before the pause stays as it is.
  const { id } = (await selectDayCancellation(stage.db, event.id, 2))!
  const { current, ...change } = (await selectChange(stage.db, id))!
  await inTransaction(stage.db, (tx) =>
    notifyOfCancelledDay(tx, stage.deps, { change, orderId: both.orderId }),
  )
  await cancel(1)
  await stage.runJobs()
  stage.pass(refundTimes(stage.deps.timeScale).cancellingMaxMs + 1)
  await stage.sweep()
  await stage.runJobs()
  expect(await ticketStates(both.orderId)).toEqual({ Saturday: 'valid', Pass: 'valid' })
  expect(await ticketStates(friday.orderId)).toEqual({ Friday: 'void' })
  expect(await refundsOf(both.orderId)).toEqual([])
  const { number } = await ticketOf(both.orderId, 'Saturday')
  const shown = async () => (await stage.app.inject(`/api/tickets/${number}`)).json()
  expect(await shown()).toMatchObject({
    ...{ state: 'valid', is_day_cancelled: true, day_refund: 'paused' },
  })
  expect((await stage.app.inject(`/api/genuine/${number}`)).json()).toMatchObject({
    status: 'void',
  })
  const dialler = makeDialler(stage, both.phone)
  expect((await dialler.dial('3')).screen).toMatch(/Sat 11 Dec cancelled/)
  expect(await call('/resume', 2)).toMatchObject({ status: 200, body: { state: 'running' } })
  expect(await shown()).toMatchObject({ day_refund: 'due' })
  await stage.runJobs()
  expect(await shown()).not.toHaveProperty('day_refund')
  expect(await ticketStates(both.orderId)).toEqual({ Saturday: 'void', Pass: 'valid' })
  expect(await refundsOf(both.orderId)).toEqual([{ amount_cents: 20_000, reason: 'cancelled' }])
  expect(await call('/pause', 2)).toMatchObject({ body: { state: 'done', buyers: 1, notified: 1 } })
  expect(await readBookDifferences(stage.db)).toEqual([])
})

// spec: day-cancelled-pass
test('holders of passes may request a refund of the whole pass only if the organizer chose so', async () => {
  const kept = await buy([0, 0, 1])
  expect((await cancel(2, { passes: false })).body).toMatchObject({ orders: 0, amount: 0 })
  await stage.runJobs()
  expect(stage.textsTo(kept.phone).at(-1)).toBe(
    'Derby Day: Sat 11 Dec is cancelled. Your pass stays valid for the other days.',
  )
  expect((await cancel(1)).status).toBe(202)
  await stage.runJobs()
  const token = tokenIn(kept.phone)
  expect(await readRefundLink(stage, token)).toMatchObject({
    state: 'open',
    amount: 500,
    day: 'cancelled',
    old: { date: '2027-12-10' },
  })
  expect(await askByLink(stage, { orderId: kept.orderId, token })).toMatchObject({ status: 202 })
  expect(await refundsOf(kept.orderId)).toEqual([{ amount_cents: 50_000, reason: 'moved' }])
})

// spec: day-cancelled-last
// spec: days-held
test('an event is over after the last day that takes place; its money waits for the cancelled one', async () => {
  const { id: organizerId } = await buildAccount(stage, 'organizer')
  event = await buildEvent(stage.db, { days: DAYS, types: TYPES, organizerId })
  const set = stage.db.updateTable('event').set({ payout_release: 'after_event' })
  await set.where('id', '=', event.id).execute()
  await buy([0, 0, 1])
  expect(await cancel(3)).toMatchObject({ status: 202 })
  const row = stage.db.selectFrom('event').select(['date', 'last_date']).where('id', '=', event.id)
  expect(await row.executeTakeFirst()).toEqual({ date: '2027-12-10', last_date: '2027-12-11' })
  const { body } = await callAs(stage, admin, `GET /api/events/${event.id}/payouts`)
  expect(body).toMatchObject({
    ...{ held_until: '2027-12-13T03:00:00.000Z', held_by: '2027-12-12' },
  })
  expect(await move({ day: 1, date: '2027-12-14', time: '15:00' })).toMatchObject({ status: 200 })
  expect(await row.executeTakeFirst()).toEqual({ date: '2027-12-11', last_date: '2027-12-14' })
})

test('the last remaining day is cancelled only with the whole event', async () => {
  for (const day of [1, 2]) expect((await cancel(day)).status).toBe(202)
  expect(await cancel(3)).toMatchObject({ status: 409, body: { code: 'last_day', field: 'day' } })
  expect(await cancel(9)).toMatchObject({ status: 422, body: { field: 'day' } })
  expect((await call('cancel', { title: event.title, reason: '' })).status).toBe(202)
})

// spec: day-moved
test('a moved day keeps its number, and its day tickets get a link; tickets of other days do not', async () => {
  const friday = await buy([1, 0, 0])
  const saturday = await buy([1, 1, 0], 'day@lango.test')
  const pass = await buy([0, 0, 1])
  expect(await move({ day: 2, date: '2027-12-12' })).toMatchObject({
    status: 422,
    body: { field: 'date' },
  })
  expect(await move({ day: 2, location: 'Elsewhere' })).toMatchObject({
    status: 422,
    body: { field: 'location' },
  })
  expect((await move({ day: 2, date: '2027-12-04', passes: false })).status).toBe(200)
  await stage.runJobs()
  const told = await callAs(stage, admin, `GET /api/events/${event.id}/reschedule`)
  expect(told.body).toMatchObject({ date: '2027-12-04', day_was: '2027-12-11' })
  const { date, days } = await read()
  expect([date, days.map((one: { n: number; date: string }) => [one.n, one.date])]).toEqual([
    '2027-12-04',
    [
      [2, '2027-12-04'],
      [1, '2027-12-10'],
      [3, '2027-12-12'],
    ],
  ])
  const page = await stage.app.inject({ url: `/api/events/${event.id}` })
  expect(page.json().days.map((one: { before?: object }) => one.before)).toEqual([
    { date: '2027-12-11', time: '15:00' },
    undefined,
    undefined,
  ])
  expect(stage.textsTo(friday.phone)).toEqual([])
  expect(stage.textsTo(pass.phone)).toEqual([
    'Derby Day: Sat 11 Dec is now Sat 4 Dec 3PM. Your ticket stays valid.',
  ])
  expect(stage.textsTo(saturday.phone).at(-1)).toMatch(
    /^Derby Day: Sat 11 Dec is now Sat 4 Dec 3PM\. Tickets stay valid\. Refund\? Request by /,
  )
  expect(stage.mails[0]!.text).toContain('December 11, 2027 of Derby Day has been moved.')
  const token = tokenIn(saturday.phone)
  const link = await readRefundLink(stage, token)
  expect(link).toMatchObject({ state: 'open', amount: 200, day: 'moved' })
  expect(link.tickets.map((one: { ticket_type: string }) => one.ticket_type)).toEqual(['Saturday'])
  expect((await askByLink(stage, { orderId: saturday.orderId, token })).status).toBe(202)
  expect(await ticketStates(saturday.orderId)).toEqual({ Friday: 'valid', Saturday: 'void' })
  expect(await readRefundLink(stage, token)).toMatchObject({ state: 'asked', amount: 200 })
})

// spec: days-move-together
test('all days move by as many days, and each keeps its time and the end of its sale', async () => {
  expect(await move({ date: '2027-12-17', time: '18:00' })).toMatchObject({
    status: 422,
    body: { field: 'time' },
  })
  expect((await move({ date: '2027-12-17' })).status).toBe(200)
  const { days, ticket_types: types } = await read()
  expect(days.map((one: { date: string }) => one.date)).toEqual([
    '2027-12-17',
    '2027-12-18',
    '2027-12-19',
  ])
  const ends = await stage.db
    .selectFrom('ticket_type')
    .select('sale_until')
    .where('event_id', '=', event.id)
    .orderBy('price_cents')
    .execute()
  expect(types).toHaveLength(3)
  expect(ends.map(({ sale_until }) => sale_until?.toISOString())).toEqual([
    '2027-12-18T03:00:00.000Z',
    '2027-12-19T03:00:00.000Z',
    '2027-12-20T03:00:00.000Z',
  ])
})

// spec: refund-link-each-change
test('the link of tickets of a moved and of a cancelled day names each change', async () => {
  const both = await buy([0, 1, 1])
  await move({ day: 2, date: '2027-12-04' })
  await stage.runJobs()
  const token = tokenIn(both.phone)
  expect((await readRefundLink(stage, token)).changes).toBeUndefined()
  await cancel(3)
  await stage.runJobs()
  const { changes, tickets, amount } = await readRefundLink(stage, token)
  expect(changes).toMatchObject([
    { day: 'cancelled', old: { date: '2027-12-12' } },
    { day: 'moved', old: { date: '2027-12-11' }, new: { date: '2027-12-04' } },
  ])
  expect([tickets.length, amount]).toEqual([2, 700])
})
