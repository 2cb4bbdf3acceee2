import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { localPhone } from '../../src/platform/values/phone.rules.ts'
import { type BuiltEvent, buildEvent, type EventSpec, newPhone } from '../build.ts'
import { buyButton, choose, phoneField, rowsOf, waitForTitle, wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { visit } from './visit.ts'
import { SIZES } from './visitor.ts'

const { shop } = await oneShop()

const buildFree = (more: EventSpec = {}): Promise<BuiltEvent> =>
  buildEvent(shop.db, {
    title: 'Uhuru Park run',
    types: [
      { name: 'Runner', price: 0, isFree: true, maxPerOrder: 4, gates: ['Gate A'] },
      { name: 'T-shirt', price: 800, gates: ['Gate B'] },
    ],
    ...more,
  })

const IS_CODE = /^(\d{6}) is your code for free tickets to Uhuru Park run\./

/** Waits until the phone has got `count` codes. Returns the digits of the latest code. */
async function codeOf(phone: string, count = 1): Promise<string> {
  let codes: string[] = []
  const read = async () => {
    const texts = await shop.sandbox.messages(phone)
    codes = texts.flatMap((text) => IS_CODE.exec(text)?.[1] ?? [])
    return codes.length
  }
  await expect.poll(read).toBe(count)
  return codes.at(-1)!
}

const form = (page: Page) => page.getByRole('form', { name: 'Your tickets' })
const take = (page: Page) => form(page).getByRole('button', { name: 'Get tickets' })
const proofField = (page: Page) => page.getByLabel('Code from the SMS')

async function openFree(page: Page, event: BuiltEvent, tickets: Record<string, number>) {
  await page.goto(`/event/${event.id}`)
  await choose(page, tickets)
  await page.getByRole('button', { name: 'Get tickets' }).locator('visible=true').click()
  await form(page).waitFor()
}

async function expectTickets(page: Page): Promise<void> {
  await page.waitForURL(/\/success/)
  await waitForTitle(page, 'Your tickets are ready!')
}

/** Matches words about payments, which a free order must not show. */
const OF_PAYMENT = /M-PESA|KES 0|[Pp]aybill|[Pp]aid|Payment/

// spec: free-order-code
test.each(SIZES)(
  'a buyer of free tickets types the code from the SMS, and reads nothing of a payment ($name)',
  ({ size }) =>
    visit({ size }, async (page, visitor) => {
      const event = await buildFree()
      const phone = newPhone()
      await openFree(page, event, { Runner: 2 })
      await take(page).click()
      await form(page).getByRole('alert').waitFor()
      await phoneField(page).fill(phone)
      await expectSoundPage(visitor, shop)
      await take(page).click()
      await proofField(page).waitFor()
      const code = await codeOf(phone)
      expect(await wordsOf(form(page))).toMatch(/We sent a code to 07•• ••• \d{3}\./)
      await take(page).click()
      await form(page).getByText('Enter the 6 digits from the SMS.').waitFor()
      await proofField(page).fill(String((Number(code) + 1) % 1e6).padStart(6, '0'))
      await take(page).click()
      await form(page).getByText('Wrong code. Please check the SMS.').waitFor()
      await expectSoundPage(visitor, shop)
      await proofField(page).fill(code)
      await take(page).click()
      await expectTickets(page)
      await expectSoundPage(visitor, shop)
      expect(await page.title()).toBe('Your tickets · Lango')
      const main = await wordsOf(page.getByRole('main'))
      expect(main).toContain('Your tickets have been sent by SMS.')
      expect(main).not.toMatch(OF_PAYMENT)
      expect(await rowsOf(page.getByRole('region', { name: 'Summary' }))).toEqual([
        ['Event', 'Uhuru Park run'],
        ['Amount', 'Free'],
        ['Phone number', localPhone(phone)],
        ['Order number', expect.stringMatching(/^[0-9A-Z]{8}$/)],
      ])
      await expect
        .poll(async () => (await shop.sandbox.messages(phone)).at(-1))
        .toContain('2 x Runner')
    }),
)

// spec: free-phone-kept
test('a browser keeps a proven phone, so that the next order takes one tap', () =>
  visit({}, async (page) => {
    const [event, phone] = [await buildFree(), newPhone()]
    await openFree(page, event, { Runner: 1 })
    await phoneField(page).fill(phone)
    await take(page).click()
    await proofField(page).fill(await codeOf(phone))
    await take(page).click()
    await expectTickets(page)
    await page.goto(`/event/${event.id}`)
    await page.getByText('Your tickets are ready').waitFor()
    expect(await wordsOf(page.getByRole('complementary', { name: 'Summary' }))).not.toMatch(
      OF_PAYMENT,
    )
    await page.getByRole('button', { name: 'Get more tickets' }).click()
    await openFree(page, event, { Runner: 1 })
    await form(page).getByText('Your tickets go to').waitFor()
    await take(page).click()
    await expectTickets(page)
    await codeOf(phone)
  }))

// spec: free-order-code
test('a buyer who has mistyped the number changes it, and one without an SMS gets another', () =>
  visit({}, async (page) => {
    const [event, wrong, phone] = [await buildFree(), newPhone(), newPhone()]
    await openFree(page, event, { Runner: 1 })
    await phoneField(page).fill(wrong)
    await take(page).click()
    await page.getByRole('button', { name: 'Change number' }).click()
    await phoneField(page).fill(phone)
    await take(page).click()
    await codeOf(phone)
    await page.getByRole('button', { name: 'Send the code again' }).click()
    await proofField(page).fill(await codeOf(phone, 2))
    await take(page).click()
    await expectTickets(page)
  }))

test('free tickets in a paid order go the paid way', () =>
  visit({}, async (page) => {
    const event = await buildFree()
    await page.goto(`/event/${event.id}`)
    await choose(page, { Runner: 1, 'T-shirt': 1 })
    await buyButton(page).click()
    await page.getByRole('button', { name: 'Pay KES 800' }).waitFor()
  }))

// spec: free-order-without-script
test('without script, a second page takes the digits', () =>
  visit({ script: false }, async (page) => {
    const [event, phone] = [await buildFree(), newPhone()]
    await page.goto(`/event/${event.id}`)
    await page.getByLabel('Quantity of Runner').fill('2')
    await buyButton(page).click()
    await phoneField(page).fill(phone)
    await take(page).click()
    const code = await codeOf(phone)
    await proofField(page).fill(String((Number(code) + 1) % 1e6).padStart(6, '0'))
    await take(page).click()
    await form(page).getByText('Wrong code. Please check the SMS.').waitFor()
    await page.getByRole('button', { name: 'Send the code again' }).click()
    await proofField(page).fill(await codeOf(phone, 2))
    await take(page).click()
    await expectTickets(page)
    expect(await wordsOf(page.getByRole('main'))).not.toMatch(OF_PAYMENT)
  }))

// spec: free-phone-kept
test('while the countdown runs a buyer confirms the number, and takes the tickets with one tap', () =>
  visit({}, async (page, visitor) => {
    const saleFrom = new Date(Date.now() + 10 * 60_000)
    const event = await buildFree({
      types: [{ name: 'Runner', price: 0, isFree: true, gates: ['Gate A'], saleFrom }],
    })
    const phone = newPhone()
    await page.goto(`/event/${event.id}`)
    await page.getByRole('button', { name: 'Confirm your number now' }).click()
    const number = page.getByRole('form', { name: 'Your number' })
    await phoneField(page).fill(phone)
    await number.getByRole('button', { name: 'Send code' }).click()
    const code = await codeOf(phone)
    await proofField(page).fill(String((Number(code) + 1) % 1e6).padStart(6, '0'))
    await number.getByRole('button', { name: 'Confirm' }).click()
    await number.getByText('Wrong code. Please check the SMS.').waitFor()
    await expectSoundPage(visitor, shop)
    await proofField(page).fill(code)
    await number.getByRole('button', { name: 'Confirm' }).click()
    await page
      .getByText('Your number is confirmed. When the sale begins, one tap is enough.')
      .waitFor()
    await expectSoundPage(visitor, shop)
    const typeId = event.types[0]!.id
    const values = { sale_from: new Date(Date.now() - 1000) }
    await shop.db.updateTable('ticket_type').set(values).where('id', '=', typeId).execute()
    await openFree(page, event, { Runner: 1 })
    await form(page).getByText('Your tickets go to').waitFor()
    await take(page).click()
    await expectTickets(page)
    await codeOf(phone)
  }))
