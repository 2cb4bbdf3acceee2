import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, type EventSpec, newPhone } from '../build.ts'
import { buyTickets } from './bought-tickets.ts'
import {
  askToPay,
  buyButton,
  choose,
  rowsOf,
  waitForTickets,
  waitForTitle,
  wordsOf,
} from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, PHONE, SIZES, type Visitor } from './visitor.ts'

const GALA: EventSpec = {
  title: 'Nyama na Muziki Gala',
  pools: [{ name: 'Hall', quantity: 60 }],
  types: [
    { name: 'Single', price: 700, pool: 'Hall' },
    { name: 'Table of 10', price: 5000, soldIn: 10, pool: 'Hall', capacity: 35 },
    { name: 'Chama (from 4)', price: 400, minPerOrder: 4, maxPerOrder: 12 },
    { name: 'Parking', price: 300, kind: 'add_on', gates: ['Parking'] },
    { name: 'Three drinks', price: 900, kind: 'add_on', soldIn: 3, gates: ['Bar'] },
  ],
}

const NEEDS_TICKET =
  'An add-on opens no entrance. Buy it with a ticket, or with the number that has one.'

const { shop, browser } = await oneShop()
let visitor: Visitor
let page: Page
let gala: BuiltEvent
beforeAll(async () => {
  gala = await buildEvent(shop.db, GALA)
})
afterEach(async () => {
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})

async function open(size: typeof PHONE, { script = true, path = `/event/${gala.id}` } = {}) {
  visitor = await newVisitor(browser, shop, { size, script })
  page = visitor.page
  await page.goto(path)
  await waitForTitle(page, gala.title)
}

const row = (type: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: type, exact: true }) })
const topOf = async (element: Locator) => (await element.boundingBox())!.y
const summary = () => page.getByRole('complementary', { name: 'Summary' })

describe.each(SIZES)('an event with tables and add-ons on $name', ({ size }) => {
  // spec: unit-on-page, add-on-below-tickets
  test('tables are chosen and shown as tables, and add-ons stand below the tickets', async () => {
    await open(size)
    expect(await wordsOf(row('Table of 10'))).toContain('KES 5,000')
    expect(await wordsOf(row('Table of 10'))).toContain('Only 3 left')
    expect(await wordsOf(row('Table of 10'))).toContain('Admits 10 · KES 500 per person')
    const names = await page.getByRole('listitem').getByRole('heading').allInnerTexts()
    expect(names).toEqual(GALA.types!.map(({ name }) => name))
    expect(await wordsOf(page.getByRole('group', { name: 'Add-ons' }))).toContain('Good for 3')
    await page.getByText(NEEDS_TICKET).waitFor()
    await choose(page, { 'Three drinks': 1 })
    await page.getByText('No ticket chosen: pay with the number that has one.').waitFor()
    await page.getByRole('button', { name: 'One Three drinks less' }).click()
    // Plus and minus skip the quantities below the minimum of an order.
    await choose(page, { 'Chama (from 4)': 1 })
    expect(await page.getByLabel('Quantity of Chama (from 4)').inputValue()).toBe('4')
    await page.getByRole('button', { name: 'One Chama (from 4) less' }).click()
    expect(await page.getByLabel('Quantity of Chama (from 4)').inputValue()).toBe('0')
    await choose(page, { 'Table of 10': 2, Parking: 1 })
    expect(await rowsOf(summary())).toEqual([
      ['2 × Table of 10 (20 people)', 'KES 10,000'],
      ['1 × Parking', 'KES 300'],
      ['Total', 'KES 10,300'],
    ])
    if (size.width === PHONE.width) {
      const bar = page.getByRole('region', { name: 'Your choice' })
      expect(await wordsOf(bar)).toContain('20 people, 1 add-on')
      await page.getByRole('button', { name: 'One Table of 10 less' }).click()
      await page.getByRole('button', { name: 'One Table of 10 less' }).click()
      await choose(page, { Single: 2 })
      expect(await wordsOf(bar)).toContain('2 tickets, 1 add-on')
    }
    await expectSoundPage(visitor, shop)
  })
})

// spec: unit-after-buying, paid-buys-more
test('after buying, add-ons stand below the tickets and say where they are redeemed', async () => {
  visitor = await newVisitor(browser, shop, { size: PHONE })
  page = visitor.page
  const phone = newPhone()
  await shop.sandbox.set(phone, { auto: 'pay' })
  const tickets = { 'Three drinks': 1, 'Table of 10': 1 }
  await askToPay(page, { path: `/event/${gala.id}`, tickets, phone })
  await waitForTickets(page)
  const papers = () => page.locator('.paper-cell').allInnerTexts()
  const [table, drinks] = (await papers()).map((text) => text.replace(/\s+/g, ' '))
  expect(table).toMatch(/Table of 10 .*Admits 10 .*ENTER THROUGH Main Gate/i)
  expect(drinks).toMatch(/Three drinks .*Add-on Good for 3 REDEEM AT Bar/i)
  // Parking is an add-on that this order does not have.
  await page.getByRole('heading', { name: 'Add-ons for this event' }).waitFor()
  await page
    .getByText('You can still buy them, with the phone number that has the tickets.')
    .waitFor()
  await expectSoundPage(visitor, shop)
  await page.getByRole('link', { name: 'View Ticket' }).last().click()
  await page
    .getByText('Important: This add-on opens no entrance. Enter with your ticket.')
    .waitFor()
  await expectSoundPage(visitor, shop)
  await page.goBack()
  const success = page.url()
  await page.goto(`/event/${gala.id}`)
  await page.getByText('To choose more, press this first:').waitFor()
  expect(await topOf(summary())).toBeLessThan(await topOf(row('Single')))
  expect(await page.getByRole('button', { name: 'One Parking more' }).isEnabled()).toBe(false)
  await page.getByRole('button', { name: 'Buy more tickets or add-ons' }).waitFor()
  await expectSoundPage(visitor, shop)
  await page.goBack()
  expect(page.url()).toBe(success)
  await page.getByRole('link', { name: 'See add-ons' }).click()
  await page.getByText(NEEDS_TICKET).waitFor()
  const title = page.getByRole('heading', { name: 'Add-ons', exact: true })
  expect(await topOf(title)).toBeLessThan(PHONE.height)
  await choose(page, { Parking: 1 })
  await buyButton(page).click()
  await page.getByRole('button', { name: 'Pay KES 300' }).click()
  await page.getByRole('heading', { name: 'Payment Complete!' }).waitFor()
  await expect.poll(papers).toHaveLength(1)
  await page.goto(`/event/${gala.id}`)
  // The panel and the strips name both orders.
  await page.getByText('You have 1 add-on').waitFor()
  await page.getByText('You have 11 tickets and add-ons').waitFor()
  await page.getByText(/You paid KES 300 for your last order \(\w+\)\./).waitFor()
  expect(await page.getByRole('link', { name: 'Show my last order' }).isVisible()).toBe(true)
  await expectSoundPage(visitor, shop)
  await page.getByRole('link', { name: 'Show my earlier order' }).click()
  await expect.poll(papers).toHaveLength(2)
})

// spec: unit-after-buying
test('without script and in Swahili, an add-on says where it is redeemed', async () => {
  const bought = await buyTickets(shop, gala, [1, 0, 0, 1, 1])
  expect(bought.tickets.map(({ ticket_type }) => ticket_type)).toEqual([
    'Single',
    'Parking',
    'Three drinks',
  ])
  visitor = await newVisitor(browser, shop, { size: PHONE, script: false })
  page = visitor.page
  await page.goto(`/sw/t/${bought.tickets.at(-1)!.ticket_number}`)
  const paper = (await wordsOf(page.locator('main'))).replace(/\s+/g, ' ')
  expect(paper).toMatch(/Three drinks .*Nyongeza Mara 3 TUMIA KWENYE Bar/i)
  expect(paper).toContain('Nyongeza hii haikuingizi langoni.')
})
