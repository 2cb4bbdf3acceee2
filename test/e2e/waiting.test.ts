import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import { askToPay, waitForHeading, waitForPromptWords } from './buying.ts'
import { fakeClock, holdClock } from './held-clock.ts'
import { oneShop } from './one-shop.ts'
import { PATIENCE } from './patience.ts'
import type { Shop } from './shop.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

let shop: Shop
let browser: Browser
let event: BuiltEvent
let visitor: Visitor
let page: Page
let phone: string
beforeAll(async () => {
  ;({ shop, browser } = await oneShop())
})
beforeEach(async () => {
  phone = newPhone()
  event = await buildEvent(shop.db, {
    title: 'Derby Day',
    types: [{ name: 'Terrace', price: 300 }],
  })
})
afterEach(async () => {
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})

async function ask(size: (typeof ON_PHONE)[number]['size']): Promise<void> {
  visitor = await newVisitor(browser, shop, { size })
  page = visitor.page
  await fakeClock(page)
  await askToPay(page, { path: `/event/${event.id}`, tickets: { Terrace: 1 }, phone })
  await waitForPromptWords(page)
}

const timer = () => page.getByRole('timer')
const secondsLeft = async () => Number.parseInt((await timer().getAttribute('aria-label'))!, 10)

/** The part of the ring that is drawn, of what it is when it is full. */
function ringPart(): Promise<number> {
  return timer()
    .locator('circle')
    .last()
    .evaluate((circle) => {
      const { strokeDasharray, strokeDashoffset } = getComputedStyle(circle)
      return 1 - Number.parseFloat(strokeDashoffset) / Number.parseFloat(strokeDasharray)
    })
}

async function promptedBefore(seconds: number): Promise<void> {
  await shop.db
    .updateTable('payment')
    .set({ prompting_at: new Date(Date.now() - seconds * 1000) })
    .where('phone', '=', phone)
    .execute()
}

for (const { name, size } of ON_PHONE) {
  describe(`waiting for the PIN, on ${name}`, () => {
    // spec: waiting-picture
    test('the picture shows the business and the account that the phone shows', async () => {
      await ask(size)
      const { business, account_reference } = await shop.sandbox.prompt(phone)
      const picture = page.getByText(/^Do you want to pay/)
      expect(await picture.textContent()).toBe(
        `Do you want to pay KES 300 to ${business} Account no. ${account_reference}?`,
      )
    })

    // spec: waiting-ring
    test('the ring goes on where it was after a reload, and at its end the page says that it is checked', async () => {
      await ask(size)
      expect(await secondsLeft()).toBeLessThanOrEqual(60)
      await promptedBefore(30)
      await page.reload()
      await waitForPromptWords(page)
      await expect.poll(secondsLeft, PATIENCE).toBeLessThanOrEqual(30)
      expect(await ringPart()).toBeLessThan(0.6)
      // What the server says from here on does not come.
      await page.route(/\/api\/orders\//, () => {})
      await holdClock(page)
      await waitForHeading(page, 'Checking your payment')
      expect(await timer().count()).toBe(0)
      await page.getByText('Enter M-PESA PIN:').waitFor({ state: 'hidden' })
    })

    // spec: waiting-ring
    test('no second is told by itself, and the ring stands still between two where motion is unwanted', async () => {
      await ask(size)
      await page.evaluate(() => {
        const told: string[] = []
        Object.assign(window, { told })
        for (const live of document.querySelectorAll('[role=status], [aria-live=polite]'))
          new MutationObserver(() => told.push(live.textContent ?? '')).observe(live, {
            subtree: true,
            childList: true,
            characterData: true,
            attributes: true,
          })
      })
      const before = await secondsLeft()
      await page.clock.runFor(5000)
      await expect.poll(secondsLeft, PATIENCE).toBeLessThan(before)
      expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([])
      expect(await timer().getAttribute('aria-live')).toBe('off')
      const moves = await timer()
        .locator('circle')
        .last()
        .evaluate((circle) => Number.parseFloat(getComputedStyle(circle).transitionDuration))
      expect(moves).toBeLessThan(0.01)
    })
  })
}
