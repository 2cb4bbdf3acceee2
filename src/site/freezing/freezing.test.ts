// spec: payouts-frozen
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import {
  type Account,
  approvedPayout,
  callFor,
  freshSession,
  givePayoutAccount,
  soldEvent,
} from '../../../test/payouts.ts'
import { playRefunds } from '../../../test/refund-world.ts'
import { keepStage } from '../../../test/stage.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import type { WorkRow } from '../../reports/work-list/work-list.contract.ts'
import { freezeDoubtful } from './freeze-payouts.job.ts'

const RECORD = { reference: 'FT26331ABC', from: 'bank' }
const HOUR = 3600_000
/** The most reports without a freeze: a third report freezes the payouts of an event. */
const MOST = 2

let admin: Account
let owner: Account
const stage = keepStage({
  LIMIT_PUSH_PER_PHONE: '1000',
  PAYOUT_FREEZE_COMPLAINTS: String(MOST),
})
beforeAll(async () => {
  // Sets the clock to noon in Nairobi, when yesterday's events are over.
  stage.pass((33 * HOUR - (stage.clock.now().getTime() % (24 * HOUR))) % (24 * HOUR))
})
beforeEach(async () => {
  admin = await buildAccount(stage, 'admin')
  owner = await buildAccount(stage)
  await givePayoutAccount(stage, owner)
})

const call = (who: Account, path: string, payload?: object) => callFor(stage, who, path, payload)
const sweep = () => stage.sweep(['payouts to freeze'])
const dayIn = (days: number) =>
  nairobiDate(new Date(stage.clock.now().getTime() + days * 24 * HOUR))

async function moveTo(id: string, date: string) {
  await stage.db.updateTable('event').set({ date }).where('id', '=', id).execute()
}

let lastAddress = 0
async function report(id: string, times = 1) {
  for (let count = 0; count < times; count++) {
    const sent = await callApi(stage, {
      method: 'POST',
      url: `/api/events/${id}/complaints`,
      payload: { reason: 'fake', words: 'There was no such show' },
      remoteAddress: `10.7.0.${++lastAddress}`,
    })
    expect(sent.status).toBe(200)
  }
}

async function letIn(event: { id: string; orderId: string }) {
  const { number } = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', event.orderId)
    .executeTakeFirstOrThrow()
  const entry = { event_id: event.id, ticket_number: number }
  expect(await call(admin, 'POST /api/check_ins', entry)).toMatchObject({
    body: { result: 'valid' },
  })
}

/** Builds an event of the day before yesterday, with a sale and `complaints` reports. */
async function overEvent({ isVisited = false, complaints = 0 }) {
  const event = await soldEvent(stage, owner)
  if (isVisited) await letIn(event)
  await report(event.id, complaints)
  await moveTo(event.id, dayIn(-2))
  return event
}

const frozenEvent = async () => {
  const event = await overEvent({ complaints: MOST + 1 })
  await sweep()
  return event
}

/** Builds an event with an approved payout. The event is frozen before the payout is sent. */
async function approvedThenFrozen() {
  await call(admin, 'POST /api/refunds/sending', { on: false })
  const { id } = await overEvent({ complaints: MOST + 1 })
  const payoutId = await approvedPayout(stage, { owner, admin, eventId: id, amount: 700 })
  // Freezes without the sweep, because the sweep would process the payout, too.
  await freezeDoubtful(stage.deps)
  return { id, payoutId }
}

const partsOf = async (payoutId: string) =>
  await stage.db
    .selectFrom('payout_part')
    .select(['id', 'state', 'failure_code'])
    .where('payout_id', '=', payoutId)
    .execute()

const readTimes = async (id: string) =>
  await stage.db
    .selectFrom('event')
    .select(['payouts_frozen_at', 'payouts_released_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function tasksOf(id: string) {
  const { body } = await call(admin, 'GET /api/work_list?limit=100')
  type Row = Pick<WorkRow, 'kind' | 'event' | 'known' | 'by_itself' | 'actions' | 'facts'>
  return (body.data as Row[]).filter((row) => row.event?.id === id)
}
const kindsOf = async (id: string) => [...new Set((await tasksOf(id)).map(({ kind }) => kind))]

const auditOf = async (id: string, ...actions: string[]) =>
  await stage.db
    .selectFrom('audit_log')
    .select(['action', 'account_id', 'after'])
    .where('event_id', '=', id)
    .where('action', 'in', actions)
    .orderBy('id')
    .execute()

const request = (id: string, amount = 100) =>
  call(owner, 'POST /api/payouts', { event_id: id, amount })
const record = (id: string) =>
  call(admin, `POST /api/events/${id}/payouts`, { amount: 100, reference: `FT ${randomUUID()}` })
const release = (id: string, body: object = { words: 'Photos show it' }, who = admin) =>
  call(who, `POST /api/events/${id}/payouts/release`, body)
const refusal = { status: 409, body: { code: 'payouts_frozen' } }
const mails = () => stage.mails.filter(({ to }) => to === owner.email).map(({ subject }) => subject)

describe('an event that is over', () => {
  test.each([
    [true, 0, []],
    [true, MOST + 1, ['event_reported']],
    [false, 0, ['no_check_in']],
    [false, MOST, ['event_reported', 'no_check_in']],
    [false, MOST + 1, ['event_reported', 'payouts_frozen']],
  ])(
    'with a check-in: %s, and %i reports, has the tasks %j',
    async (isVisited, complaints, kinds) => {
      const { id } = await overEvent({ isVisited, complaints })
      await sweep()
      expect((await kindsOf(id)).sort()).toEqual(kinds)
      const isFrozen = kinds.includes('payouts_frozen')
      expect((await readTimes(id)).payouts_frozen_at !== null).toBe(isFrozen)
      expect((await request(id)).status).toBe(isFrozen ? 409 : 201)
    },
  )

  test('is looked at an hour before its money may leave, and not before, nor before a later date that it had', async () => {
    const { id } = await overEvent({ complaints: MOST + 1 })
    const today = dayIn(0)
    await moveTo(id, today)
    await sweep()
    expect(await kindsOf(id)).toEqual(['event_reported'])
    await moveTo(id, dayIn(-1))
    const place = { old_time: '15:00', new_time: '15:00', old_location: 'A', new_location: 'A' }
    await stage.db
      .insertInto('event_change')
      .values({
        ...{ ...place, old_date: today, new_date: dayIn(-1), id: randomUUID(), event_id: id },
        ...{ notify_buyers: false, announced_at: stage.clock.now() },
        request_until: stage.clock.now(),
      })
      .execute()
    await sweep()
    expect(await kindsOf(id)).toEqual(['event_reported'])
    const fiveInTheMorning = Date.parse(`${today}T00:00:00Z`) + 26 * HOUR
    stage.pass(fiveInTheMorning - stage.clock.now().getTime())
    await sweep()
    expect((await readTimes(id)).payouts_frozen_at).not.toBeNull()
  })

  test('without paid sales, or cancelled, makes no task', async () => {
    const free = await buildEvent(stage.db, { date: dayIn(-2) })
    const cancelled = await overEvent({})
    const set = { cancelled_at: stage.clock.now() }
    await stage.db.updateTable('event').set(set).where('id', '=', cancelled.id).execute()
    await sweep()
    expect([await kindsOf(free.id), await kindsOf(cancelled.id)]).toEqual([[], []])
  })

  test('without a check-in is settled once, and frozen by later reports all the same', async () => {
    const { id } = await overEvent({ complaints: 1 })
    await sweep()
    const [task] = (await tasksOf(id)).filter(({ kind }) => kind === 'no_check_in')
    expect(task).toMatchObject({
      known:
        'The event is over and no ticket was checked in; 1 visitor reported it. Perhaps the door list was on paper.',
      by_itself: expect.stringMatching(/^We pay out as usual; .* Only this task waits/),
      actions: ['settle_missing_check_ins'],
    })
    const read = new Map(task?.facts?.map(({ label, text }) => [label, text]))
    expect(read.get('Tickets')).toMatch(/ sold, none checked in$/)
    expect(read.get('Organizer')).toContain(owner.email)
    expect(read.get('Sold')).toMatch(/^KES /)
    expect(read.get('Paid out already')).toBe('Nothing of this event')
    expect(read.get('Report 1')).toContain('There was no such show')
    const settle = (who: Account, words = 'A door list on paper') =>
      call(who, `POST /api/events/${id}/missing_check_ins/settle`, { words })
    expect((await settle(owner)).status).toBe(403)
    expect(await settle(admin, ' ')).toMatchObject({ status: 422, body: { field: 'words' } })
    expect([(await settle(admin)).status, (await settle(admin)).status]).toEqual([200, 200])
    expect(await kindsOf(id)).toEqual(['event_reported'])
    expect(await auditOf(id, 'missing_check_ins_settled')).toEqual([
      {
        action: 'missing_check_ins_settled',
        account_id: admin.id,
        after: { words: 'A door list on paper' },
      },
    ])
    await report(id, MOST + 1)
    await sweep()
    expect(await kindsOf(id)).toContain('payouts_frozen')
  })
})

describe('a frozen event', () => {
  test('is paid out by no request, approval or record, and its organizer gets one email', async () => {
    const event = await overEvent({ complaints: MOST + 1 })
    const { body } = await request(event.id)
    await sweep()
    await sweep()
    expect(await request(event.id, 200)).toMatchObject({ status: 409 })
    expect(await call(admin, `POST /api/payouts/${body.id}/approve`)).toMatchObject(refusal)
    expect(await record(event.id)).toMatchObject(refusal)
    await call(admin, `POST /api/payouts/${body.id}/refuse`, { words: 'Frozen' })
    expect(await request(event.id, 200)).toMatchObject(refusal)
    expect(await call(owner, `GET /api/events/${event.id}/payouts`)).toMatchObject({
      body: { is_frozen: true, available: 0 },
    })
    await stage.runJobs()
    expect(mails().filter((subject) => subject.startsWith('Payouts stopped: '))).toHaveLength(1)
    const [row] = (await tasksOf(event.id)).filter(({ kind }) => kind === 'payouts_frozen')
    expect(row).toMatchObject({
      known:
        'The event is over, no ticket was checked in, and 3 visitors reported it. The payouts are frozen: KES 1,000 is due to the organizer.',
      actions: ['release_payouts'],
    })
  })

  test.each(['before', 'after'])(
    'puts what was approved and not sent back into the balance, also if it is released %s that',
    async (when) => {
      const world = playRefunds(stage)
      const { id, payoutId } = await approvedThenFrozen()
      const words = async () =>
        (await call(owner, `GET /api/events/${id}/payouts`)).body.payouts[0].words
      const back =
        'Not paid, because the payouts of this event were stopped. The money is in the balance again'
      expect(await words()).toBe(back)
      if (when === 'before') expect((await release(id)).status).toBe(200)
      expect(await words()).toBe(back)
      await call(admin, 'POST /api/refunds/sending', { on: true })
      await world.settle(2)
      expect(world.moved).toEqual([])
      const parts = [{ state: 'given_back', failure_code: 'payouts_frozen' }]
      expect(await partsOf(payoutId)).toMatchObject(parts)
      const sent = stage.mails.filter(({ to }) => to === owner.email).map(({ text }) => text)
      expect(sent.join()).toContain(
        'KES 700 was not sent to M-PESA 0712 345 678: visitors reported the event, and no ticket was checked in. It is in the balance again.',
      )
      admin = await buildAccount(stage, 'admin')
      expect((await release(id)).status).toBe(200)
      owner = await freshSession(stage, owner)
      const next = await approvedPayout(stage, { owner, admin, eventId: id, amount: 700 })
      await stage.runJobs()
      await world.settle(2)
      expect(await partsOf(next)).toMatchObject([{ state: 'done' }])
      expect(world.moved).toMatchObject([{ amountCents: 700_00 }])
    },
  )

  test('is not recorded as paid at the bank, until it is released', async () => {
    await givePayoutAccount(stage, owner, { kind: 'bank', number: '0123456789', bank: 'Equity' })
    const { id, payoutId } = await approvedThenFrozen()
    await call(admin, 'POST /api/refunds/sending', { on: true })
    const row = (await tasksOf(id)).find(({ kind }) => kind === 'payout_manual')
    expect(row?.known).toContain(
      'The payouts of this event were frozen after this approval: do not pay.',
    )
    const [part] = await partsOf(payoutId)
    const pay = () => call(admin, `POST /api/payout_parts/${part!.id}/paid_manually`, RECORD)
    expect(await pay()).toMatchObject(refusal)
    await release(id)
    expect((await pay()).status).toBe(200)
  })

  test('is released by an admin alone, with a reason, for good', async () => {
    const { id } = await frozenEvent()
    expect((await release(id, { words: 'x' }, owner)).status).toBe(403)
    for (const body of [{}, { words: ' ' }, { words: 'x'.repeat(501) }, { words: 1 }]) {
      expect(await release(id, body)).toMatchObject({ status: 422, body: { field: 'words' } })
    }
    expect((await release(randomUUID())).status).toBe(404)
    expect([(await release(id)).status, (await release(id)).status]).toEqual([200, 200])
    expect(await readTimes(id)).toMatchObject({ payouts_frozen_at: null })
    await report(id)
    await sweep()
    expect(await kindsOf(id)).toEqual(['event_reported'])
    expect((await readTimes(id)).payouts_frozen_at).toBeNull()
    expect((await request(id)).status).toBe(201)
    expect(await auditOf(id, 'payouts_frozen', 'payouts_released')).toEqual([
      { action: 'payouts_frozen', account_id: null, after: null },
      { action: 'payouts_released', account_id: admin.id, after: 'Photos show it' },
    ])
    await stage.runJobs()
    expect(mails().map((subject) => subject.split(':')[0])).toContain('Payouts released')
  })

  test('that is not frozen is not released', async () => {
    expect((await release((await overEvent({})).id)).status).toBe(404)
  })
})
