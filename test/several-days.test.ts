// spec: days-over
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { selectAllotmentsOver } from '../src/complimentary/allotment.sql.ts'
import { salesEndOf } from '../src/events/sales.rules.ts'
import { markEventsOver } from '../src/events/search/mark-over.job.ts'
import { nairobiDate } from '../src/platform/values/nairobi.rules.ts'
import { buildEvent } from './build.ts'
import { keepGate } from './gate.ts'
import { callApi } from './http.ts'
import { type Account, callFor, freshSession } from './payouts.ts'
import { askToSend } from './transfers.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const gate = keepGate({ types: [{}] }, { MONEY_HELD_BY: 'Lango Trust' })
let organizer: Account
beforeAll(async () => {
  // Noon in Nairobi, when yesterday's event is over.
  const { stage } = gate
  stage.pass((33 * HOUR - (stage.clock.now().getTime() % DAY)) % DAY)
  // A session that begins at this time.
  organizer = await freshSession(stage, gate.organizer)
})

const dayIn = (days: number) => nairobiDate(new Date(gate.stage.clock.now().getTime() + days * DAY))
const daysIn = (...days: number[]) => days.map((day) => ({ date: dayIn(day) }))
const get = async (url: string, as?: { headers: Record<string, string> }) =>
  (await callApi(gate.stage, { url, headers: as?.headers ?? {} })).body

async function titles(query: string): Promise<string[]> {
  const { data } = await get(`/api/events?${query}`)
  return data.map(({ title }: { title: string }) => title)
}

test('an event that has begun stays on sale until its last day has ended', async () => {
  const event = await gate.build({ title: 'On its way', days: daysIn(-3, -1, 1) })
  const past = await gate.build({ title: 'Ended', days: daysIn(-3, -1) })
  expect(await get(`/api/events/${event.id}`)).toMatchObject({ sales_open: true })
  expect(await get(`/api/events/${past.id}`)).toMatchObject({ sales_open: false })
  expect(await titles('q=way')).toEqual(['On its way'])
  expect(await titles('q=ended')).toEqual([])
  const marked = async () => {
    const ids = [event.id, past.id]
    const over = gate.stage.db.selectFrom('event').select('title').where('is_over', '=', true)
    return (await over.where('id', 'in', ids).execute()).map(({ title }) => title)
  }
  gate.stage.pass(2 * DAY)
  await markEventsOver(gate.stage.deps)
  gate.stage.pass(-2 * DAY)
  expect(await marked()).toEqual(['Ended'])
  const page = await get(`/api/organizers/${gate.organizer.id}`)
  expect(page).toMatchObject({
    coming: [{ title: 'On its way' }, { title: 'Derby Day' }],
    past: [{ title: 'Ended' }],
  })
  const next = await get('/api/events?scope=managed&sort=next', organizer)
  expect(next.data.map(({ title }: { title: string }) => title)).toEqual([
    ...['On its way', 'Derby Day', 'Ended'],
  ])
})

// spec: days-search
test('a search by date finds an event by each of its days, and not by a day between or a cancelled one', async () => {
  const base = Date.parse('2031-05-02')
  const days = [0, 2, 3].map((day) => ({
    date: new Date(base + day * DAY).toISOString().slice(0, 10),
    ...(day === 3 && { cancelledAt: new Date() }),
  }))
  await buildEvent(gate.stage.db, { title: 'Festival', days })
  const found = []
  for (const day of ['01', '02', '03', '04', '05', '06']) {
    if ((await titles(`from=2031-05-${day}&to=2031-05-${day}`)).length > 0) found.push(day)
  }
  expect(found).toEqual(['02', '04'])
  expect(await titles('from=2031-05-03')).toEqual(['Festival'])
  expect(await titles('from=2031-05-05')).toEqual([])
  expect(await titles('from=2031-04-01&to=2031-05-01')).toEqual([])
  const longest = [{ date: '2031-08-01' }, { date: '2031-09-30' }]
  await buildEvent(gate.stage.db, { title: 'Two months', days: longest })
  expect(await titles('from=2031-09-30')).toEqual(['Two months'])
})

// spec: days-search
test("'Tonight' is offered on each day of an event, and on no day between", async () => {
  const { id } = await gate.build({ days: daysIn(-1, 0, 2) })
  const tonight = async () => (await get('/api/event_choices')).tonight
  expect(await tonight()).toBe(true)
  await gate.stage.db
    .deleteFrom('event_day')
    .where('n', '=', 2)
    .where('event_id', '=', id)
    .execute()
  expect(await tonight()).toBe(false)
})

test('a ticket is over after the last of its own days', async () => {
  const days = daysIn(-2, 0, 1)
  const types = [{ days: [1] }, { days: [1, 2] }, { days: [3] }]
  const event = await gate.build({ days, types })
  const numbers = []
  for (const type of [0, 1, 2]) {
    const bought = await gate.buy(
      types.map((_, index) => Number(index === type)),
      event,
    )
    numbers.push(bought.number)
  }
  const answers = []
  for (const [index, number] of numbers.entries()) {
    const asked = await askToSend(gate.stage, number, { phone: `071234567${index}` })
    answers.push(asked.status === 202 || asked.body.code)
  }
  expect(answers).toEqual(['transfers_closed', true, true])
})

test('allotments, money and personal data wait for the last day', async () => {
  const { stage } = gate
  const event = await gate.build({ days: daysIn(-3, 1) })
  const set = (columns: object) =>
    stage.db.updateTable('event').set(columns).where('id', '=', event.id).execute()
  const ask = (path: string, body: object) => callFor(stage, organizer, path, body)
  const made = await ask(`POST /api/events/${event.id}/allotments`, {
    ...{ nonce: randomUUID(), name: 'Brookside', ticket_type_id: event.types[0]!.id },
    ...{ quantity: 3, ends_on: dayIn(1) },
  })
  expect(made.status).toBe(201)
  const over = async () => await selectAllotmentsOver(stage.db, stage.clock.now())
  expect(await over()).not.toContain(made.body.id)
  await set({ payout_release: 'after_event' })
  const held = new Date(salesEndOf(dayIn(1))).toISOString()
  expect((await get(`/api/events/${event.id}`)).money).toEqual({ held_until: held })
  // After a move to three days earlier, the money stays until the morning after the old last day.
  const late = new Date(salesEndOf(dayIn(4))).toISOString()
  await sql`insert into event_change (id, event_id, old_date, old_time, old_location, new_date,
      new_time, new_location, notify_buyers, announced_at, request_until, days_after)
    values (${randomUUID()}, ${event.id}, ${dayIn(0)}, '15:00', 'Nyayo', ${dayIn(-3)}, '15:00',
      'Nyayo', false, now(), now(), 4)`.execute(stage.db)
  expect((await get(`/api/events/${event.id}`)).money).toEqual({ held_until: late })
})
