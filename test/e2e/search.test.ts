// spec: access-axe-finds

import type { Locator, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { CATEGORY_CHIPS } from '../../src/events/catalogue/category.rules.ts'
import type { EventList, EventReply } from '../../src/events/events.contract.ts'
import { formatShortDateTime } from '../../src/ui/dates.rules.ts'
import { waitForTitle } from './buying.ts'
import { fakeClock, holdClock } from './held-clock.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_LAPTOP, ON_PHONE, SIZES, type Visitor } from './visitor.ts'

const DEBOUNCE_MS = 300
const CALL = '**/api/events?*'

const { shop, browser } = await oneShop()
let visitor: Visitor
let page: Page
let box: Locator
/** The search requests that the page has sent, in order. */
let asked: string[]
afterEach(async () => {
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})

const panel = () => page.getByRole('search').getByRole('status')
const rows = () => page.getByRole('listbox', { name: 'Events found' }).getByRole('option')
const marked = () => rows().and(page.locator('[aria-selected=true]'))

async function open(options: {
  size: { width: number; height: number }
  held?: boolean
}): Promise<void> {
  visitor = await newVisitor(browser, shop, options)
  page = visitor.page
  box = page.getByRole('combobox', { name: 'Search events' })
  asked = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/events') asked.push(searchParams.get('q') ?? '')
  })
  let isLoaded = false
  page.on('requestfinished', (request) => {
    if (request.url().includes('/search-panel')) isLoaded = true
  })
  if (options.held) await fakeClock(page)
  await page.goto('/help')
  // The list is loaded when the search field first gets focus after hydration.
  const comeToField = async () => {
    await box.blur()
    await box.focus()
    return isLoaded
  }
  await expect.poll(comeToField).toBe(true)
  if (options.held) await holdClock(page)
}

async function find(query: string): Promise<EventReply[]> {
  const params = new URLSearchParams({ q: query, limit: '6' })
  const answer = await fetch(`${shop.origin}/api/events?${params}`)
  return ((await answer.json()) as EventList).data
}

async function expectClosed(): Promise<void> {
  await expect.poll(() => rows().count()).toBe(0)
  expect(await box.getAttribute('aria-expanded')).toBe('false')
}

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    // spec: search-debounce-300, search-network-loses
    test('a search is requested once, 300 ms after the last key, never for blanks; without a network it says so and is retried', async () => {
      await open({ size, held: true })
      await box.pressSequentially('   ')
      await page.clock.runFor(10 * DEBOUNCE_MS)
      expect(await panel().count()).toBe(0)
      await box.fill('')
      await box.pressSequentially('na')
      await page.clock.runFor(DEBOUNCE_MS - 1)
      await box.pressSequentially('i')
      await page.getByText('Searching...').waitFor()
      await page.clock.runFor(DEBOUNCE_MS - 1)
      expect(asked).toEqual([])
      await page.clock.runFor(1)
      await rows().first().waitFor()
      expect(asked).toEqual(['nai'])
      await box.fill(' ')
      await expectClosed()
      await page.clock.runFor(10 * DEBOUNCE_MS)
      expect(asked).toEqual(['nai'])
      await page.route(CALL, (route) => route.abort('internetdisconnected'), { times: 1 })
      await box.fill('kisumu')
      await page.getByText('Searching...').waitFor()
      await page.clock.runFor(DEBOUNCE_MS)
      await page.getByText('No connection. Trying again…').waitFor()
      await page.clock.runFor(3000)
      await rows().first().waitFor()
      expect(asked).toEqual(['nai', 'kisumu', 'kisumu'])
    })

    // spec: header-search-box
    test('results show picture, title, date and venue, or a text if there are none', async () => {
      await open({ size })
      expect(await box.getAttribute('placeholder')).toBe('Search events...')
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(CALL, async (route) => {
        await held
        await route.continue()
      })
      // Search for sample events only, because other test files add events without a picture.
      await box.fill('THEATRE')
      await expect.poll(() => asked).toEqual(['THEATRE'])
      expect(await panel().textContent()).toBe('Searching...')
      await expectSoundPage(visitor, shop)
      answer()
      const found = await find('theatre')
      expect(found).toHaveLength(6)
      await expect.poll(() => rows().count()).toBe(6)
      expect(await rows().locator('b').allTextContents()).toEqual(found.map(({ title }) => title))
      for (const [index, { date, time, location }] of found.entries()) {
        const row = rows().nth(index)
        expect(await row.locator('b ~ span').allTextContents()).toEqual([
          formatShortDateTime(date, time, new Date()),
          location,
        ])
        expect(await row.locator('img').count()).toBe(1)
      }
      await expectSoundState(visitor, shop)
      await box.fill('no such thing')
      await page.getByText('No events found').waitFor()
      await expectSoundState(visitor, shop)
    })

    // spec: search-none-categories
    test('without results, categories are offered in the list and on the page', async () => {
      await open({ size })
      await box.fill('no such thing')
      await page.getByText('No events found').waitFor()
      const offered = page.getByRole('search').getByRole('link')
      expect(await offered.allTextContents()).toEqual([...CATEGORY_CHIPS])
      // Pressing Tab in the field moves focus to the categories.
      await box.press('Tab')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe('Concerts')
      await expectSoundPage(visitor, shop)
      await offered.filter({ hasText: 'Theater' }).click()
      await page.waitForURL('**/category/Theater')
      await waitForTitle(page, 'Theater')
      await expectClosed()
      expect(await box.inputValue()).toBe('')
      await page.goto('/?q=no%20such%20thing')
      await page.getByRole('heading', { name: 'No events found' }).waitFor()
      const links = page.getByRole('main').getByRole('link')
      expect((await links.allTextContents()).slice(0, 5)).toEqual([...CATEGORY_CHIPS])
      await expectSoundState(visitor, shop)
      await links.filter({ hasText: 'Sports' }).click()
      await page.waitForURL('**/category/Sports')
      await waitForTitle(page, 'Sports')
    })
  })
}

for (const { name, size } of SIZES) {
  describe(`on ${name}`, () => {
    // spec: header-choosing-result
    test('choosing a result opens it and clears the search, and a click outside or Escape closes the list', async () => {
      await open({ size })
      const [first] = await find('kisumu')
      await box.fill('kisumu')
      await rows().first().waitFor()
      await page.mouse.click(2, size.height / 2)
      await expectClosed()
      expect(await box.inputValue()).toBe('kisumu')
      await box.focus()
      await box.press('ArrowDown')
      await rows().first().waitFor()
      await box.press('Escape')
      await expectClosed()
      expect(await box.inputValue()).toBe('kisumu')
      await box.press('ArrowDown')
      await rows().first().click()
      await page.waitForURL(`**/event/${first!.id}`)
      await waitForTitle(page, first!.title)
      expect(await box.inputValue()).toBe('')
      await expectClosed()
    })
  })
}

for (const { name, size } of ON_LAPTOP) {
  describe(`on ${name}`, () => {
    // spec: arrow-keys-enter, was-searched-stands
    test('arrow keys move the mark in a circle, Enter opens the marked result, and Enter without a mark opens a page of results', async () => {
      await open({ size })
      const found = await find('kenya')
      expect(found.length).toBeGreaterThan(1)
      await box.fill('kenya')
      await rows().first().waitFor()
      expect(await marked().count()).toBe(0)
      const expectMarked = async (index: number) => {
        await expect
          .poll(() => marked().locator('b').allTextContents())
          .toEqual([found[index]!.title])
        // Screen readers announce this text while focus stays in the field.
        await expect
          .poll(() => box.getAttribute('aria-activedescendant'))
          .toBe(await marked().getAttribute('id'))
        expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
      }
      await box.press('ArrowDown')
      await expectMarked(0)
      await box.press('ArrowUp')
      await expect.poll(() => marked().count()).toBe(0)
      await box.press('ArrowUp')
      await expectMarked(found.length - 1)
      await box.press('ArrowDown')
      await box.press('ArrowDown')
      await box.press('ArrowDown')
      await expectMarked(1)
      await box.press('Enter')
      await page.waitForURL(`**/event/${found[1]!.id}`)
      // Focus is on the new page, not in the empty search field.
      await waitForTitle(page, found[1]!.title)
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe(found[1]!.title)
      expect(await box.inputValue()).toBe('')
      await box.fill('kisumu')
      await box.press('Enter')
      await page.waitForURL('**/?q=kisumu')
      await page.getByRole('heading', { level: 1, name: 'Results for “kisumu”' }).waitFor()
      await expectSoundPage(visitor, shop)
      await page.reload()
      expect(await box.inputValue()).toBe('kisumu')
      await box.fill('kenya')
      await box.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Results for “kenya”' }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Results for “kisumu”' }).waitFor()
      await expect.poll(() => box.inputValue()).toBe('kisumu')
      await page.getByRole('link', { name: 'Lango, home' }).click()
      await page.waitForURL(`${shop.origin}/`)
      await expect.poll(() => box.inputValue()).toBe('')
      for (const query of ['no such thing', 'x'.repeat(300), 'qwx%00yz']) {
        expect((await page.goto(`/?q=${query}`))!.status()).toBe(200)
        await page.getByRole('heading', { name: 'No events found' }).waitFor()
      }
      await expectSoundState(visitor, shop)
    })
  })
}
