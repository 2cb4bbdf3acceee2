import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import {
  askToPay,
  choose,
  waitForHeading,
  waitForPromptWords,
  waitForTickets,
  wordsOf,
} from './buying.ts'
import { PATIENCE } from './patience.ts'
import { type Shop, startShop } from './shop.ts'
import { launchBrowser, newVisitor, type Visitor } from './visitor.ts'

const OFFLINE = 'No connection. Your order is safe; trying again…'

let shop: Shop
let browser: Browser
let event: BuiltEvent
let visitor: Visitor
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
})
beforeEach(async () => {
  event = await buildEvent(shop.db, {
    title: 'Derby Day',
    types: [{ name: 'Terrace', price: 300 }],
  })
  visitor = await newVisitor(browser, shop)
})
afterEach(async () => {
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

function purchase(phone: string, quantity = 1) {
  return { path: `/event/${event.id}`, tickets: { Terrace: quantity }, phone }
}

/** Every prompt that the event's orders have had. */
async function countPrompts(): Promise<number> {
  const payments = await shop.db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.order_id')
    .select('payment.id')
    .where('order.event_id', '=', event.id)
    .execute()
  return payments.length
}

test('a reload in the middle of paying goes on waiting, and asks for no second prompt', async () => {
  const { page } = visitor
  const msisdn = newPhone()
  await askToPay(page, purchase(msisdn, 2))
  await waitForPromptWords(page)
  await page.reload()
  await waitForPromptWords(page)
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect.poll(() => wordsOf(summary), PATIENCE).toContain('KES 600')
  await page.reload()
  await waitForPromptWords(page)
  await shop.sandbox.pay(msisdn)
  await waitForTickets(page)
  expect(await wordsOf(page.getByRole('main'))).toContain('Quantity: 2')
  expect(await countPrompts()).toBe(1)
})

test('a closed tab: the home page of a new one leads back to the payment', async () => {
  const { page, context } = visitor
  const msisdn = newPhone()
  await askToPay(page, purchase(msisdn))
  await waitForPromptWords(page)
  await page.close()
  const next = await context.newPage()
  await next.goto('/')
  await next.getByText('Your payment of KES 300 is still open: Derby Day').waitFor()
  await next.getByRole('link', { name: 'Continue' }).click()
  await waitForPromptWords(next)
  await shop.sandbox.pay(msisdn)
  await waitForTickets(next)
  expect(await countPrompts()).toBe(1)
})

test('paid while no tab was open: the event page opens the tickets', async () => {
  const { page, context } = visitor
  const msisdn = newPhone()
  await askToPay(page, purchase(msisdn))
  await waitForPromptWords(page)
  await page.close()
  await shop.sandbox.pay(msisdn)
  await expect.poll(() => shop.sandbox.messages(msisdn), PATIENCE).toHaveLength(1)
  const next = await context.newPage()
  await next.goto(`/event/${event.id}`)
  await waitForTickets(next)
  // Its end was seen: it is not offered again.
  await next.goto('/', { waitUntil: 'networkidle' })
  expect(await next.getByText('is still open').count()).toBe(0)
})

test('failed while no tab was open: the same order can be paid with the same button', async () => {
  const { page, context } = visitor
  const msisdn = newPhone()
  await askToPay(page, purchase(msisdn))
  const first = await shop.sandbox.prompt(msisdn)
  await waitForPromptWords(page)
  await page.close()
  await shop.sandbox.cancel(msisdn)
  const next = await context.newPage()
  await next.goto(`/event/${event.id}`)
  await next.getByText('You cancelled the payment. You can try again.').waitFor()
  await next.getByRole('button', { name: 'Pay KES 300' }).click()
  const second = await shop.sandbox.prompt(msisdn)
  expect(second.account_reference).toBe(first.account_reference)
  await shop.sandbox.pay(msisdn)
  await waitForTickets(next)
})

test('a lost network: the page says so, and arrives at the tickets when it is back', async () => {
  const { page, context } = visitor
  const msisdn = newPhone()
  await askToPay(page, purchase(msisdn))
  await waitForPromptWords(page)
  await context.setOffline(true)
  await page.getByText(OFFLINE).waitFor()
  await shop.sandbox.pay(msisdn)
  await expect.poll(() => shop.sandbox.messages(msisdn), PATIENCE).toHaveLength(1)
  await context.setOffline(false)
  await waitForTickets(page)
  expect(await page.getByText(OFFLINE).count()).toBe(0)
  expect(await countPrompts()).toBe(1)
})

test('back after paying: it is paid, the tickets are one click away, more can be bought', async () => {
  const { page } = visitor
  const msisdn = newPhone()
  await askToPay(page, purchase(msisdn))
  await shop.sandbox.pay(msisdn)
  await waitForTickets(page)
  const receipt = (await shop.sandbox.taken(msisdn))[0]!.receipt
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
  await page.getByRole('button', { name: 'Click to Buy' }).click()
  await page.getByRole('button', { name: 'Pay KES 300' }).waitFor()
})

test('another prompt is open on that phone: in line until it is answered', async () => {
  const { page } = visitor
  const other = await newVisitor(browser, shop)
  const msisdn = newPhone()
  await askToPay(other.page, purchase(msisdn, 2))
  await waitForPromptWords(other.page)
  await askToPay(page, purchase(msisdn))
  await waitForHeading(page, 'In line')
  expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 600 })
  await shop.sandbox.cancel(msisdn)
  await waitForPromptWords(page)
  expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 300 })
  await shop.sandbox.pay(msisdn)
  await waitForTickets(page)
  await other.page.getByText('You cancelled the payment. You can try again.').waitFor()
  await other.context.close()
  expect(other.faults).toEqual([])
})

test('the tickets are ready before the network is lost: they are shown without it', async () => {
  const { page, context } = visitor
  const msisdn = newPhone()
  await askToPay(page, purchase(msisdn))
  await shop.sandbox.pay(msisdn)
  await waitForTickets(page)
  const href = await page.getByRole('link', { name: 'View Ticket →' }).getAttribute('href')
  // Ready: the worker has the ticket, and the page what draws it.
  const isReady = async (path: string) => {
    const files = performance.getEntriesByType('resource')
    const canDraw = files.some(({ name }) => name.includes('ticket-page'))
    return canDraw && (await caches.match(path)) !== undefined
  }
  await expect.poll(() => page.evaluate(isReady, href!), PATIENCE).toBe(true)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'View Ticket →' }).click()
  await page.waitForURL(`**${href}`)
  await page.getByRole('img', { name: `QR code of ticket ${href!.slice(3)}` }).waitFor()
})
