import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { maskPhone } from '../../src/platform/values/phone.rules.ts'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../build.ts'
import {
  askToPay,
  payButton,
  phoneField,
  waitForHeading,
  waitForProblem,
  waitForPromptWords,
  waitForTickets,
} from './buying.ts'
import { fakeClock, holdClock } from './held-clock.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()
let event: BuiltEvent
let visitor: Visitor
let page: Page
let phone: string
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

/** Returns the drawn part of the ring, from 0 to 1. */
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
    test('the picture shows the business and account that the phone shows', async () => {
      await ask(size)
      const { business, account_reference } = await shop.sandbox.prompt(phone)
      const picture = page.getByText(/^Do you want to pay/)
      expect(await picture.textContent()).toBe(
        `Do you want to pay KES 300 to ${business} Account no. ${account_reference}?`,
      )
    })

    // spec: waiting-ring
    test('the countdown ring continues after a reload, and at its end the page says that it is checking', async () => {
      await ask(size)
      expect(await secondsLeft()).toBeLessThanOrEqual(60)
      await promptedBefore(30)
      await page.reload()
      await waitForPromptWords(page)
      await expect.poll(secondsLeft).toBeLessThanOrEqual(30)
      expect(await ringPart()).toBeLessThan(0.6)
      // All later responses of the server are lost.
      await page.route(/\/api\/orders\//, () => {})
      await holdClock(page)
      await waitForHeading(page, 'Checking your payment')
      expect(await timer().count()).toBe(0)
      await page.getByText('Enter M-PESA PIN:').waitFor({ state: 'hidden' })
    })

    // spec: waiting-ring
    test('with reduced motion the ring stands still between seconds, and no second is announced', async () => {
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
      await expect.poll(secondsLeft).toBeLessThan(before)
      expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([])
      expect(await timer().getAttribute('aria-live')).toBe('off')
      const moves = await timer()
        .locator('circle')
        .last()
        .evaluate((circle) => Number.parseFloat(getComputedStyle(circle).transitionDuration))
      expect(moves).toBeLessThan(0.01)
    })

    // spec: waiting-other-number
    test('a buyer who names another phone gets a prompt there after the first has ended, also after a reload and in another tab', async () => {
      const other = newPhone()
      await ask(size)
      expect(await otherLink(page).count()).toBe(0)
      await waitForOffer()
      await otherLink(page).click()
      await useNumber(page, '12345')
      await page.getByText('Please enter a valid phone number starting with').waitFor()
      await useNumber(page, other)
      await waitForHeading(page, `Next prompt goes to ${maskPhone(other)}`)
      await page.getByText(`The prompt on ${maskPhone(phone)} can't be withdrawn`).waitFor()
      await page.getByText('Enter M-PESA PIN:').waitFor({ state: 'hidden' })
      await promptedBefore(61)
      await page.reload()
      await page.getByText('We are checking with M-PESA whether the prompt on').waitFor()
      await waitForHeading(page, `Next prompt goes to ${maskPhone(other)}`)
      const tab = await visitor.context.newPage()
      await tab.goto(`/pay/${await orderId()}`)
      await waitForHeading(tab, `Next prompt goes to ${maskPhone(other)}`)
      await tab.close()
      expect((await shop.sandbox.phone(other)).prompts).toEqual([])
      await shop.sandbox.cancel(phone)
      await waitForHeading(page, `Enter your M-PESA PIN on ${maskPhone(other)}`)
      await shop.sandbox.cancel(other)
      await waitForProblem(page, 'You cancelled the payment. You can try again.')
      expect(await phoneField(page).inputValue()).toBe(other)
      await payButton(page).click()
      await shop.sandbox.pay(other)
      await waitForTickets(page)
      await expect.poll(() => shop.sandbox.messages(other)).toHaveLength(1)
      expect(await shop.sandbox.messages(phone)).toEqual([])
    })

    // spec: waiting-other-number
    test('if the first phone pays after all, the second gets no prompt, and the first gets the tickets', async () => {
      const other = newPhone()
      await ask(size)
      await waitForOffer()
      await otherLink(page).click()
      await useNumber(page, other)
      await waitForHeading(page, `Next prompt goes to ${maskPhone(other)}`)
      await shop.sandbox.pay(phone)
      await waitForTickets(page)
      await expect.poll(() => shop.sandbox.messages(other)).toHaveLength(1)
      expect((await shop.sandbox.phone(other)).prompts).toEqual([])
      expect(await shop.sandbox.messages(phone)).toEqual([])
    })

    // spec: waiting-other-number
    test('the offer of another phone, its form and its results fit every size and are accessible', async () => {
      visitor = await newVisitor(browser, shop, { size })
      page = visitor.page
      await askToPay(page, { path: `/event/${event.id}`, tickets: { Terrace: 1 }, phone })
      await waitForPromptWords(page)
      await waitForOffer()
      await otherLink(page).click()
      await expectSoundPage(visitor, shop)
      await useNumber(page, newPhone())
      await waitForHeading(page, /^Next prompt goes to/)
      await expectSoundState(visitor, shop)
    })

    // spec: waiting-other-number
    test('without script a separate page takes the number, names mistakes, and returns to waiting', async () => {
      const other = newPhone()
      visitor = await newVisitor(browser, shop, { size, script: false })
      page = visitor.page
      const request = orderFor(event, [1], { phoneNumber: phone })
      const placed = await fetch(`${shop.origin}/api/functions/mpesa`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'respond-async' },
        body: JSON.stringify(request),
      })
      expect(placed.status).toBe(202)
      await shop.sandbox.prompt(phone)
      await promptedBefore(20)
      await page.goto(`/pay/${request.orderId}`)
      await otherLink(page).click()
      await page.waitForURL(/\?number$/)
      await useNumber(page, '12345')
      await page.getByRole('alert').waitFor()
      expect(await page.getByLabel('Your M-PESA number').inputValue()).toBe('12345')
      await useNumber(page, other)
      await page.waitForURL(/\/pay\/[0-9a-f-]{36}$/)
      await waitForHeading(page, `Next prompt goes to ${maskPhone(other)}`)
      await shop.sandbox.cancel(phone)
      await shop.sandbox.pay(other)
      await waitForTickets(page)
    })
  })
}

const otherLink = (on: Page) => on.getByRole('link', { name: 'Not your number?' })

async function useNumber(on: Page, number: string): Promise<void> {
  await on.getByLabel('Your M-PESA number').fill(number)
  await on.getByRole('button', { name: 'Change number' }).click()
}

/**
 * Moves the time of the prompt into the past, reloads the page, and waits until the page offers to
 * pay from another phone number.
 */
async function waitForOffer(): Promise<void> {
  await promptedBefore(16)
  await page.reload()
  await otherLink(page).waitFor()
}

async function orderId(): Promise<string> {
  const { id } = await shop.db
    .selectFrom('order')
    .select('id')
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow()
  return id
}
