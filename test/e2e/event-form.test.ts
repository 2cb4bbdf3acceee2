import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPhone } from '../build.ts'
import { ADMIN, hold, visitOffice } from './office-pages.ts'
import { PATIENCE } from './patience.ts'
import { type Shop, startShop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, launchBrowser, PHONE } from './visitor.ts'

const LAKE_DERBY = '5a17ca10-0002-4000-8000-000000000002'
const REQUIRED = 'Please fill in all required fields and upload an image'
const INCOMPLETE = 'Please complete all ticket type information'

let shop: Shop
let browser: Browser
let poster: Buffer
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
  poster = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#b4430c' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const visit = (path: string, size = LAPTOP, email = ADMIN) =>
  visitOffice(browser, shop, { path, size, email })

const alert = (page: Page) => page.locator('main [role=alert]').first()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const row = (page: Page, n: number) => page.getByRole('group', { name: `Ticket type ${n}` })

async function expectProblem(page: Page, text: string | RegExp): Promise<void> {
  await alert(page).getByText(text).waitFor()
  expect(await alert(page).evaluate((box) => box === document.activeElement)).toBe(true)
}

async function fillBasics(page: Page, title: string): Promise<void> {
  await field(page, 'Title').fill(title)
  await field(page, 'Date').fill('2027-03-14')
  await field(page, 'Time').fill('15:30')
  await field(page, 'Location').fill('Nyayo Stadium, Nairobi')
  await field(page, 'Starting Price (KES)').fill('100')
}

const choose = (page: Page) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: poster })

const readEvent = (title: string) =>
  shop.db.selectFrom('event').selectAll().where('title', '=', title).executeTakeFirst()

describe('creating', () => {
  test('on a phone: sections, defaults, bounds, texts, and every step to an event', async () => {
    const visitor = await visit('/organizer/events/create', PHONE)
    const { page } = visitor
    const sections = page.getByRole('heading', { level: 2 })
    await sections.first().waitFor()
    expect(await sections.allInnerTexts()).toEqual([
      'Basic Information',
      'Event Image',
      'Ticket Types',
      'Gate Assignment',
    ])
    await expectDefaults(page)
    await expectSoundPage(visitor, shop)

    await button(page, 'Create Event').click()
    await expectProblem(page, REQUIRED)
    const title = `Cup ${randomUUID().slice(0, 8)}`
    await fillBasics(page, title)
    await button(page, 'Create Event').click()
    await expectProblem(page, REQUIRED)

    const letUpload = await hold(page, '**/api/storage/event-images')
    await choose(page)
    await page.getByText('Uploading...').waitFor()
    await page.getByRole('progressbar', { name: 'Uploading the image' }).waitFor()
    const preview = page.getByAltText('As visitors will see it')
    await expect.poll(() => preview.getAttribute('src'), PATIENCE).toMatch(/^data:image\/png/)
    letUpload()
    await expect.poll(() => preview.getAttribute('src'), PATIENCE).toMatch(/-800\.webp$/)
    await page.getByText('Choose another image').waitFor()

    await expectTypesComeAndGo(page)
    await publishWithQuestion(page)
    const event = await readEvent(title)
    expect(event).toMatchObject({ is_published: true, price_cents: 10_000, date: '2027-03-14' })
    await page.goto(`/event/${event!.id}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(visitor.faults).toEqual([])
    await visitor.page.close()
  })

  async function expectDefaults(page: Page): Promise<void> {
    const values = { Name: 'Standard', Description: 'Regular admission', Quantity: '100' }
    for (const [label, value] of Object.entries({
      ...values,
      'Price (KES)': '0',
      'Max Per Order': '4',
      'Type Offset': '0',
    })) {
      expect(await row(page, 1).getByLabel(label, { exact: true }).inputValue()).toBe(value)
    }
    const bounds = async (label: string) => {
      const input = page.getByLabel(label, { exact: true })
      return Promise.all(['min', 'max', 'step'].map((name) => input.getAttribute(name)))
    }
    expect(await bounds('Price (KES)')).toEqual(['0', null, '0.01'])
    expect(await bounds('Starting Price (KES)')).toEqual(['0', null, '0.01'])
    expect(await bounds('Quantity')).toEqual(['1', null, null])
    expect(await bounds('Max Per Order')).toEqual(['1', null, null])
    expect(await bounds('Type Offset')).toEqual(['0', '7', null])
    expect(await bounds('Expected Attendees')).toEqual(['0', null, null])
    await page.getByText('PNG, JPG, GIF up to 10MB').waitFor()
    await page.getByText(/^At a price of 0/).waitFor()
    expect(await page.getByText('At a starting price of 0').count()).toBe(0)
    expect(await button(page, /^Remove/).count()).toBe(0)
  }

  async function expectTypesComeAndGo(page: Page): Promise<void> {
    await button(page, 'Add Ticket Type').click()
    const second = row(page, 2)
    const name = second.getByLabel('Name')
    expect(await name.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await second.getByLabel('Type Offset').inputValue()).toBe('1')
    await button(page, 'Create Event').click()
    await expectProblem(page, INCOMPLETE)
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    await name.fill('VIP')
    await page.getByRole('group', { name: 'VIP' }).getByLabel('Gate B').check()
    await button(page, 'Remove Standard').click()
    expect(await button(page, /^Remove/).count()).toBe(0)
    for (let n = 2; n <= 8; n++) await button(page, 'Add Ticket Type').click()
    await page.getByText(/at most eight ticket types/).waitFor()
    await button(page, 'Add Ticket Type').click({ force: true })
    expect(await page.getByRole('group', { name: /^Ticket type \d/ }).count()).toBe(15)
    while ((await button(page, /^Remove ticket type/).count()) > 0) {
      await button(page, /^Remove ticket type/)
        .first()
        .click()
    }
  }

  async function publishWithQuestion(page: Page): Promise<void> {
    await field(page, 'Published').check()
    await button(page, 'Create Event').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Every ticket is free').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await button(page, 'Create Event').click()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await row(page, 1).getByLabel('Price (KES)').fill('250')
    const letSave = await hold(page, '**/api/events')
    await button(page, 'Create Event').click()
    expect(await button(page, 'Creating...').isDisabled()).toBe(true)
    letSave()
    await page.waitForURL('**/organizer/events')
  }

  test('what went wrong is said, and nothing typed is lost', async () => {
    const { page } = await visit('/organizer/events/create')
    const title = `Tried ${randomUUID().slice(0, 8)}`
    await fillBasics(page, title)
    const uploads = '**/api/storage/event-images'
    await page.route(uploads, (route) => route.abort())
    await choose(page)
    await expectProblem(page, 'Failed to upload image')
    await page.unroute(uploads)
    await page.route('**/api/events', (route) => route.fulfill({ status: 500, body: '{}' }))
    await button(page, 'Create Event').click()
    await expectProblem(page, 'Failed to save event')
    expect(await page.getByAltText('As visitors').getAttribute('src')).toMatch(/webp$/)
    await page.unroute('**/api/events')
    await button(page, 'Create Event').click()
    await page.waitForURL('**/organizer/events')
    expect(await readEvent(title)).toMatchObject({ is_published: false })
    await page.close()
  })

  test('there is no Gate Assignment where there are no gates', async () => {
    const { page } = await visit('/organizer/dashboard')
    const none = { json: { data: [], next_cursor: null } }
    await page.route('**/api/gates', (route) => route.fulfill(none))
    await page.goto('/organizer/events/create')
    await page.getByRole('heading', { name: 'Ticket Types' }).waitFor()
    expect(await page.getByText('Gate Assignment').count()).toBe(0)
    await page.close()
  })
})

describe('who may not, and what is not there', () => {
  test.each(['/organizer/events/create', `/organizer/events/edit/${LAKE_DERBY}`])(
    'an organizer is led from %s to the dashboard',
    async (path) => {
      const { page } = await visit(path, LAPTOP, 'organizer@lango.test')
      await page.waitForURL('**/organizer/dashboard')
      expect(await page.getByText('Basic Information').count()).toBe(0)
      await page.close()
    },
  )

  test('an event that is not there, or does not come', async () => {
    const { page } = await visit(`/organizer/events/edit/${randomUUID()}`)
    await page.getByText('Event not found').waitFor()
    await page.route(`**/api/events/${LAKE_DERBY}`, (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    await page.goto(`/organizer/events/edit/${LAKE_DERBY}`)
    await page.getByText('Failed to fetch event').waitFor()
    await page.unroute(`**/api/events/${LAKE_DERBY}`)
    await button(page, 'Try again').click()
    await field(page, 'Title').waitFor()
    await page.close()
  })
})

describe('editing', () => {
  const path = `/organizer/events/edit/${LAKE_DERBY}`

  test('a type that somebody is paying for is kept, and the history says what was done', async () => {
    await placeOrder('Premium')
    const visitor = await visit(path)
    const { page } = visitor
    await field(page, 'Title').waitFor()
    expect(await field(page, 'Date').inputValue()).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    await page.getByText('0 sold, 2 being paid for').waitFor()
    await expectSoundPage(visitor, shop)
    await button(page, 'Remove Premium').click()
    await page.getByText(/^Premium has sales .* so it is kept/).waitFor()
    await button(page, 'Keep Premium').click()
    await button(page, 'Remove Premium').click()
    await field(page, 'Location').fill('Moi Stadium, Kisumu')
    const letSave = await hold(page, `**/api/events/${LAKE_DERBY}`)
    await button(page, 'Update Event').click()
    expect(await button(page, 'Updating...').isDisabled()).toBe(true)
    letSave()
    await page.waitForURL('**/organizer/events')
    await page.goto(path)
    await page.getByText(/Premium was removed and is kept/).waitFor()
    const history = page.getByRole('table', { name: 'What was changed of this event' })
    await history.getByText('Location changed').waitFor()
    await history.getByText('Ticket type removed').waitFor()
    expect(await history.getByText('admin@lango.test').count()).toBeGreaterThan(1)
    await visitor.page.close()
  })

  async function placeOrder(type: string): Promise<void> {
    const event = await (await fetch(`${shop.origin}/api/events/${LAKE_DERBY}`)).json()
    const { id, price } = event.ticket_types.find((one: { name: string }) => one.name === type)
    const answer = await fetch(`${shop.origin}/api/functions/mpesa`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify({
        orderId: randomUUID(),
        phoneNumber: newPhone(),
        eventId: LAKE_DERBY,
        amount: price * 2,
        tickets: [{ ticketTypeId: id, quantity: 2, amount: price * 2 }],
      }),
    })
    expect(answer.status).toBe(202)
  }

  test('two admins at once: the second is told, and loses nothing', async () => {
    const [first, second] = [await visit(path), await visit(path)]
    for (const { page } of [first, second]) await field(page, 'Title').waitFor()
    await field(first.page, 'Title').fill('Saved first')
    await button(first.page, 'Update Event').click()
    await first.page.waitForURL('**/organizer/events')

    const { page } = second
    await field(page, 'Title').fill('Typed second')
    await button(page, 'Update Event').click()
    await expectProblem(page, 'Somebody else has saved this event since you opened it.')
    await alert(page).getByText('not the same in: title.').waitFor()
    expect(await field(page, 'Title').inputValue()).toBe('Typed second')
    await button(page, 'Load their version').click()
    expect(await field(page, 'Title').inputValue()).toBe('Saved first')
    await button(page, 'Bring back what I typed').click()
    expect(await field(page, 'Title').inputValue()).toBe('Typed second')
    await button(page, 'Update Event').click()
    await field(page, 'Sold out').check()
    await button(page, 'Save mine over theirs').click()
    await page.getByRole('dialog').getByText('It is ticked as sold out.').waitFor()
    await button(page, 'Publish anyway').click()
    await page.waitForURL('**/organizer/events')
    expect(await readEvent('Typed second')).toBeDefined()
    for (const visitor of [first, second]) await visitor.page.close()
  })

  test('what was typed is not lost by a slip', async () => {
    const { page } = await visit(path)
    await field(page, 'Title').fill('Half a title')
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'Tickets', exact: true }).click()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    expect(await field(page, 'Title').inputValue()).toBe('Half a title')
    const asked = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    expect((await asked).type()).toBe('beforeunload')
    await (await asked).dismiss()
    await closing
    await page.getByRole('link', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/organizer/events')
    await page.close()
  })

  test('nothing changed, nothing asked', async () => {
    const { page } = await visit(path)
    await field(page, 'Title').waitFor()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL('**/organizer/events')
    await page.close()
  })
})
