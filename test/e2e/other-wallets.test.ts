// spec: other-wallets
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import {
  buyButton,
  choose,
  payButton,
  phoneField,
  waitForHeading,
  waitForTickets,
} from './buying.ts'
import { oneBrowser } from './one-shop.ts'
import { type Shop, startShop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

let shop: Shop
let browser: Browser
let event: BuiltEvent
let airtel: string
beforeAll(async () => {
  const settings = { OTHER_WALLETS: 'on', PAGE_SECONDS: '0' }
  ;[shop, browser] = await Promise.all([startShop(settings), oneBrowser()])
})
afterAll(() => shop.stop())
beforeEach(async () => {
  airtel = newPhone().replace(/^2547../, '254733')
  event = await buildEvent(shop.db, {
    title: 'Derby Day',
    types: [{ name: 'Terrace', price: 300 }],
  })
})

const WAY = 'Pay from Airtel Money: pay bill, business number, account, exact amount'
const PROMPT = "I've moved this number to Safaricom. Send the M-PESA prompt."

/** Expects no button for a prompt. The page has just said that no prompt reaches this number. */
async function expectNoPrompt(page: Page): Promise<void> {
  expect(await page.getByText(/Send a prompt|Tuma ombi/).count()).toBe(0)
}

async function payAsShown(page: Page): Promise<void> {
  await waitForHeading(page, 'Pay from Airtel Money')
  await page.getByText('Open Airtel Money, choose Pay Bill, and enter exactly:').waitFor()
  const { code } = await shop.db
    .selectFrom('order')
    .select('code')
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow()
  await page.getByText(code, { exact: true }).waitFor()
  await page.getByText('174379', { exact: true }).waitFor()
  await expectNoPrompt(page)
  expect((await shop.sandbox.phone(airtel)).prompts).toEqual([])
  expect(await shop.sandbox.payByHand(airtel, { account: code, amount: 300 })).toBe(0)
  await waitForTickets(page)
  await expect.poll(async () => (await shop.sandbox.messages(airtel))[0]).toMatch(/Derby/)
}

async function visit(options: object, look: (page: Page, visitor: Visitor) => Promise<void>) {
  const visitor = await newVisitor(browser, shop, options)
  await visitor.page.goto(`/event/${event.id}`)
  await look(visitor.page, visitor)
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
}

for (const { name, size } of ON_PHONE) {
  describe(`a number of Airtel, on ${name}`, () => {
    test('has the paybill chosen, and its buyer pays the numbers that the page shows', () =>
      visit({ size }, async (page, visitor) => {
        await choose(page, { Terrace: 1 })
        await buyButton(page).click()
        await phoneField(page).fill(`0${airtel.slice(3)}`)
        expect(await page.getByRole('radio', { name: WAY }).isChecked()).toBe(true)
        await page.getByText("We'll send your tickets to this number.").waitFor()
        await expectSoundPage(visitor, shop)
        await payButton(page).click()
        await waitForHeading(page, 'Pay from Airtel Money')
        await expectSoundPage(visitor, shop)
        await payAsShown(page)
      }))
  })
}

test('a number that has moved to Safaricom gets the prompt', () =>
  visit({}, async (page) => {
    await choose(page, { Terrace: 1 })
    await buyButton(page).click()
    await phoneField(page).fill(airtel)
    await page.getByRole('radio', { name: PROMPT }).check()
    await payButton(page).click()
    await shop.sandbox.pay(airtel)
    await waitForTickets(page)
  }))

// spec: paybill-to-prompt
test('a number of Safaricom that pays by paybill has the prompt as the other way', () =>
  visit({ script: false }, async (page) => {
    await page.getByLabel('Quantity of Terrace').fill('1')
    await buyButton(page).click()
    await phoneField(page).fill(newPhone())
    await page.getByRole('button', { name: 'Pay with Paybill' }).click()
    await waitForHeading(page, 'Pay with M-PESA')
    expect(await page.getByRole('button', { name: 'Send a prompt instead' }).count()).toBe(1)
  }))

test('without script the choice is shown before anything is sent', () =>
  visit({ script: false }, async (page) => {
    await page.getByLabel('Quantity of Terrace').fill('1')
    await buyButton(page).click()
    await phoneField(page).fill(airtel)
    await payButton(page).click()
    expect(await page.getByRole('radio', { name: WAY }).isChecked()).toBe(true)
    expect(
      await shop.db.selectFrom('order').select('id').where('event_id', '=', event.id).execute(),
    ).toEqual([])
    await payButton(page).click()
    await page.waitForURL(/\/pay\//)
    const { pathname } = new URL(page.url())
    await page.goto(`/sw${pathname}`)
    await page.getByText('Fungua Airtel Money, chagua Pay Bill, na uweke kamili:').waitFor()
    await expectNoPrompt(page)
    await page.goto(pathname)
    await payAsShown(page)
  }))

// spec: buyer-abroad
test('a buyer abroad reads that another phone can pay, and the order has their email', () =>
  visit({}, async (page, visitor) => {
    await choose(page, { Terrace: 1 })
    await buyButton(page).click()
    await phoneField(page).fill('+44 7700 900123')
    const counted = page.waitForResponse(/\/api\/functions\/typed-number$/)
    await payButton(page).click()
    expect((await counted).status()).toBe(204)
    await page.getByText('Abroad? Someone in Kenya can pay for you. Enter their').waitFor()
    await expectSoundPage(visitor, shop)
    const [first, payer] = [newPhone(), newPhone()]
    await phoneField(page).fill(first)
    await payButton(page).click()
    await shop.sandbox.prompt(first)
    await shop.db
      .updateTable('payment')
      .set({ prompting_at: new Date(Date.now() - 16_000) })
      .where('phone', '=', first)
      .execute()
    await page.reload()
    await page.getByText('Not your number?').click()
    await page.getByText('Abroad? Someone in Kenya can pay for you').click()
    await page.getByLabel('Your M-PESA number').fill(payer)
    await page.getByLabel('Your email').fill('amina@')
    await page.getByRole('button', { name: 'Change number' }).click()
    await page.getByText('Please enter a valid email address').waitFor()
    await page.getByLabel('Your email').fill('amina@example.com')
    await expectSoundPage(visitor, shop)
    await page.getByRole('button', { name: 'Change number' }).click()
    await waitForHeading(page, /^Next prompt goes to/)
    const order = shop.db.selectFrom('order').select('email').where('recipient_phone', '=', payer)
    expect(await order.executeTakeFirst()).toEqual({ email: 'amina@example.com' })
  }))

test("'Not your number?' names the paybill for such a number, too", () =>
  visit({ script: false }, async (page) => {
    await page.getByLabel('Quantity of Terrace').fill('1')
    await buyButton(page).click()
    await phoneField(page).fill(newPhone())
    await payButton(page).click()
    await page.waitForURL(/\/pay\//)
    await page.goto(`${new URL(page.url()).pathname}?number`)
    await page.getByLabel('Your M-PESA number').fill(airtel)
    await page.getByRole('button', { name: 'Change number' }).click()
    await page.getByText(WAY, { exact: true }).waitFor()
  }))
