// spec: access-axe-finds
import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, type EventSpec } from '../build.ts'
import { buyTickets } from './bought-tickets.ts'
import { waitForHeading, waitForTitle, wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundHalf, expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_PHONE, type PHONE, SIZES, type Visitor } from './visitor.ts'

const BADGE = /^(Sold Out|Limited Tickets|New)$/

const { shop, browser } = await oneShop()
let visitor: Visitor
let page: Page
let hidden: { id: string }[] = []
afterEach(async () => {
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})

afterAll(async () => {
  const ids = hidden.map(({ id }) => id)
  if (ids.length === 0) return
  await shop.db.updateTable('event').set({ is_published: true }).where('id', 'in', ids).execute()
})

async function visit(size: typeof PHONE, script = true): Promise<void> {
  visitor = await newVisitor(browser, shop, { size, script })
  page = visitor.page
}

const cards = () => page.getByRole('main').getByRole('article')

async function titlesOf(category: string): Promise<string[]> {
  const answer = await fetch(`${shop.origin}/api/events?category=${category}`)
  const { data } = (await answer.json()) as { data: { title: string }[] }
  return data.map(({ title }) => title)
}

async function categoryId(name: string): Promise<string> {
  const { id } = await shop.db
    .selectFrom('category')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

/** Unpublishes all events of the category Concerts, until the end of this test file. */
async function hideConcerts(): Promise<void> {
  hidden = await shop.db
    .updateTable('event')
    .set({ is_published: false })
    .where('category_id', '=', await categoryId('Concerts'))
    .where('is_published', '=', true)
    .returning('id')
    .execute()
}

/**
 * Expects a category page without events. An unknown category (404) is excluded from search
 * engines.
 */
async function expectEmpty(path: string, heading: string, status: 200 | 404): Promise<void> {
  expect((await page.goto(path))!.status()).toBe(status)
  await waitForTitle(page, heading)
  await waitForHeading(page, 'No events found')
  expect(await wordsOf(page.getByRole('main'))).toContain(
    `There are currently no ${heading} events scheduled. Please check back later.`,
  )
  const robots = page.locator('meta[name=robots]')
  expect(await robots.getAttribute('content')).toBe(status === 200 ? 'all' : 'noindex')
}

type Flags = { is_limited_tickets?: boolean; is_new?: boolean; expected_attendees?: number }

/** Inserts an event in the category Concerts, with these flags. */
async function buildCard(spec: EventSpec, flags: Flags): Promise<BuiltEvent> {
  const event = await buildEvent(shop.db, spec)
  await shop.db
    .updateTable('event')
    .set({ ...flags, category_id: await categoryId('Concerts'), is_published: true })
    .where('id', '=', event.id)
    .execute()
  return event
}

const card = (title: string) => cards().filter({ hasText: title })

/** Returns the visible lines of a card. */
async function linesOf(title: string): Promise<string[]> {
  await card(title).scrollIntoViewIfNeeded()
  return (await wordsOf(card(title))).split('\n').filter((line) => line.trim() !== '')
}

for (const { name, size } of SIZES) {
  describe(`on ${name}`, () => {
    // spec: header-sign-category, category-page-events-skeleton, access-focus-goes
    test('the header opens a category: six skeleton cards, then the events; back and forward work', async () => {
      await visit(size)
      await page.goto('/')
      const header = page.getByRole('banner')
      const dial = header.getByRole('link', { name: 'No internet? Dial *265*25#' })
      expect(await dial.getAttribute('href')).toBe('tel:*265*25%23')
      // On a phone the header has no room for categories.
      const place = size.width < 768 ? page.getByRole('contentinfo') : header
      const link = place.getByRole('link', { name: 'Sports' })
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/api/events?category=*', async (route) => {
        await held
        await route.continue()
      })
      await link.click()
      const skeleton = page.locator('[data-skeleton]')
      await skeleton.waitFor()
      expect(await skeleton.locator('.rounded-card').count()).toBe(6)
      answer()
      await page.waitForURL('**/category/Sports')
      await waitForTitle(page, 'Sports')
      expect(await skeleton.count()).toBe(0)
      expect(await cards().getByRole('heading').allTextContents()).toEqual(await titlesOf('Sports'))
      if (place === header) expect(await link.getAttribute('aria-current')).toBe('page')
      // Focus is on the heading, so that screen readers and keyboards continue at the start of the
      // new page.
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sports')
      await expectSoundHalf(visitor, shop)
      await page.goBack()
      await waitForTitle(page, 'Tickets for what’s on in Kenya')
      await page.goForward()
      await waitForTitle(page, 'Sports')
    })
  })
}

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    // spec: category-page-no-events, unknown-category-404, address-escape-none
    test('a category without events and an unknown category say so', async () => {
      await visit(size)
      await hideConcerts()
      await expectEmpty('/category/concerts', 'Concerts', 200)
      await expectSoundPage(visitor, shop)
      await expectEmpty('/category/100%', '100%', 404)
      await expectEmpty('/category/%3Cb%3E', '<b>', 404)
      await expectSoundState(visitor, shop)
      await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
      await waitForTitle(page, 'Tickets for what’s on in Kenya')
    })

    // spec: unknown-category-404, home-script
    test('the page works without script, and any case of the address is the same page with one canonical link', async () => {
      await visit(size, false)
      for (const path of ['/category/theater', '/category/THEATER']) {
        expect((await page.goto(path))!.status()).toBe(200)
        await waitForTitle(page, 'Theater')
        expect(await cards().getByRole('heading').allTextContents()).toEqual(
          await titlesOf('Theater'),
        )
        const canonical = page.locator('link[rel=canonical]')
        expect(await canonical.getAttribute('href')).toBe(`${shop.origin}/category/Theater`)
      }
      await cards().first().getByRole('link').first().click()
      await page.waitForURL('**/event/*')
    })

    // spec: event-card-title-date, event-card-badge-sold
    test('a card has at most one badge, the lowest price, the attendance and a way to buy', async () => {
      const all = { is_limited_tickets: true, is_new: true }
      const types = [
        { name: 'VIP', price: 2500 },
        { name: 'Terrace', price: 1300.5 },
      ]
      await buildCard({ title: 'Gone', soldOut: true, types }, all)
      await buildCard({ title: 'Few', types }, all)
      await buildCard({ title: 'Fresh', types }, { is_new: true, expected_attendees: 10_000 })
      await buildCard({ title: 'Plain', types: [] }, {})
      await visit(size)
      await page.goto('/category/concerts')
      await cards().first().waitFor()
      const badgesOf = async (title: string) =>
        (await linesOf(title)).filter((line) => BADGE.test(line))
      // 'Sold Out' appears twice: as a badge, and in place of the button.
      expect(await badgesOf('Gone')).toEqual(['Sold Out', 'Sold Out'])
      expect(await badgesOf('Few')).toEqual(['Limited Tickets'])
      expect(await badgesOf('Fresh')).toEqual(['New'])
      expect(await badgesOf('Plain')).toEqual([])
      const fresh = (await linesOf('Fresh')).join('\n')
      expect(fresh).toMatch(/[AP]M · Nyayo Stadium, Nairobi\s*·?\s*10,000 attending$/m)
      for (const words of ['Concerts', 'From KES 1,301', 'Buy Tickets']) {
        expect(fresh).toContain(words)
      }
      expect(await linesOf('Plain')).toContain('Standard Admission')
      expect((await linesOf('Few')).join()).not.toContain('attending')
      expect(
        await card('Gone')
          .getByRole('link', { name: /Buy Tickets/ })
          .count(),
      ).toBe(0)
      await card('Plain').getByRole('link', { name: 'Buy Tickets for Plain' }).click()
      await waitForTitle(page, 'Plain')
    })

    // spec: event-sold-out, home-few-left
    test('card and page show a sale at the next visit: limited and few left, then sold out', async () => {
      const event = await buildCard({ title: 'Going', types: [{ capacity: 20 }] }, {})
      await visit(size)
      const look = async () => {
        await page.goto('/category/concerts')
        return (await linesOf('Going')).filter((line) => BADGE.test(line))
      }
      expect(await look()).toEqual([])
      await buyTickets(shop, event, [9])
      await buyTickets(shop, event, [9])
      expect(await look()).toEqual(['Limited Tickets'])
      expect(await linesOf('Going')).toContain('Few left')
      await buyTickets(shop, event, [2])
      expect(await look()).toEqual(['Sold Out', 'Sold Out'])
      await card('Going').getByRole('link', { name: 'Going' }).click()
      await waitForTitle(page, 'Going')
      await expect
        .poll(() => page.getByRole('main').getByRole('strong').allTextContents())
        .toEqual(['Sold Out'])
      // The page of an event that is not on sale names no code to dial.
      const dial = page.getByRole('main').getByRole('link', { name: 'No internet? Dial' })
      expect(await dial.count()).toBe(0)
    })
  })
}
