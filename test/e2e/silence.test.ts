import type { Browser, Page } from 'playwright-core'
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
import { oneBrowser } from './one-shop.ts'
import { type Shop, startShop } from './shop.ts'
import { newVisitor, type Visitor } from './visitor.ts'

/**
 * Time is scaled: 100 seconds take 3 seconds in the app, and the minute in which a prompt is on the
 * phone takes 7 seconds in the sandbox.
 */
const HURRY = { TIME_SCALE: '0.03', SANDBOX_TIME_SCALE: '0.12' }

let shop: Shop
let browser: Browser
let visitor: Visitor
let page: Page
let event: BuiltEvent
let phone: string
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(HURRY), oneBrowser()])
})
beforeEach(async () => {
  visitor = await newVisitor(browser, shop)
  page = visitor.page
  phone = newPhone()
  event = await buildEvent(shop.db, {
    title: 'Derby Day',
    types: [{ name: 'Terrace', price: 300 }],
  })
})
afterEach(async () => {
  await shop.sandbox.clearFaults()
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})
afterAll(() => shop?.stop())

function ask(quantity = 1): Promise<void> {
  return askToPay(page, { path: `/event/${event.id}`, tickets: { Terrace: quantity }, phone })
}

// spec: silence-lost-callback
test('if the buyer ignores the prompt, the page says not to pay again; after the prompt has ended, it offers another', async () => {
  await ask()
  await shop.sandbox.prompt(phone)
  await waitForHeading(page, 'Still confirming')
  await page.getByText('We are still confirming your payment. Do not pay again.').waitFor()
  // The picture of the phone no longer asks for a PIN.
  expect(await page.getByText('Enter M-PESA PIN:').isVisible()).toBe(false)
  expect(await payButton(page).count()).toBe(0)
  await waitForProblem(
    page,
    "You didn't enter your PIN in time, or your phone had no network. Close other M-PESA or USSD menus and try again. No prompt? Dial *234# to update your SIM.",
  )
  await payButton(page).click()
  await shop.sandbox.pay(phone)
  await waitForTickets(page)
})

// spec: silence-lost-callback
test('if the callback is lost, the shop queries M-Pesa, and shows the M-Pesa reference once it is known', async () => {
  // M-Pesa also sends a confirmation for each payment. The confirmation is lost as well.
  const silent = { callback: { drop: 1 }, c2b: { drop: 1 }, pull: { http_500: 1 } }
  await shop.sandbox.setFaults(silent)
  await ask()
  await shop.sandbox.pay(phone)
  await waitForTickets(page)
  await page.getByText('Comes with your M-PESA message').waitFor()
  await shop.sandbox.clearFaults()
  await page.getByText((await shop.sandbox.taken(phone))[0]!.receipt).waitFor()
})

// spec: silence-lost-callback
test('a first prompt that succeeds after the second was paid gives tickets and a refund', async () => {
  // The first prompt is paid. Its callback is lost, and M-Pesa's response to a query reports the
  // prompt as not paid.
  const unsaid = {
    callback: { drop: 1 },
    c2b: { drop: 1 },
    query: { contradict: 1 },
    pull: { http_500: 1 },
  }
  await shop.sandbox.setFaults(unsaid)
  await ask(2)
  await shop.sandbox.pay(phone)
  await waitForProblem(page, 'You cancelled the payment. You can try again.')
  await shop.sandbox.setFaults({ pull: { http_500: 1 } })
  const second = await payAgain()
  // M-Pesa's list of payments now shows the first payment.
  await shop.sandbox.clearFaults()
  await expectRefund(second)
})

type Second = { phone: string; shown: string }

/** Pays a second prompt with a different phone. */
async function payAgain(): Promise<Second> {
  const other = newPhone()
  await phoneField(page).fill(other)
  await payButton(page).click()
  await shop.sandbox.pay(other)
  await waitForTickets(page)
  return { phone: other, shown: await wordsOf(page.getByRole('main')) }
}

/**
 * Expects that the first payment is refunded, and that the tickets of the second payment stay
 * valid.
 */
async function expectRefund(second: Second): Promise<void> {
  const [sale] = await shop.sandbox.taken(second.phone)
  expect(second.shown).toContain(sale!.receipt)
  const words = `^Your second payment, KES 600 for Derby Day, .*refunded.*Ref ${sale!.account_reference}`
  const told = new RegExp(words, 's')
  // The first phone gets one SMS about the refund; the second phone gets no further SMS.
  const tellings = async () =>
    (await shop.sandbox.messages(phone)).filter((text) => told.test(text)).length
  await expect.poll(tellings).toBe(1)
  expect(await shop.sandbox.messages(second.phone)).toHaveLength(1)
  await page.reload()
  await waitForTickets(page)
  expect(await wordsOf(page.getByRole('main'))).toBe(second.shown)
  await page.getByRole('link', { name: 'View Ticket →' }).click()
  await waitForTitle(page, 'Terrace')
  expect(await wordsOf(page.getByRole('main'))).not.toMatch(/no longer valid|refund/i)
  const [first, sold] = await usesOf()
  expect(['refund_due', 'refunded']).toContain(first)
  expect(sold).toBe('sale')
}

async function usesOf(): Promise<(string | null)[]> {
  const payments = await shop.db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.order_id')
    .select('payment.use')
    .where('order.event_id', '=', event.id)
    .execute()
  return payments.map(({ use }) => use).toSorted()
}
