import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import {
  askToPay,
  buyButton,
  cancelOnPhone,
  emailField,
  enterPin,
  openForm,
  openPhone,
  payButton,
  phoneField,
  waitForProblem,
  waitForPromptWords,
  waitForTickets,
  wordsOf,
} from './buying.ts'
import { oneShop } from './one-shop.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

/** Parts of M-Pesa's texts for operators, which a buyer must never see. */
const JARGON = /DS timeout|initiator|insufficient for|Rule limited|ResultCode|\b(1032|1037|2001)\b/i

const { shop, browser } = await oneShop()
let event: BuiltEvent
let visitor: Visitor

function orders() {
  return shop.db
    .selectFrom('order')
    .select(['state', 'attempt'])
    .where('event_id', '=', event.id)
    .execute()
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

    function purchase(phone: string, quantity = 1) {
      return { path: `/event/${event.id}`, tickets: { Terrace: quantity }, phone }
    }

    // spec: paybill-below-failure
    test('pages that offer the paybill after a failed prompt show a payment by it without a press', async () => {
      const { page, context } = visitor
      const msisdn = newPhone()
      await askToPay(page, purchase(msisdn))
      const { account_reference: account } = await shop.sandbox.prompt(msisdn)
      await shop.sandbox.cancel(msisdn)
      await page.getByRole('heading', { name: 'Or pay with Paybill' }).waitFor()
      const { id } = await shop.db
        .selectFrom('order')
        .select('id')
        .where('event_id', '=', event.id)
        .executeTakeFirstOrThrow()
      const link = await context.newPage()
      await link.goto(`/pay/${id}`)
      await link.getByRole('heading', { name: 'Or pay with Paybill' }).waitFor()
      expect(await shop.sandbox.payByHand(msisdn, { account, amount: 300 })).toBe(0)
      await waitForTickets(link)
      await page.bringToFront()
      await waitForTickets(page)
    })

    // spec: payment-status-0-server
    test('after a cancelled prompt, a wrong PIN or too little money, the same button prompts again for the same order', async () => {
      const { page, context } = visitor
      const msisdn = newPhone()
      await shop.sandbox.set(msisdn, { balance_kes: 599 })
      await askToPay(page, purchase(msisdn, 2))
      const phone = await openPhone(context, shop, msisdn)
      const first = await shop.sandbox.prompt(msisdn)
      await cancelOnPhone(phone)
      await waitForProblem(page, 'You cancelled the payment. You can try again.')
      expect(await phoneField(page).inputValue()).toBe(msisdn)
      await payButton(page).click()
      const second = await shop.sandbox.prompt(msisdn)
      expect(second.id).not.toBe(first.id)
      expect(second.account_reference).toBe(first.account_reference)
      expect(second.amount).toBe(600)
      await enterPin(phone, '9999')
      await expect
        .poll(() => phone.locator('#outcome').textContent())
        .toBe('Wrong PIN. Nothing was paid.')
      await waitForProblem(page, 'Wrong M-PESA PIN. You can try again.')
      expect(await wordsOf(page.getByRole('main'))).not.toMatch(JARGON)
      await payButton(page).click()
      await enterPin(phone, '1234')
      await waitForProblem(page, 'Not enough M-PESA balance. Top up and try again.')
      expect(await wordsOf(page.getByRole('main'))).not.toMatch(JARGON)
      expect(await shop.sandbox.taken(msisdn)).toEqual([])
      await shop.sandbox.set(msisdn, { balance_kes: 600 })
      await payButton(page).click()
      await enterPin(phone, '1234')
      await waitForTickets(page)
      expect((await shop.sandbox.phone(msisdn)).balance_kes).toBe(0)
      expect(await shop.sandbox.taken(msisdn)).toHaveLength(1)
      expect(await orders()).toEqual([{ state: 'issued', attempt: 4 }])
    })

    // spec: payment-status-0-server
    test('input and choice survive a failure, and choosing other tickets makes a new order, without holds of the first', async () => {
      const { page } = visitor
      const msisdn = newPhone()
      const typed = `0${msisdn.slice(3, 6)}-${msisdn.slice(6, 9)}-${msisdn.slice(9)}`
      await page.goto(`/event/${event.id}`)
      await openForm(page, { Terrace: 3 })
      await phoneField(page).fill(typed)
      await emailField(page).fill('asha@example.com')
      await payButton(page).click()
      const first = await shop.sandbox.prompt(msisdn)
      await shop.sandbox.cancel(msisdn)
      await waitForProblem(page, 'You cancelled the payment. You can try again.')
      expect(await phoneField(page).inputValue()).toBe(typed)
      expect(await emailField(page).inputValue()).toBe('asha@example.com')
      expect(await emailField(page).isEditable()).toBe(true)
      expect(await page.getByLabel('Quantity of Terrace').inputValue()).toBe('3')
      expect(await payButton(page).textContent()).toBe('Pay KES 900')
      // On a phone the payment is a sheet over the tickets.
      const close = page.getByRole('button', { name: 'Close' })
      const isSheet = await close.isVisible()
      if (isSheet) await close.click()
      await page.getByRole('button', { name: 'One Terrace less' }).click()
      if (isSheet) await buyButton(page).click()
      expect(await payButton(page).textContent()).toBe('Pay KES 600')
      await payButton(page).click()
      const second = await shop.sandbox.prompt(msisdn)
      expect(second.account_reference).not.toBe(first.account_reference)
      expect(second.amount).toBe(600)
      await shop.sandbox.pay(msisdn)
      await waitForTickets(page)
      expect(await wordsOf(page.getByRole('main'))).toContain('Quantity: 2')
    })

    // spec: price-stock-changed
    test('after too many prompts the page says what to do, and another phone gets its own prompt and the SMS', async () => {
      const { page } = visitor
      const [full, other] = [newPhone(), newPhone()]
      await shop.sandbox.set(full, { auto: 'cancel' })
      await askToPay(page, purchase(full))
      for (let prompts = 1; prompts < 5; prompts++) {
        await waitForProblem(page, 'You cancelled the payment. You can try again.')
        await Promise.all([page.waitForResponse(/\/prompts$/), payButton(page).click()])
      }
      await waitForProblem(page, 'You cancelled the payment. You can try again.')
      await payButton(page).click()
      await waitForProblem(
        page,
        'Too many M-PESA prompts were sent to this phone in the last ten minutes. Try again in 10 minutes.',
      )
      await phoneField(page).fill(other)
      await payButton(page).click()
      await waitForPromptWords(page)
      await shop.sandbox.pay(other)
      await waitForTickets(page)
      await expect.poll(() => shop.sandbox.messages(other)).toHaveLength(1)
      expect(await shop.sandbox.messages(full)).toEqual([])
    })
  })
}
