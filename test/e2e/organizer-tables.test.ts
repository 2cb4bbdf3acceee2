import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { waitForHeading } from './buying.ts'
import { fakeClock, holdClock } from './held-clock.ts'
import { findFaults, resize } from './inspect-page.ts'
import { busiestEvent, holdCalls, newColleague, pressAndWait, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundHalf } from './sound-page.ts'
import { ON_LAPTOP, TODAYS_SIZES } from './visitor.ts'

const COLUMNS = [
  'Date & Time',
  'Event',
  'Ticket Type',
  'Quantity',
  'Amount',
  'Contact',
  'Reference',
  'Status',
]
const TRANSACTIONS = /\/api\/transactions\?/

const { shop, browser } = await oneShop()
let eventId: string
beforeAll(async () => {
  eventId = await busiestEvent(shop)
})

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search by phone number' })
const rowsOf = (page: Page, name: string) => () => readTable(page, name)

describe('Tickets Overview', () => {
  // spec: tickets-overview-title-subtitle, table-cells-whole, sales-lines
  test.each(TODAYS_SIZES)(
    'Tickets Overview lists every sale, newest first, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      const held = await holdCalls(page, TRANSACTIONS)
      await page.goto('/organizer/tickets')
      await waitForHeading(page, 'Tickets Overview')
      await page.getByText('Manage your event tickets and track sales', { exact: true }).waitFor()
      expect(await searchBox(page).getAttribute('placeholder')).toBe('Search by phone number...')
      expect(await page.locator('[data-skeleton=row]').count()).toBe(5)
      held.release()
      await page.getByRole('table', { name: 'Tickets Overview' }).waitFor()
      const rows = await readTable(page, 'Tickets Overview')
      expect(rows).toHaveLength(50)
      expect(Object.keys(rows[0]!)).toEqual(COLUMNS)
      for (const row of rows) {
        expect(row['Date & Time']).toMatch(
          /^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}(, \d{4})? · \d{1,2}:\d\d [AP]M Open order$/,
        )
        expect(row.Amount).toMatch(/^KES [\d,]+$/)
        expect(row.Contact).toMatch(/^254[17]\d{8}( \S+@\S+)?$/)
      }
      const instants = await page
        .locator('td time')
        .evaluateAll((all: HTMLTimeElement[]) => all.map(({ dateTime }) => dateTime))
      const times = instants.map((instant) => Date.parse(instant))
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      await page.getByText('Showing the first 50', { exact: true }).waitFor()
      await expectSoundHalf(visitor, shop)
      if (size.width > 1000) await expectLines(page)
      await visitor.context.close()
    },
  )

  async function expectLines(page: Page): Promise<void> {
    const heights = () =>
      page
        .locator('tbody tr')
        .evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))])
    for (const width of [1024, 1280, 1920]) {
      await resize(page, { width, height: 800 })
      expect(await heights(), `rows at ${width} px`).toEqual([40])
      expect(await findFaults(page, 'too wide', 'cut off', 'broken cells')).toEqual([])
    }
    await resize(page, { width: 768, height: 1024 })
    expect(Math.min(...(await heights()))).toBeGreaterThan(80)
  }

  // spec: phone-search-part-number, search-debounce-300-ms
  test.each(ON_LAPTOP)(
    'the phone search finds a number in any spelling, and never puts it into the address, on $name',
    async ({ size }) => {
      const { page, context } = await newColleague(browser, shop, { who: 'organizer', size })
      const addresses: string[] = []
      page.on('framenavigated', (frame) => addresses.push(frame.url()))
      await fakeClock(page)
      await page.goto('/organizer/tickets')
      const rows = rowsOf(page, 'Tickets Overview')
      await expect.poll(async () => (await rows()).length).toBe(50)
      const phone = (await rows())[0]!.Contact!.slice(0, 12)
      await expectOneQuestion(page)
      const isThat = async () => (await rows()).every((row) => row.Contact!.startsWith(phone))
      const national = `0${phone.slice(3)}`
      for (const typed of [national, phone, `+254 ${phone.slice(3, 6)} ${phone.slice(6)}`]) {
        await searchBox(page).fill('')
        await expect.poll(isThat).toBe(false)
        await searchBox(page).fill(typed)
        await expect.poll(isThat).toBe(true)
      }
      await page.getByLabel('Status').selectOption('paid')
      await page.waitForURL('**/organizer/tickets?status=paid')
      await expect.poll(isThat).toBe(true)
      await searchBox(page).fill('0799 999 999 999')
      await page.getByText('No transactions found.', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Show all transactions' }).click()
      await expect.poll(async () => (await rows()).length).toBe(50)
      expect(await searchBox(page).inputValue()).toBe('')
      await page.waitForURL('**/organizer/tickets')
      expect(addresses.join(' ')).not.toContain(phone.slice(3))
      await context.close()
    },
  )

  /**
   * Expects that the page sends a single request, 300 ms after the last key, and no request for
   * intermediate text.
   */
  async function expectOneQuestion(page: Page): Promise<void> {
    const searched: string[] = []
    page.on('request', (request) => {
      const text = new URL(request.url()).searchParams.get('search')
      if (text !== null) searched.push(text)
    })
    await holdClock(page)
    for (const typed of ['0', '07', '071']) {
      await searchBox(page).fill(typed)
      await page.clock.runFor(299)
    }
    expect(searched).toEqual([])
    await page.clock.runFor(1)
    await expect.poll(() => searched).toEqual(['071'])
    await page.clock.resume()
  }

  // spec: load-more-sort
  test.each(ON_LAPTOP)(
    'the table is sorted and filtered by the address, and looks the same after going back, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      await page.goto('/organizer/tickets')
      const rows = rowsOf(page, 'Tickets Overview')
      const amounts = async () =>
        (await rows()).map((row) => Number(row.Amount!.replace(/\D/g, '')))
      await page.getByText('Showing the first 50').waitFor()
      await page.getByLabel('Sort by').selectOption('Largest first')
      await page.waitForURL('**/organizer/tickets?sort=-amount')
      const isSorted = async () => {
        const shown = await amounts()
        return shown.every((amount, index) => index === 0 || amount <= shown[index - 1]!)
      }
      await expect.poll(isSorted).toBe(true)
      const table = page.getByRole('table', { name: 'Tickets Overview' })
      const isStill = async () => (await table.getAttribute('aria-busy')) === 'false'
      const found = page.waitForResponse(/search=2547/)
      await searchBox(page).fill('2547')
      await found
      await expect.poll(isStill).toBe(true)
      await pressAndWait(page, { name: 'Load more', busy: 'Loading...', call: TRANSACTIONS })
      await page.waitForURL(/[?&]pages=2/)
      const focused = () => page.evaluate(() => document.activeElement?.textContent)
      expect(await focused()).toMatch(/^Load/)
      await expect.poll(async () => (await rows()).length).toBe(100)
      const before = await rows()
      await page.getByText('Showing the first 100').scrollIntoViewIfNeeded()
      const depth = await page.evaluate(() => scrollY)
      expect(depth).toBeGreaterThan(2000)
      // click() would scroll the page to a sticky element, so do not use it here.
      const away = page.getByRole('banner').getByRole('link', { name: 'Dashboard' })
      await away.dispatchEvent('click')
      await waitForHeading(page, 'Welcome back')
      await page.goBack()
      await expect.poll(rows).toEqual(before)
      expect(await searchBox(page).inputValue()).toBe('2547')
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(depth)
      await page.reload()
      await expect.poll(async () => (await rows()).length).toBe(100)
      expect(await page.getByLabel('Sort by').inputValue()).toBe('-amount')
      expect(visitor.faults).toEqual([])
      await visitor.context.close()
    },
  )
})

// spec: tabs-keyboard-back
test.each(ON_LAPTOP)(
  'tabs opened by keyboard keep focus and choices, and back returns to the tab before, on $name',
  async ({ size }) => {
    const { page, context } = await newColleague(browser, shop, { who: 'organizer', size })
    await page.goto(`/organizer/events/${eventId}`)
    const tab = (name: string) => page.getByRole('link', { name, exact: true })
    await tab('Transactions').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/organizer/events/${eventId}/transactions`)
    await page.getByRole('heading', { name: 'Transaction History' }).waitFor()
    expect(await tab('Transactions').getAttribute('aria-current')).toBe('page')
    expect(await tab('Transactions').evaluate((link) => link === document.activeElement)).toBe(true)
    await page.getByLabel('Sort by').selectOption('Oldest first')
    await page.waitForURL('**/transactions?sort=created_at')
    await tab('Validations').click()
    await page.getByRole('heading', { name: 'Ticket Validation History' }).waitFor()
    expect(await tab('Validations').getAttribute('aria-current')).toBe('page')
    await page.goBack()
    await page.waitForURL('**/transactions?sort=created_at')
    expect(await page.getByLabel('Sort by').inputValue()).toBe('created_at')
    await page.goBack()
    await page.getByRole('region', { name: 'Revenue Trend' }).waitFor()
    await page.goForward()
    await page.getByRole('heading', { name: 'Transaction History' }).waitFor()
    await context.close()
  },
)
