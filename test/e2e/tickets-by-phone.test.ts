import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../build.ts'
import { waitForHeading, wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { readCode, readSms } from './sms.ts'
import { expectSoundPage } from './sound-page.ts'
import { visit } from './visit.ts'
import { SIZES } from './visitor.ts'

const { shop } = await oneShop()
let run: BuiltEvent
let choir: BuiltEvent
beforeAll(async () => {
  run = await buildFree('Uhuru Park run', '2031-02-01')
  choir = await buildFree(
    'Choir of the Nairobi Conservatoire, with guests from Mombasa',
    '2031-01-15',
  )
})

const buildFree = (title: string, date: string) =>
  buildEvent(shop.db, {
    ...{ title, date },
    types: [{ name: 'Runner', price: 0, isFree: true, maxPerOrder: 4, gates: ['Gate A'] }],
  })

/** Takes free tickets over the API, with the code from the phone's SMS. */
async function takeFree(phone: string, event: BuiltEvent, quantity: number): Promise<void> {
  const order = { ...orderFor(event, [quantity], { phoneNumber: phone }), payBy: 'free' }
  const post = (proof?: string) =>
    fetch(`${shop.origin}/api/functions/mpesa`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, proof }),
    })
  expect((await post()).status).toBe(202)
  const code = await readSms(shop, phone, new RegExp(`free tickets to ${event.title}`))
  expect((await post(code.slice(0, 6))).status).toBe(200)
}

/** The code that the phone got by SMS, with which the page shows the phone's tickets. */
const codeOf = async (phone: string) =>
  await readCode(shop, phone, /is your code to see your tickets/)

const form = (page: Page) => page.getByRole('form', { name: 'Find your tickets by phone number' })
const codeField = (page: Page) => form(page).getByLabel('Code from the SMS')
const show = (page: Page) => form(page).getByRole('button', { name: 'Show my tickets' })
const SENT =
  'If this number has tickets, we have sent a code to it by SMS. It works for 15 minutes.'

async function askCode(page: Page, phone: string): Promise<void> {
  await form(page).getByLabel('Phone number').fill(phone)
  await form(page).getByRole('button', { name: 'Send code' }).click()
  await form(page).getByText(SENT).waitFor()
}

async function typeCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await show(page).click()
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1e6).padStart(6, '0')

// spec: tickets-by-phone
test.each(SIZES)('a phone with several orders finds its tickets by a code ($name)', ({ size }) =>
  visit({ size }, async (page, visitor) => {
    const phone = newPhone()
    await takeFree(phone, run, 2)
    await takeFree(phone, choir, 1)
    await page.goto('/my-ticket')
    await page.getByRole('heading', { name: 'Find tickets by phone number' }).waitFor()
    // Before hydration the browser itself reports the missing number, with a text of its own.
    await form(page).and(page.locator('[novalidate]')).waitFor()
    await form(page).getByRole('button', { name: 'Send code' }).click()
    await form(page).getByRole('alert').waitFor()
    const again = page.locator('input[value="again"]')
    expect(await again.count()).toBe(0)
    await askCode(page, phone)
    expect(await again.count()).toBe(1)
    await expectSoundPage(visitor, shop)
    const code = await codeOf(phone)
    await typeCode(page, wrongOf(code))
    await form(page).getByText('Wrong or expired code. Please check the SMS').waitFor()
    await expectSoundPage(visitor, shop)
    await form(page).getByRole('button', { name: 'Send the code again' }).click()
    await form(page).getByText(SENT).waitFor()
    await typeCode(page, code)
    await waitForHeading(page, '2 tickets found')
    const words = await wordsOf(page.getByRole('region', { name: '2 tickets found' }))
    expect(words.replace(/\s+/g, ' ')).toMatch(
      /Choir of .+ Wed, Jan 15, 2031 · 3:00 PM Runner Quantity: 1 .+ Uhuru Park run Sat, Feb 1, 2031 · 3:00 PM Runner Quantity: 2 /,
    )
    expect(await form(page).getByLabel('Phone number').inputValue()).toBe('')
    expect(await page.content()).not.toContain(phone.slice(3))
    await expectSoundPage(visitor, shop)
    await page.getByRole('link', { name: 'Uhuru Park run' }).click()
    await waitForHeading(page, 'Runner')
    await page.goBack()
    await waitForHeading(page, '2 tickets found')
  }),
)

// spec: tickets-by-phone, tickets-by-phone-strangers
test('a single ticket opens, and a number without tickets reads the same and gets no SMS', () =>
  visit({}, async (page) => {
    const [phone, stranger] = [newPhone(), newPhone()]
    await takeFree(phone, run, 1)
    await page.goto('/my-ticket')
    await askCode(page, stranger)
    await form(page).getByRole('link', { name: 'Use another number' }).click()
    await askCode(page, phone)
    await typeCode(page, await codeOf(phone))
    await page.waitForURL('**/t/*')
    await waitForHeading(page, 'Runner')
    expect(await shop.sandbox.messages(stranger)).toEqual([])
  }))

// spec: tickets-by-phone
test('without script a second page takes the digits and lists the tickets, with the cancelled one marked', () =>
  visit({ script: false }, async (page) => {
    const phone = newPhone()
    await takeFree(phone, run, 2)
    const fair = await buildFree('County fair', '2031-01-20')
    await takeFree(phone, fair, 1)
    const cancelled = shop.db.updateTable('event').set({ cancelled_at: new Date() })
    await cancelled.where('id', '=', fair.id).execute()
    await page.goto('/my-ticket')
    await askCode(page, phone)
    const code = await codeOf(phone)
    await typeCode(page, wrongOf(code))
    await form(page).getByText('Wrong or expired code. Please check the SMS').waitFor()
    await typeCode(page, code)
    await waitForHeading(page, '2 tickets found')
    const words = await wordsOf(page.getByRole('link', { name: 'County fair' }))
    expect(words).toContain('No longer valid.')
    expect(await wordsOf(page.getByRole('link', { name: 'Uhuru Park run' }))).not.toContain('valid')
    const refresh = page.locator('noscript meta[http-equiv=refresh]')
    expect(await refresh.getAttribute('content')).toBe('300; url=/my-ticket')
    await page.getByRole('link', { name: 'Uhuru Park run' }).click()
    await waitForHeading(page, 'Runner')
  }))

// spec: tickets-by-phone
test('the Swahili page finds tickets by phone', () =>
  visit({}, async (page) => {
    const phone = newPhone()
    await takeFree(phone, run, 1)
    await page.goto('/sw/my-ticket')
    await page.getByRole('heading', { name: 'Tafuta tiketi kwa nambari ya simu' }).waitFor()
    await page.getByRole('textbox', { name: 'Nambari ya simu' }).fill(phone)
    await page.getByRole('button', { name: 'Tuma msimbo' }).click()
    const sms = await readSms(shop, phone, /ni msimbo wa uthibitisho wa kuona tiketi/)
    await page.getByLabel('Msimbo wa uthibitisho').fill(sms.slice(0, 6))
    await page.getByRole('button', { name: 'Onyesha tiketi zangu' }).click()
    await page.waitForURL('**/sw/t/*')
  }))
