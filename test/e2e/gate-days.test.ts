// Tests what a steward sees at an event of several days, on a phone of 360 px.
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { gateDay } from '../../src/events/sales.rules.ts'
import { formatTicketNumber } from '../../src/tickets/number.rules.ts'
import { formatFullDate, formatShortDate, formatWeekday } from '../../src/ui/dates.rules.ts'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { buyTickets } from './bought-tickets.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { endStewards, loseNetwork, newSteward, scan, typeIn } from './steward.ts'
import { LAPTOP } from './visitor.ts'

const DAY_MS = 86_400_000

const { shop, browser } = await oneShop()
afterEach(endStewards)

const daysFromNow = (n: number) => gateDay(new Date(Date.now() + n * DAY_MS))

/** Builds an event whose first day is today, with sold tickets for tomorrow and for both days. */
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

/** Waits for the next result, which covers the whole screen. Returns its colour. */
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

// spec: day-ticket-found, gate-undo
test('a ticket of another day that is looked up is not offered, and an undone scan has no Undo', async () => {
  const { event, tomorrow, pass } = await openFestival()
  const { page } = await newSteward(browser, shop, event)
  expect(await typeIn(page, pass)).toMatch(/^Let 1 person in/)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Recent scans' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Scanned by mistake' }).click()
  await page.getByText('1 person out').first().waitFor()
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  await page.getByLabel('Ticket number, or last 4 digits').fill(tomorrow)
  await page.getByRole('main').getByRole('button', { name: 'Look up', exact: true }).click()
  await page.getByText(`Other day: ${formatFullDate(daysFromNow(1))}`).waitFor()
  expect(await page.getByRole('button', { name: /Second day/ }).count()).toBe(0)
})

// spec: day-ticket-found, door-list-days
test('the back office offers no entry on another day, and has a door list for each day', async () => {
  const { event, tomorrow, pass } = await openFestival()
  const admin = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const { page } = admin
  await page.goto(`/organizer/events/${event.id}/gate`)
  await page.getByLabel('Ticket number, or last digits of the phone number').fill(tomorrow)
  await page.getByRole('button', { name: 'Look up' }).click()
  const found = page.getByRole('list', { name: 'Found tickets' })
  await found.getByText(`Other day: ${formatShortDate(daysFromNow(1))}`).waitFor()
  expect(await found.getByRole('button', { name: /Let in/ }).count()).toBe(0)
  await page.goto(`/organizer/events/${event.id}/door-list`)
  const rows = page.getByRole('table').locator('tbody tr')
  await rows.nth(1).waitFor()
  expect(await page.getByLabel('Day', { exact: true }).locator('option').allTextContents()).toEqual(
    ['All days', ...[0, 1].map((n) => formatFullDate(daysFromNow(n)))],
  )
  await page.getByLabel('Day', { exact: true }).selectOption('1')
  await rows.nth(1).waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: formatTicketNumber(pass) }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Days' }).count()).toBe(0)
  await expectSoundPage(admin, shop)
  await admin.context.close()
})
