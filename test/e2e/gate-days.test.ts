// Tests what a steward sees at an event of several days, on a phone of 360 px.
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { gateDay } from '../../src/events/sales.rules.ts'
import { formatFullDate, formatWeekday } from '../../src/ui/dates.rules.ts'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { buyTickets } from './bought-tickets.ts'
import { oneShop } from './one-shop.ts'
import type { Shop } from './shop.ts'
import { endStewards, loseNetwork, newSteward, scan, typeIn } from './steward.ts'

const DAY_MS = 86_400_000

let shop: Shop
let browser: Browser
beforeAll(async () => {
  ;({ shop, browser } = await oneShop())
})
afterEach(endStewards)

const daysFromNow = (n: number) => gateDay(new Date(Date.now() + n * DAY_MS))

/** An event whose first day is today, with sold tickets for tomorrow and for both days. */
async function openFestival(): Promise<{ event: BuiltEvent; tomorrow: string; pass: string }> {
  const event = await buildEvent(shop.db, {
    title: 'Lake Festival',
    days: [11, 12].map((n) => ({ date: daysFromNow(n), time: '06:00' })),
    types: [{ name: 'Second day', days: [2] }, { name: 'Pass' }],
  })
  const [one, both] = [await buyTickets(shop, event, [1]), await buyTickets(shop, event, [0, 1])]
  await sql`update event set date = date - 11 where id = ${event.id}`.execute(shop.db)
  await sql`update event_day set date = date - 11 where event_id = ${event.id}`.execute(shop.db)
  const numberOf = (bought: typeof one) => bought.tickets[0]!.ticket_number
  return { event, tomorrow: numberOf(one), pass: numberOf(both) }
}

/** The colour of the next result, which covers the whole screen. */
async function colourOfNext(page: Page): Promise<string> {
  const alert = page.getByRole('button').getByRole('alert')
  return await alert.evaluate((one) => getComputedStyle(one.closest('button')!).backgroundColor)
}

// spec: day-offline
test('a ticket of another day has a look of its own and lets no one in, online and offline', async () => {
  const { event, tomorrow, pass } = await openFestival()
  const made = await newSteward(browser, shop, event)
  const { page } = made
  const date = daysFromNow(1)
  const otherDay = `Other day: ${formatWeekday(date)} | Second day | ${formatFullDate(date)}`
  const [shown, own] = await Promise.all([scan(page, shop, tomorrow), colourOfNext(page)])
  expect(shown).toBe(otherDay)
  expect(await typeIn(page, pass)).toMatch(/^Let 1 person in \| Pass/)
  const [again, before] = await Promise.all([typeIn(page, pass), colourOfNext(page)])
  expect(again).toMatch(/^Already used/)
  expect(own).not.toBe(before)
  await loseNetwork(made)
  const alone = await Promise.all([typeIn(page, tomorrow), colourOfNext(page)])
  expect(alone).toEqual([`${otherDay} | Offline: decided on this phone.`, own])
  const rows = shop.db.selectFrom('check_in').select(['result', 'let_in'])
  expect(await rows.where('event_id', '=', event.id).orderBy('at').execute()).toEqual([
    { result: 'other_day', let_in: 0 },
    { result: 'valid', let_in: 1 },
    { result: 'used', let_in: 0 },
  ])
})
