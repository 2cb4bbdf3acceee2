import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, newPhone } from '../build.ts'
import { PICTURED_EVENT } from '../shop-files.ts'
import { type Bought, buildDerby, buyTickets } from './bought-tickets.ts'
import { askToPay, waitForHeading, waitForTickets, wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { readQr } from './read-qr.ts'
import { expectFits } from './sound-page.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

/** The specification's default texts for missing details of a ticket. */
const DEFAULTS = ['Standard', 'Main Gate', 'Quantity: 1']
const NOT_FETCHED = 'Failed to fetch ticket details'

declare global {
  interface Window {
    held: string[]
  }
}

const { shop, browser } = await oneShop()
let event: BuiltEvent
let bought: Bought
/** The path of the poster on the event's tickets. */
let poster: string
let visitor: Visitor
let page: Page
beforeAll(async () => {
  event = await buildDerby(shop)
  const { image_key } = await shop.db
    .selectFrom('event')
    .select('image_key')
    .where('id', '=', PICTURED_EVENT)
    .executeTakeFirstOrThrow()
  await shop.db.updateTable('event').set({ image_key }).where('id', '=', event.id).execute()
  poster = `/images/${image_key}-400.webp`
  bought = await buyTickets(shop, event, [2, 1])
})

/** Returns the paths of the pages and files that the browser has stored. */
function kept(): Promise<string[]> {
  return page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((store) => store.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

const withoutTickets = (paths: string[]) =>
  paths.filter(
    (path) => !/^\/(t\/[0-9A-Z]{16}|(assets|images)\/[^/]+\.(js|woff2|webp))$/.test(path),
  )

async function waitUntilKept(paths: string[]): Promise<void> {
  await expect.poll(kept).toEqual(expect.arrayContaining(paths))
}

async function expectTicket(number: string, words: string[]): Promise<void> {
  const shown = await wordsOf(page.getByRole('main'))
  for (const word of words) expect(shown).toContain(word)
  expect(await readQr(page.getByRole('img', { name: /^QR code/ }))).toBe(
    `${shop.origin}/t/${number}`,
  )
}

async function expectWorkerAtTickets(): Promise<void> {
  await page.goto('/')
  const scopes = await page.evaluate(async () => {
    const all = await navigator.serviceWorker.getRegistrations()
    return all.map(({ scope }) => new URL(scope).pathname)
  })
  expect(scopes).toEqual(['/t/'])
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  const script = await fetch(`${shop.origin}/t/worker.js`)
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('cache-control')).toBe('no-cache')
  const html = await fetch(`${shop.origin}/`)
  expect(html.headers.get('content-security-policy')).toContain("worker-src 'self'")
}

/** Prints the page with a printer's margins. Returns the number of sheets. */
async function countSheets(format: string): Promise<number> {
  const margin = { top: '8mm', right: '8mm', bottom: '8mm', left: '8mm' }
  const paper = (await page.pdf({ format, margin })).toString('latin1')
  return paper.match(/\/Type \/Page\b/g)!.length
}

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    beforeEach(async () => {
      visitor = await newVisitor(browser, shop, { size })
      page = visitor.page
      return () => visitor.context.close()
    })

    // spec: ticket-page-opens-network, ticket-page-network-first
    test('after one visit a ticket opens offline and says so, and the service worker handles ticket pages only', async () => {
      const [first, second] = bought.tickets.map((ticket) => `/t/${ticket.ticket_number}`)
      await page.goto(first!)
      await waitForHeading(page, 'Terrace')
      await waitUntilKept([first!])
      await visitor.context.setOffline(true)
      await page.goto(first!)
      await waitForHeading(page, 'Terrace')
      await page
        .getByText(/You're offline\. This is your ticket as it was on [A-Z][a-z]+ \d/)
        .waitFor()
      await expectTicket(bought.tickets[0]!.ticket_number, ['Gate A', 'Quantity: 2'])
      await expectFits(page)
      // A person who types the number from the SMS may use lower case.
      await page.goto(first!.toLowerCase())
      await waitForHeading(page, 'Terrace')
      await page.goto(second!)
      await waitForHeading(page, "You're offline.")
      expect(await wordsOf(page.locator('body'))).toContain(
        'This page tries again every 5 seconds.',
      )
      await visitor.context.setOffline(false)
      await page.goto(first!)
      await waitForHeading(page, 'Terrace')
      expect(await page.getByText("You're offline").count()).toBe(0)
      await expectWorkerAtTickets()
      expect(visitor.faults).toEqual([])
    })

    // spec: ticket-page-payment-was, ticket-band-admits
    test('tickets bought in this browser are stored immediately, and no stock or price is stored', async () => {
      const phone = newPhone()
      await shop.sandbox.set(phone, { auto: 'pay' })
      await askToPay(page, { path: `/event/${event.id}`, tickets: { Terrace: 1, Stand: 1 }, phone })
      await waitForTickets(page)
      const links = page.getByRole('link', { name: 'View Ticket →' })
      const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
      expect(paths).toHaveLength(2)
      await waitUntilKept(paths)
      await visitor.context.setOffline(true)
      await links.last().click()
      await page.waitForURL(`**${paths[1]}`)
      await waitForHeading(page, 'Stand')
      await page.getByText("You're offline.").waitFor()
      await page.goto(paths[0]!)
      await waitForHeading(page, 'Terrace')
      const stored = await kept()
      expect(stored).toContain(poster)
      expect(withoutTickets(stored)).toEqual([])
      expect(visitor.faults).toEqual([])
    })

    // spec: ticket-page-payment-was
    test('only ticket pages are stored, even if the worker is asked to store others', async () => {
      const [first, second] = bought.tickets.map((ticket) => `/t/${ticket.ticket_number}`)
      await page.goto(first!)
      await waitUntilKept([first!])
      const others = [
        '/',
        `/event/${event.id}`,
        '/api/events',
        '/help',
        '/my-ticket',
        '/t/worker.js',
      ]
      await page.evaluate(async (keep) => {
        const { active } = await navigator.serviceWorker.ready
        active!.postMessage({ keep })
      }, others)
      // This path is within the worker's scope, but is not a ticket page.
      await page.goto('/t/worker.js')
      await page.goto(second!)
      await waitUntilKept([second!])
      expect(withoutTickets(await kept())).toEqual([])
      await visitor.context.setOffline(true)
      await expect(page.goto('/t/worker.js')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    })

    // spec: ticket-page-network-first
    test('a reachable server takes precedence: a change is shown, and a deleted ticket is removed from storage', async () => {
      const fresh = await buyTickets(shop, event, [1, 0])
      const number = fresh.tickets[0]!.ticket_number
      await page.goto(`/t/${number}`)
      await waitUntilKept([`/t/${number}`])
      await shop.db
        .updateTable('ticket')
        .set({ state: 'void', void_reason: 'revoked' })
        .where('number', '=', number)
        .execute()
      await page.goto(`/t/${number}`)
      await page.getByText('No longer valid', { exact: true }).waitFor()
      await visitor.context.setOffline(true)
      await expect
        .poll(async () => {
          await page.goto(`/t/${number}`)
          return await page.getByText('No longer valid', { exact: true }).count()
        })
        .toBe(1)
    })

    // spec: ticket-page-print-screen
    test('the screen stays on while a ticket is shown, and paper shows the ticket alone with gate and code', async () => {
      await page.addInitScript(countWakeLocks)
      await page.goto(`/t/${bought.tickets[0]!.ticket_number}`)
      const hint = page.getByText('Turn up your brightness at the gate')
      await expect.poll(() => wordsOf(hint)).toContain('The screen stays on here.')
      expect(await page.evaluate(() => window.held)).toEqual(['screen'])
      await page.emulateMedia({ media: 'print' })
      expect(await page.getByText('Sandbox: no money moves').isVisible()).toBe(false)
      expect(await hint.isVisible()).toBe(false)
      await expectTicket(bought.tickets[0]!.ticket_number, ['Gate A', 'Quantity: 2', 'Derby Day'])
      const gate = page.getByText('Gate A', { exact: true }).first()
      const ink = await gate.evaluate((element) => getComputedStyle(element).color)
      expect(ink).toBe('rgb(29, 24, 20)')
      for (const format of ['A4', 'A5']) expect(await countSheets(format), format).toBe(1)
    })

    // spec: lost-network-says
    test('a lost network is announced, retried, and no longer announced when it is back', async () => {
      await page.goto('/help')
      await page.getByRole('searchbox').waitFor()
      await visitor.context.setOffline(true)
      await page.getByText("You're offline. This page will update when you're back.").waitFor()
      await expectFits(page)
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
      await waitForHeading(page, "You're offline.")
      await page.getByText("This page will update when you're back.", { exact: true }).waitFor()
      await expectFits(page)
      await visitor.context.setOffline(false)
      await waitForHeading(page, 'Contact')
      expect(await page.getByText("You're offline").count()).toBe(0)
    })

    // spec: ticket-metadata-failed-fetch
    test('a known ticket whose details failed to load shows a warning above the defaults, and is logged', async () => {
      const [{ ticket_number: number }] = bought.tickets as [Bought['tickets'][number]]
      await page.goto('/my-ticket')
      await page.getByLabel('M-PESA Reference Number').fill(bought.reference)
      await page.getByRole('button', { name: 'Find Ticket' }).click()
      await waitForHeading(page, '2 tickets found')
      await page.route('**/api/tickets/*', (route) => route.fulfill({ status: 500, json: {} }))
      await page.getByRole('link', { name: 'Terrace' }).click()
      await page.getByText('The details of this ticket could not be loaded.').waitFor()
      await expectTicket(number, [...DEFAULTS, 'Important: This ticket is only valid at Main Gate'])
      const warning = (await page.getByRole('alert').boundingBox())!
      const gate = (await page.getByText('Enter Through').boundingBox())!
      expect(warning.y + warning.height).toBeLessThan(gate.y)
      await expectFits(page)
      expect(visitor.faults).toEqual([NOT_FETCHED])
      await page.reload()
      await waitForHeading(page, 'Terrace')
      await expectTicket(number, ['Gate A', 'Quantity: 2'])
    })

    // spec: no-defaults-ticket
    test('an unknown ticket on a failing server shows no invented details', async () => {
      await sql`alter table ticket rename to ticket_gone`.execute(shop.db)
      try {
        const answer = await page.goto(`/t/${bought.tickets[0]!.ticket_number}`)
        expect(answer!.status()).toBe(500)
        await waitForHeading(page, 'This ticket could not be loaded')
        const shown = await wordsOf(page.locator('body'))
        for (const word of DEFAULTS) expect(shown).not.toContain(word)
        await expect.poll(() => visitor.faults).toEqual([NOT_FETCHED])
      } finally {
        await sql`alter table ticket_gone rename to ticket`.execute(shop.db)
      }
      await page.getByRole('link', { name: 'Try again' }).click()
      await waitForHeading(page, 'Terrace')
    })

    // spec: ticket-metadata-call-success
    test('the success page requests missing details once per ticket, and shows defaults if that fails', async () => {
      const numbers = bought.tickets.map((ticket) => ticket.ticket_number)
      const asked: string[] = []
      let isBroken = true
      await page.route('**/api/functions/metadata?*', (route) => {
        asked.push(new URL(route.request().url()).searchParams.get('ticket_number')!)
        return isBroken ? route.abort() : route.continue()
      })
      await page.goto('/success')
      await waitForHeading(page, 'Looking for your tickets?')
      await page.evaluate(openSuccess, numbers)
      await page.reload()
      await waitForHeading(page, 'Payment Complete!')
      await expect.poll(() => visitor.faults).toEqual([NOT_FETCHED, NOT_FETCHED])
      expect(asked.toSorted()).toEqual(numbers.toSorted())
      const cards = page.getByRole('main').getByRole('listitem')
      const wordsOfCards = async () => await Promise.all((await cards.all()).map(wordsOf))
      for (const words of await wordsOfCards()) {
        for (const word of ['Standard', 'Main Gate']) expect(words).toContain(word)
      }
      isBroken = false
      await page.reload()
      await expect
        .poll(wordsOfCards)
        .toEqual([expect.stringMatching(/Gate A/), expect.stringMatching(/VIP Gate/)])
    })
  })
}

/** Replaces the browser's wake lock, and counts its requests. */
function countWakeLocks(): void {
  window.held = []
  const request = async (type: string) => {
    window.held.push(type)
    return { release: async () => window.held.push('released') }
  }
  Object.defineProperty(navigator, 'wakeLock', { value: { request } })
}

/** Opens the success page as the payment form does, but without the details of the tickets. */
function openSuccess(numbers: string[]): void {
  const state = {
    message: 'Payment successful. Your tickets have been sent by SMS.',
    phoneNumber: '0712345678',
    email: '',
    amount: 1600,
    eventTitle: 'Derby Day',
    reference: 'RG56TYHJ8K',
    tickets: numbers.map((number) => ({ ticket_number: number, quantity: 1 })),
  }
  history.replaceState({ usr: state, key: 'success', idx: 0 }, '')
}
