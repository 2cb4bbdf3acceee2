import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { endHolds } from '../../src/orders/holds.ts'
import { lockOrder } from '../../src/orders/orders.sql.ts'
import { inTransaction } from '../../src/platform/database/db.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import { onBoth } from './both-sizes.ts'
import {
  buyButton,
  emailField,
  payButton,
  phoneField,
  rowsOf,
  waitForHeading,
  waitForTitle,
  wordsOf,
} from './buying.ts'
import { oneShop } from './one-shop.ts'
import { readQr } from './read-qr.ts'
import { type VisitStep, visit as visitShop } from './visit.ts'
import { PHONE } from './visitor.ts'

const LAKE_DERBY = '/event/5a17ca10-0002-4000-8000-000000000002'

const { shop } = await oneShop()

const visit = (size: typeof PHONE, step: VisitStep) => visitShop({ size, script: false }, step)

function buildDerby(): Promise<BuiltEvent> {
  return buildEvent(shop.db, {
    title: 'Derby Day',
    types: [
      { name: 'Terrace', price: 300, gates: ['Gate A'] },
      { name: 'Stand', price: 1000, maxPerOrder: 2, gates: ['VIP Gate'] },
    ],
  })
}

async function chooseAndGoOn(page: Page, quantities: Record<string, number>): Promise<void> {
  for (const [name, quantity] of Object.entries(quantities)) {
    await page.getByLabel(`Quantity of ${name}`).fill(String(quantity))
  }
  await buyButton(page).click()
  await phoneField(page).waitFor()
}

async function pay(page: Page, phone: string): Promise<void> {
  await phoneField(page).fill(phone)
  await payButton(page).click()
}

// Both widths run concurrently, because the waiting page reloads only every five seconds.
// spec: script-up-push
test('a buyer gets from the list to the tickets, while the waiting page reloads on its own', () =>
  onBoth(({ size }) => visit(size, buyWithoutScript)))

async function buyWithoutScript(page: Page): Promise<void> {
  const msisdn = newPhone()
  await page.goto('/')
  await page.locator(`a[href="${LAKE_DERBY}"]`).first().click()
  await waitForTitle(page, /^Lake Derby/)
  await chooseAndGoOn(page, { Standard: 2, Premium: 1 })
  expect(await rowsOf(page.getByRole('complementary', { name: 'Summary' }))).toEqual([
    ['2 × Standard', 'KES 400'],
    ['1 × Premium', 'KES 500'],
    ['Total', 'KES 900'],
  ])
  await pay(page, msisdn)
  await page.waitForURL(/\/pay\/[0-9a-f-]{36}/)
  // Search with a locator: getByText ignores text in noscript.
  const note = page.locator('noscript p', { hasText: 'This page refreshes every 5 seconds.' })
  await note.waitFor()
  expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 900 })
  await shop.sandbox.pay(msisdn)
  await page.waitForURL(/\/success\?order=/)
  await waitForHeading(page, 'Payment Complete!')
  const sale = (await shop.sandbox.taken(msisdn))[0]!
  expect(await rowsOf(page.getByRole('region', { name: 'Summary' }))).toEqual([
    ['Event', 'Lake Derby: Dunga Fishermen vs Winam Bay FC'],
    ['Amount', 'KES 900'],
    ['Phone number', `0${msisdn.slice(3, 4)}•• ••• ${msisdn.slice(-3)}`],
    ['Payment reference', sale.receipt],
  ])
  const codes = page.getByRole('img', { name: /^QR code of ticket/ })
  expect(await codes.count()).toBe(2)
  const link = page.getByRole('link', { name: 'View Ticket →' }).last()
  const href = await link.getAttribute('href')
  expect(await readQr(codes.last())).toBe(`${shop.origin}${href}`)
  await link.click()
  await waitForTitle(page, 'Premium')
  expect(await wordsOf(page.getByRole('main'))).toContain(
    'Important: This ticket is only valid at VIP Gate',
  )
}

// spec: script-up-push
test('an invalid phone number keeps every field, and a changed price shows the new total and is charged after another press', () =>
  visit(PHONE, async (page) => {
    const event = await buildDerby()
    await page.goto(`/event/${event.id}`)
    await chooseAndGoOn(page, { Terrace: 3 })
    await emailField(page).fill('asha@example.com')
    await pay(page, '0812 345 678')
    await page.getByText('Please enter a valid phone number starting with 0 or 254').waitFor()
    expect(await phoneField(page).inputValue()).toBe('0812 345 678')
    expect(await emailField(page).inputValue()).toBe('asha@example.com')
    expect(await page.getByLabel('Quantity of Terrace').inputValue()).toBe('3')
    await shop.db
      .updateTable('ticket_type')
      .set({ price_cents: 40_000 })
      .where('id', '=', event.types[0]!.id)
      .execute()
    const msisdn = newPhone()
    await pay(page, msisdn)
    await page.getByText('The price has changed. The new total is KES 1,200.').waitFor()
    expect((await shop.sandbox.phone(msisdn)).prompts).toEqual([])
    await payButton(page).click()
    await page.waitForURL(/\/pay\//)
    expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 1200 })
  }))

// spec: other-operator-told
test('a number of another operator gets a warning before sending, and is accepted the second time', () =>
  visit(PHONE, async (page) => {
    const event = await buildDerby()
    const msisdn = newPhone().replace(/^2547../, '254733')
    await page.goto(`/event/${event.id}`)
    await chooseAndGoOn(page, { Terrace: 2 })
    await emailField(page).fill('asha@example.com')
    await pay(page, msisdn)
    await page.getByText('M-PESA works on Safaricom lines').waitFor()
    expect(await phoneField(page).inputValue()).toBe(msisdn)
    expect(await emailField(page).inputValue()).toBe('asha@example.com')
    expect((await shop.sandbox.phone(msisdn)).prompts).toEqual([])
    // The warning appears again for a different foreign number.
    const other = newPhone().replace(/^2547../, '254733')
    await pay(page, other)
    expect((await shop.sandbox.phone(other)).prompts).toEqual([])
    await payButton(page).click()
    await page.waitForURL(/\/pay\//)
    expect(await shop.sandbox.prompt(other)).toMatchObject({ amount: 600 })
  }))

// spec: script-up-push
test('after a cancelled prompt a plain form sends another one for the same order', () =>
  visit(PHONE, async (page) => {
    const event = await buildDerby()
    const msisdn = newPhone()
    await page.goto(`/event/${event.id}`)
    await chooseAndGoOn(page, { Terrace: 1 })
    await pay(page, msisdn)
    await page.waitForURL(/\/pay\//)
    const address = new URL(page.url()).pathname
    const first = await shop.sandbox.prompt(msisdn)
    await shop.sandbox.cancel(msisdn)
    await page.getByText('You cancelled the payment. You can try again.').waitFor()
    await phoneField(page).fill('12')
    const again = page.getByRole('button', { name: 'Try again: pay KES 300' })
    await again.click()
    await page.getByText('Please enter a valid phone number starting with 0 or 254').waitFor()
    expect(await phoneField(page).inputValue()).toBe('12')
    const other = newPhone().replace(/^2547../, '254733')
    await phoneField(page).fill(other)
    await again.click()
    await page.getByText('M-PESA works on Safaricom lines').waitFor()
    expect((await shop.sandbox.phone(other)).prompts).toEqual([])
    await phoneField(page).fill('')
    await again.click()
    const second = await shop.sandbox.prompt(msisdn)
    expect(second.account_reference).toBe(first.account_reference)
    expect(new URL(page.url()).pathname).toBe(address)
    await shop.sandbox.pay(msisdn)
    await waitForHeading(page, 'Payment Complete!')
  }))

// spec: prompt-again-new-price
test('if the early birds are gone when an expired order is paid, the page offers the same tickets at the new price', () =>
  visit(PHONE, async (page) => {
    const steps = [{ name: 'Early bird', price: 200, quantity: 2 }]
    const types = [{ name: 'Terrace', price: 300, steps }]
    const event = await buildEvent(shop.db, { types })
    const msisdn = newPhone()
    await page.goto(`/event/${event.id}`)
    await chooseAndGoOn(page, { Terrace: 2 })
    await pay(page, msisdn)
    await page.waitForURL(/\/pay\//)
    await shop.sandbox.prompt(msisdn)
    await shop.sandbox.cancel(msisdn)
    const again = page.getByRole('button', { name: 'Try again: pay KES 400' })
    await again.waitFor()
    await expireOrder(page.url().split('/').at(-1)!)
    await shop.db
      .updateTable('sale_limit')
      .set({ held: 1 })
      .where('event_id', '=', event.id)
      .execute()
    await again.click()
    await page.getByText('The price has changed. The new total is KES 600.').waitFor()
    expect(await again.count()).toBe(0)
    await page.getByRole('link', { name: 'Pay KES 600' }).click()
    await pay(page, msisdn)
    await page.waitForURL(/\/pay\//)
    expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 600 })
  }))

async function expireOrder(id: string): Promise<void> {
  const now = new Date()
  await inTransaction(shop.db, async (tx) => {
    await lockOrder(tx, id, now)
    await endHolds(tx, [id], now)
  })
}

test('going back and sending the form again shows the paid order, without a second prompt', () =>
  visit(PHONE, async (page) => {
    const event = await buildDerby()
    const msisdn = newPhone()
    await page.goto(`/event/${event.id}`)
    await chooseAndGoOn(page, { Terrace: 1 })
    const form = page.url()
    await shop.sandbox.set(msisdn, { auto: 'pay' })
    await pay(page, msisdn)
    await waitForHeading(page, 'Payment Complete!')
    await page.goBack()
    while (page.url() !== form) await page.goBack()
    await pay(page, msisdn)
    await waitForHeading(page, 'This order is already paid')
    expect(await shop.sandbox.taken(msisdn)).toHaveLength(1)
    await page.getByRole('link', { name: 'Show my tickets' }).click()
    await waitForHeading(page, 'Payment Complete!')
  }))

test('a sold-out event, a past event and an unknown address say so', async () => {
  const gone = await buildEvent(shop.db, { title: 'Gone in a Day', soldOut: true })
  const past = await buildEvent(shop.db, { title: 'Long Ago', date: '2024-08-10' })
  await visit(PHONE, async (page) => {
    await page.goto(`/event/${gone.id}`)
    expect(await wordsOf(page.getByRole('main'))).toContain('Sold Out')
    expect(await page.getByRole('button', { name: 'Click to Buy' }).count()).toBe(0)
    await page.goto(`/event/${past.id}`)
    expect(await wordsOf(page.getByRole('main'))).toContain('Ticket sales have ended')
    expect(await page.getByRole('link', { name: 'Add to calendar' }).count()).toBe(0)
    expect((await page.goto('/event/nothing'))!.status()).toBe(404)
    await waitForHeading(page, 'Event not found')
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await page.waitForURL(`${shop.origin}/`)
  })
})
