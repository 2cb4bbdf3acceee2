// spec: payout-claims
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { readBookDifferences } from '../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { type Account, approvedPayout, callFor, givePayoutAccount } from '../../test/payouts.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { buildMember } from '../../test/team.ts'
import { readAvailable } from './payouts.ts'

const DAY_MS = 86_400_000

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let admin: Account
let owner: Account
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  owner = await buildAccount(stage)
  await givePayoutAccount(stage, owner)
})

const call = (who: Account, path: string, payload?: object) => callFor(stage, who, path, payload)
const read = async (eventId: string) =>
  (await call(owner, `GET /api/events/${eventId}/payouts`)).body
const request = (eventId: string, amount: number) =>
  call(owner, 'POST /api/payouts', { event_id: eventId, amount })
const byHand = (eventId: string, amount: number) =>
  call(admin, `POST /api/events/${eventId}/payouts`, { amount, reference: newReceipt() })
const move = async (eventId: string, more: object = {}) => {
  const to = { date: '2028-01-20', ...more }
  const moved = await call(admin, `POST /api/events/${eventId}/reschedule`, to)
  expect(moved, JSON.stringify(moved.body)).toMatchObject({ status: 200 })
}

/** Sells tickets at KES 1,000, in one order per quantity. */
async function sold(...quantities: number[]): Promise<BuiltEvent & { orderIds: string[] }> {
  const spec = { date: '2028-01-10', organizerId: owner.id, types: [{ price: 1000 }] }
  const event = await buildEvent(stage.db, spec)
  const orderIds: string[] = []
  for (const quantity of quantities) orderIds.push(await sell(event, quantity))
  return { ...event, orderIds }
}

async function sell(event: BuiltEvent, quantity = 1): Promise<string> {
  const order = await prompted(stage, event, [quantity])
  await pay(stage, order, newReceipt())
  return order.orderId
}

/** Admits this many people with the order's tickets. */
async function admit(orderId: string, people: number): Promise<void> {
  const tickets = await stage.db
    .selectFrom('ticket')
    .select(['id', 'admits'])
    .where('order_id', '=', orderId)
    .execute()
  let left = people
  for (const { id, admits } of tickets) {
    const admitted = Math.min(left, admits)
    left -= admitted
    const state = admitted === admits ? 'used' : 'valid'
    await stage.db.updateTable('ticket').set({ admitted, state }).where('id', '=', id).execute()
  }
}

test('a cancelled event pays nothing out by hand, before its orders are refunded, too', async () => {
  const { id } = await sold(5)
  const cancelled_at = stage.clock.now()
  await stage.db.updateTable('event').set({ cancelled_at }).where('id', '=', id).execute()
  expect(await byHand(id, 100)).toMatchObject({ status: 409, body: { code: 'payout_frozen' } })
})

describe('a rescheduled event keeps what its refund links may still claim', () => {
  test('from requests, approvals and payouts recorded by hand', async () => {
    const { id } = await sold(5, 3)
    const asked = (await request(id, 6400)).body.id
    await move(id)
    const day = (await read(id)).claims_until
    expect(await read(id)).toMatchObject({ owed: 8000, reserve: 1600, claims: 8000, available: 0 })
    const approval = await call(admin, `POST /api/payouts/${asked}/approve`)
    expect(approval).toMatchObject({
      status: 409,
      body: { code: 'beyond_available', available: 0 },
    })
    expect(approval.body.error).toMatch(
      /^Nothing can be paid out now\. Buyers may claim KES 8,000 until the end of \w+ \d+, 20\d\d\.$/,
    )
    expect(await byHand(id, 0.5)).toMatchObject({ status: 409, body: { code: 'beyond_available' } })
    await call(owner, `POST /api/payouts/${asked}/refuse`, { words: 'Withdrawn' })
    expect(await request(id, 1)).toMatchObject({ status: 409, body: { code: 'beyond_available' } })
    expect(day).toMatch(/^20\d\d-\d\d-\d\d$/)
  })

  test('less what is sold after the announcement, used, refunded or was paid in cash', async () => {
    const { orderIds, ...event } = await sold(5, 3, 2)
    await move(event.id)
    await sell(event, 4)
    expect(await read(event.id)).toMatchObject({ owed: 14000, claims: 10000, available: 4000 })
    await admit(orderIds[0]!, 2)
    expect(await read(event.id)).toMatchObject({ claims: 8000, available: 6000 })
    const refund = { order_id: orderIds[1], reason: 'other', words: 'A test' }
    expect((await call(admin, 'POST /api/refunds', refund)).status).toBe(201)
    expect(await read(event.id)).toMatchObject({ owed: 11000, claims: 5000, available: 6000 })
    expect(await readBookDifferences(stage.db)).toEqual([])
    await stage.db
      .updateTable('payment')
      .set({ method: 'cash', mpesa_receipt: null })
      .where('order_id', '=', orderIds[2]!)
      .where('use', '=', 'sale')
      .execute()
    expect(await read(event.id)).toMatchObject({ claims: 3000 })
  })

  test('and of reserve and claims the larger, not the sum', async () => {
    const { orderIds, id } = await sold(5, 5)
    await move(id)
    await admit(orderIds[0]!, 5)
    await admit(orderIds[1]!, 4)
    expect(await read(id)).toMatchObject({ reserve: 2000, claims: 1000, available: 8000 })
    // Higher than `available`, because the reserve does not limit recorded payouts.
    expect((await call(admin, `GET /api/events/${id}/payouts`)).body.recordable).toBe(9000)
    expect(await byHand(id, 9000.01)).toMatchObject({ body: { code: 'beyond_available' } })
    expect((await byHand(id, 9000)).status).toBe(201)
    expect(await read(id)).toMatchObject({ owed: 1000, claims: 1000, available: 0 })
  })

  test('until the midnight of the last day that the links name', async () => {
    const { id } = await sold(2)
    await move(id)
    const change = await stage.db
      .selectFrom('event_change')
      .select(['announced_at', 'request_until'])
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow()
    const now = stage.clock.now
    stage.clock.now = () => change.request_until
    expect(await readAt(id)).toBe(2000)
    stage.clock.now = () => new Date(change.request_until.getTime() + 1)
    expect(await readAt(id)).toBe(0)
    stage.clock.now = now
    expect(change.request_until.getTime() - change.announced_at.getTime()).toBeGreaterThan(
      14 * DAY_MS - 1,
    )
  })

  test('but nothing for buyers who were not notified, unless an earlier reschedule notified them', async () => {
    const { orderIds: _, ...event } = await sold(2)
    await move(event.id, { tell: false })
    expect(await read(event.id)).toMatchObject({ claims: 0, available: 1600 })
    await move(event.id, { date: '2028-01-21' })
    await sell(event, 1)
    await move(event.id, { date: '2028-01-22', tell: false })
    expect(await read(event.id)).toMatchObject({ claims: 2000, available: 1000 })
  })
})

/** The claims at the clock's time. The clock may be past the end of the owner's session. */
async function readAt(eventId: string): Promise<number> {
  const { claims } = await readAvailable(
    stage.db,
    { id: eventId, organizer_id: owner.id },
    stage.clock.now(),
  )
  return claims.cents / 100
}

test('claims that a balance does not cover are kept of other events of the organizer', async () => {
  const first = await sold(2)
  const next = await sold(3)
  await byHand(first.id, 2000)
  expect(await read(next.id)).toMatchObject({ available: 2400, kept_for_others: 0 })
  await move(first.id)
  expect(await read(next.id)).toMatchObject({ available: 400, kept_for_others: 2000 })
})

test('the event whose refunds need the money has its id for those who may open it', async () => {
  const debt = await sold(1)
  const next = await sold(2)
  await byHand(debt.id, 1000)
  const refund = { order_id: debt.orderIds[0], reason: 'other', words: 'A test' }
  expect((await call(admin, 'POST /api/refunds', refund)).status).toBe(201)
  const part = { organizerId: owner.id, eventIds: [next.id], role: 'money' as const }
  const member = await buildMember(stage, part)
  const lackingOf = async (who: Account) =>
    (await call(who, `GET /api/events/${next.id}/payouts`)).body.lacking
  const title = expect.any(String)
  expect(await lackingOf(owner)).toEqual([{ id: debt.id, title }])
  expect(await lackingOf(admin)).toEqual([{ id: debt.id, title }])
  expect(await lackingOf(member)).toEqual([{ id: null, title }])
})

test('what is requested of an event is no longer available, of it and of others that cover a debt', async () => {
  const first = await sold(2)
  const next = await sold(2)
  const debt = await sold(1)
  await request(first.id, 1000)
  expect(await read(first.id)).toMatchObject({ owed: 2000, requested: 1000, available: 600 })
  expect(await read(next.id)).toMatchObject({ available: 1600 })
  await byHand(debt.id, 1000)
  const refund = { order_id: debt.orderIds[0], reason: 'other', words: 'A test' }
  expect((await call(admin, 'POST /api/refunds', refund)).status).toBe(201)
  expect(await read(next.id)).toMatchObject({
    ...{ owed: 2000, kept: 400, requested_elsewhere: 400, available: 1200, kept_for_others: 0 },
    lacking: [{ id: debt.id, title: expect.any(String) }],
  })
  expect(await request(next.id, 1201)).toMatchObject({ body: { code: 'beyond_available' } })
  expect((await request(next.id, 1200)).status).toBe(201)
  const [asked] = (await read(first.id)).payouts
  expect((await call(admin, `POST /api/payouts/${asked.id}/approve`)).status).toBe(200)
})

// spec: payout-claims, reschedule-cost
test('our fee is not kept, because it goes back with the refund', async () => {
  const { id } = await sold(2)
  await stage.db
    .updateTable('paid_line')
    .set({ fee_cents: 100_00 })
    .where('event_id', '=', id)
    .execute()
  const path = `GET /api/events/${id}/cancellation/preview?measure=reschedule`
  const preview = await call(owner, path)
  expect(preview.body).toMatchObject({ amount: 2000, cost: 1900, fee: 100 })
  await move(id)
  expect(await read(id)).toMatchObject({ claims: 1900, claims_fee: true, available: 100 })
  expect((await request(id, 1900)).body.error).toContain(
    'Buyers may claim KES 1,900 (without our fee) until the end of',
  )
})

test('an event that is not rescheduled pays as before', async () => {
  const { id } = await sold(2)
  await approvedPayout(stage, { owner, admin, eventId: id, amount: 1600 })
  expect(await read(id)).toMatchObject({
    claims: 0,
    claims_fee: false,
    claims_until: null,
    owed: 400,
  })
})

describe('money that refunds of another event need', () => {
  /** A payout of KES 6,400 of the first event is approved. The second event was paid out. */
  async function twoEvents(account: Parameters<typeof givePayoutAccount>[2] = {}) {
    await givePayoutAccount(stage, owner, account)
    await callFor(stage, admin, 'POST /api/refunds/sending', { on: false })
    const first = await sold(8)
    const next = await sold(8)
    expect((await byHand(next.id, 8000)).status).toBe(201)
    return { first, next }
  }

  test('is not recorded as paid by hand', async () => {
    const { first, next } = await twoEvents()
    await move(next.id)
    const refused = { status: 409, body: { code: 'beyond_available', available: 0 } }
    expect(await request(first.id, 100)).toMatchObject(refused)
    expect(await byHand(first.id, 8000)).toMatchObject(refused)
    await sell(first, 1)
    expect(await byHand(first.id, 1000.01)).toMatchObject({ body: { available: 1000 } })
    expect((await byHand(first.id, 1000)).status).toBe(201)
  })

  test('is kept from the cancellation on, before its refunds are due', async () => {
    const { first, next } = await twoEvents()
    await admit(next.orderIds[0]!, 3)
    const asked = (await request(first.id, 6400)).body.id
    await cancel(next.id)
    expect(await read(next.id)).toMatchObject({ owed: 0, claims: 8000, claims_until: null })
    const refused = { status: 409, body: { code: 'beyond_available', available: 0 } }
    expect(await call(admin, `POST /api/payouts/${asked}/approve`)).toMatchObject(refused)
    await stage.runJobs()
    expect(await read(next.id)).toMatchObject({ owed: -8000, claims: 0 })
    expect(await call(admin, `POST /api/payouts/${asked}/approve`)).toMatchObject(refused)
    expect(await byHand(first.id, 100)).toMatchObject(refused)
  })

  const BANK = { kind: 'bank', number: '012345', bank: 'Equity' }
  test.each([
    ['its own event is rescheduled', 'beyond_available', 'first', (id: string) => move(id)],
    ['another event is rescheduled', 'beyond_available', 'next', (id: string) => move(id)],
    ['its own event is cancelled', 'payout_frozen', 'first', (id: string) => cancel(id)],
    ['another event is cancelled', 'beyond_available', 'next', (id: string) => cancel(id)],
  ] as const)('is not recorded as paid at the bank after %s', async (_, code, which, change) => {
    const events = await twoEvents(BANK)
    const { id } = events.first
    const payoutId = await approvedPayout(stage, { owner, admin, eventId: id, amount: 6400 })
    const part = await stage.db
      .selectFrom('payout_part')
      .select('id')
      .where('payout_id', '=', payoutId)
      .executeTakeFirstOrThrow()
    await change(events[which].id)
    const paid = { reference: 'Equity 1', from: 'bank' }
    const record = () => call(admin, `POST /api/payout_parts/${part.id}/paid_manually`, paid)
    expect(await record()).toMatchObject({ status: 409, body: { code } })
    const [payout] = (await read(id)).payouts
    expect(payout.words).toMatch(/^Not paid: .*\. We return the money to the balance$/)
    const back = { words: 'Not paid at the bank' }
    expect((await call(admin, `POST /api/payout_parts/${part.id}/give_back`, back)).status).toBe(
      200,
    )
  })
})

async function cancel(eventId: string): Promise<void> {
  const { title } = await stage.db
    .selectFrom('event')
    .select('title')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  const ended = { title, reason: 'The hall is closed' }
  const cancelled = await call(admin, `POST /api/events/${eventId}/cancel`, ended)
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBeLessThan(300)
}
