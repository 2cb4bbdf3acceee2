import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import {
  askToPay,
  payButton,
  phoneField,
  waitForHeading,
  waitForProblem,
  waitForTickets,
  waitForTitle,
  wordsOf,
} from './buying.ts'
import { PATIENCE } from './patience.ts'
import { type Shop, startShop } from './shop.ts'
import { launchBrowser, newVisitor, type Visitor } from './visitor.ts'

/** A hundred seconds of waiting take three here, and a prompt's minute seven. */
const HURRY = { TIME_SCALE: '0.03', SANDBOX_TIME_SCALE: '0.12' }

let shop: Shop
let browser: Browser
let event: BuiltEvent
let visitor: Visitor
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(HURRY), launchBrowser()])
})
beforeEach(async () => {
  event = await buildEvent(shop.db, {
    title: 'Derby Day',
    types: [{ name: 'Terrace', price: 300 }],
  })
  visitor = await newVisitor(browser, shop)
})
afterEach(async () => {
  await shop.sandbox.clearFaults()
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

test('nobody answers: still confirming, do not pay again; then the prompt ends, and one can', async () => {
  const { page } = visitor
  const msisdn = newPhone()
  await askToPay(page, { path: `/event/${event.id}`, tickets: { Terrace: 1 }, phone: msisdn })
  await shop.sandbox.prompt(msisdn)
  await waitForHeading(page, 'Still confirming')
  await page.getByText('We are still confirming your payment. Do not pay again.').waitFor()
  expect(await payButton(page).count()).toBe(0)
  await waitForProblem(
    page,
    'We could not reach your phone. Unlock it, close other M-PESA or USSD menus and try again. If it happens again, dial *234# to update your SIM menu.',
  )
  await payButton(page).click()
  await shop.sandbox.pay(msisdn)
  await waitForTickets(page)
})

test('the callback is lost: the shop asks, and names the reference when M-Pesa does', async () => {
  const { page } = visitor
  const msisdn = newPhone()
  await shop.sandbox.setFaults({ callback: { drop: 1 }, pull: { http_500: 1 } })
  await askToPay(page, { path: `/event/${event.id}`, tickets: { Terrace: 1 }, phone: msisdn })
  await shop.sandbox.pay(msisdn)
  await waitForTickets(page)
  await page.getByText('Comes with your M-PESA message').waitFor()
  await shop.sandbox.clearFaults()
  await page.getByText((await shop.sandbox.taken(msisdn))[0]!.receipt).waitFor()
})

test('a first prompt that succeeds late, after the second was paid: tickets and a refund', async () => {
  const { page } = visitor
  const [first, second] = [newPhone(), newPhone()]
  // Paid, but the callback is lost and the query denies it.
  const unsaid = { callback: { drop: 1 }, query: { contradict: 1 }, pull: { http_500: 1 } }
  await shop.sandbox.setFaults(unsaid)
  await askToPay(page, { path: `/event/${event.id}`, tickets: { Terrace: 2 }, phone: first })
  await shop.sandbox.pay(first)
  await waitForProblem(page, 'You cancelled the payment. You can try again.')
  await shop.sandbox.setFaults({ pull: { http_500: 1 } })
  await phoneField(page).fill(second)
  await payButton(page).click()
  await shop.sandbox.pay(second)
  await waitForTickets(page)
  const [sale] = await shop.sandbox.taken(second)
  const before = await wordsOf(page.getByRole('main'))
  expect(before).toContain(sale!.receipt)
  // Now M-Pesa's list tells of the first.
  await shop.sandbox.clearFaults()
  await expect.poll(() => shop.sandbox.messages(first), PATIENCE).toHaveLength(1)
  expect((await shop.sandbox.messages(first))[0]).toMatch(
    new RegExp(
      `^Your second payment, KES 600 for Derby Day, .*refunded.*Ref ${sale!.account_reference}`,
      's',
    ),
  )
  const tickets = await shop.sandbox.messages(second)
  expect(tickets).toHaveLength(1)
  await page.reload()
  await waitForTickets(page)
  expect(await wordsOf(page.getByRole('main'))).toBe(before)
  await page.getByRole('link', { name: 'View Ticket →' }).click()
  await waitForTitle(page, 'Terrace')
  expect(await wordsOf(page.getByRole('main'))).not.toMatch(/not valid any more|refund/i)
  expect(await uses()).toEqual(['refund_due', 'sale'])
})

async function uses(): Promise<(string | null)[]> {
  const payments = await shop.db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.order_id')
    .select('payment.use')
    .where('order.event_id', '=', event.id)
    .execute()
  return payments.map(({ use }) => use).toSorted()
}
