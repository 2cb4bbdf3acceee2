// spec: paybill-after-prompt, paybill-screens
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { quantityField } from '../../src/checkout/choice.rules.ts'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../build.ts'
import {
  askToPay,
  buyButton,
  choose,
  phoneField,
  waitForHeading,
  waitForProblem,
  waitForPromptWords,
  waitForTickets,
} from './buying.ts'
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
  await askToPay(page, { path: `/event/${event.id}`, tickets: { Terrace: 1 }, phone })
  await waitForPromptWords(page)
}

/** Returns the values that the page asks the buyer to type. */
async function valuesOf(heading: string): Promise<Record<string, string>> {
  const part = page.getByRole('region', { name: heading })
  await part.waitFor()
  const rows = await part.locator('dl > div').all()
  const pairs = rows.map(async (row) => [
    await row.locator('dt').textContent(),
    await row.locator('dd').first().textContent(),
  ])
  return Object.fromEntries(await Promise.all(pairs))
}

const orderOf = () =>
  shop.db.selectFrom('order').selectAll().where('event_id', '=', event.id).executeTakeFirstOrThrow()

for (const { name, size } of ON_PHONE) {
  describe(`paying by paybill, on ${name}`, () => {
    test('after a cancelled prompt, the paybill values are read, copied, typed, and buy the tickets', async () => {
      await ask(size)
      await shop.sandbox.cancel(phone)
      await waitForProblem(page, 'You cancelled the payment. You can try again.')
      const values = await valuesOf('Or pay with Paybill')
      expect(await page.getByRole('button', { name: 'Pay with Paybill' }).count()).toBe(0)
      const { code } = await orderOf()
      expect(values).toEqual({
        'Business number': '174379',
        'Account number': code,
        Amount: 'KES 300',
      })
      await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy account number' }).click()
      await page.getByText('Copied', { exact: true }).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
      await expectSoundPage(visitor, shop)
      // M-PESA sends the shop a validation request before taking the money.
      const typed = { account: ` ${code.toLowerCase()} `, amount: 300 }
      expect(await shop.sandbox.payByHand(phone, { ...typed, amount: 299 })).toBe('C2B00013')
      expect(await shop.sandbox.payByHand(phone, { ...typed, account: 'DERBY' })).toBe('C2B00012')
      expect(await shop.sandbox.payByHand(phone, typed)).toBe(0)
      await expect.poll(async () => (await orderOf()).state).toBe('issued')
      expect(await shop.sandbox.payByHand(phone, typed)).toBe('C2B00012')
      // The page continues as soon as the tickets exist. Their SMS is sent at about the same time.
      const lastSms = async () => (await shop.sandbox.messages(phone))[0]
      await expect.poll(lastSms).toMatch(/Derby Day/)
      expect(await shop.sandbox.taken(phone)).toHaveLength(1)
    })

    test('while a prompt stays silent, a payment by paybill makes the page continue on its own', async () => {
      await ask(size)
      await shop.db
        .updateTable('payment')
        .set({ prompting_at: new Date(Date.now() - 101_000) })
        .where('phone', '=', phone)
        .execute()
      await page.reload()
      await waitForHeading(page, 'Still confirming')
      const { 'Account number': account } = await valuesOf('No prompt?')
      await expectSoundPage(visitor, shop)
      expect(await shop.sandbox.payByHand(phone, { account: account!, amount: 300 })).toBe(0)
      await waitForTickets(page)
    })

    // spec: paybill-chosen
    test('a buyer who chose paybill gets no prompt: the page says what to type, and continues once paid', async () => {
      visitor = await newVisitor(browser, shop, { size })
      page = visitor.page
      await page.goto(`/event/${event.id}`)
      await choose(page, { Terrace: 1 })
      await buyButton(page).click()
      await phoneField(page).fill(phone)
      await expectSoundPage(visitor, shop)
      await page.getByRole('button', { name: 'Pay with Paybill' }).click()
      await waitForHeading(page, 'Pay with M-PESA')
      const { 'Account number': account } = await valuesOf('Enter these details')
      expect(await orderOf()).toMatchObject({ code: account, payment_method: 'paybill', phone })
      await page.reload()
      await waitForHeading(page, 'Pay with M-PESA')
      await expectSoundState(visitor, shop)
      expect(await shop.sandbox.payByHand(phone, { account: account!, amount: 300 })).toBe(0)
      await waitForTickets(page)
      const asked = shop.db.selectFrom('payment').select('id').where('phone', '=', phone)
      expect(await asked.where('prompting_at', 'is not', null).execute()).toEqual([])
    })

    // spec: paybill-to-prompt
    test('a buyer who chose paybill gets a prompt for that order instead, and pays once', async () => {
      visitor = await newVisitor(browser, shop, { size })
      page = visitor.page
      await page.goto(`/event/${event.id}`)
      await choose(page, { Terrace: 1 })
      await buyButton(page).click()
      await phoneField(page).fill(phone)
      await page.getByRole('button', { name: 'Pay with Paybill' }).click()
      const { 'Account number': account } = await valuesOf('Enter these details')
      await page.getByRole('button', { name: 'Send a prompt instead' }).click()
      await waitForPromptWords(page)
      expect(await orderOf()).toMatchObject({ code: account, payment_method: 'prompt', phone })
      await shop.sandbox.pay(phone)
      await waitForTickets(page)
      const again = { account: account!, amount: 300 }
      expect(await shop.sandbox.payByHand(phone, again)).toBe('C2B00012')
      expect(await shop.sandbox.taken(phone)).toHaveLength(1)
    })

    // spec: paybill-chosen, paybill-to-prompt
    test('a payment by paybill works without script, too', async () => {
      visitor = await newVisitor(browser, shop, { size, script: false })
      page = visitor.page
      const type = event.types[0]!.id
      await page.goto(`/event/${event.id}?${quantityField(type)}=1`)
      await phoneField(page).fill(phone)
      await page.getByRole('button', { name: 'Pay with Paybill' }).click()
      await waitForHeading(page, 'Pay with M-PESA')
      expect(await orderOf()).toMatchObject({ payment_method: 'paybill', phone })
      await page.getByRole('button', { name: 'Send a prompt instead' }).click()
      await waitForPromptWords(page)
      expect(await orderOf()).toMatchObject({ payment_method: 'prompt', phone })
    })

    test('the page of an order placed for paybill says what to type, and waits', async () => {
      const payload = { ...orderFor(event), phoneNumber: phone, payBy: 'paybill' }
      const answer = await fetch(`${shop.origin}/api/functions/mpesa`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'respond-async' },
        body: JSON.stringify(payload),
      })
      const { paybill } = await answer.json()
      visitor = await newVisitor(browser, shop, { size })
      page = visitor.page
      await page.goto(`/pay/${payload.orderId}`)
      await waitForHeading(page, 'Pay with M-PESA')
      expect(await valuesOf('Enter these details')).toMatchObject({
        'Account number': paybill.account,
      })
      await expectSoundPage(visitor, shop)
      expect(await shop.sandbox.payByHand(phone, paybill)).toBe(0)
      await waitForTickets(page)
      // The browser also remembers tickets that were ordered elsewhere and paid on this page.
      await page.goto(`/event/${event.id}`)
      await page.getByText('You have 1 ticket').waitFor()
    })
  })
}
