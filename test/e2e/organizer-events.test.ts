import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { formatKes } from '../../src/platform/values/money.rules.ts'
import { waitForHeading } from './buying.ts'
import { answerEvent, DERBY_ID, expectRoomForTen, SOLD, timeOfRow } from './event-figures.ts'
import {
  answerCalls,
  answerProcedures,
  chooseBoth,
  goTo,
  holdCalls,
  newColleague,
  readFigures,
  readTable,
  recordLog,
  wordsOf,
} from './office.ts'
import { oneShop } from './one-shop.ts'
import { DERBY } from './page-states.ts'
import { expectSoundHalf, expectSoundPage, expectSoundState } from './sound-page.ts'
import { ON_LAPTOP, TODAYS_SIZES, type Visitor } from './visitor.ts'

const EVENTS = /\/api\/events\?/
const count = new Intl.NumberFormat('en-KE')

const { shop, browser } = await oneShop()

describe('the list of events', () => {
  // spec: events-list-title-subtitle, sale-badge-event-over, events-list-edit-create
  // spec: stats-failure-sales-stay, events-next-first
  test.each(ON_LAPTOP)(
    'the list shows the organizer’s own events, sorted and filtered by the address, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      await answerCalls(page, /get_all_events_stats/, { status: 500, json: {} })
      const held = await holdCalls(page, EVENTS)
      const logged = recordLog(page)
      await page.goto('/organizer/events')
      await waitForHeading(page, 'Events')
      await page.getByText('Manage and monitor all your events', { exact: true }).waitFor()
      expect(await page.locator('[data-skeleton=row]').count()).toBe(5)
      held.release()
      await expectZeroWithoutFigures(visitor)
      expect(logged.join()).toContain('all events stats failed')
      const all = await readTable(page, 'Events')
      expectRows(all)
      await expectRoomForTen(page)
      await page.getByRole('cell').getByRole('img', { name: 'Draft' }).first().waitFor()
      await expectChoices(page)
      await page.getByRole('link', { name: 'Show all events' }).click()
      await expect.poll(async () => (await titlesOf(page)).length).toBe(all.length)
      expect(await page.getByRole('searchbox').inputValue()).toBe('')
      await expectBadges(page)
      await answerCalls(page, EVENTS, { status: 503, json: { error: 'Not now.' } })
      await page.getByLabel('Dates').selectOption('Past')
      await page.getByRole('alert').getByText('Not now.', { exact: true }).waitFor()
      await visitor.context.close()
    },
  )

  async function expectZeroWithoutFigures(visitor: Visitor): Promise<void> {
    const { page } = visitor
    const words = 'Sales could not be loaded and show as zero.'
    await page.getByRole('alert').getByText(words, { exact: true }).waitFor()
    await page.getByRole('table', { name: 'Events' }).waitFor()
    const sales = async () => new Set((await readTable(page, 'Events')).map((row) => row.Sales))
    const areZero = async () =>
      [...(await sales())].every((words) => /^0 sold( of [\d,]+)?$/.test(words!))
    expect(await areZero()).toBe(true)
    await expectSoundPage(visitor, shop)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(areZero).toBe(false)
    expect(await page.getByText(words).count()).toBe(0)
  }

  function expectRows(all: Record<string, string>[]): void {
    const names = ['Event', 'Date & Location', 'Status', 'Sales', 'Revenue', 'Actions']
    expect(Object.keys(all[0]!)).toEqual(names)
    const derby = all.find((row) => row.Event!.startsWith('Nairobi Derby: Uhuru'))!
    expect(timeOfRow(derby, ' Nyayo National Stadium')).toBeGreaterThan(Date.now())
    expect(derby.Event).toMatch(/ Sports$/)
    expect(derby.Sales).toMatch(/^[\d,]+ sold of [\d,]+$/)
    expect(derby.Revenue).toMatch(/^KES [\d,]+$/)
    expect(derby.Actions).toBe('View Details')
    expect(all.some((row) => row.Status!.startsWith('Draft'))).toBe(true)
    const over = all.filter((row) => / Ended /.test(row['Date & Location']!))
    expect(over.length).toBeGreaterThan(0)
    for (const row of over) {
      expect(row.Status).toMatch(/^(Published|Draft)( (Limited|Sold Out))?$/)
      expect(timeOfRow(row, ' Ended ')).toBeLessThan(Date.now())
    }
  }

  async function expectBadges(page: Page): Promise<void> {
    await page.route(EVENTS, async (route) => {
      const { data } = (await (await route.fetch()).json()) as { data: object[] }
      const open = { ...data[0], is_published: true, sales_open: true, sale_state: 'on_sale' }
      const states = [
        ...[{}, { sale_state: 'limited' }, { is_sold_out: true }],
        ...[{ is_published: false }, { sales_open: false }],
      ]
      const rows = states.map((state, id) => ({ ...open, ...state, id: String(id) }))
      await route.fulfill({ json: { data: rows, next_cursor: null } })
    })
    await page.getByLabel('Dates').selectOption('Upcoming')
    const statuses = async () => (await readTable(page, 'Events')).map((row) => row.Status)
    await expect
      .poll(statuses)
      .toEqual([
        'Published On Sale',
        'Published Limited',
        'Published Sold Out',
        'Draft',
        'Published',
      ])
  }

  const titlesOf = async (page: Page) => (await readTable(page, 'Events')).map((row) => row.Event!)

  async function expectChoices(page: Page): Promise<void> {
    const rows = () => readTable(page, 'Events')
    await page.getByLabel('Status').selectOption('Draft')
    await page.waitForURL('**/organizer/events?published=false')
    await expect
      .poll(async () => (await rows()).every((row) => row.Status!.startsWith('Draft')))
      .toBe(true)
    await chooseBoth(page, { Status: 'All events', 'Sort by': 'Title A–Z' })
    await page.getByRole('searchbox', { name: 'Search events' }).fill('derby')
    await page.waitForURL('**/organizer/events?sort=title&q=derby')
    await expect
      .poll(async () => (await titlesOf(page)).every((title) => /derby/i.test(title)))
      .toBe(true)
    const found = await titlesOf(page)
    expect(found).toEqual(found.toSorted((a, b) => a.localeCompare(b)))
    await page.reload()
    await expect.poll(() => titlesOf(page)).toEqual(found)
    await page.getByRole('searchbox').fill('no such event anywhere')
    await page.getByText('No events found', { exact: true }).waitFor()
  }

  // spec: nothing-sold-single, events-list-edit-create
  test.each(ON_LAPTOP)(
    'an admin without events reads how to begin, then creates and edits one, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'admin', size })
      const { page } = visitor
      await answerProcedures(page, NO_EVENTS)
      await page.goto('/organizer/dashboard')
      const words = 'Create an event and choose its organizer.'
      await page.getByText(words, { exact: true }).waitFor()
      const create = page.locator('main').getByRole('link', { name: 'Create Event' })
      expect(await create.getAttribute('href')).toBe('/organizer/events/create')
      await page.unrouteAll()
      await goTo(page, 'Events')
      const edit = page.getByRole('link', { name: /^Edit / }).first()
      expect(await edit.getAttribute('href')).toMatch(/^\/organizer\/events\/edit\/[0-9a-f-]{36}$/)
      expect(await create.getAttribute('href')).toBe('/organizer/events/create')
      await expectSoundPage(visitor, shop)
      await visitor.context.close()
    },
  )
})

const NO_EVENTS = {
  get_dashboard_totals: [{ total_events: 0, total_tickets: 0, total_revenue: 0 }],
  get_dashboard_revenue_by_event: [],
  get_dashboard_sales_over_time: [],
  get_dashboard_top_events: [],
}

describe('an event', () => {
  const path = `/organizer/events/${DERBY_ID}`

  // spec: event-detail-skeleton-header, event-figures-cannot
  test.each(TODAYS_SIZES)(
    'the Overview shows a skeleton, then header, four figures, three charts and the table of types, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      await expectTriedAgain(page)
      const link = page.getByRole('link', { name: 'View Event Page →' })
      expect(await link.getAttribute('href')).toBe(DERBY)
      expect(await link.getAttribute('target')).toBe('_blank')
      const header = page.locator('main header')
      expect(await header.locator('time').textContent()).toMatch(/^[A-Z][a-z]+ \d+, 20\d\d$/)
      await header.getByText('10,000 attending', { exact: true }).waitFor()
      await header.getByText('Nyayo National Stadium').waitFor()
      const tabs = page.getByRole('navigation', { name: 'Event' })
      expect(await tabs.getByRole('link').allTextContents()).toEqual(TABS)
      expect(await tabs.locator('[aria-current=page]').textContent()).toBe('Overview')
      const { tickets, revenue } = await eventTotals(DERBY_ID)
      const shown = await readFigures(page)
      expect(shown['Total Tickets Sold']).toBe(count.format(tickets))
      expect(shown['Total Revenue']).toBe(formatKes(revenue))
      expect(shown['Conversion Rate']).toBe(`${((tickets / 10_000) * 100).toFixed(1)}%`)
      expect(shown['Redemption Rate']).toMatch(/^(\d+\.\d%|–)$/)
      for (const name of ['Revenue Trend', 'Tickets by Type', 'Validation Types']) {
        await page.getByRole('region', { name }).waitFor()
      }
      const types = await readTable(page, 'Ticket Types & Revenue')
      expect(Object.keys(types[0]!)).toEqual(['Ticket Type', 'Price', 'Sold', 'Revenue'])
      expect(types.map((row) => row['Ticket Type'])).toEqual(['Standard', 'VIP'])
      await expectSoundHalf(visitor, shop)
      await visitor.context.close()
    },
  )

  const TABS = [
    'Overview',
    'Share',
    'Transactions',
    'Validations',
    'Complimentary',
    'Codes and sellers',
    'Questions',
    'Gate',
    'Statement',
  ]

  /**
   * Opens the event while it cannot be loaded, retries while its figures cannot be loaded, and
   * retries once more when event and figures can be loaded. Expects the skeleton, an error after
   * each failure, and at last the complete page.
   */
  async function expectTriedAgain(page: Page): Promise<void> {
    const one = new RegExp(`/api/events/${DERBY_ID}$`)
    await page.route(one, (route) => route.abort())
    const held = await holdCalls(page, one)
    await page.goto(path)
    await page.locator('[data-skeleton=event]').waitFor()
    held.release()
    const alert = page.getByRole('alert')
    await alert.getByText('This event could not be loaded. No connection.').waitFor()
    await page.unrouteAll()
    const sales = /get_event_sales_by_date/
    await answerCalls(page, sales, { status: 500, json: { error: 'Later.' } })
    await page.getByRole('button', { name: 'Try again' }).click()
    await waitForHeading(page, /^Nairobi Derby: Uhuru/)
    await alert.getByText('Later.', { exact: true }).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('region', { name: 'Revenue Trend' }).waitFor()
    expect(await alert.count()).toBe(0)
  }

  // spec: overview-redemption-rate
  test.each(ON_LAPTOP)(
    'figures and charts show a dash instead of dividing by zero, on $name',
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
        'Conversion Rate': '800.0% Enter the expected attendance',
      })
      expect(await wordsOf(page, 'Tickets by Type')).toBe(
        'Tickets by Type Standard 6 VIP 2 0 2 4 6 Tickets Show as table',
      )
      expect(await wordsOf(page, 'Validation Types')).toContain('1 Scan 3 75.0% 2 Manual 1 25.0%')
      expect(await readTable(page, 'Ticket Types & Revenue')).toEqual([
        { 'Ticket Type': 'Standard', Price: 'KES 117', Sold: '6', Revenue: 'KES 700' },
        { 'Ticket Type': 'VIP', Price: 'KES 150', Sold: '2', Revenue: 'KES 300' },
      ])
      await expectSoundState(visitor, shop)
      await visitor.context.close()
    },
  )

  // spec: events-list-edit-create, event-detail-not-found-you
  test.each(ON_LAPTOP)(
    'an event of another organizer, or an unknown one, is not found, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'other', size })
      const { page } = visitor
      const gone = "The event you're looking for doesn't exist or you don't have access to it."
      for (const wrong of ['/organizer/events/nothing/transactions', path]) {
        await page.goto(wrong)
        await waitForHeading(page, 'Event not found')
        await page.getByText(gone).waitFor()
        expect(await page.getByText('Nairobi Derby').count()).toBe(0)
      }
      await expectSoundPage(visitor, shop)
      await page.getByRole('link', { name: 'All events' }).click()
      const details = page.getByRole('link', { name: /^View Details/ })
      await details.first().waitFor()
      expect(await page.getByRole('link', { name: /^(Edit|Create)|Nairobi Derby/ }).count()).toBe(0)
      await visitor.context.close()
    },
  )
})

async function eventTotals(eventId: string) {
  const { rows } = await sql<{ tickets: number; revenue: number }>`
    select coalesce(sum(l.quantity), 0)::int tickets, coalesce(sum(l.amount_cents) / 100, 0)::int revenue
    from order_line l join "order" o on o.id = l.order_id
    where o.event_id = ${eventId} and o.state in ('paid', 'issued')`.execute(shop.db)
  return rows[0]!
}
