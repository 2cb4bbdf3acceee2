import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildEvent, newPhone } from '../build.ts'
import {
  buyButton,
  choose,
  openForm,
  payButton,
  phoneField,
  waitForProblem,
  waitForPromptWords,
  waitForTickets,
  wordsOf,
} from './buying.ts'
import { fakeClock } from './held-clock.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, newVisitor, PHONE, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()
let visitor: Visitor
let page: Page
beforeEach(async () => {
  visitor = await newVisitor(browser, shop, { size: PHONE })
  page = visitor.page
})
afterEach(async () => {
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})

async function setStock(event: { id: string }, stock: { held: number }): Promise<void> {
  const types = shop.db.updateTable('ticket_type').set(stock)
  await types.where('event_id', '=', event.id).execute()
}

// spec: price-stock-changed, basket-never-changed, phone-remembered
test('if others took some of the tickets, the basket stays, and one button takes the rest', async () => {
  const seats = { name: 'Seat', price: 1000, capacity: 3 }
  const event = await buildEvent(shop.db, { types: [seats] })
  const other = await buildEvent(shop.db, { types: [{ name: 'Seat' }] })
  const msisdn = newPhone()
  await page.goto(`/event/${event.id}`)
  await openForm(page, { Seat: 3 })
  await setStock(event, { held: 2 })
  await phoneField(page).fill(msisdn)
  await payButton(page).click()
  await waitForProblem(page, 'Only 1 of 3 is left')
  const summary = page.getByRole('complementary', { name: 'Summary' })
  expect(await wordsOf(summary)).toMatch(/3 × Seat\s+KES 3,000/)
  expect(await page.getByLabel('Quantity of Seat').inputValue()).toBe('3')
  expect(await phoneField(page).inputValue()).toBe(msisdn)
  await expectSoundPage(visitor, shop)
  await page.getByRole('link', { name: 'Choose other tickets' }).click()
  await expect.poll(() => phoneField(page).count()).toBe(0)
  const take = page.getByRole('button', { name: 'Take 1 · KES 1,000' })
  await take.click()
  await phoneField(page).fill(msisdn)
  await payButton(page).click()
  expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 1000 })
  await shop.sandbox.pay(msisdn)
  await waitForTickets(page)
  // For the next purchase in this browser, the page suggests the phone number of this payment.
  await page.goto(`/event/${other.id}`)
  await choose(page, { Seat: 1 })
  await buyButton(page).click()
  await page.getByText(/^Pay as 07•• ••• \d{3}/).waitFor()
  await expectSoundState(visitor, shop)
  await page.getByRole('button', { name: 'change' }).click()
  expect(await phoneField(page).inputValue()).toBe('')
})

/** Watches the page. The returned function returns all texts like 'Only 6 left' shown since. */
async function watchStock(page: Page): Promise<() => Promise<string[]>> {
  const watch = () => {
    const shown = new Set<string>()
    const look = () => {
      const found = document.body.textContent.match(/(Only )?\d+ left/g) ?? []
      for (const words of found) shown.add(words)
    }
    look()
    new MutationObserver(look).observe(document.body, {
      ...{ childList: true, characterData: true, subtree: true },
    })
    Object.assign(window, { shownStocks: () => [...shown] })
  }
  await page.evaluate(watch)
  return () => page.evaluate<string[]>('window.shownStocks()')
}

// spec: own-hold-no-rise
test.each([
  { type: { price: 1000, capacity: 6 }, before: 'Only 6 left' },
  {
    type: { price: 1000, capacity: 60, steps: [{ price: 800, quantity: 30 }] },
    before: '30 left',
  },
])('the tickets left never rise by holding some of them ($before)', async ({ type, before }) => {
  const event = await buildEvent(shop.db, { types: [{ name: 'Seat', ...type }] })
  const msisdn = newPhone()
  await page.setViewportSize(LAPTOP)
  await page.goto(`/event/${event.id}`)
  const stocks = await watchStock(page)
  await openForm(page, { Seat: 2 })
  await phoneField(page).fill(msisdn)
  await payButton(page).click()
  await waitForPromptWords(page)
  await shop.sandbox.cancel(msisdn)
  await waitForProblem(page, 'You cancelled the payment. You can try again.')
  expect(await stocks()).toEqual([before])
})

// spec: all-taken
test('while unpaid orders hold all tickets the button is disabled, and a ticket that returns is offered without a reload', async () => {
  const event = await buildEvent(shop.db, { types: [{ name: 'Seat', capacity: 1 }] })
  await fakeClock(page)
  await page.goto(`/event/${event.id}`)
  await openForm(page, { Seat: 1 })
  await setStock(event, { held: 1 })
  await phoneField(page).fill('0712345678')
  await payButton(page).click()
  await waitForProblem(
    page,
    'All tickets are being bought right now. Unpaid ones return within minutes.',
  )
  // The page reads the stock again after the refusal.
  await expect.poll(() => payButton(page).isDisabled()).toBe(true)
  await setStock(event, { held: 0 })
  await page.clock.fastForward(20_000)
  await expect.poll(() => payButton(page).isEnabled()).toBe(true)
  await setStock(event, { held: 1 })
  await page.goto(`/event/${event.id}`)
  expect(await page.getByRole('button', { name: 'Click to Buy' }).isDisabled()).toBe(true)
  expect(await page.getByRole('link', { name: 'Get tickets' }).count()).toBe(0)
  await expectSoundPage(visitor, shop)
})
