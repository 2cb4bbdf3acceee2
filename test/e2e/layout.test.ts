// Tests of layout in windows for which no other file has a test: a narrow phone, a phone in landscape,
// and a very wide screen.
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { buildEvent, newPhone } from '../build.ts'
import { buildDerby, buyTickets } from './bought-tickets.ts'
import { askToPay, openForm, payButton, waitForTickets, waitForTitle } from './buying.ts'
import { findBarriers, findFaults, resize } from './inspect-page.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { DERBY } from './page-states.ts'
import { LAPTOP, newVisitor, PHONE, type Visitor } from './visitor.ts'

const LANDSCAPE = { width: 844, height: 390 }
const LOW_PHONE = { width: 360, height: 640 }
const VERY_WIDE = { width: 1920, height: 1080 }

const { shop, browser } = await oneShop()
let visitor: Visitor
let page: Page
afterEach(async () => {
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})

async function open(path: string, size: typeof PHONE): Promise<void> {
  visitor = await newVisitor(browser, shop, { size })
  page = visitor.page
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const boxOf = async (place: Locator) => (await place.boundingBox())!

/** Inserts an event with a portrait poster, uploaded as an organizer does. */
async function buildPortrait(): Promise<string> {
  const { context } = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const session = await context.request.post('/api/auth/token?grant_type=refresh_token')
  const { access_token } = await session.json()
  const background = { r: 30, g: 60, b: 120 }
  const buffer = await sharp({ create: { width: 800, height: 1000, channels: 3, background } })
    .png()
    .toBuffer()
  const upload = await context.request.post('/api/storage/event-images', {
    headers: { authorization: `Bearer ${access_token}` },
    multipart: { file: { name: 'poster.png', mimeType: 'image/png', buffer } },
  })
  await context.close()
  const { public_url } = await upload.json()
  const [, image_key] = /images\/(.+)-1280\.webp$/.exec(public_url)!
  const { id } = await buildEvent(shop.db, { title: 'An Evening of Afro-Soul with the Band' })
  await shop.db.updateTable('event').set({ image_key }).where('id', '=', id).execute()
  return `/event/${id}`
}

describe('on a narrow phone', () => {
  // spec: days-on-pages
  test.each(['', '/sw'])(
    'the days of an event in two months fit beside the date block (%s)',
    async (path) => {
      const days = ['2027-11-30', '2027-12-01'].map((date) => ({ date, time: '15:30' }))
      const types = [{ name: 'Both Days', price: 1000, days: [1, 2] }]
      const { id } = await buildEvent(shop.db, { title: 'Mwea Mini Fest', days, types })
      await open(`${path}/event/${id}`, { width: 320, height: 640 })
      expect(await findFaults(page, 'too wide', 'cut off', 'broken words')).toEqual([])
      await resize(page, LOW_PHONE)
      expect(await findFaults(page, 'too wide', 'cut off', 'broken words')).toEqual([])
    },
  )
})

describe('on a phone in landscape', () => {
  // spec: landscape-header
  test('the header is one row, also on home and category pages', async () => {
    await open('/', LANDSCAPE)
    for (const path of ['/', '/category/Sports', DERBY]) {
      await page.goto(path)
      const header = page.getByRole('banner')
      expect((await boxOf(header)).height).toBeLessThan(64)
      await header.getByRole('link', { name: 'No internet? Dial *265*25#' }).waitFor()
    }
    await resize(page, { width: 667, height: 375 })
    expect((await boxOf(page.getByRole('banner'))).height).toBeLessThan(64)
    await resize(page, { width: 844, height: 480 })
    expect((await boxOf(page.getByRole('banner'))).height).toBeGreaterThan(90)
  })

  // spec: landscape-picture
  test('a picture has 40 % of the width beside the title, a portrait poster its own shape, and the date is above the bar', async () => {
    await open(DERBY, LANDSCAPE)
    for (const path of [DERBY, await buildPortrait()]) {
      await page.goto(path)
      const picture = await boxOf(page.getByRole('main').locator('picture').first())
      const title = await boxOf(page.getByRole('heading', { level: 1 }))
      if (path === DERBY) {
        const share = picture.width / (title.x + title.width - picture.x)
        expect(share).toBeGreaterThan(0.36)
        expect(share).toBeLessThan(0.42)
      } else {
        expect(picture.height / picture.width).toBeCloseTo(1.25, 2)
        expect(title.x).toBeLessThan(picture.x + picture.width + 30)
      }
      expect(title.x).toBeGreaterThan(picture.x + picture.width)
      expect(title.y).toBeLessThan(picture.y + picture.height)
      await expectAboveBar(page.getByRole('main').locator('picture').first())
      await expectDateAboveBar()
      expect(await findFaults(page, 'too wide', 'cut off', 'broken words')).toEqual([])
    }
    expect(await findBarriers(page)).toEqual([])
  })

  // spec: landscape-checkout
  test('the payment sheet has the order beside the form, and the button to pay in view', async () => {
    await open(DERBY, LANDSCAPE)
    await openForm(page, { Standard: 2 })
    const pay = await boxOf(payButton(page))
    expect(pay.y + pay.height).toBeLessThan(LANDSCAPE.height)
    expect(await page.locator('dialog').evaluate((sheet) => sheet.scrollTop)).toBe(0)
    const order = await boxOf(page.getByRole('heading', { name: 'Your order' }))
    expect(order.x + order.width).toBeLessThan(pay.x)
    expect(await findFaults(page, 'too wide', 'cut off', 'small targets')).toEqual([])
    expect(await findBarriers(page)).toEqual([])
  })

  // spec: landscape-checkout
  test('after a failed prompt the error is above the order, clear of the button to close', async () => {
    await open(DERBY, LANDSCAPE)
    const phone = newPhone()
    await shop.sandbox.set(phone, { auto: 'cancel' })
    await askToPay(page, { path: DERBY, tickets: { Standard: 2 }, phone })
    const error = page.getByRole('form').getByRole('alert')
    await error.waitFor()
    const [told, close] = [await boxOf(error), await boxOf(page.getByLabel('Close'))]
    expect(told.x + told.width).toBeLessThan(close.x)
    // Reads both positions at the same moment, because the sheet scrolls to the error.
    const space = await page
      .getByRole('heading', { name: 'Your order' })
      .evaluate(
        (order, above) => order.getBoundingClientRect().top - above!.getBoundingClientRect().bottom,
        await error.elementHandle(),
      )
    expect(space).toBeGreaterThan(0)
    await expectOnScreen(error)
    await expectOnScreen(payButton(page))
    expect(await findFaults(page, 'too wide', 'cut off', 'small targets')).toEqual([])
    expect(await findBarriers(page)).toEqual([])
  })

  // spec: landscape-tickets
  test('the first code is whole on the success page and on the page of a ticket, beside the gate', async () => {
    const event = await buildDerby(shop)
    const phone = newPhone()
    await shop.sandbox.set(phone, { auto: 'pay' })
    await open(`/event/${event.id}`, LANDSCAPE)
    const tickets = { Terrace: 1, Stand: 1 }
    await askToPay(page, { path: `/event/${event.id}`, tickets, phone })
    await waitForTickets(page)
    await page.evaluate(() => scrollTo(0, 0))
    await expectTicket()
    const bought = await buyTickets(shop, event, [1, 0])
    await page.goto(`/t/${bought.tickets[0]!.ticket_number}`)
    await waitForTitle(page, 'Terrace')
    await expectTicket()
  })
})

async function expectAboveBar(place: Locator): Promise<void> {
  const { y, height } = await boxOf(place)
  const bar = await boxOf(page.getByRole('region', { name: 'Your choice' }))
  expect(y + height).toBeLessThan(bar.y)
}

const expectDateAboveBar = () =>
  expectAboveBar(page.getByRole('main').locator('p:has(> time)').first())

/** Expects the first ticket's code on the screen, and the gate to the right of the code. */
async function expectTicket(): Promise<void> {
  // The parent element includes the quiet zone, which a scanner needs to find the code.
  const code = page
    .getByRole('img', { name: /^QR code/ })
    .first()
    .locator('..')
  const gate = page.getByText('Enter Through').first()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expectOnScreen(code)
  await expectOnScreen(gate)
  const { x, width } = await boxOf(code)
  expect((await boxOf(gate)).x).toBeGreaterThan(x + width)
  expect(await findFaults(page, 'too wide', 'cut off', 'broken words')).toEqual([])
  expect(await findBarriers(page)).toEqual([])
}

async function expectOnScreen(place: Locator): Promise<void> {
  const { y, height } = await boxOf(place)
  expect(y).toBeGreaterThanOrEqual(0)
  expect(y + height).toBeLessThan(page.viewportSize()!.height)
}

// spec: looks-portrait-poster
test('on a phone the date and the title are on the first screen below a portrait poster, above the bar', async () => {
  await open(await buildPortrait(), PHONE)
  const poster = page.getByRole('main').locator('picture').first()
  for (const size of [PHONE, LOW_PHONE]) {
    await resize(page, size)
    const { width, height } = await boxOf(poster)
    expect(height / width).toBeCloseTo(1.25, 2)
    expect(height).toBeGreaterThan(360)
    await expectDateAboveBar()
    if (size === PHONE) await expectAboveBar(page.getByRole('heading', { level: 1 }))
  }
})

// spec: reschedule-page, landscape-picture
test('the notice of a reschedule leaves the title above the bar, also with a portrait poster', async () => {
  const path = await buildPortrait()
  const event_id = path.split('/').at(-1)!
  const at = new Date()
  await shop.db
    .insertInto('event_change')
    .values({
      ...{ id: randomUUID(), event_id, notify_buyers: false },
      ...{ old_date: '2026-11-06', old_time: '18:00', old_location: 'KICC, Nairobi' },
      ...{ new_date: '2026-11-07', new_time: '19:00', new_location: 'KICC, Nairobi' },
      ...{ announced_at: at, request_until: at },
    })
    .execute()
  await open(path, PHONE)
  for (const size of [PHONE, LANDSCAPE]) {
    await resize(page, size)
    await page.getByText(/^New date: /).waitFor()
    await expectDateAboveBar()
    await expectAboveBar(page.getByRole('heading', { level: 1 }))
    await expectAboveBar(page.getByRole('main').locator('picture').first())
  }
})

// spec: looks-portrait-poster
test('on wider screens a portrait poster is shown as 4:5 in a column beside the title', async () => {
  await open(await buildPortrait(), LAPTOP)
  for (const size of [LAPTOP, { width: 768, height: 1024 }]) {
    await resize(page, size)
    const poster = await boxOf(page.getByRole('main').locator('picture').first())
    expect(poster.height / poster.width).toBeCloseTo(1.25, 2)
    const title = await boxOf(page.getByRole('heading', { level: 1 }))
    expect(title.x).toBeGreaterThan(poster.x + poster.width)
    expect(title.y).toBeLessThan(poster.y + poster.height)
  }
  const preload = page.locator('head link[rel=preload][as=image]')
  expect(await preload.getAttribute('imagesrcset')).toMatch(/-tall-4x5-400\.\w+ 400w/)
})

// spec: event-attending-cancelled, cancelled-at-title
test('the page of a cancelled event does not say how many attend', async () => {
  const { id } = await buildEvent(shop.db, { title: 'Attended' })
  const set = (values: object) =>
    shop.db.updateTable('event').set(values).where('id', '=', id).execute()
  await set({ expected_attendees: 700 })
  await open(`/event/${id}`, PHONE)
  await page.getByText('700 attending').waitFor()
  await set({ cancelled_at: new Date() })
  await page.reload()
  const cancelled = page.getByText('This event is cancelled')
  await cancelled.first().waitFor()
  expect(await page.getByText('attending').count()).toBe(0)
  for (const size of [PHONE, LANDSCAPE, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size)
    const title = await boxOf(page.getByRole('heading', { level: 1 }))
    const line = await boxOf(cancelled.first())
    expect(line.y).toBeLessThan(title.y)
    await expectOnScreen(cancelled.first())
  }
})

// spec: home-first-screen
test('on a phone home has its chips below the headline, and one row of 44 px below the slides', async () => {
  await open('/', PHONE)
  const title = await boxOf(page.getByRole('heading', { level: 1 }))
  const chips = await boxOf(page.getByRole('navigation', { name: 'Quick choices' }))
  expect(chips.y - title.y - title.height).toBeLessThan(24)
  const slides = page.getByRole('region', { name: 'Main events' })
  expect((await boxOf(slides)).y).toBeGreaterThan(chips.y + chips.height - 1)
  const next = slides.getByRole('button', { name: /^Next: / })
  // A row of 44 px and its border of 1 px.
  expect((await boxOf(next.locator('..'))).height).toBe(45)
  const row = await boxOf(next)
  expect(row.width).toBeGreaterThan(90)
  for (const control of await slides.getByRole('button').all()) {
    const { y, width, height } = await boxOf(control)
    expect([y, height]).toEqual([row.y, 44])
    expect(width).toBeGreaterThanOrEqual(24)
  }
  const card = page.getByRole('list', { name: 'Featured events' }).getByRole('article').first()
  expect((await boxOf(card.locator('picture, svg').first())).width).toBeGreaterThan(96)
})

// spec: home-two-sizes
test('on a very wide screen the cards of Upcoming are smaller than the featured ones', async () => {
  await open('/', VERY_WIDE)
  const widthIn = async (list: string) =>
    (await boxOf(page.getByRole('list', { name: list }).getByRole('article').first())).width
  expect(await widthIn('Upcoming events')).toBeLessThan(0.8 * (await widthIn('Featured events')))
  await resize(page, LAPTOP)
  expect(await widthIn('Upcoming events')).toBe(await widthIn('Featured events'))
})

// spec: category-page-chips
test('a category page has the chips of all categories, and marks its own', async () => {
  await open('/category/Sports', PHONE)
  const chips = page.getByRole('navigation', { name: 'Filter by category' }).getByRole('link')
  const names = ['All', 'Concerts', 'Festivals', 'Theater', 'Sports', 'Comedy']
  expect(await chips.allTextContents()).toEqual(names)
  const marked = await chips.evaluateAll((all) =>
    all.flatMap((chip) => (chip.getAttribute('aria-current') ? [chip.textContent] : [])),
  )
  expect(marked).toEqual(['Sports'])
  await chips.filter({ hasText: 'Comedy' }).click()
  await waitForTitle(page, 'Comedy')
  await chips.filter({ hasText: 'All' }).click()
  await page.waitForURL('**/#upcoming')
})

// spec: looks-display-face
test('home and event page load the display face before their scripts', async () => {
  for (const path of ['/', DERBY]) {
    const html = await (await fetch(shop.origin + path)).text()
    const at = html.search(
      /<link rel="preload" as="font" type="font\/woff2" href="[^"]+" crossorigin>/,
    )
    expect(at).toBeGreaterThan(0)
    expect(at).toBeLessThan(html.indexOf('<link rel="modulepreload"'))
    expect(at).toBeLessThan(html.indexOf('<script type="module"'))
  }
  await open('/', PHONE)
})
