import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatKes } from '../../src/platform/money.rules.ts'
import { waitForHeading } from './buying.ts'
import {
  answerCalls,
  answerProcedures,
  holdCalls,
  newColleague,
  readFigures,
  readTable,
  wordsOf,
} from './office.ts'
import { chooseBoth } from './office-pages.ts'
import { DERBY } from './page-states.ts'
import { PATIENCE } from './patience.ts'
import { type Shop, startShop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, launchBrowser, SIZES } from './visitor.ts'

const DERBY_ID = DERBY.replace('/event/', '')
const count = new Intl.NumberFormat('en-KE')

let shop: Shop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

describe('the list of events', () => {
  test.each(SIZES)(
    'shows one’s own events, sorted and filtered by the address, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      const held = await holdCalls(page, /\/api\/events\?/)
      await page.goto('/organizer/events')
      await waitForHeading(page, 'Events')
      await page.getByText('Manage and monitor all your events').waitFor()
      expect(await page.locator('[data-skeleton=row]').count()).toBe(5)
      held.release()
      const rows = () => readTable(page, 'Events')
      await page.getByRole('table', { name: 'Events' }).waitFor()
      await expect
        .poll(async () => (await rows()).some((row) => row.Sales !== '0 sold'), PATIENCE)
        .toBe(true)
      const all = await rows()
      expect(Object.keys(all[0]!)).toEqual([
        'Event',
        'Date & Location',
        'Status',
        'Sales',
        'Revenue',
        'Actions',
      ])
      const derby = all.find((row) => row.Event!.startsWith('Nairobi Derby: Uhuru'))!
      expect(derby['Date & Location']).toMatch(/^[A-Z][a-z]+ \d+, 20\d\d Nyayo National Stadium/)
      expect(derby.Status).toMatch(/^Published (On Sale|Limited|Sold Out)$/)
      expect(derby.Sales).toMatch(/^[\d,]+ sold$/)
      expect(derby.Revenue).toMatch(/^KES [\d,]+$/)
      expect(derby.Actions).toBe('View Details')
      expect(all.some((row) => row.Status!.startsWith('Draft'))).toBe(true)
      const over = all.filter((row) => / Ended /.test(row['Date & Location']!))
      expect(over.length).toBeGreaterThan(0)
      for (const row of over) {
        expect(row.Status).toMatch(/ (On Sale|Limited|Sold Out)$/)
        expect(Date.parse(row['Date & Location']!.split(' Ended ')[0]!)).toBeLessThan(Date.now())
      }
      await expectSoundPage(visitor, shop)
      await page.getByLabel('Status').selectOption('Draft')
      await page.waitForURL('**/organizer/events?published=false')
      await expect
        .poll(async () => (await rows()).every((row) => row.Status!.startsWith('Draft')), PATIENCE)
        .toBe(true)
      await chooseBoth(page, { Status: 'All events', 'Sort by': 'Title A–Z' })
      await page.getByRole('searchbox', { name: 'Search events' }).fill('derby')
      await page.waitForURL('**/organizer/events?sort=title&q=derby')
      const titles = async () => (await rows()).map((row) => row.Event!)
      await expect
        .poll(async () => (await titles()).every((title) => /derby/i.test(title)), PATIENCE)
        .toBe(true)
      expect(await titles()).toEqual((await titles()).toSorted((a, b) => a.localeCompare(b)))
      const before = await titles()
      await page.reload()
      await expect.poll(titles, PATIENCE).toEqual(before)
      await page.getByRole('searchbox').fill('no such event anywhere')
      await page.getByText('No events found').waitFor()
      await page.getByRole('link', { name: 'Show all events' }).click()
      await expect.poll(async () => (await titles()).length, PATIENCE).toBe(all.length)
      expect(await page.getByRole('searchbox').inputValue()).toBe('')
      await visitor.context.close()
    },
  )
})

describe('the list of events, seen by whom', () => {
  test('an admin creates and edits, an organizer does not; nobody sees another’s', async () => {
    const admin = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
    await admin.page.goto('/organizer/events')
    await admin.page
      .getByRole('link', { name: /^Edit / })
      .first()
      .waitFor()
    const create = admin.page.getByRole('link', { name: 'Create Event' })
    expect(await create.getAttribute('href')).toBe('/organizer/events/create')
    const edit = admin.page.getByRole('link', { name: /^Edit / }).first()
    expect(await edit.getAttribute('href')).toMatch(/^\/organizer\/events\/edit\/[0-9a-f-]{36}$/)
    await admin.context.close()
    const { page, context } = await newColleague(browser, shop, { who: 'other' })
    await page.goto('/organizer/events')
    await page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .waitFor()
    expect(await page.getByRole('link', { name: /^(Edit|Create)/ }).count()).toBe(0)
    expect(await page.getByText('Nairobi Derby').count()).toBe(0)
    await context.close()
  })

  test('figures that do not come leave sales at zero, and say so', async () => {
    const { page, context } = await newColleague(browser, shop, { who: 'organizer' })
    await answerCalls(page, /get_all_events_stats/, { status: 500, json: {} })
    await page.goto('/organizer/events')
    await page.getByText('Sales could not be loaded, so they read zero.').waitFor()
    await page.getByRole('table', { name: 'Events' }).waitFor()
    const rows = await readTable(page, 'Events')
    expect(new Set(rows.map((row) => row.Sales))).toEqual(new Set(['0 sold']))
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.getByText('Sales could not be loaded').count(), PATIENCE).toBe(0)
    await answerCalls(page, /\/api\/events\?/, { json: { data: [], next_cursor: null } })
    await page.reload()
    await page.getByText('No events found').waitFor()
    await answerCalls(page, /\/api\/events\?/, { status: 503, json: { error: 'Not now.' } })
    await page.reload()
    await page.getByRole('alert').getByText('Not now.').waitFor()
    await context.close()
  })
})

describe('an event', () => {
  const path = `/organizer/events/${DERBY_ID}`

  test.each(SIZES)(
    'Overview: skeleton, header, four figures, three charts, the table of types, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      const held = await holdCalls(page, new RegExp(`/api/events/${DERBY_ID}`))
      await page.goto(path)
      await page.locator('[data-skeleton=event]').waitFor()
      held.release()
      await waitForHeading(page, /^Nairobi Derby: Uhuru/)
      const link = page.getByRole('link', { name: 'View Event Page →' })
      expect(await link.getAttribute('href')).toBe(DERBY)
      expect(await link.getAttribute('target')).toBe('_blank')
      const header = page.locator('main header')
      expect(await header.locator('time').textContent()).toMatch(/^[A-Z][a-z]+ \d+, 20\d\d$/)
      await header.getByText('10,000 attending').waitFor()
      const tabs = page.getByRole('navigation', { name: 'Event' })
      expect(await tabs.locator('[aria-current=page]').textContent()).toBe('Overview')
      await page.getByRole('region', { name: 'Revenue Trend' }).waitFor()
      const { tickets, revenue } = await eventTotals(DERBY_ID)
      const shown = await readFigures(page)
      expect(shown['Total Tickets Sold']).toBe(count.format(tickets))
      expect(shown['Total Revenue']).toBe(formatKes(revenue))
      expect(shown['Conversion Rate']).toBe(`${((tickets / 10_000) * 100).toFixed(1)}%`)
      expect(shown['Redemption Rate']).toMatch(/^(\d+\.\d%|–)$/)
      for (const name of ['Tickets by Type', 'Validation Types']) {
        await page.getByRole('region', { name }).waitFor()
      }
      const types = await readTable(page, 'Ticket Types & Revenue')
      expect(Object.keys(types[0]!)).toEqual(['Ticket Type', 'Price', 'Sold', 'Revenue'])
      expect(types.map((row) => row['Ticket Type'])).toEqual(['Standard', 'VIP'])
      await expectSoundPage(visitor, shop)
      await visitor.context.close()
    },
  )

  test.each(SIZES)(
    'figures, charts and a dash where it would divide by zero, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      await answerEvent(page, { attendees: 0 })
      await page.goto(path)
      await page.getByRole('region', { name: 'Tickets by Type' }).waitFor()
      expect(await readFigures(page)).toEqual({
        'Total Tickets Sold': '0',
        'Total Revenue': 'KES 0',
        'Redemption Rate': '–',
        'Conversion Rate': '–',
      })
      expect(await readTable(page, 'Ticket Types & Revenue')).toEqual([
        { 'Ticket Type': 'Standard', Price: '–', Sold: '0', Revenue: 'KES 0' },
      ])
      await page.getByText('The first sale will show here.').waitFor()
      await page.getByText('The first validation will show here.').waitFor()
      await expectSoundPage(visitor, shop)
      await page.unrouteAll()
      await answerEvent(page, { attendees: null }, SOLD)
      await page.reload()
      await page.getByRole('img', { name: /^Doughnut chart/ }).waitFor()
      expect(await readFigures(page)).toEqual({
        'Total Tickets Sold': '8',
        'Total Revenue': 'KES 1,000',
        'Redemption Rate': '62.5%',
        'Conversion Rate': '800.0%',
      })
      expect(await wordsOf(page, 'Tickets by Type')).toBe(
        'Tickets by Type Standard 6 VIP 2 0 2 4 6 Tickets Show as table',
      )
      expect(await wordsOf(page, 'Validation Types')).toContain('1 Scan 3 75.0% 2 Manual 1 25.0%')
      expect(await readTable(page, 'Ticket Types & Revenue')).toEqual([
        { 'Ticket Type': 'Standard', Price: 'KES 117', Sold: '6', Revenue: 'KES 700' },
        { 'Ticket Type': 'VIP', Price: 'KES 150', Sold: '2', Revenue: 'KES 300' },
      ])
      await expectSoundPage(visitor, shop)
      await visitor.context.close()
    },
  )

  test.each(SIZES)(
    'another organizer’s, or none at all, is not found, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'other', size })
      const { page } = visitor
      for (const wrong of [path, '/organizer/events/nothing/transactions']) {
        await page.goto(wrong)
        await waitForHeading(page, 'Event not found')
        await page
          .getByText("The event you're looking for doesn't exist or you don't have access to it.")
          .waitFor()
        expect(await page.getByText('Nairobi Derby').count()).toBe(0)
        await expectSoundPage(visitor, shop)
      }
      await visitor.context.close()
    },
  )
})

async function eventTotals(eventId: string) {
  const { rows } = await sql<{ tickets: number; revenue: number }>`
    select coalesce(sum(l.quantity), 0)::int tickets, coalesce(sum(l.amount_kes), 0)::int revenue
    from order_line l join "order" o on o.id = l.order_id
    where o.event_id = ${eventId} and o.state in ('paid', 'issued')`.execute(shop.db)
  return rows[0]!
}

const UNSOLD: Record<string, unknown> = {
  get_event_transaction_stats: [{ total_tickets: 0, total_revenue: 0 }],
  get_event_sales_by_date: [],
  get_event_ticket_type_stats: [{ name: 'Standard', sold: 0, revenue: 0 }],
  get_event_validation_stats: [{ redemption_rate: null, validations_by_type: [] }],
}

const SOLD: Record<string, unknown> = {
  get_event_transaction_stats: [{ total_tickets: '8', total_revenue: '1000' }],
  get_event_sales_by_date: [{ date: '2026-11-01', revenue: '1000' }],
  get_event_ticket_type_stats: [
    { name: 'Standard', sold: '6', revenue: '700' },
    { name: 'VIP', sold: '2', revenue: '300' },
  ],
  get_event_validation_stats: [
    {
      redemption_rate: '0.625',
      validations_by_type: [
        { type: 'scan', count: '3' },
        { type: 'manual', count: 1 },
      ],
    },
  ],
}

async function answerEvent(page: Page, changes: object, rows = UNSOLD): Promise<void> {
  await page.route(new RegExp(`/api/events/${DERBY_ID}$`), async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), ...changes } })
  })
  await answerProcedures(page, rows)
}

test('an event that cannot be read says so; its figures too', async () => {
  const { page, context } = await newColleague(browser, shop, { who: 'organizer' })
  const one = new RegExp(`/api/events/${DERBY_ID}$`)
  await page.route(one, (route) => route.abort())
  await page.goto(`/organizer/events/${DERBY_ID}`)
  await page
    .getByRole('alert')
    .getByText('This event could not be loaded. No connection.')
    .waitFor()
  await page.unrouteAll()
  await answerCalls(page, /get_event_sales_by_date/, { status: 500, json: { error: 'Later.' } })
  await page.getByRole('button', { name: 'Try again' }).click()
  await waitForHeading(page, /^Nairobi Derby: Uhuru/)
  await page.getByRole('alert').getByText('Later.').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('region', { name: 'Revenue Trend' }).waitFor()
  await context.close()
})
