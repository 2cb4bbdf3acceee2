// spec: days-shown
// Tests the pages, pictures and USSD screens that show the days of an event of several days.
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { dialCodeOf, makeDialler } from '../../test/dialler.ts'
import { callApi } from '../../test/http.ts'
import { newReceipt, pay, prompted, readOrder } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { selectPublicEvent } from '../events/events.sql.ts'
import { toShareCard } from '../events/pictures/share-card.ts'
import { shareCardFingerprint } from '../events/share-card-fingerprint.ts'
import { toStory } from '../events/sharing/story.ts'
import { openLoadShedding } from '../platform/http/load-shedder.ts'
import { methodsAt, render } from './entry-server.tsx'
import { registerPages } from './pages.routes.ts'

const DAYS = [
  { date: '2099-12-11', time: '17:00' },
  { date: '2099-12-12', time: '10:00' },
  { date: '2099-12-13', time: '10:30' },
]
const TYPES = [
  { name: 'Friday', days: [1], price: 1000 },
  { name: 'Sunday', days: [3], price: 1200 },
  { name: 'Weekend', days: [1, 2, 3], price: 2500 },
]

const stage = keepStage()
let festival: BuiltEvent
let plain: BuiltEvent
beforeAll(async () => {
  const assets = async () => ({ css: '', extraHead: '', entry: '', preload: [] })
  await registerPages(
    stage.app,
    { ...stage.deps, loadShedding: openLoadShedding(stage.deps) },
    { render, methodsAt, assets, files: [] },
  )
  const { id: organizerId } = await buildAccount(stage)
  const about = { title: 'Lamu Fest', organizerId }
  festival = await buildEvent(stage.db, { ...about, days: DAYS, types: TYPES })
  plain = await buildEvent(stage.db, { title: 'Derby', date: '2099-12-12', types: [{}] })
})

/** The text of a page's `main` element. */
async function wordsOf(url: string): Promise<string> {
  const { body } = await stage.app.inject(url)
  const main = /<main.*<\/main>/s.exec(body)![0]
  return main.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

async function bought(event: BuiltEvent, quantities: number[]) {
  const order = await prompted(stage, event, quantities, { phoneNumber: newPhone() })
  await pay(stage, order, newReceipt())
  const { transaction } = (await readOrder(stage, order.orderId)).body
  return { id: order.orderId, transaction }
}

const find = async ({ id }: { id: string }) =>
  (await selectPublicEvent(stage.db, stage.deps.clock.now(), id))!

test('the description of the page and the message to friends have the first and the last day', async () => {
  const { body } = await stage.app.inject(`/event/${festival.id}`)
  const span = 'Fri, Dec 11 – Sun, Dec 13, 2099'
  expect(body).toMatch(new RegExp(`<meta name="description" content="${span}, `))
  const share = /href="(https:\/\/wa\.me[^"]*)"/.exec(body)![1]!
  expect(decodeURIComponent(share)).toContain(`Lamu Fest\n${span}, `)
})

test('the share card has the days, and another address once the last day is cancelled', async () => {
  const row = await find(festival)
  expect(toShareCard(row, 1000).when).toBe('December 11–13, 2099')
  expect(toShareCard(await find(plain), 1000).when).toMatch(/^Saturday, December 12, 2099 · /)
  const days = row.days.map((day) => (day.n === 3 ? { ...day, cancelled_at: '2026-01-01' } : day))
  const cut = { ...row, days }
  expect(toShareCard(cut, 1000).when).toBe('December 11–12, 2099')
  expect(shareCardFingerprint(cut, 1000)).not.toBe(shareCardFingerprint(row, 1000))
})

test('the story picture has the days', async () => {
  const row = await find(festival)
  const english = toStory(stage.deps, row, { language: 'en', name: undefined })
  const swahili = toStory(stage.deps, row, { language: 'sw', name: undefined })
  expect(english).toMatchObject({
    day: { weekday: 'Fri–Sun', number: '11–13', month: 'December 2099', time: null },
    when: 'December 11–13, 2099',
  })
  expect(swahili.when).toBe('11–13 Desemba 2099')
  const [first, ...others] = row.days
  const early = { ...row, days: [{ ...first!, date: '2099-11-30' }, ...others] }
  expect(toStory(stage.deps, early, { language: 'en', name: undefined }).day).toMatchObject({
    ...{ weekday: 'Mon–Sun', number: '30–13', month: 'Nov–Dec 2099' },
  })
})

test('the success page has the days of each ticket', async () => {
  const { id, transaction } = await bought(festival, [1, 1, 1])
  expect(transaction).toMatchObject({ event_date: '2099-12-11', event_last_date: '2099-12-13' })
  const [friday, sunday, weekend] = transaction.tickets
  expect(friday).not.toHaveProperty('date')
  expect(sunday).toMatchObject({ date: '2099-12-13', time: '10:30' })
  expect(sunday).not.toHaveProperty('last_date')
  expect(weekend).toMatchObject({ date: '2099-12-11', last_date: '2099-12-13' })
  const words = await wordsOf(`/success?order=${id}`)
  expect(words).toMatch(/Fri, Dec 11, 2099 · 5:00 PM.*Sun, Dec 13, 2099 · 10:30 AM/)
  expect(words).toContain('Fri, Dec 11 – Sun, Dec 13, 2099')
})

test('the page of a pass has its days with their times, and that of a day ticket its own day', async () => {
  const { transaction } = await bought(festival, [0, 1, 1])
  const [sunday, weekend] = transaction.tickets
  const days = '5:00 PM Sat, Dec 12, 2099, 10:00 AM Sun, Dec 13, 2099, 10:30 AM Enters once a day'
  expect(await wordsOf(`/t/${weekend.ticket_number}`)).toContain(days)
  const { body } = await callApi(stage, { url: `/api/tickets/${sunday.ticket_number}` })
  expect(body).toMatchObject({ date: '2099-12-13', time: '10:30', day_numbers: [3] })
  const page = await stage.app.inject(`/t/${sunday.ticket_number}`)
  expect(page.body).toContain('/calendar.ics?own_days=3"')
  expect(body).not.toHaveProperty('pass_days')
  expect(body).not.toHaveProperty('once_in_all')
})

test('an order for an event of one day has no fields of days', async () => {
  const { transaction } = await bought(plain, [1])
  expect(transaction).not.toHaveProperty('event_last_date')
  expect(transaction.tickets[0]).not.toHaveProperty('date')
})

test('a check of a ticket says for which days it is', async () => {
  const { transaction } = await bought(festival, [0, 1, 1])
  const check = async (at: number) => {
    const number = transaction.tickets[at].ticket_number
    const { body } = await callApi(stage, { url: `/api/genuine/${number}` })
    const page = await stage.app.inject({
      method: 'POST',
      url: '/genuine',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `number=${number}`,
    })
    return [body, page.body.replace(/<[^>]+>/g, '')]
  }
  const [day, dayPage] = await check(0)
  expect(day).toMatchObject({ date: '2099-12-13', time: '10:30' })
  expect(dayPage).toContain('Lamu Fest: SundaySun, Dec 13, 2099 · 10:30 AM')
  const [pass, passPage] = await check(1)
  expect(pass).toMatchObject({ date: '2099-12-11', last_date: '2099-12-13' })
  expect(passPage).toContain('Lamu Fest: WeekendFri, Dec 11 – Sun, Dec 13, 2099')
  const other = await bought(plain, [1])
  const number = other.transaction.tickets[0].ticket_number
  const { body } = await callApi(stage, { url: `/api/genuine/${number}` })
  expect(body).not.toHaveProperty('date')
})

test('by USSD the event has its first and last day', async () => {
  const dialler = makeDialler(stage)
  const { screen } = await dialler.dial(await dialCodeOf(stage, festival.id))
  expect(screen).toMatch(/^Lamu Fest Fri 11-Sun 13 Dec\n1 Friday/)
})
