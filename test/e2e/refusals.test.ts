import type { Page, Route } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildEvent, type EventSpec, newPhone } from '../build.ts'
import {
  askToPay,
  emailField,
  openForm,
  payButton,
  phoneField,
  waitForHeading,
  waitForProblem,
  waitForTickets,
  waitForTitle,
  wordsOf,
} from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

const PAY_CALL = '**/api/functions/mpesa'
const PAY_PATH = /\/api\/functions\/mpesa$/
const PHONE_ERROR =
  'Please enter a valid phone number starting with 0 or 254 (e.g., 0712345678 or 254712345678)'

/** Events without a sale, and the text shown in place of the ticket choice. */
const UNSOLD: [spec: EventSpec, words: string][] = [
  [{ soldOut: true }, 'Sold Out'],
  [{ date: '2024-08-10' }, 'Ticket sales have ended'],
  [{ cancelled: true }, 'This event is cancelled'],
  [{ types: [] }, 'Tickets at the gate'],
]

const { shop, browser } = await oneShop()
let visitor: Visitor
let page: Page

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    beforeEach(async () => {
      visitor = await newVisitor(browser, shop, { size })
      page = visitor.page
    })
    afterEach(async () => {
      await visitor.context.close()
      expect(visitor.faults).toEqual([])
    })

    describe('input that the payment form checks', () => {
      // spec: purchase-button-disabled, quantity-least-0
      test('a quantity above the limit of an order becomes the maximum', async () => {
        const event = await buildEvent(shop.db, { types: [{ name: 'Seat', maxPerOrder: 4 }] })
        await page.goto(`/event/${event.id}`)
        const more = page.getByRole('button', { name: 'One Seat more' })
        const quantity = page.getByLabel('Quantity of Seat')
        await more.click()
        await quantity.fill('9')
        await expect.poll(() => quantity.inputValue()).toBe('4')
        expect(await more.isDisabled()).toBe(true)
        await quantity.fill('-3')
        await expect.poll(() => quantity.inputValue()).toBe('0')
        expect(await page.getByRole('button', { name: 'One Seat less' }).isDisabled()).toBe(true)
        expect(await page.getByRole('button', { name: 'Click to Buy' }).isDisabled()).toBe(true)
      })

      // spec: payment-phone-pattern-0, payment-email-optional-address
      test('an invalid phone number or email is named, and the form loses nothing and sends no order', async () => {
        const event = await buildEvent(shop.db, { types: [{ name: 'Seat' }] })
        const sent: unknown[] = []
        page.on('request', (request) => {
          if (request.method() !== 'POST') return
          sent.push([new URL(request.url()).pathname, request.postDataJSON()])
        })
        await page.goto(`/event/${event.id}`)
        await openForm(page, { Seat: 2 })
        const wrong: [typed: string, hint: string][] = [
          ['', ''],
          ['0812345678', '. This is not a Kenyan mobile number.'],
          ['071234567', '. This number is too short.'],
          ['+1 202 555 0175', '. This is not a Kenyan mobile number.'],
          ['712345678', '. Put a 0 in front of this number.'],
          ['asha', '. This is not a Kenyan mobile number.'],
        ]
        for (const [typed, hint] of wrong) {
          await phoneField(page).fill(typed)
          await emailField(page).fill('asha@example.com')
          await payButton(page).click()
          await waitForProblem(page, PHONE_ERROR + hint)
          expect(await phoneField(page).inputValue()).toBe(typed)
          expect(await phoneField(page).getAttribute('aria-invalid')).toBe('true')
          expect(await phoneField(page).evaluate((field) => field === document.activeElement)).toBe(
            true,
          )
        }
        expect(await emailField(page).inputValue()).toBe('asha@example.com')
        const errors = page.getByRole('form').getByRole('alert')
        await phoneField(page).fill('0712345678')
        await expect.poll(() => errors.count()).toBe(0)
        await emailField(page).fill('asha@')
        await payButton(page).click()
        await waitForProblem(page, 'Please enter a valid email address')
        await emailField(page).fill('asha@example.')
        await waitForProblem(page, 'Please enter a valid email address')
        await emailField(page).fill('asha@example.com')
        await expect.poll(() => errors.count()).toBe(0)
        expect(await page.getByLabel('Quantity of Seat').inputValue()).toBe('2')
        // The page sends that a foreign number was typed, but not the number.
        const counted = ['/api/functions/typed-number', { network: 'foreign' }]
        await expect.poll(() => sent).toEqual([counted])
      })
    })

    // spec: other-operator-told
    test('a number of another operator gets a warning while it is typed, and is accepted', async () => {
      const event = await buildEvent(shop.db, { types: [{ name: 'Seat', price: 100 }] })
      const hint = page.getByText('M-PESA works on Safaricom lines')
      await page.goto(`/event/${event.id}`)
      await openForm(page, { Seat: 1 })
      await phoneField(page).pressSequentially('0712345678')
      expect(await hint.count()).toBe(0)
      await phoneField(page).fill('+254 733 345 678')
      await hint.waitFor()
      await expectSoundPage(visitor, shop)
      const msisdn = newPhone().replace(/^2547../, '254733')
      await phoneField(page).fill(`0${msisdn.slice(3)}`)
      await payButton(page).click()
      await shop.sandbox.pay(msisdn)
      await waitForTickets(page)
    })

    describe('an event that does not sell', () => {
      // spec: past-events-leave, event-detail-sold-out
      test('a sold-out, past or cancelled event, or one without types, has no selection and no button', async () => {
        for (const [spec, words] of UNSOLD) {
          const event = await buildEvent(shop.db, spec)
          expect((await page.goto(`/event/${event.id}`))!.status()).toBe(200)
          await waitForTitle(page, event.title)
          expect(await wordsOf(page.getByRole('main'))).toContain(words)
          expect(await wordsOf(page.getByRole('main'))).not.toContain('No internet? Dial')
          expect(await page.getByRole('spinbutton').count()).toBe(0)
          expect(await page.getByRole('button', { name: 'Click to Buy' }).count()).toBe(0)
        }
      })

      // spec: event-detail-not-found
      test('an unknown or malformed address, or a draft, is 404 with a way home', async () => {
        const draft = await buildEvent(shop.db, { published: false })
        for (const id of ['5a17ca10-0002-4000-8000-00000000ffff', 'nothing', draft.id]) {
          expect((await page.goto(`/event/${id}`))!.status()).toBe(404)
          await waitForHeading(page, 'Event not found')
        }
        await page.getByRole('link', { name: 'Back to Home' }).click()
        await page.waitForURL(`${shop.origin}/`)
        await waitForTitle(page, /Tickets/)
      })

      // spec: event-detail-not-found
      test('after a click or a failure of the server, an unknown address is still a page with a way home', async () => {
        await page.goto('/')
        await page.route('**/api/events/*', (route) => route.fulfill({ status: 500, json: {} }))
        await page
          .getByRole('link', { name: /^Buy Tickets for / })
          .first()
          .click()
        await waitForHeading(page, 'Event not found')
        await page.getByRole('link', { name: 'Back to Home' }).waitFor()
      })

      test('a sold-out event has a badge in the list, and no way to buy', async () => {
        const event = await buildEvent(shop.db, {
          title: `Gone in a Day on ${name}`,
          soldOut: true,
        })
        await page.goto(`/?q=${event.title}`)
        const card = page.getByRole('article').filter({ hasText: event.title })
        expect((await card.textContent())!.match(/Sold Out/g)).toHaveLength(2)
        expect(await card.getByRole('link', { name: /Buy Tickets/ }).count()).toBe(0)
      })
    })

    describe('changes since the page was loaded', () => {
      // spec: price-stock-changed
      test('after a price change the page shows the new total and charges nothing until the button is pressed again', async () => {
        const event = await buildEvent(shop.db, { types: [{ name: 'Seat', price: 100 }] })
        const msisdn = newPhone()
        await page.goto(`/event/${event.id}`)
        await openForm(page, { Seat: 2 })
        await shop.db
          .updateTable('ticket_type')
          .set({ price_cents: 15_000 })
          .where('event_id', '=', event.id)
          .execute()
        await phoneField(page).fill(msisdn)
        await payButton(page).click()
        await waitForProblem(
          page,
          'The price has changed. The new total is KES 300. Nothing was charged. Pay again to confirm.',
        )
        await expect.poll(() => payButton(page).textContent()).toBe('Pay KES 300')
        await payButton(page).click()
        expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 300 })
        await shop.sandbox.pay(msisdn)
        await waitForTickets(page)
      })

      // spec: price-stock-changed
      test('if sales have ended, the page says so', async () => {
        const event = await buildEvent(shop.db, { types: [{ name: 'Seat' }] })
        await page.goto(`/event/${event.id}`)
        await openForm(page, { Seat: 1 })
        await shop.db
          .updateTable('event')
          .set({ cancelled_at: new Date() })
          .where('id', '=', event.id)
          .execute()
        await phoneField(page).fill('0712345678')
        await payButton(page).click()
        await waitForProblem(page, 'Ticket sales have ended')
      })
    })

    describe('a network or a server that fails', () => {
      // spec: payment-form-processing-disabled
      test('the button is busy during a request, and can be pressed again after a failure', async () => {
        const event = await buildEvent(shop.db, { types: [{ name: 'Seat', price: 100 }] })
        let answer = () => {}
        const held = new Promise<void>((resolve) => {
          answer = resolve
        })
        await page.route(PAY_CALL, async (route) => {
          await held
          await route.fulfill({ status: 409, json: { error: 'Not today', code: 'sales_closed' } })
        })
        const purchase = { tickets: { Seat: 1 }, phone: newPhone() }
        await askToPay(page, { path: `/event/${event.id}`, ...purchase })
        const busy = page.getByRole('button', { name: 'Processing Payment...' })
        await busy.waitFor()
        expect(await busy.isDisabled()).toBe(true)
        answer()
        await waitForProblem(page, 'Not today')
        expect(await payButton(page).isEnabled()).toBe(true)
        expect(new URL(page.url()).pathname).toBe(`/event/${event.id}`)
      })

      // spec: payment-network-failure-failed
      test.each([
        ['no network', (route: Route) => route.abort('internetdisconnected')],
        ['a server that fails', (route: Route) => route.fulfill({ status: 500, body: 'oops' })],
      ])(
        '%s: the order is tried again, then the page explains it, and the same order can be paid later',
        async (_name, fail) => {
          const event = await buildEvent(shop.db, { types: [{ name: 'Seat', price: 100 }] })
          const msisdn = newPhone()
          const ids: string[] = []
          page.on('request', (request) => {
            if (PAY_PATH.test(request.url())) ids.push(request.postDataJSON().orderId)
          })
          await page.route(PAY_CALL, fail)
          await askToPay(page, { path: `/event/${event.id}`, tickets: { Seat: 1 }, phone: msisdn })
          await page.getByText('No connection. Your order is safe; trying again…').waitFor()
          await hurryUntilProblem()
          await waitForProblem(page, 'Payment failed. Please try again.')
          expect(await phoneField(page).inputValue()).toBe(msisdn)
          expect(await shop.sandbox.phone(msisdn)).toMatchObject({ prompts: [] })
          await page.unroute(PAY_CALL)
          await payButton(page).click()
          await shop.sandbox.pay(msisdn)
          await waitForTickets(page)
          expect(ids.length).toBeGreaterThan(2)
          expect(new Set(ids).size).toBe(1)
          expect(await shop.sandbox.taken(msisdn)).toHaveLength(1)
        },
      )

      /**
       * Ends the pauses between retries by sending the browser's online event, until an error
       * message is shown.
       */
      async function hurryUntilProblem(): Promise<void> {
        const alert = page.getByRole('form').getByRole('alert')
        const isTold = async () => {
          await page.evaluate(() => dispatchEvent(new Event('online')))
          return await alert.count()
        }
        await expect.poll(isTold).toBe(1)
      }

      // spec: answer-lost-places
      test('an order whose response was lost is not placed twice', async () => {
        const event = await buildEvent(shop.db, { types: [{ name: 'Seat', price: 100 }] })
        const msisdn = newPhone()
        const loseAnswer = async (route: Route) => {
          await route.fetch()
          await route.abort('connectionreset')
        }
        await page.route(PAY_CALL, loseAnswer, { times: 1 })
        await askToPay(page, { path: `/event/${event.id}`, tickets: { Seat: 1 }, phone: msisdn })
        await shop.sandbox.pay(msisdn)
        await waitForTickets(page)
        const orders = await shop.db
          .selectFrom('order')
          .select('attempt')
          .where('event_id', '=', event.id)
          .execute()
        expect(orders).toEqual([{ attempt: 1 }])
      })
    })
  })
}
