// spec: access-axe-finds
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EventList, EventReply } from '../../src/events/events.contract.ts'
import { rangeFor } from '../../src/events/search/date-range.rules.ts'
import { nairobiDate } from '../../src/platform/values/nairobi.rules.ts'
import { waitForTitle, wordsOf } from './buying.ts'
import { headerLink } from './entrance.ts'
import { oneBrowser } from './one-shop.ts'
import { type Shop, startShop } from './shop.ts'
import { expectSoundHalf, expectSoundPage } from './sound-page.ts'
import { newVisitor, ON_PHONE, PHONE, SIZES, type Visitor } from './visitor.ts'

let shop: Shop
let browser: Browser
let visitor: Visitor
let page: Page
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([
    startShop({ USSD_CODE: '', PAGE_SECONDS: '0' }),
    oneBrowser(),
  ])
})
afterEach(async () => {
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})
afterAll(() => shop?.stop())

async function open(options: Parameters<typeof newVisitor>[2], path = '/'): Promise<void> {
  visitor = await newVisitor(browser, shop, options)
  page = visitor.page
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function events(query = ''): Promise<EventReply[]> {
  const answer = await fetch(`${shop.origin}/api/events?limit=100&${query}`)
  return ((await answer.json()) as EventList).data
}

/** The query for the events in the list Upcoming if the visitor has chosen no filter. */
const REST = 'is_main_event=false&is_featured=false'

const titles = (list: EventReply[]) => list.map(({ title }) => title)

/** Returns the titles of all cards in a list, including cards below the fold. */
const cards = (label: string) =>
  page.getByRole('list', { name: label }).locator('article :is(h2, h3)').allTextContents()

const place = () => page.evaluate(() => Math.round(scrollY))

/** Clicks the link. Returns the scroll position at the time of the click. */
async function clickAndTellPlace(link: Locator): Promise<number> {
  await page.evaluate(() => {
    const keep = () => document.body.setAttribute('data-place', `${Math.round(scrollY)}`)
    addEventListener('click', keep, { once: true, capture: true })
  })
  await link.click()
  return Number(await page.locator('body').getAttribute('data-place'))
}

const address = () => page.url().slice(shop.origin.length)
const chip = (name: string) =>
  page.getByRole('navigation', { name: 'Filter by category' }).getByRole('link', { name })
const byDate = () => page.getByLabel('Browse by date')

async function expectNewsletter(email: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Newsletter' })
  await form.getByLabel('Email Address').fill(email)
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await form.getByText('Successfully subscribed to newsletter!').waitFor()
  expect(address()).toBe('/')
  const { consent_source } = await shop.db
    .selectFrom('newsletter_subscriber')
    .select('consent_source')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(consent_source).toBe('home')
}

/**
 * Expects that on a phone no card has a gap above its price, and that a long price fits in one line
 * with the text of the Swahili button.
 */
async function expectFilledCards(): Promise<void> {
  const gaps = await page
    .getByRole('region', { name: 'Main events' })
    .locator('li:not([inert]) .line-clamp-2')
    .evaluateAll((places) =>
      places.map((place) => {
        const foot = place.parentElement!.nextElementSibling!
        const words = document.createRange()
        words.selectNodeContents(place)
        return foot.getBoundingClientRect().top - words.getBoundingClientRect().bottom
      }),
    )
  expect(gaps.length).toBeGreaterThan(1)
  expect(Math.max(...gaps)).toBeLessThan(60)
  const card = page.getByRole('list', { name: 'Featured events' }).getByRole('article').first()
  const isBeside = await card.evaluate((article) => {
    const price = article.querySelector('[translate=no]')!
    const button = article.querySelector('a[aria-label^="Buy"]')!
    price.previousElementSibling!.textContent = 'Kuanzia '
    price.textContent = 'KES 125,000'
    button.textContent = 'Nunua Tiketi'
    return price.getBoundingClientRect().bottom > button.getBoundingClientRect().top
  })
  expect(isBeside).toBe(true)
}

for (const { name, size } of SIZES) {
  describe(`on ${name}`, () => {
    // spec: header-sign-category, home-hero-main, home-chips-concerts
    test('the four sections show their events, and the newsletter form subscribes in place and stores its source', async () => {
      await open({ size })
      const [main, featured, all] = await Promise.all([
        events('is_main_event=true'),
        events('is_main_event=false&is_featured=true'),
        events(REST),
      ])
      expect(main.length).toBeGreaterThan(1)
      expect(featured.length).toBeGreaterThan(1)
      const slides = page.getByRole('region', { name: 'Main events' }).locator('li:not([inert]) h3')
      expect(await slides.allTextContents()).toEqual(titles(main))
      expect(await cards('Featured events')).toEqual(titles(featured))
      expect(await cards('Upcoming events')).toEqual(titles(all.slice(0, 12)))
      const chips = page.getByRole('navigation', { name: 'Filter by category' }).getByRole('link')
      expect(await chips.allTextContents()).toEqual([
        'All',
        'Concerts',
        'Festivals',
        'Theater',
        'Sports',
        'Comedy',
      ])
      expect(await byDate().locator('option').allTextContents()).toEqual([
        'This Week',
        'This Month',
        'Next Month',
        'All Upcoming',
      ])
      const signIn = await headerLink(page, 'Sign In')
      expect(await signIn.getAttribute('href')).toBe('/organizer/signin')
      await expectSoundHalf(visitor, shop)
      await expectNewsletter(`home.${size.width}@example.com`)
      if (size === PHONE) await expectFilledCards()
    })
  })
}

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    // spec: home-chips-concerts, back-forward-keep
    test('choices are in the address, survive a reload, and return with back and forward', async () => {
      await open({ size })
      await chip('Sports').click()
      await page.waitForURL('**/?category=Sports#upcoming')
      const sports = titles(await events('category=Sports'))
      await expect.poll(() => cards('Upcoming events')).toEqual(sports.slice(0, 12))
      expect(await chip('Sports').getAttribute('aria-current')).toBe('true')
      await byDate().focus()
      await byDate().selectOption('Next Month')
      await page.waitForURL('**/?category=Sports&date=next_month#upcoming')
      await expect.poll(() => byDate().inputValue()).toBe('next_month')
      const range = new URLSearchParams(rangeFor('next_month', nairobiDate(new Date())))
      const next = titles(await events(`category=Sports&${range}`))
      expect(next.length).toBeLessThan(sports.length)
      await expect.poll(() => cards('Upcoming events')).toEqual(next)
      // Focus stays on the control that was used.
      expect(await byDate().evaluate((select) => select === document.activeElement)).toBe(true)
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await byDate().inputValue()).toBe('next_month')
      expect(await cards('Upcoming events')).toEqual(next)
      await page.goBack()
      await expect.poll(() => byDate().inputValue()).toBe('all')
      await expect.poll(() => cards('Upcoming events')).toEqual(sports.slice(0, 12))
      await page.goForward()
      await expect.poll(() => byDate().inputValue()).toBe('next_month')
      await chip('All').click()
      await page.waitForURL('**/?date=next_month#upcoming')
    })

    // spec: home-load-more, back-forward-keep, access-focus-goes
    test("'Load More Events' puts focus on the first new card, and back returns to the same place", async () => {
      await open({ size }, '/#upcoming')
      const all = titles(await events(REST))
      expect(all.length).toBeGreaterThan(15)
      const more = page.getByRole('link', { name: 'Load More Events' })
      await more.click()
      await expect.poll(() => cards('Upcoming events')).toEqual(all.slice(0, 24))
      expect(address()).toBe('/?pages=2')
      const focused = () => page.evaluate(() => document.activeElement?.textContent)
      await expect.poll(focused).toBe(all[12])
      const last = page
        .getByRole('list', { name: 'Upcoming events' })
        .getByRole('link', { name: all[15]!, exact: true })
      const before = await clickAndTellPlace(last)
      expect(before).toBeGreaterThan(size.height)
      await waitForTitle(page, all[15]!)
      expect(await place()).toBeLessThan(before)
      await expect.poll(focused).toBe(all[15])
      await page.goBack()
      await expect.poll(() => cards('Upcoming events')).toEqual(all.slice(0, 24))
      await expect.poll(place).toBe(before)
      const { y } = (await last.boundingBox())!
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(size.height)
      await page.goForward()
      await waitForTitle(page, all[15]!)
      await page.goto('/?pages=9')
      expect(await cards('Upcoming events')).toEqual(all)
      expect(await more.count()).toBe(0)
    })

    test('a returning visitor sees what was sold in the meantime, and all featured events', async () => {
      const featured = () => events('is_featured=true&is_main_event=false')
      const tick = (set: { is_featured?: boolean; is_sold_out?: boolean }, ids: string[]) =>
        shop.db.updateTable('event').set(set).where('id', 'in', ids).execute()
      const before = await featured()
      const others = await events('is_featured=false&is_main_event=false')
      const added = others.slice(0, 13).map(({ id }) => id)
      await tick({ is_featured: true }, added)
      await open({ size })
      const all = titles(await featured())
      expect(all).toHaveLength(before.length + 13)
      await expect.poll(() => cards('Featured events')).toEqual(all)
      // The page reloads only the list.
      await chip('Sports').click()
      await page.waitForURL('**/?category=Sports#upcoming')
      const sold = before.find((event) => !event.is_sold_out)!
      const card = page
        .getByRole('list', { name: 'Featured events' })
        .getByRole('article')
        .filter({ hasText: sold.title })
      expect(await wordsOf(card)).toContain('Buy Tickets')
      await card.getByRole('link', { name: sold.title, exact: true }).click()
      await waitForTitle(page, sold.title)
      await tick({ is_sold_out: true }, [sold.id])
      await page.goBack()
      await card.getByText('Buy Tickets').waitFor({ state: 'detached' })
      expect(await wordsOf(card)).toContain('Sold Out')
      await tick({ is_sold_out: false }, [sold.id])
      await tick({ is_featured: false }, added)
    })

    // spec: ussd-code-setting
    test('a shop without a USSD code does not mention one', async () => {
      await open({ size })
      for (const path of ['/', '/help', '/terms']) {
        await page.goto(path)
        const words = await page.locator('body').textContent()
        expect(words, path).not.toMatch(/No internet\? Dial|\*265|dial the USSD|dialling|\{ussd\}/)
      }
      expect(await (await fetch(`${shop.origin}/api/site`)).json()).toMatchObject({ ussd_code: '' })
    })

    // spec: choice-events-says
    test('a choice without events says so, and links to all events', async () => {
      await shop.db
        .updateTable('event')
        .set({ is_published: false })
        .where('category_id', 'in', (query) =>
          query.selectFrom('category').select('id').where('name', '=', 'Comedy'),
        )
        .execute()
      await open({ size }, '/?category=Comedy')
      const list = page.getByRole('region', { name: 'Upcoming events' })
      await list.getByRole('heading', { name: 'No events found' }).waitFor()
      await expectSoundPage(visitor, shop)
      await list.getByRole('link', { name: 'Show all events' }).click()
      await expect.poll(() => cards('Upcoming events')).toHaveLength(12)
    })

    // spec: home-script, home-date-keeps
    test('without script, slides, chips, dates, more events and the search are links and forms', async () => {
      await open({ size, script: false })
      const main = await events('is_main_event=true')
      const slides = page.getByRole('region', { name: 'Main events' })
      expect(await slides.getByRole('article').count()).toBe(main.length)
      // Controls that need JavaScript are hidden.
      expect(await slides.getByRole('button').count()).toBe(0)
      const towns = page.getByRole('navigation', { name: 'Quick choices' })
      await towns.getByRole('link', { name: 'Nairobi' }).click()
      await page.waitForURL('**/?for=Nairobi#upcoming')
      await chip('Festivals').click()
      await page.waitForURL('**/?category=Festivals&for=Nairobi#upcoming')
      await byDate().selectOption('All Upcoming')
      await page.locator('noscript button', { hasText: 'Show' }).click()
      await page.waitForURL('**/?category=Festivals&for=Nairobi&date=all#upcoming')
      const found = titles(await events('category=Festivals&town=Nairobi'))
      expect(await cards('Upcoming events')).toEqual(found)
      await chip('All').click()
      await page.getByRole('link', { name: 'Load More Events' }).click()
      await page.waitForURL('**/?pages=2*')
      const rest = titles(await events(REST))
      expect(await cards('Upcoming events')).toEqual(rest.slice(0, 24))
      await page.getByPlaceholder('Search events...').fill('kisumu')
      await page.getByPlaceholder('Search events...').press('Enter')
      await page.waitForURL('**/?q=kisumu')
      expect(await cards('Events found')).toEqual(titles(await events('q=kisumu')))
      expect(await wordsOf(page.getByRole('heading', { level: 1 }))).toBe('Results for “kisumu”')
    })
  })
}

// spec: home-length
test('on a phone the home page is shorter than 6,000 px, also before the display face has loaded', async () => {
  visitor = await newVisitor(browser, shop, { size: PHONE })
  page = visitor.page
  await visitor.context.route('**/*.woff2', (route) => route.fulfill({ body: '' }))
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6000)
})

// This test must be the last in the file, because it ends the sales of all events.
for (const { name, size } of ON_PHONE) {
  // spec: choice-events-says
  test(`without any event on sale, on ${name}, the page says so and offers no choice`, async () => {
    await shop.db.updateTable('event').set({ is_published: false }).execute()
    await open({ size })
    const list = page.getByRole('region', { name: 'Upcoming events' })
    await list.getByText('Nothing is on sale right now. Please check back later.').waitFor()
    expect(await list.getByRole('link', { name: 'Show all events' }).count()).toBe(0)
    expect(await page.getByRole('article').count()).toBe(0)
    await expectSoundPage(visitor, shop)
  })
}
