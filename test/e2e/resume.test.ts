import type { Page, Route } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../build.ts'
import {
  askToPay,
  buyButton,
  choose,
  openForm,
  waitForHeading,
  waitForPromptWords,
  waitForTickets,
  wordsOf,
} from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

const OFFLINE = 'No connection. Your order is safe; trying again…'

const { shop, browser } = await oneShop()
let event: BuiltEvent
let visitor: Visitor

function purchase(phone: string, quantity = 1) {
  return { path: `/event/${event.id}`, tickets: { Terrace: quantity }, phone }
}

/** Returns the number of prompts of all the event's orders. */
async function countPrompts(): Promise<number> {
  const payments = await shop.db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.order_id')
    .select('payment.id')
    .where('order.event_id', '=', event.id)
    .execute()
  return payments.length
}

/** Pays, and waits for the SMS with the tickets. */
async function payAndGetMessage(msisdn: string): Promise<void> {
  await shop.sandbox.pay(msisdn)
  await expect.poll(() => shop.sandbox.messages(msisdn)).toHaveLength(1)
}

/** Waits for the next long poll of the order. Going offline ends the current long poll. */
function nextQuestion(page: Page): Promise<Route> {
  return new Promise((resolve) => {
    void page.route(/\/api\/orders\/[^?]+\?wait=[1-9]/, resolve, { times: 1 })
  })
}

/** Passes the request to the server, and loses the network before the response. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('internetdisconnected')
}

/**
 * Expects that the home page has checked all purchases of this browser and shows no notice about
 * them.
 */
async function expectNoNews(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: /^Tickets for/ }).waitFor()
  await page.waitForLoadState('networkidle')
  const news = page.getByText(/Payment in progress|Your tickets are ready|Payment not completed/)
  expect(await news.count()).toBe(0)
}

/** Reports that the network is back, so that the page retries immediately. */
function hurry(): void {
  dispatchEvent(new Event('online'))
}

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    beforeEach(async () => {
      event = await buildEvent(shop.db, {
        title: 'Derby Day',
        types: [{ name: 'Terrace', price: 300 }],
      })
      visitor = await newVisitor(browser, shop, { size })
    })
    afterEach(async () => {
      await visitor.context.close()
      expect(visitor.faults).toEqual([])
    })

    // spec: tickets-chosen-stay
    test('the chosen tickets are still chosen after a visit to another page', async () => {
      const { page } = visitor
      await page.goto(`/event/${event.id}`)
      await choose(page, { Terrace: 3 })
      await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
      await waitForHeading(page, 'Refund Policy')
      await page.goBack()
      const quantity = page.getByLabel('Quantity of Terrace')
      await expect.poll(() => quantity.inputValue()).toBe('3')
      await page.reload()
      await expect.poll(() => quantity.inputValue()).toBe('3')
      await page.goto('/')
      await page.goto(`/event/${event.id}`)
      await page.getByRole('button', { name: 'One Terrace more' }).click()
      await expect.poll(() => quantity.inputValue()).toBe('1')
    })

    // spec: reload-closed-tab
    test('after a reload or a lost network during the payment, the same order continues without a second prompt', async () => {
      const { page, context } = visitor
      const msisdn = newPhone()
      await askToPay(page, purchase(msisdn, 2))
      await waitForPromptWords(page)
      const asked = nextQuestion(page)
      await page.reload()
      await waitForPromptWords(page)
      const summary = page.getByRole('complementary', { name: 'Summary' })
      await expect.poll(() => wordsOf(summary)).toContain('KES 600')
      const question = await asked
      await context.setOffline(true)
      await question.abort('internetdisconnected')
      await page.getByText(OFFLINE).waitFor()
      await payAndGetMessage(msisdn)
      await context.setOffline(false)
      await waitForTickets(page)
      expect(await page.getByText(OFFLINE).count()).toBe(0)
      expect(await wordsOf(page.getByRole('main'))).toContain('Quantity: 2')
      expect(await countPrompts()).toBe(1)
    })

    test('if the response to an order is lost and more tickets are chosen, the page follows the accepted order and shows what it charges', async () => {
      const { page } = visitor
      const msisdn = newPhone()
      await page.route('**/api/functions/mpesa', loseAnswer)
      await askToPay(page, purchase(msisdn))
      await shop.sandbox.prompt(msisdn)
      const problem = page.getByText('Payment failed. Please try again.')
      await expect.poll(() => page.evaluate(hurry).then(() => problem.count())).toBe(1)
      await page.unroute('**/api/functions/mpesa')
      await page.getByRole('button', { name: 'Close' }).click()
      await openForm(page, { Terrace: 1 })
      await page.getByRole('button', { name: 'Pay KES 600' }).click()
      await waitForPromptWords(page)
      const summary = page.getByRole('complementary', { name: 'Summary' })
      await expect.poll(() => wordsOf(summary)).toMatch(/Total\s+KES 300/)
      expect(await page.getByLabel('Quantity of Terrace').inputValue()).toBe('1')
      await shop.sandbox.cancel(msisdn)
      await page.getByRole('button', { name: 'Pay KES 300' }).click()
      expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 300 })
      await shop.sandbox.pay(msisdn)
      await waitForTickets(page)
      expect(await wordsOf(page.getByRole('main'))).toContain('Quantity: 1')
    })

    // spec: reload-closed-tab
    test('after a closed tab the home page leads back to the payment, and the event page shows how it ended', async () => {
      const { page, context } = visitor
      const msisdn = newPhone()
      await askToPay(page, purchase(msisdn))
      await waitForPromptWords(page)
      await page.close()
      const second = await context.newPage()
      await second.goto('/')
      await second.getByText('Payment in progress: KES 300 for Derby Day').waitFor()
      await second.getByRole('link', { name: 'Continue' }).click()
      await waitForPromptWords(second)
      expect(await countPrompts()).toBe(1)
      await second.close()
      const before = await shop.sandbox.prompt(msisdn)
      await shop.sandbox.cancel(msisdn)
      const third = await context.newPage()
      await third.goto(`/event/${event.id}`)
      await third.getByText('You cancelled the payment. You can try again.').waitFor()
      await third.getByRole('button', { name: 'Pay KES 300' }).click()
      await waitForPromptWords(third)
      const after = await shop.sandbox.prompt(msisdn)
      expect(after.account_reference).toBe(before.account_reference)
      await third.close()
      await payAndGetMessage(msisdn)
      const last = await context.newPage()
      await last.goto(`/event/${event.id}`)
      await waitForTickets(last)
      // The buyer has seen the result of the payment, so the home page does not show it again.
      await last.goto('/', { waitUntil: 'networkidle' })
      expect(await last.getByText('Payment in progress').count()).toBe(0)
    })

    // spec: home-tells-the-end
    test('the home page shows an open payment, and then that the tickets are ready, until the buyer has seen them', async () => {
      const { page } = visitor
      const msisdn = newPhone()
      await askToPay(page, purchase(msisdn))
      await waitForPromptWords(page)
      await page.goto('/')
      await page.getByText('Payment in progress: KES 300 for Derby Day').waitFor()
      await payAndGetMessage(msisdn)
      await page.getByText('Your tickets are ready: Derby Day').waitFor()
      expect(await page.getByText('Payment in progress').count()).toBe(0)
      await page.getByRole('link', { name: 'Show my tickets' }).click()
      await waitForTickets(page)
      expect(await wordsOf(page.getByRole('main'))).toContain('Quantity: 1')
      await page.getByRole('link', { name: 'Back to Home' }).click()
      await expectNoNews(page)
      // The page must not let the buyer pay twice by accident.
      await page.goto(`/event/${event.id}`)
      await waitForHeading(page, 'Already paid')
    })

    // spec: home-tells-the-end
    test('the home page announces once the tickets that came after the tab was closed', async () => {
      const { page, context } = visitor
      const msisdn = newPhone()
      await askToPay(page, purchase(msisdn))
      await waitForPromptWords(page)
      await page.close()
      await payAndGetMessage(msisdn)
      const second = await context.newPage()
      await second.goto('/')
      await second.getByText('Your tickets are ready: Derby Day').waitFor()
      await expectSoundPage({ ...visitor, page: second }, shop)
      await second.reload()
      await expectNoNews(second)
    })

    // spec: home-tells-the-end
    test('the home page explains an unpaid order once, with a way to try again', async () => {
      const { page } = visitor
      const msisdn = newPhone()
      await askToPay(page, purchase(msisdn))
      await waitForPromptWords(page)
      await page.goto('/')
      await shop.sandbox.cancel(msisdn)
      await page
        .getByText(
          'Payment not completed: Derby Day. You cancelled the payment. You can try again.',
        )
        .waitFor()
      await page.getByRole('link', { name: 'Try again' }).click()
      await page.getByRole('button', { name: 'Pay KES 300' }).waitFor()
      await page.goto('/')
      await expectNoNews(page)
      await page.goto(`/event/${event.id}`)
      await page.getByRole('button', { name: 'Pay KES 300' }).click()
      await shop.sandbox.pay(msisdn)
      await waitForTickets(page)
      expect(await shop.sandbox.taken(msisdn)).toHaveLength(1)
    })

    // spec: reload-closed-tab, payment-complete-receives-navigation
    test('after paying, the tickets open offline, are one click away, and more can be bought', async () => {
      const { page, context } = visitor
      const msisdn = newPhone()
      await askToPay(page, purchase(msisdn))
      await shop.sandbox.pay(msisdn)
      await waitForTickets(page)
      const href = await page.getByRole('link', { name: 'View Ticket →' }).getAttribute('href')
      await expect.poll(() => page.evaluate(isReady, href!)).toBe(true)
      await context.setOffline(true)
      await page.getByRole('link', { name: 'View Ticket →' }).click()
      await page.waitForURL(`**${href}`)
      await page.getByRole('img', { name: `QR code of ticket ${href!.slice(3)}` }).waitFor()
      await context.setOffline(false)
      await page.goBack()
      await waitForTickets(page)
      const { receipt } = (await shop.sandbox.taken(msisdn))[0]!
      await page.goBack()
      await waitForHeading(page, 'Already paid')
      expect(await wordsOf(page.getByRole('complementary', { name: 'Summary' }))).toContain(
        `You paid KES 300 for this event (${receipt}). Your tickets are ready.`,
      )
      expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0)
      await page.getByRole('link', { name: 'Show my tickets' }).click()
      await waitForTickets(page)
      await page.goBack()
      await page.getByRole('button', { name: 'Buy more tickets' }).click()
      await choose(page, { Terrace: 1 })
      await buyButton(page).click()
      await page.getByRole('button', { name: 'Pay KES 300' }).waitFor()
    })

    test('an order whose phone has another open prompt waits in the queue until that prompt has ended', async () => {
      const { page } = visitor
      // The second prompt is for a different event, because a phone may have one open order per
      // event.
      const elsewhere = await buildEvent(shop.db, { types: [{ price: 300 }] })
      const order = orderFor(elsewhere, [2])
      const msisdn = order.phoneNumber
      const other = fetch(`${shop.origin}/api/functions/mpesa`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
      })
      expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 600 })
      await askToPay(page, purchase(msisdn))
      await waitForHeading(page, 'In the queue')
      // No countdown yet: it starts when the prompt is sent.
      expect(await page.getByRole('timer').count()).toBe(0)
      expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 600 })
      await shop.sandbox.cancel(msisdn)
      await waitForPromptWords(page)
      expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 300 })
      expect(await (await other).json()).toMatchObject({
        message: 'You cancelled the payment. You can try again.',
      })
      await shop.sandbox.pay(msisdn)
      await waitForTickets(page)
    })
  })
}

/** Waits until the service worker has stored the ticket page and its files. */
async function isReady(path: string): Promise<boolean> {
  const files = performance.getEntriesByType('resource')
  const canDraw = files.some(({ name }) => name.includes('ticket-page'))
  return canDraw && (await caches.match(path)) !== undefined
}
