// An organizer cancels or moves one day of the organizer's own event; above a limit an admin decides.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { newReceipt, pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { PAUSED } from '../office/day-choice.tsx'
import { measureTaskKinds } from './measure-tasks.rules.ts'

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000', ORGANIZER_REFUND_MAX_KES: '500' })
let organizer: Account
let admin: Account
let event: BuiltEvent
beforeAll(async () => {
  organizer = await buildAccount(stage)
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  event = await buildEvent(stage.db, {
    days: [{ date: '2027-12-10' }, { date: '2027-12-11' }, { date: '2027-12-12' }],
    types: [
      { price: 100, days: [1] },
      { price: 200, days: [2] },
      { price: 500, days: [1, 2, 3] },
    ],
    organizerId: organizer.id,
  })
  const order = await prompted(stage, event, [1, 1, 1])
  await pay(stage, order, newReceipt())
  await stage.runJobs()
  stage.mails.length = 0
})

const call = (who: Account, verb: string, body: object = {}) =>
  callAs(stage, who, `POST /api/events/${event.id}/${verb}`, body)
const cancel = (more: object) =>
  call(organizer, 'cancel', { title: event.title, reason: 'Rain', day: 2, ...more })
const move = (who: Account, more: object) => call(who, 'reschedule', { reason: 'Rain', ...more })

async function findWork() {
  const { data } = (await callAs(stage, admin, 'GET /api/work_list?limit=100')).body
  return data.find((row: { key: string }) => row.key === event.id)
}

const read = async () => (await callAs(stage, organizer, `GET /api/events/${event.id}`)).body

// spec: day-asked
test('a day is cancelled at once if at most the limit goes back, and waits if passes may go back too', async () => {
  const preview = async (query: string) =>
    (
      await callAs(
        stage,
        organizer,
        `GET /api/events/${event.id}/cancellation/preview?day=2&passes=${query}`,
      )
    ).body
  expect(await preview('false')).toMatchObject({ orders: 1, tickets: 1, amount: 200, waits: false })
  expect(await preview('true')).toMatchObject({ orders: 1, tickets: 2, amount: 700, waits: true })
  expect(await cancel({})).toMatchObject({ status: 202, body: { amount: 200, waits: true } })
  expect(await read()).toMatchObject({ measure: { kind: 'cancel', state: 'sent', day: 2 } })
  expect(PAUSED).toBe("All days' sales pause until an admin decides.")
  const row = await findWork()
  expect(row).toMatchObject({ kind: 'cancel_asked', amount: 200, part: 'December 11, 2027' })
  expect(row.by_itself).toContain('Sales of all days are stopped.')
  expect(row.facts).toEqual(
    expect.arrayContaining([
      { label: 'Refunded at once', text: 'KES 200', is_warning: false },
      { label: 'Refunds', text: 'At most KES 700 (2 tickets, 1 order)', is_warning: false },
    ]),
  )
  const { label, question } = measureTaskKinds.cancel_asked.actions[0]!
  expect(typeof label === 'function' && label(row)).toBe('Approve: refund KES 200')
  expect(question!.title(row)).toBe(`Cancel December 11, 2027, of ${event.title}?`)
  expect(row.known).toContain('the cancellation of December 11, 2027, of this event')
  expect(await cancel({ passes: false })).toMatchObject({ body: { amount: 200, waits: false } })
})

// spec: day-asked
test('a request about a day is stale once another day has changed, and is carried out as it was asked', async () => {
  await cancel({})
  const { version } = await findWork()
  expect((await move(admin, { day: 3, date: '2027-12-13' })).status).toBe(200)
  const approve = (named: string) => call(admin, 'measure/approve', { version: named })
  expect(await approve(version)).toMatchObject({ status: 409, body: { code: 'stale_request' } })
  expect((await approve((await findWork()).version)).status).toBe(200)
  const { days, sales_open, cancelled_at } = await read()
  const isCancelled = days.map((day: { cancelled_at?: string }) => day.cancelled_at !== undefined)
  expect([isCancelled, sales_open, cancelled_at]).toEqual([[false, true, false], true, null])
  await stage.runJobs()
  expect(stage.mails.map(({ subject }) => subject)).toContain('Day cancelled: Derby Day')
  const audit = await stage.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('event_id', '=', event.id)
    .where('action', 'like', '%measure%')
    .orderBy('id')
    .execute()
  expect(audit).toMatchObject([
    { action: 'measure_asked', after: { kind: 'cancel', day: '2027-12-11', amount: 700 } },
    { action: 'measure_approved', after: { kind: 'cancel', day: '2027-12-11' } },
  ])
})

// spec: day-asked
test('the move of a day that waits names the day, and moves only it once it is approved', async () => {
  expect(await move(organizer, { day: 2, date: '2027-12-04' })).toMatchObject({
    status: 200,
    body: { waits: true, date: '2027-12-10' },
  })
  const row = await findWork()
  expect(row.known).toContain('requests a move of December 11, 2027, of this event to')
  expect((await call(admin, 'measure/approve', { version: row.version })).status).toBe(200)
  const { date, days } = await read()
  expect([date, days.map((day: { n: number }) => day.n)]).toEqual(['2027-12-04', [2, 1, 3]])
})
