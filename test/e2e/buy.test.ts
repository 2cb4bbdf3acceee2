import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { localPhone } from '../../src/platform/values/phone.rules.ts'
import { newPhone } from '../build.ts'
import {
  buyButton,
  choose,
  emailField,
  enterPin,
  openPhone,
  payButton,
  phoneField,
  rowsOf,
  waitForPromptWords,
  waitForTickets,
  wordsOf,
} from './buying.ts'
import { oneShop } from './one-shop.ts'
import { readQr } from './read-qr.ts'
import { LAPTOP, newVisitor, PHONE } from './visitor.ts'

const EVENT = 'Lake Derby: Dunga Fishermen vs Winam Bay FC'
const EVENT_PATH = '/event/5a17ca10-0002-4000-8000-000000000002'
const GATES: Record<string, string[]> = {
  Standard: ['Gate A', 'Lakeside Gate'],
  Premium: ['VIP Gate'],
}

const { shop, browser } = await oneShop()

type Card = { type: string; gate: string; number: string; quantity: string; text: string }

// spec: event-detail-banner-category, event-detail-plus-minus, purchase-button-disabled
// spec: payment-email-optional-address, payment-complete-message-ticket
// spec: payment-complete-summary-event, qr-code-encodes-origin, ticket-page-type-gate
test.each([
  { name: 'a phone', size: PHONE, email: '' },
  { name: 'a laptop', size: LAPTOP, email: 'asha@example.com' },
])(
  'on $name a buyer orders two types, from the list of events to the ticket and the SMS',
  async (row) => {
    const visitor = await newVisitor(browser, shop, { size: row.size })
    const { page, context } = visitor
    const msisdn = newPhone()
    const typed = `+254 ${msisdn.slice(3, 6)} ${msisdn.slice(6, 9)} ${msisdn.slice(9)}`
    await openFromList(page)
    await pickTwoTypes(page)
    await fillForm(page, typed, row.email)
    await waitForPromptWords(page)
    await checkWaiting(page)
    const phone = await openPhone(context, shop, msisdn)
    await payOnPhone(phone)
    await waitForTickets(page)
    const sale = (await shop.sandbox.taken(msisdn))[0]!
    expect(await rowsOf(page.getByRole('region', { name: 'Summary' }))).toEqual([
      ['Event', EVENT],
      ['Amount', 'KES 900'],
      ['Phone number', localPhone(msisdn)],
      ...(row.email ? [['Email', row.email]] : []),
      ['Payment reference', sale.receipt],
    ])
    const cards = await readCards(page)
    await checkReload(page)
    await checkTicketPage(page, cards[0]!)
    await checkMessages(phone, msisdn, cards)
    expect(visitor.faults).toEqual([])
    await context.close()
  },
)

async function openFromList(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: EVENT, exact: true }).first().click()
  await page.waitForURL(`**${EVENT_PATH}`)
  await page.getByRole('heading', { level: 1, name: EVENT }).waitFor()
  const words = await wordsOf(page.getByRole('main'))
  for (const text of [
    'Sports',
    'Mamboleo, Kisumu',
    '4:00 PM',
    '5,000 attending',
    'Two clubs, one',
  ]) {
    expect(words).toContain(text)
  }
  expect(words).toMatch(
    /(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, 20\d\d/,
  )
}

async function pickTwoTypes(page: Page): Promise<void> {
  const buy = page.getByRole('button', { name: 'Click to Buy' })
  await buy.waitFor()
  expect(await buy.isDisabled()).toBe(true)
  await choose(page, { Standard: 3, Premium: 1 })
  await page.getByRole('button', { name: 'One Standard less' }).click()
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect
    .poll(() => rowsOf(summary))
    .toEqual([
      ['2 × Standard', 'KES 400'],
      ['1 × Premium', 'KES 500'],
      ['Total', 'KES 900'],
    ])
  await buyButton(page).click()
}

async function fillForm(page: Page, phone: string, email: string): Promise<void> {
  await phoneField(page).pressSequentially(phone)
  expect(new URL(page.url()).pathname).toBe(EVENT_PATH)
  if (email) await emailField(page).fill(email)
  expect(await payButton(page).textContent()).toBe('Pay KES 900')
  await payButton(page).click()
}

/** Expects the instructions, and a countdown of the remaining seconds. */
async function checkWaiting(page: Page): Promise<void> {
  await page
    .getByText(
      'Unlock that phone, check the amount and enter your PIN. This page updates automatically.',
    )
    .waitFor()
  const timer = page.getByRole('timer')
  const secondsLeft = async () => Number.parseInt((await timer.getAttribute('aria-label'))!, 10)
  const first = await secondsLeft()
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThanOrEqual(60)
  await expect.poll(secondsLeft).toBeLessThan(first)
}

async function payOnPhone(phone: Page): Promise<void> {
  await expect
    .poll(() => phone.locator('#prompt-text').textContent())
    .toMatch(/^Do you want to pay KES 900 to LANGO TICKETS Account no\. [0-9A-Z]{8}\?$/)
  await enterPin(phone, '1234')
  await expect.poll(() => phone.locator('#outcome').textContent()).toBe('You paid KES 900.')
}

async function readCards(page: Page): Promise<Card[]> {
  expect(await wordsOf(page.getByRole('main'))).toContain(
    'Payment successful. Your tickets have been sent by SMS.',
  )
  const home = page.getByRole('link', { name: 'Back to Home' })
  expect(await home.getAttribute('href')).toBe('/')
  const cards = page.getByRole('main').getByRole('listitem')
  const read: Card[] = []
  for (const card of await cards.all()) read.push(await readCard(card))
  expect(read.map(({ type, quantity }) => [type, quantity])).toEqual([
    ['Standard', 'Quantity: 2'],
    ['Premium', 'Quantity: 1'],
  ])
  return read
}

async function readCard(card: Locator): Promise<Card> {
  const type = await wordsOf(card.getByRole('heading'))
  const text = await wordsOf(card)
  expect(text.toLowerCase()).toContain('enter through')
  const link = card.getByRole('link', { name: 'View Ticket →' })
  const number = (await link.getAttribute('href'))!.replace('/t/', '')
  expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
  expect(text.replace(/\s/g, '')).toContain(number)
  const gate = GATES[type]!.find((name) => text.includes(name))!
  expect(gate).toBeDefined()
  const code = card.getByRole('img', { name: `QR code of ticket ${number}` })
  expect(await code.boundingBox()).toMatchObject({ width: 160, height: 160 })
  expect(await readQr(code)).toBe(`${shop.origin}/t/${number}`)
  return { type, gate, number, quantity: text.match(/Quantity: \d+/)![0], text }
}

async function checkReload(page: Page): Promise<void> {
  const before = await wordsOf(page.getByRole('main'))
  await page.reload()
  await waitForTickets(page)
  expect(await wordsOf(page.getByRole('main'))).toBe(before)
}

async function checkTicketPage(page: Page, card: Card): Promise<void> {
  await page.getByRole('link', { name: 'View Ticket →' }).first().click()
  await page.waitForURL(`**/t/${card.number}`)
  await page.getByRole('heading', { level: 1, name: card.type }).waitFor()
  const lines = (await wordsOf(page.getByRole('main'))).split('\n')
  for (const line of [
    card.gate,
    card.quantity,
    `Important: This ticket is only valid at ${card.gate}`,
    'Scan this QR code or show your ticket number at the gate.',
    'Keep this ticket safe and do not share it with others.',
  ]) {
    expect(lines).toContain(line)
  }
  expect(lines.map((line) => line.toLowerCase())).toContain('enter through')
  expect(lines.join('').replace(/\s/g, '')).toContain(card.number)
  const code = page.getByRole('img', { name: /^QR code/ })
  expect(await code.boundingBox()).toMatchObject({ width: 200, height: 200 })
  expect(await readQr(code)).toBe(`${shop.origin}/t/${card.number}`)
  // The ticket page has no header and no footer of the shop.
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await page.getByRole('contentinfo').count()).toBe(0)
}

async function checkMessages(phone: Page, msisdn: string, cards: Card[]): Promise<void> {
  await expect.poll(async () => (await shop.sandbox.messages(msisdn)).length).toBe(cards.length)
  for (const { type, gate, number, quantity } of cards) {
    const link = phone.getByRole('link', { name: `${shop.origin}/t/${number}` })
    await link.waitFor()
    const message = await wordsOf(phone.getByRole('listitem').filter({ has: link }))
    expect(message).toContain(`${quantity.replace('Quantity: ', '')} x ${type}`)
    expect(message).toContain(`Enter: ${gate}.`)
    expect(message).toContain(`No. ${number.match(/.{4}/g)!.join(' ')}.`)
  }
  const last = cards.at(-1)!
  const [ticket] = await Promise.all([
    phone.context().waitForEvent('page'),
    phone.getByRole('link', { name: `/t/${last.number}` }).click(),
  ])
  await ticket.getByRole('heading', { level: 1, name: last.type }).waitFor()
  expect(new URL(ticket.url()).pathname).toBe(`/t/${last.number}`)
}
