// An organizer cancels or reschedules the organizer's own event; above a limit an admin decides.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent, orderFor } from '../../../test/build.ts'
import { callAs, soldOrders } from '../../../test/cancelling.ts'
import { requestOrder } from '../../../test/http.ts'
import { newReceipt, pay, prompted, readOrderState } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { withoutGuards } from '../../../test/unguarded.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { sellOrder } from '../../orders/sales/sales.ts'
import { type Db, inTransaction } from '../../platform/database/db.ts'
import { approve as approveRequest } from '../../requests/requests.ts'
import { measureRequests } from './measure-requests.ts'

type WorkRow = { kind: string; key: string; known: string; version: string | null }
type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000', ORGANIZER_REFUND_MAX_KES: '500' })
let organizer: Account
let other: Account
let admin: Account
let event: BuiltEvent
beforeAll(async () => {
  organizer = await buildAccount(stage)
  other = await buildAccount(stage)
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 200, capacity: 100 }] })
  const owner = { organizer_id: organizer.id }
  await stage.db.updateTable('event').set(owner).where('id', '=', event.id).execute()
  await stage.runJobs()
  stage.mails.length = 0
})

const REASON = 'The hall is closed'
const call = (who: Account, verb: string, body: object = {}) =>
  callAs(stage, who, `POST /api/events/${event.id}/${verb}`, body)
const cancel = (who = organizer, reason = REASON) =>
  call(who, 'cancel', { title: event.title, reason })
const move = (who = organizer, more: object = {}) =>
  call(who, 'reschedule', { date: '2027-03-01', time: '15:00', reason: REASON, ...more })
const read = async () => (await callAs(stage, organizer, `GET /api/events/${event.id}`)).body

async function findWork(): Promise<WorkRow | undefined> {
  const { data } = (await callAs(stage, admin, 'GET /api/work_list?limit=100')).body
  return data.find((row: WorkRow) => row.key === event.id)
}

/** The emails to support and organizers since the last call. */
async function mailed(): Promise<[to: string, subject: string][]> {
  await stage.runJobs()
  const mails = stage.mails.splice(0).filter(({ to }) => !to.startsWith('buyer-'))
  return mails.map(({ to, subject }) => [to, subject])
}

async function readAudit() {
  return await stage.db
    .selectFrom('audit_log')
    .select(['account_id', 'action'])
    .where('event_id', '=', event.id)
    .orderBy('id')
    .execute()
}

async function tryToBuy(): Promise<string> {
  const answer = await requestOrder(stage, orderFor(event, [1]), { prefer: 'respond-async' })
  return answer.statusCode === 202 ? 'sells' : answer.json().code
}

/** Records a payout of all that is due for the event. */
async function payOut(): Promise<void> {
  const { owed } = (await callAs(stage, admin, `GET /api/events/${event.id}/statement`)).body
  const payout = { amount: owed, reference: randomUUID() }
  expect((await call(admin, 'payouts', payout)).status).toBe(201)
}

describe('an organizer', () => {
  // spec: measure-own-event
  test('cancels an event at once if at most the limit goes back', async () => {
    const orders = await soldOrders(stage, event, 2)
    const preview = `GET /api/events/${event.id}/cancellation/preview`
    expect((await callAs(stage, organizer, preview)).body).toMatchObject({
      ...{ orders: 2, amount: 400, waits: false, balance: null, owed: 0 },
    })
    const sold = { orders: 2, tickets: 2, amount: 400, waits: false }
    expect(await cancel()).toEqual({ status: 202, body: sold })
    await stage.runJobs()
    expect(await readOrderState(stage, orders[0]!.orderId)).toBe('refund_due')
    expect(await findWork()).toBeUndefined()
    expect(await readAudit()).toEqual([{ account_id: organizer.id, action: 'event_cancelled' }])
  })

  // spec: measure-own-event
  test('waits for an admin if the balance of the event does not cover the refunds', async () => {
    await soldOrders(stage, event, 1)
    await payOut()
    expect(await cancel()).toMatchObject({ status: 202, body: { amount: 200, waits: true } })
    expect(await findWork()).toMatchObject({ kind: 'cancel_asked', amount: 200 })
  })

  // spec: measure-own-event
  test('reschedules an event at once if at most the limit may go back, and every buyer is notified', async () => {
    await soldOrders(stage, event, 1)
    stage.sent.length = 0
    const moved = await move(organizer, { tell: false })
    expect(moved).toMatchObject({ status: 200, body: { date: '2027-03-01', waits: false } })
    await stage.runJobs()
    expect(stage.sent).toHaveLength(1)
  })

  // spec: measure-own-event
  test('can do neither with the event of another organizer, nor reschedule a draft', async () => {
    const gone = { status: 404, body: { code: 'event_not_found' } }
    expect(await cancel(other)).toMatchObject(gone)
    expect(await move(other)).toMatchObject(gone)
    expect(await call(other, 'measure/withdraw')).toMatchObject(gone)
    const draft = { is_published: false }
    await stage.db.updateTable('event').set(draft).where('id', '=', event.id).execute()
    expect(await move()).toMatchObject({ status: 409, body: { code: 'not_published' } })
  })

  // spec: measure-asked
  test('must give a reason if an admin has to decide', async () => {
    await soldOrders(stage, event, 3)
    for (const answer of [await cancel(organizer, ' '), await move(organizer, { reason: '' })]) {
      expect(answer).toMatchObject({ status: 422, body: { field: 'reason' } })
    }
    expect(await tryToBuy()).toBe('sells')
  })
})

describe('a cancellation above the limit', () => {
  // spec: measure-asked
  test('stops sales, stands on the work list with people, sum and reason, and is carried out once it is approved', async () => {
    const orders = await soldOrders(stage, event, 3)
    const open = await prompted(stage, event)
    expect(await cancel()).toMatchObject({ status: 202, body: { amount: 600, waits: true } })
    expect(await mailed()).toEqual([
      [stage.env.support.email, `Cancellation requested: ${event.title}`],
    ])
    expect(await tryToBuy()).toBe('sales_closed')
    // Money that comes in while sales are stopped is due back.
    await pay(stage, open, newReceipt())
    expect(await readOrderState(stage, open.orderId)).toBe('refund_due')
    expect(await read()).toMatchObject({
      sales_open: false,
      cancelled_at: null,
      measure: { kind: 'cancel', state: 'sent', reason: REASON, is_own: true, date: null },
    })
    const row = (await findWork())!
    expect(row).toMatchObject({
      kind: 'cancel_asked',
      event: { id: event.id, title: event.title },
      amount: 600,
      known: `${organizer.email} requests the cancellation of this event: '${REASON}'.`,
      by_itself: 'Nothing until someone approves or returns it. Sales are stopped.',
      actions: ['approve', 'return'],
    })
    expect(await readOrderState(stage, orders[0]!.orderId)).toBe('issued')
    const approved = await call(admin, 'measure/approve', { version: row.version })
    expect(approved).toMatchObject({ status: 200, body: { measure: null } })
    expect(await mailed()).toContainEqual([organizer.email, `Cancelled: ${event.title}`])
    for (const { orderId } of orders)
      expect(await readOrderState(stage, orderId)).toBe('refund_due')
    expect(await findWork()).toBeUndefined()
    expect(await readAudit()).toEqual([
      { account_id: organizer.id, action: 'measure_asked' },
      { account_id: admin.id, action: 'measure_approved' },
      { account_id: admin.id, action: 'event_cancelled' },
    ])
    expect(await cancel()).toMatchObject({ status: 202, body: { amount: 600, waits: false } })
  })

  // spec: measure-approval-names-state
  test('lets a sale in progress go through, which changes the sum that an admin approves', async () => {
    await soldOrders(stage, event, 3)
    const { orderId } = await prompted(stage, event)
    const [locked, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const sale = inTransaction(stage.db, async (tx) => {
      const order = (await lockOrder(tx, orderId, stage.clock.now()))!
      locked.resolve()
      await stopped.promise
      return await sellOrder(tx, order, 'test', stage.clock.now())
    })
    await locked.promise
    await cancel()
    const { version } = (await findWork())!
    stopped.resolve()
    expect(await sale).toMatchObject({ amountCents: 200_00 })
    expect(await call(admin, 'measure/approve', { version })).toMatchObject({
      status: 409,
      body: { code: 'stale_request', amount: 800 },
    })
  })

  // spec: measure-asked
  test('is asked for once, however often it is sent', async () => {
    await soldOrders(stage, event, 3)
    await cancel()
    const { version } = (await findWork())!
    stage.pass(1000)
    expect(await cancel()).toMatchObject({ status: 202, body: { waits: true } })
    expect((await findWork())!.version).toBe(version)
    expect(await mailed()).toHaveLength(1)
  })

  // spec: measure-decided
  test('that is returned sells again, and its organizer gets the reason', async () => {
    await soldOrders(stage, event, 3)
    await cancel()
    await mailed()
    expect(await call(admin, 'measure/return', { words: ' ' })).toMatchObject({ status: 422 })
    const returned = await call(admin, 'measure/return', { words: 'Another hall is free' })
    const measure = { state: 'returned', words: 'Another hall is free' }
    expect(returned).toMatchObject({ status: 200, body: { sales_open: true, measure } })
    await stage.runJobs()
    expect(stage.mails.at(-1)?.text).toContain('We did not cancel the event as you requested:')
    expect(await mailed()).toEqual([[organizer.email, `Not approved: ${event.title}`]])
    expect(await tryToBuy()).toBe('sells')
    expect(await findWork()).toBeUndefined()
    const none = { status: 409, body: { code: 'no_request' } }
    expect(await call(admin, 'measure/return', { words: 'x' })).toMatchObject(none)
    expect(await call(admin, 'measure/approve', { version: 'x' })).toMatchObject(none)
  })

  // spec: measure-decided
  test('that is withdrawn sells again', async () => {
    await soldOrders(stage, event, 3)
    await cancel()
    const withdrawn = await call(organizer, 'measure/withdraw')
    expect(withdrawn).toMatchObject({ status: 200, body: { sales_open: true, measure: null } })
    expect(await tryToBuy()).toBe('sells')
    expect(await call(organizer, 'measure/withdraw')).toMatchObject({ status: 409 })
  })

  // spec: measure-decided
  test('that another person has asked for is not withdrawn, and waits', async () => {
    await soldOrders(stage, event, 3)
    await cancel()
    const refusal = { status: 403, body: { code: 'not_asker' } }
    expect(await call(admin, 'measure/withdraw')).toMatchObject(refusal)
    expect(await findWork()).toMatchObject({ kind: 'cancel_asked' })
    const { body } = await callAs(stage, admin, `GET /api/events/${event.id}`)
    expect(body.measure.is_own).toBe(false)
  })

  // spec: measure-decided
  test('that an admin cancels without the work list ends, and its organizer is notified', async () => {
    await soldOrders(stage, event, 3)
    await cancel()
    await mailed()
    expect(await cancel(admin)).toMatchObject({ status: 202, body: { waits: false } })
    expect(await findWork()).toBeUndefined()
    expect(await mailed()).toContainEqual([organizer.email, `Cancelled: ${event.title}`])
  })
})

// spec: measure-decided
test('a reschedule above the limit stops sales, and is carried out once it is approved', async () => {
  await soldOrders(stage, event, 3)
  const before = await read()
  expect(await move()).toMatchObject({ status: 200, body: { date: before.date, waits: true } })
  expect(await tryToBuy()).toBe('sales_closed')
  const row = (await findWork())!
  expect(row).toMatchObject({ kind: 'reschedule_asked', amount: 600 })
  expect(row.known).toBe(
    `${organizer.email} requests a move of this event to March 1, 2027, 3:00 PM, ${before.location}: '${REASON}'.`,
  )
  await mailed()
  stage.sent.length = 0
  const approved = await call(admin, 'measure/approve', { version: row.version })
  expect(approved).toMatchObject({
    status: 200,
    body: { date: '2027-03-01', time: '15:00', sales_open: true, measure: null },
  })
  expect(await mailed()).toContainEqual([organizer.email, `Rescheduled: ${event.title}`])
  expect(stage.sent).toHaveLength(3)
  expect(await tryToBuy()).toBe('sells')
})

// spec: measure-approval-names-state
test('an approval of another sum, schedule or request than was read is refused with the new version', async () => {
  const [order] = await soldOrders(stage, event, 4)
  await cancel()
  const approve = (version: string | null) => call(admin, 'measure/approve', { version })
  const changes: (() => Promise<unknown>)[] = [
    () => callAs(stage, admin, 'POST /api/refunds', { order_id: order!.orderId, reason: 'other' }),
    () => move(admin, { tell: false }),
    () => cancel(organizer, 'The artist is ill'),
  ]
  for (const change of changes) {
    const { version } = (await findWork())!
    await change()
    const row = (await findWork())!
    expect(await approve(version)).toMatchObject({
      status: 409,
      body: { code: 'stale_request', version: row.version, amount: 600 },
    })
  }
  // A change of the description is no reason to decide again, so the version stays valid.
  const { version } = (await findWork())!
  const words = { description: 'Doors open at 2' }
  await stage.db.updateTable('event').set(words).where('id', '=', event.id).execute()
  expect((await approve(version)).status).toBe(200)
})

describe('two approvals at the same time', () => {
  const EVENT_LOCK = /(?<=from "event" as "e" where "e"."id" = \$1 and .*)for no key update$/
  const UNDECIDED = / and state = 'sent'(?= returning kind)/
  const TYPES_LOCK = /(?<=order by id )for no key update$/

  /** Approves twice. Unless a lock prevents it, both calls read the request before its deletion. */
  async function approveTwice(db: Db): Promise<unknown[]> {
    await soldOrders(stage, event, 3)
    await cancel()
    const { version } = (await findWork())!
    const kind = measureRequests(async () => {})
    const request = { id: event.id, approval: { version: version! } }
    const approve = () => approveRequest({ ...stage.deps, db }, kind, admin.viewer, request)
    const ends = await behind(
      stage.db,
      (tx) => sql`lock table audit_log in share mode`.execute(tx),
      () => Promise.allSettled([approve(), approve()]),
      { waiters: 2 },
    )
    return ends.map((end) => (end.status === 'fulfilled' ? 'done' : (end.reason.code ?? 'failed')))
  }

  test('with the guard off, the second approval cancels again, except for a primary key', async () => {
    const ends = await withoutGuards(stage, [EVENT_LOCK, TYPES_LOCK, UNDECIDED], approveTwice)
    expect(ends.sort()).toEqual(['23505', 'done'])
  })

  // spec: measure-approval-names-state
  test('with the guard on, the second approval is refused', async () => {
    expect((await approveTwice(stage.db)).sort()).toEqual(['done', 'no_request'])
  })
})
