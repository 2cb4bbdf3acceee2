// spec: days-told
import { beforeAll, expect, test } from 'vitest'
import { remindHolders } from '../src/checkin/reminders/remind-holders.job.ts'
import { toStructuredData } from '../src/events/structured-data.rules.ts'
import type { BuiltEvent } from './build.ts'
import { keepGate } from './gate.ts'
import { callApi } from './http.ts'

const DAYS = [
  { date: '2099-12-11', time: '17:00' },
  { date: '2099-12-12', time: '10:00' },
  { date: '2099-12-13', time: '10:30' },
]
const TYPES = [
  { name: 'Saturday', days: [2] },
  { name: 'Weekend', days: [1, 2, 3] },
  { name: 'Sunday', days: [3] },
]

let event: BuiltEvent
const gate = keepGate({ title: 'Derby Fest', days: DAYS, types: TYPES })
beforeAll(async () => {
  event = gate.event
})

const get = async (url: string) => (await callApi(gate.stage, { url })).body
const buy = (saturday: number, weekend: number, sunday = 0, email: string | null = null) =>
  gate.buy([saturday, weekend, sunday], event, email)
const textTo = ({ phoneNumber }: { phoneNumber: string }) => gate.stage.textsTo(phoneNumber).at(-1)!

test('the SMS of a ticket has its own day, and that of a pass its first and last', async () => {
  const [day, pass, both] = [await buy(1, 0), await buy(0, 1), await buy(1, 0, 1)]
  await gate.stage.runJobs()
  expect(textTo(day)).toMatch(/^Derby Fest, Sat 12 Dec 10AM, Nyayo.*: 1 x Saturday\. /)
  expect(textTo(pass)).toMatch(/^Derby Fest, Fri 11-Sun 13 Dec, Nyayo.*: 1 x Weekend\. /)
  // Tickets for different days do not share an SMS.
  expect(gate.stage.textsTo(both.phoneNumber).slice(-2)).toEqual([
    expect.stringMatching(/Sat 12 Dec 10AM.*Saturday/),
    expect.stringMatching(/Sun 13 Dec 10:30AM.*Sunday/),
  ])
})

test('the page of a ticket has its own day, and that of a pass its last date, too', async () => {
  const [day, pass] = [await buy(1, 0), await buy(0, 1)]
  const shown = await get(`/api/tickets/${day.number}`)
  expect(shown).toMatchObject({ date: '2099-12-12', time: '10:00' })
  expect(shown).not.toHaveProperty('last_date')
  expect(await get(`/api/tickets/${pass.number}`)).toMatchObject({
    ...{ date: '2099-12-11', time: '17:00', last_date: '2099-12-13' },
  })
})

test('an email has a calendar entry for each day of its tickets, and the page one for each day', async () => {
  const { stage } = gate
  await buy(1, 0, 1, 'fan@example.com')
  await stage.runJobs()
  const { rows } = await stage.db
    .selectFrom('message')
    .select(['body', 'calendar'])
    .where('recipient', '=', 'fan@example.com')
    .execute()
    .then((rows) => ({ rows }))
  const starts = (calendar: string) => calendar.match(/(?<=DTSTART:)\S+/g)
  expect(starts(rows[0]!.calendar!)).toEqual(['20991212T070000Z', '20991213T073000Z'])
  expect(rows[0]!.body).toContain('Saturday, December 12, 2099 – Sunday, December 13, 2099')
  const page = await stage.app.inject(`/event/${event.id}/calendar.ics`)
  expect(starts(page.body)).toHaveLength(3)
  expect(new Set(page.body.match(/UID:\S+/g)).size).toBe(3)
  const own = await stage.app.inject(`/event/${event.id}/calendar.ics?own_days=2,3`)
  expect(starts(own.body)).toEqual(starts(rows[0]!.calendar!))
  const wrong = await stage.app.inject(`/event/${event.id}/calendar.ics?own_days=two`)
  expect([wrong.statusCode, wrong.json().field]).toEqual([422, 'own_days'])
})

test('a reminder comes on the evening before each day that a ticket is for, with its hour', async () => {
  const { stage, organizer } = gate
  await stage.app.inject({
    ...{ method: 'PUT', url: `/api/events/${event.id}/entry_rules` },
    ...{ headers: organizer.headers, payload: { reminds: true } },
  })
  const [day, pass] = [await buy(1, 0), await buy(0, 1)]
  const remind = (date: string) =>
    remindHolders({ ...stage.deps, clock: { now: () => new Date(`${date}T18:30:00+03:00`) } })
  for (const date of ['2099-12-10', '2099-12-11', '2099-12-12', '2099-12-13']) await remind(date)
  const remindersOf = async ({ phoneNumber }: { phoneNumber: string }) => {
    const rows = stage.db.selectFrom('message').select('body').orderBy('dedupe_key')
    const own = rows.where('recipient', '=', phoneNumber)
    const found = await own.where('dedupe_key', 'like', 'reminder:%').execute()
    return found.map(({ body }) => body.slice(0, 'Tomorrow 10:30AM'.length))
  }
  expect(await remindersOf(day)).toEqual([expect.stringMatching(/^Tomorrow 10AM:/)])
  expect(await remindersOf(pass)).toEqual([
    expect.stringMatching(/^Tomorrow 5PM:/),
    expect.stringMatching(/^Tomorrow 10AM:/),
    'Tomorrow 10:30AM',
  ])
})

test('search engines read the last day and an event for each day', async () => {
  const data = toStructuredData(await get(`/api/events/${event.id}`))
  expect(data).toMatchObject({
    ...{ startDate: '2099-12-11T17:00:00+03:00', endDate: '2099-12-13' },
    subEvent: [
      { name: 'Derby Fest, Fri, Dec 11, 2099', startDate: '2099-12-11T17:00:00+03:00' },
      { startDate: '2099-12-12T10:00:00+03:00' },
      { startDate: '2099-12-13T10:30:00+03:00' },
    ],
  })
})
