import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatDate } from '../../src/ui/dates.rules.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import { type Bought, buyTickets } from './bought-tickets.ts'
import { askToPay, waitForTickets, waitForTitle, wordsOf } from './buying.ts'
import { takeSession } from './entrance.ts'
import { resize } from './inspect-page.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

const ADMIN = 'admin@lango.test'
/** A phone with a browser whose bars take up space on the screen. */
const LOW = { width: 360, height: 560 }
/** Names with the maximum lengths. */
const LONG = {
  title:
    'The Great Annual Nairobi International Festival of Jazz, Blues and Afro-Fusion at the Lake',
  type: 'Early Bird VIP Terrace, with a Seat under the Long Roof East',
  gate: 'Gate B, behind the old railway museum',
}

const { shop, browser } = await oneShop()
let event: BuiltEvent
let day: string
let visitor: Visitor
let page: Page
beforeAll(async () => {
  event = await buildEvent(shop.db, {
    title: LONG.title,
    types: [{ name: LONG.type, price: 300, capacity: 500, gates: [LONG.gate] }],
  })
  const { date } = await shop.db
    .selectFrom('event')
    .select('date')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  day = formatDate(date!)
})

/**
 * Expects that the code is visible together with its white quiet zone, without which a scanner
 * cannot find the code.
 */
async function expectCodeInSight(code: Locator): Promise<void> {
  const box = (await code.locator('..').boundingBox())!
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(Math.ceil(box.y + box.height)).toBeLessThanOrEqual(LOW.height)
}

/**
 * Sends an empty file as the font for headings. As on a slow network, the page then keeps the
 * system's font, whose letters are wider.
 */
async function leaveOutFace({ context }: Visitor): Promise<void> {
  await context.route('**/*.woff2', (route) => route.fulfill({ body: '' }))
}

/**
 * Returns the opacity of the code: 1 if it is black on white, and less if an element around it is
 * transparent.
 */
async function opacityOf(code: Locator): Promise<number> {
  return await code.evaluate((drawn) => {
    let opacity = 1
    for (let at: Element | null = drawn; at; at = at.parentElement) {
      opacity *= Number(getComputedStyle(at).opacity)
    }
    return opacity
  })
}

/** Downloads the event's calendar file from the page's link, and checks it. */
async function expectCalendar(): Promise<void> {
  const link = page.getByRole('link', { name: 'Add to calendar' })
  const file = await page.request.get((await link.getAttribute('href'))!)
  expect(file.headers()['content-type']).toMatch(/^text\/calendar/)
  const entry = (await file.text()).replaceAll('\r\n ', '')
  expect(entry).toContain(`UID:${event.id}@`)
}

const code = () => page.getByRole('img', { name: /^QR code/ }).first()

async function letIn(bought: Bought, admits: number): Promise<void> {
  const [{ ticket_number }] = bought.tickets as [Bought['tickets'][number]]
  const { context } = visitor
  const gates = shop.db.selectFrom('gate').select('id').where('name', '=', LONG.gate)
  const { id: gate_id } = await gates.executeTakeFirstOrThrow()
  const session = await context.request.post('/api/auth/token?grant_type=refresh_token')
  const { access_token } = await session.json()
  const answer = await context.request.post('/api/check_ins', {
    headers: { authorization: `Bearer ${access_token}` },
    data: { event_id: event.id, ticket_number, admits, gate_id, nonce: crypto.randomUUID() },
  })
  expect(await answer.json()).toMatchObject({ result: 'valid' })
}

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    beforeEach(async () => {
      visitor = await newVisitor(browser, shop, { size })
      page = visitor.page
      return () => visitor.context.close()
    })

    // spec: ticket-first-screen, ticket-band-admits
    test('a ticket shows its whole code on the first screen of a short phone, then gate, event, day and hour', async () => {
      const bought = await buyTickets(shop, event, [2])
      const path = `/t/${bought.tickets[0]!.ticket_number}`
      await page.goto(path)
      await waitForTitle(page, LONG.type)
      await resize(page, LOW)
      await expectCodeInSight(code())
      const words = await wordsOf(page.getByRole('main'))
      expect(words).toContain('Admits 2')
      // The band with the event's name is above the type.
      expect(words.indexOf(LONG.title)).toBeLessThan(words.indexOf(LONG.type))
      expect(words).toContain(`${day}, 3:00 PM`)
      await expectCalendar()
      expect(await opacityOf(code())).toBe(1)
      await expectSoundPage(visitor, shop)
      const number = bought.tickets[0]!.ticket_number
      const sold = shop.db.updateTable('ticket').where('number', '=', number)
      await sold.set({ state: 'void', void_reason: 'refunded' }).execute()
      await page.goto(path)
      await page.getByText('This ticket is no longer valid.').first().waitFor()
      expect(await wordsOf(page.getByRole('main'))).not.toContain('Admits 2')
    })

    // spec: ticket-first-screen
    test('a ticket shown offline still shows its whole code, even without the display face', async () => {
      await leaveOutFace(visitor)
      const bought = await buyTickets(shop, event, [2])
      const path = `/t/${bought.tickets[0]!.ticket_number}`
      await page.goto(path)
      await waitForTitle(page, LONG.type)
      await expect
        .poll(() => page.evaluate((at) => caches.match(at).then(Boolean), path))
        .toBe(true)
      await resize(page, LOW)
      await visitor.context.setOffline(true)
      await page.goto(path)
      await page.getByText("You're offline.").waitFor()
      await expectCodeInSight(code())
      expect(await wordsOf(page.getByRole('main'))).toContain(`${day}, 3:00 PM`)
    })

    // spec: ticket-first-screen, payment-complete-next-steps, event-you-have-tickets
    test('the success page shows event, day and hour on each ticket, and the first code whole on the first screen', async () => {
      const phone = newPhone()
      await shop.sandbox.set(phone, { auto: 'pay' })
      const tickets = { [LONG.type]: 2 }
      await askToPay(page, { path: `/event/${event.id}`, tickets, phone })
      await waitForTickets(page)
      const card = await wordsOf(page.getByRole('main').getByRole('listitem'))
      expect(card).toContain(LONG.title)
      expect(card).toContain(`${day}, 3:00 PM`)
      await expectCalendar()
      await resize(page, LOW)
      await page.evaluate(() => scrollTo(0, 0))
      await expectCodeInSight(code())
      await expectSoundPage(visitor, shop)
      const main = page.getByRole('main')
      expect(await main.locator('a, button').allTextContents()).toEqual([
        'View Ticket →',
        'Send to a friend',
        'Save or print',
        'Share on WhatsApp',
        'Add to calendar',
        'Back to Home',
      ])
      await main.getByRole('link', { name: 'Send to a friend' }).click()
      await page.getByRole('textbox', { name: "Friend's phone number(s)" }).waitFor()
      // Every tab of the browser shows the visitor's tickets until they are refunded.
      const tab = await visitor.context.newPage()
      await tab.goto(`/event/${event.id}`)
      await tab.getByText('You have 2 tickets').waitFor()
      await tab.getByRole('link', { name: 'View', exact: true }).click()
      await waitForTickets(tab)
      const href = await tab.getByRole('link', { name: 'View Ticket →' }).getAttribute('href')
      const sold = shop.db.updateTable('ticket').where('number', '=', href!.slice(3))
      await sold.set({ state: 'void', void_reason: 'refunded' }).execute()
      const isRead = tab.waitForResponse((answer) => answer.url().includes('/api/orders/'))
      await tab.goBack()
      await waitForTitle(tab, LONG.title)
      await isRead
      await tab.getByText('You have 2 tickets').waitFor({ state: 'detached' })
      await tab.close()
    })

    // spec: ticket-who-is-inside
    test('a ticket for two shows who is inside, and once both are, the time and gate, with a paler code', async () => {
      await takeSession(visitor.context, ADMIN)
      const bought = await buyTickets(shop, event, [2])
      const path = `/t/${bought.tickets[0]!.ticket_number}`
      await letIn(bought, 1)
      await page.goto(path)
      await page.getByRole('status').getByText('1 of 2 already inside').waitFor()
      expect(await opacityOf(code())).toBe(1)
      await resize(page, LOW)
      await expectCodeInSight(code())
      await expectSoundPage(visitor, shop)
      await letIn(bought, 1)
      await page.goto(path)
      const used = page.getByRole('status').filter({ hasText: 'Already Used' })
      await used.waitFor()
      expect(await wordsOf(used)).toMatch(
        new RegExp(`[A-Z][a-z]+ \\d+, \\d{4}, \\d+:\\d\\d [AP]M, through ${LONG.gate}`),
      )
      expect(await opacityOf(code())).toBeLessThan(0.5)
      await expectSoundState(visitor, shop)
    })
  })
}
