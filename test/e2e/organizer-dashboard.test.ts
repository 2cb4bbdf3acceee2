import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { formatKes } from '../../src/platform/values/money.rules.ts'
import { waitForHeading } from './buying.ts'
import { fakeClock } from './held-clock.ts'
import {
  answerCalls,
  answerProcedures,
  goTo,
  holdCalls,
  newColleague,
  readFigures,
  recordLog,
  recordProcedures,
  setHidden,
  wordsOf,
} from './office.ts'
import { oneShop } from './one-shop.ts'
import { DERBY } from './page-states.ts'
import { expectSoundHalf, expectSoundPage, expectSoundState } from './sound-page.ts'
import { ON_LAPTOP, TODAYS_SIZES } from './visitor.ts'

const DERBY_ID = DERBY.replace('/event/', '')
const REFRESH_MS = 20_000

const { shop, browser } = await oneShop()

/** Expects that the statement leads an organizer with a payout account to the first event. */
async function expectWayOn(page: Page): Promise<void> {
  const at = new Date().toISOString()
  const account = {
    ...{ id: 'a', kind: 'till', number: '123456', account_number: '', bank: '' },
    ...{ words: 'Till 123456', created_at: at, usable_at: at, is_usable: true },
  }
  await page.route('**/api/payout_accounts', (route) =>
    route.fulfill({ json: { account, new_account_waits: true, reserve_basis_points: 2000 } }),
  )
  await goTo(page, 'Statement')
  await page.getByText('20% of sales after fees kept until 14 days after each event').waitFor()
  await page.getByRole('link', { name: 'Next: create your event' }).click()
  await page.waitForURL('**/organizer/drafts/new')
  await page.unrouteAll()
  await page.goto('/organizer/dashboard')
}

/** Computes the figures of an organizer's events directly from the tables. */
async function rawTotals(organizerId: string) {
  const { rows } = await sql<{ events: number; tickets: number; revenue: number }>`
    select (select count(*)::int from event where organizer_id = ${organizerId}) events,
      coalesce(sum(l.quantity), 0)::int tickets, coalesce(sum(l.amount_cents) / 100, 0)::int revenue
    from order_line l join "order" o on o.id = l.order_id join event e on e.id = o.event_id
    where e.organizer_id = ${organizerId} and o.state in ('paid', 'issued')`.execute(shop.db)
  return rows[0]!
}

const count = new Intl.NumberFormat('en-KE')

/**
 * Simulated figures: numbers sent as strings, an event with a long name, and more events than
 * colours.
 */
const LONG_NAME = 'Great Rift Valley Half Marathon and Family Fun Run, 25th Anniversary Edition'
const ROWS: Record<string, unknown> = {
  get_dashboard_totals: [{ total_events: '7', total_tickets: '40', total_revenue: '50100.00' }],
  get_dashboard_revenue_by_event: [LONG_NAME, 'B', 'C', 'D', 'E', 'F', 'G'].map((title, index) => ({
    event_title: title,
    revenue: String((7 - index) * 1000),
  })),
  get_dashboard_sales_over_time: [
    { date: '2026-11-01', tickets: '3', revenue: '600' },
    { date: '2026-11-03', tickets: 1, revenue: 12_000 },
  ],
  get_dashboard_top_events: [
    { event_id: DERBY_ID, event_title: LONG_NAME, tickets_sold: '1', revenue: '7000' },
  ],
}

/** The calls in their order. Each call is sent after the response to the previous call. */
const IN_SEQUENCE = ['totals', 'revenue_by_event', 'sales_over_time', 'top_events'].flatMap(
  (name) => [`get_dashboard_${name} asked`, `get_dashboard_${name} answered`],
)

describe('the dashboard', () => {
  // spec: dashboard-welcome-back, dashboard-failure-error-loading, dashboard-now
  test.each(ON_LAPTOP)(
    'the dashboard greets, shows a spinner, explains a failure, and shows the sales, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      const failing = /get_dashboard_sales_over_time/
      await answerCalls(page, failing, { status: 500, json: { error: 'The till is shut.' } })
      const held = await holdCalls(page, /get_dashboard_totals/)
      const logged = recordLog(page)
      await page.goto('/organizer/dashboard')
      await waitForHeading(page, 'Welcome back')
      await page.getByRole('status').filter({ hasText: 'Loading dashboard...' }).waitFor()
      await page.locator('main').getByText('organizer@lango.test').waitFor()
      held.release()
      const alert = page.getByRole('alert').locator('p')
      const problem = (text: string) => expect.poll(() => alert.textContent()).toBe(text)
      await problem('Error loading dashboard data: The till is shut.')
      expect(logged).toContain('dashboard failed: The till is shut.')
      await expectSoundPage(visitor, shop)
      await answerCalls(page, failing, { status: 500, json: {} })
      await page.getByRole('button', { name: 'Try again' }).click()
      await problem('Error loading dashboard data: An error occurred')
      await page.unrouteAll()
      const calls = recordProcedures(page)
      await page.getByRole('button', { name: 'Try again' }).click()
      await waitForHeading(page, 'Top Performing Events')
      expect(await page.getByRole('alert').count()).toBe(0)
      // Ignores the call of the 'Next event' card, which is made after these four calls.
      expect(calls.filter((call) => call.startsWith('get_dashboard'))).toEqual(IN_SEQUENCE)
      const { events, tickets, revenue } = await rawTotals(SAMPLE_ACCOUNTS.organizer.id)
      expect(tickets).toBeGreaterThan(1000)
      expect(await readFigures(page)).toEqual({
        'Total Events': count.format(events),
        'Tickets Sold': count.format(tickets),
        'Total Revenue': formatKes(revenue),
        'Avg. Ticket Price': formatKes(revenue / tickets),
      })
      const now = page.getByRole('region', { name: 'Now' })
      const sold = ['Today, less refunds', 'Last 7 days, less refunds']
      for (const name of [...sold, 'Next event', 'Balance due']) {
        await now.getByRole('heading', { name, exact: true }).waitFor()
      }
      await now.getByText(/^[\d,]+ sold of [\d,]+$/).waitFor()
      await now.getByText(/^KES [1-9]/).waitFor()
      await expectSoundState(visitor, shop)
      await visitor.context.close()
    },
  )

  // spec: dashboard-charts-revenue-over
  test.each(TODAYS_SIZES)(
    'each chart has steps, a legend, a text and a table, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      await answerProcedures(page, ROWS)
      await page.goto('/organizer/dashboard')
      await page.getByRole('region', { name: 'Revenue Over Time' }).waitFor()
      expect(await readFigures(page)).toMatchObject({
        'Tickets Sold': '40',
        'Avg. Ticket Price': 'KES 1,253',
      })
      // A day without sales has a point as well, and the axis for tickets counts in whole numbers.
      const steps = page.getByRole('region', { name: 'Tickets Sold Over Time' })
      expect(await steps.getByText(/^\d+$/).allTextContents()).toEqual(['0', '0', '1', '2', '3'])
      const tickets = await wordsOf(page, 'Tickets Sold Over Time')
      expect(tickets).toContain('November 1, 2026 – November 3, 2026')
      expect(tickets).toContain('Nov 1 Nov 2 Nov 3 Tickets per day')
      const line = page.getByRole('img', { name: /^Line chart: Tickets per day/ })
      expect(await line.getAttribute('aria-label')).toContain('Highest: 3, November 1, 2026.')
      // The four largest events have their own colours and numbers. All remaining events share the
      // fifth colour.
      const pie = await wordsOf(page, 'Revenue by Event')
      expect(pie).toContain('5 3 others KES 6,000 21.4%')
      expect(pie).toContain(`1 ${LONG_NAME} KES 7,000 25.0%`)
      await page.getByRole('img', { name: /^Pie chart: Revenue by event.*B: 21\.4%/ }).waitFor()
      const region = page.getByRole('region', { name: 'Revenue by Event' })
      const places = await region.evaluateAll(([card]) =>
        ['svg', 'ul'].map((part) => card!.querySelector(part)!.getBoundingClientRect().top),
      )
      expect(places[1], 'the legend is below the pie').toBeGreaterThan(places[0]!)
      await region.first().getByText('Show as table').click()
      const table = region.getByRole('table', { name: 'Revenue by Event' })
      await expect.poll(() => table.getByRole('row').count()).toBe(8)
      expect(await table.getByRole('row').last().textContent()).toBe('GKES 1,0003.6%')
      await expectSoundHalf(visitor, shop)
      await line.hover()
      await page.getByText('0 November 2, 2026').waitFor()
      const top = page.getByRole('region', { name: 'Top Performing Events' })
      expect(await wordsOf(page, 'Top Performing Events')).toContain('KES 7,000 1 ticket sold')
      await top.getByRole('link', { name: LONG_NAME }).click()
      await page.waitForURL(`**/organizer/events/${DERBY_ID}`)
      await visitor.context.close()
    },
  )

  test('the dates below a chart never overlap, however narrow it is', async () => {
    const visitor = await newColleague(browser, shop, {
      who: 'organizer',
      size: ON_LAPTOP[0]!.size,
    })
    const { page } = visitor
    const sold = { tickets: 1, revenue: 100 }
    for (const { what, days } of [
      { what: 'by week', days: ['2026-07-20', '2026-11-23'] },
      { what: 'by month', days: ['2023-01-20', '2026-11-23'] },
    ]) {
      const rows = days.map((date) => ({ date, ...sold }))
      await answerProcedures(page, { ...ROWS, get_dashboard_sales_over_time: rows })
      await page.goto('/organizer/dashboard')
      const dates = page
        .getByRole('region', { name: 'Tickets Sold Over Time' })
        .locator('.h-5 span')
      await dates.first().waitFor()
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const boxes = await dates.evaluateAll((all) =>
          all.map((date) => date.getBoundingClientRect()).filter((box) => box.width > 0),
        )
        const gaps = boxes.slice(1).map((box, at) => box.left - boxes[at]!.right)
        expect(Math.min(...gaps), `${what} at ${width} px`).toBeGreaterThanOrEqual(6)
      }
      await page.unrouteAll()
    }
    await visitor.context.close()
  })

  // spec: nothing-sold-single, newcomer-checklist
  test.each(ON_LAPTOP)(
    'the dashboard handles no sales, a single point, and no events, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'new', size })
      const { page } = visitor
      await page.goto('/organizer/dashboard')
      await waitForHeading(page, 'Sell your first event')
      expect(await readFigures(page)).toEqual({
        'Total Events': '0',
        'Tickets Sold': '0',
        'Total Revenue': 'KES 0',
        'Avg. Ticket Price': '–',
      })
      await page.getByRole('link', { name: 'Contact us about an event' }).waitFor()
      await page.getByRole('link', { name: 'Add your payout account' }).waitFor()
      await expectSoundPage(visitor, shop)
      await expectWayOn(page)
      await goTo(page, 'Events')
      await page.getByText('No events found', { exact: true }).waitFor()
      await expectSoundState(visitor, shop)
      await answerProcedures(page, {
        get_dashboard_totals: [{ total_events: 1, total_tickets: 0, total_revenue: 0 }],
        get_dashboard_revenue_by_event: [],
        get_dashboard_sales_over_time: [{ date: '2026-11-01', tickets: 1, revenue: 0 }],
        get_dashboard_top_events: [],
      })
      await page.getByRole('link', { name: 'How to list an event' }).click()
      await page.getByRole('region', { name: 'Revenue Over Time' }).waitFor()
      await page.getByText('No event has revenue yet.', { exact: true }).waitFor()
      await page.getByText('No event has sales yet.', { exact: true }).waitFor()
      await page
        .getByRole('img', { name: /Tickets per day, November 1, 2026\. Highest: 1/ })
        .locator('rect')
        .waitFor()
      await expectSoundState(visitor, shop)
      await visitor.context.close()
    },
  )

  // spec: dashboard-refreshes-every
  test.each(ON_LAPTOP)(
    'the dashboard refreshes on its own, keeps its figures if that fails, and pauses in a hidden tab, on $name',
    async ({ size }) => {
      const { page, context } = await newColleague(browser, shop, { who: 'organizer', size })
      await fakeClock(page)
      const rows = { ...ROWS }
      let asked = 0
      await page.route(/\/api\/rpc\/get_dashboard/, (route) => {
        const name = route.request().url().split('/').at(-1)!
        if (name === 'get_dashboard_totals') asked += 1
        const json = rows[name]
        return json ? route.fulfill({ json }) : route.abort()
      })
      const sold = async () => (await readFigures(page))['Tickets Sold']
      await page.goto('/organizer/dashboard')
      await expect.poll(sold).toBe('40')
      rows.get_dashboard_totals = [{ total_events: 7, total_tickets: 41, total_revenue: 1 }]
      await page.clock.fastForward(REFRESH_MS)
      await expect.poll(sold).toBe('41')
      rows.get_dashboard_totals = undefined
      await page.clock.fastForward(REFRESH_MS)
      const stale = /^Not refreshed: figures from \d+:\d\d [AP]M\. Trying again…$/
      await page.getByText(stale).waitFor()
      expect(await sold()).toBe('41')
      await setHidden(page, true)
      const before = asked
      await page.clock.fastForward(10 * REFRESH_MS)
      expect(asked).toBe(before)
      rows.get_dashboard_totals = ROWS.get_dashboard_totals
      await setHidden(page, false)
      await expect.poll(sold).toBe('40')
      expect(await page.getByText('Not refreshed').count()).toBe(0)
      await context.close()
    },
  )
})
