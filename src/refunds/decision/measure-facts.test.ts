// The facts on which an admin decides about a request to cancel or reschedule an event.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callAs, soldOrders } from '../../../test/cancelling.ts'
import { givePayoutAccount } from '../../../test/payouts.ts'
import { keepStage } from '../../../test/stage.ts'
import type { TaskFact } from '../../platform/tasks/tasks.contract.ts'
import { formatDateTime } from '../../ui/dates.rules.ts'
import { refundsFact } from '../refund-money.rules.ts'

type WorkRow = { key: string; version: string; facts: TaskFact[] }
type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000', ORGANIZER_REFUND_MAX_KES: '500' })
let organizer: Account
let admin: Account
let event: BuiltEvent
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  organizer = await buildAccount(stage)
  event = await buildOwn()
})

const buildOwn = () =>
  buildEvent(stage.db, { organizerId: organizer.id, types: [{ price: 200, capacity: 100 }] })
const call = (who: Account, verb: string, body: object) =>
  callAs(stage, who, `POST /api/events/${event.id}/${verb}`, body)
const cancel = () =>
  call(organizer, 'cancel', { title: event.title, reason: 'The hall is closed.' })
const payOut = async (amount: number) =>
  expect((await call(admin, 'payouts', { amount, reference: randomUUID() })).status).toBe(201)

async function findRow(): Promise<WorkRow & { known: string }> {
  const { data } = (await callAs(stage, admin, 'GET /api/work_list?limit=100')).body
  return data.find(({ key }: WorkRow) => key === event.id)
}

/** The facts by label, with '(!)' behind warnings. */
async function readFacts(): Promise<Record<string, string>> {
  const words = ({ text, is_warning }: TaskFact) => `${text}${is_warning ? ' (!)' : ''}`
  return Object.fromEntries((await findRow()).facts.map((fact) => [fact.label, words(fact)]))
}

async function readPreview(who: Account, query = '') {
  const path = `GET /api/events/${event.id}/cancellation/preview${query}`
  return (await callAs(stage, who, path)).body
}

/** The facts that the account sees in the dialog before a cancellation or reschedule. */
async function previewFacts(who: Account, query = ''): Promise<Record<string, string>> {
  const body = await readPreview(who, query)
  return Object.fromEntries(body.facts.map(({ label, text }: TaskFact) => [label, text]))
}

// spec: measure-asked, measure-approval-names-state
test('an admin reads what was paid out and what the organizer must add, and approves only what was read', async () => {
  await soldOrders(stage, event, 2)
  await payOut(300)
  const other = await buildOwn()
  await soldOrders(stage, other, 1)
  await cancel()
  expect(await readFacts()).toEqual({
    Refunds: 'KES 400 (2 tickets, 2 orders)',
    'Missing from the balance':
      "KES 300. The organizer's other events can spare KES 160 for it (!)",
    'Not covered': 'KES 140. If you approve, we pay it and the organizer owes it to us (!)',
    "Event's balance": 'KES 100 (!)',
    'Paid out already': 'KES 300 (!)',
    'Taken from the organizer': 'KES 400',
    'Why you decide': 'The balance does not cover the refunds',
    'SMS about refunds': expect.stringContaining(' is cancelled. KES 200 will be refunded by '),
  })
  const { version, known } = await findRow()
  expect(known).toMatch(/: 'The hall is closed\.'$/)
  const { lines } = (await callAs(stage, admin, `GET /api/events/${event.id}/statement`)).body
  const back = `POST /api/payouts/${lines[0].id}/take_back`
  expect((await callAs(stage, admin, back, { words: 'A slip' })).status).toBeLessThan(300)
  expect(await readFacts()).toMatchObject({ 'Paid out already': 'Nothing' })
  const stale = { status: 409, body: { code: 'stale_request' } }
  expect(await call(admin, 'measure/approve', { version })).toMatchObject(stale)
})

// spec: measure-asked
test('large numbers of tickets have separators', () => {
  const money = { amount_cents: 900_000_00, paid_tickets: 12000, paid_orders: 4000, cost_cents: 0 }
  const sums = { asked_cents: 0, reports: 0, free_cents: 0, others_cents: 0, uncovered_cents: 0 }
  const besides = { ...sums, earned_cents: 0, reserve_share: 0, lacking: [] }
  const facts = { ...money, owed_cents: 0, paid_out_cents: 0, besides }
  expect(refundsFact(facts, '').text).toBe('KES 900,000 (12,000 tickets, 4,000 orders)')
})

// spec: measure-asked
test('other events cover a cancellation only with money that need not stay for their own buyers', async () => {
  await soldOrders(stage, event, 2)
  await payOut(400)
  const other = await buildOwn()
  await soldOrders(stage, other, 5)
  const set = (more: object) =>
    stage.db.updateTable('event').set(more).where('id', '=', other.id).execute()
  await cancel()
  const covered = "KES 400. The organizer's other events cover it (!)"
  expect(await readFacts()).toMatchObject({ 'Missing from the balance': covered })
  expect(await readFacts()).not.toHaveProperty('Not covered')
  await set({ payout_release: 'after_event' })
  const nobody = {
    'Missing from the balance':
      'KES 400. No other event of the organizer can spare money for it (!)',
    'Not covered': 'KES 400. If you approve, we pay it and the organizer owes it to us (!)',
  }
  expect(await readFacts()).toMatchObject(nobody)
  await set({ payout_release: 'any_time', payouts_frozen_at: stage.clock.now() })
  expect(await readFacts()).toMatchObject(nobody)
  await set({ payouts_frozen_at: null })
  expect(await readFacts()).toMatchObject({ 'Missing from the balance': covered })
  const moved = await callAs(stage, admin, `POST /api/events/${other.id}/reschedule`, {
    location: 'Kasarani, Nairobi',
  })
  expect(moved.status).toBe(200)
  expect(await readFacts()).toMatchObject(nobody)
})

// spec: measure-asked
test('an admin reads the present and the new date of a reschedule, and why it waits', async () => {
  await soldOrders(stage, event, 3)
  const { body: before } = await callAs(stage, organizer, `GET /api/events/${event.id}`)
  await call(organizer, 'reschedule', { date: '2027-03-01', time: '15:00', reason: 'Rain' })
  expect(await readFacts()).toEqual({
    Now: `${formatDateTime(before.date, before.time)}, ${before.location}`,
    New: `March 1, 2027, 3:00 PM, ${before.location}`,
    Refunds: 'At most KES 600 (3 tickets, 3 orders)',
    "Event's balance": 'KES 600',
    'Paid out already': 'Nothing',
    'Taken from the organizer': 'At most KES 600',
    'Why you decide': 'More may go back than an organizer may refund alone',
  })
})

// spec: measure-asked, measure-debt
test('an admin reads before an own cancellation or reschedule what is read before a requested one', async () => {
  await soldOrders(stage, event, 2)
  await payOut(300)
  const debtor = await buildOwn()
  await soldOrders(stage, debtor, 1)
  const path = `POST /api/events/${debtor.id}`
  const paid = { amount: 200, reference: randomUUID() }
  expect((await callAs(stage, admin, `${path}/payouts`, paid)).status).toBe(201)
  const cancelled = await callAs(stage, admin, `${path}/cancel`, { title: debtor.title })
  expect(cancelled.status).toBe(202)
  const owed = async () =>
    (await callAs(stage, admin, `GET /api/events/${event.id}/payouts`)).body.uncovered
  // The debt is the same whether the refunds are due already or not.
  expect(await previewFacts(admin)).toMatchObject({ 'Owed to us already': 'KES 180' })
  expect(await owed()).toBe(180)
  await stage.runJobs()
  expect(await owed()).toBe(180)
  const own = await previewFacts(admin)
  expect(own).toEqual({
    'Owed to us already': 'KES 180',
    'Covers other events': `If you cancel, KES 20 for refunds of ${debtor.title} may no longer be covered`,
    'Missing from the balance': 'KES 300. No other event of the organizer can spare money for it',
    'Not covered': 'KES 300. If you cancel, we pay it and the organizer owes it to us',
    "Event's balance": 'KES 100',
    'Paid out already': 'KES 300',
    'Taken from the organizer': 'KES 400',
  })
  expect(await previewFacts(admin, '?measure=reschedule')).toMatchObject({
    'Not covered': 'At most KES 300. If you reschedule, we pay it and the organizer owes it to us',
    'Taken from the organizer': 'At most KES 400',
  })
  expect(await previewFacts(organizer)).toEqual({})
  // The organizer reads the same sums in other words.
  for (const who of [organizer, admin]) {
    expect(await readPreview(who)).toMatchObject({
      ...{ cost: 400, sources: { balance: 100, elsewhere: 0, debt: 300 } },
    })
  }
  // The example SMS requires the locks of a planned refund, so a reschedule's preview has none.
  const smsOf = async (query: string) => (await readPreview(admin, query)).sms
  expect([await smsOf(''), await smsOf('?measure=reschedule')]).toEqual([expect.any(String), null])
  await cancel()
  const asked = await readFacts()
  // While the request waits, the money of the event covers no refunds of other events.
  expect(await owed()).toBe(200)
  expect(asked).toMatchObject({ 'Owed to us already': 'KES 200 (!)' })
  expect(asked).toMatchObject({ 'Paid out already': `${own['Paid out already']} (!)` })
})

// spec: measure-asked, measure-debt
test('the amount that is not covered is the one that the organizer owes after the approval', async () => {
  await soldOrders(stage, event, 2)
  await payOut(300)
  const other = await buildOwn()
  await soldOrders(stage, other, 5)
  const paid = { amount: 700, reference: randomUUID() }
  const path = `POST /api/events/${other.id}/payouts`
  expect((await callAs(stage, admin, path, paid)).status).toBe(201)
  expect(await readPreview(organizer, '?measure=reschedule')).toMatchObject({
    ...{ facts: [], sources: { balance: 100, elsewhere: 100, debt: 200 } },
  })
  await cancel()
  expect(await readFacts()).toMatchObject({
    'Missing from the balance':
      "KES 300. The organizer's other events can spare KES 100 for it (!)",
    'Not covered': 'KES 200. If you approve, we pay it and the organizer owes it to us (!)',
  })
  const { version } = await findRow()
  expect((await call(admin, 'measure/approve', { version })).status).toBeLessThan(300)
  const { body } = await callAs(stage, admin, `GET /api/events/${event.id}/payouts`)
  expect(body).toMatchObject({ uncovered: 200 })
})

// spec: measure-asked
test('before a refund an admin reads by how much the debt to us grows, with the reserve that stays', async () => {
  const orders = await soldOrders(stage, event, 5)
  const debtor = await buildOwn()
  await soldOrders(stage, debtor, 4)
  const path = `POST /api/events/${debtor.id}`
  const paid = { amount: 800, reference: randomUUID() }
  expect((await callAs(stage, admin, `${path}/payouts`, paid)).status).toBe(201)
  const cancelled = await callAs(stage, admin, `${path}/cancel`, { title: debtor.title })
  expect(cancelled.status).toBe(202)
  await stage.runJobs()
  const owed = async () =>
    (await callAs(stage, admin, `GET /api/events/${event.id}/payouts`)).body.uncovered
  for (const left of [160, 320, 480]) {
    const order = { order_id: orders.pop()!.orderId }
    const { facts } = (await callAs(stage, admin, 'POST /api/refund_previews', order)).body
    expect(facts.find(({ label }: TaskFact) => label === 'Covers other events')?.text).toBe(
      `If you refund, KES 160 for refunds of ${debtor.title} may no longer be covered`,
    )
    const refund = { ...order, reason: 'other' }
    expect((await callAs(stage, admin, 'POST /api/refunds', refund)).status).toBe(201)
    expect(await owed()).toBe(left)
  }
})

// spec: measure-besides
test('an admin reads first, before an own and a requested cancellation, what else waits and what the money covers', async () => {
  await soldOrders(stage, event, 3)
  await givePayoutAccount(stage, organizer)
  const payout = { event_id: event.id, amount: 100 }
  expect((await callAs(stage, organizer, 'POST /api/payouts', payout)).status).toBe(201)
  const complaint = { id: randomUUID(), event_id: event.id, reason: 'fake', text: '' }
  const created_at = stage.clock.now()
  await stage.db
    .insertInto('complaint')
    .values({ ...complaint, created_at })
    .execute()
  const other = await buildOwn()
  await soldOrders(stage, other, 2)
  const paid = { amount: 300, reference: randomUUID() }
  const path = `POST /api/events/${other.id}`
  expect((await callAs(stage, admin, `${path}/payouts`, paid)).status).toBe(201)
  expect((await callAs(stage, admin, `${path}/reschedule`, { time: '11:00' })).status).toBe(200)
  const first = (verb: string) => [
    ['Payout requested', 'KES 100 waits for approval'],
    ['Reports by visitors', '1 open'],
    [
      'Covers other events',
      `If you ${verb}, KES 300 for refunds of ${other.title} may no longer be covered`,
    ],
  ]
  expect(Object.entries(await previewFacts(admin)).slice(0, 3)).toEqual(first('cancel'))
  await cancel()
  const { facts } = await findRow()
  const [refunds, ...rest] = facts.map(({ label, text }) => [label, text])
  expect([refunds![0], rest.slice(0, 3)]).toEqual(['Refunds', first('approve')])
})
