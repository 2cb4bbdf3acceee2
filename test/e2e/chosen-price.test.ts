import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildEvent, newPhone } from '../build.ts'
import {
  buyButton,
  choose,
  openForm,
  payButton,
  phoneField,
  rowsOf,
  waitForPromptWords,
} from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { visit } from './visit.ts'
import { PHONE, SIZES } from './visitor.ts'

const { shop } = await oneShop()

/** A donation from KES 200 to KES 5,000, for which KES 500 is suggested. */
const buildHarambee = () =>
  buildEvent(shop.db, {
    title: 'Harambee for the School',
    types: [{ name: 'Supporter', price: 200, lowest: 200, suggested: 500, highest: 5000 }],
  })

const field = (page: Page) => page.getByLabel('Price per ticket of Supporter')
const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })

async function pay(page: Page) {
  const msisdn = newPhone()
  await phoneField(page).fill(msisdn)
  await payButton(page).click()
  await waitForPromptWords(page)
  return await shop.sandbox.prompt(msisdn)
}

// spec: chosen-price
test.each(SIZES)(
  'a buyer chooses the price of a ticket, and pays exactly that on $name',
  ({ size }) =>
    visit({ size }, async (page, visitor) => {
      const event = await buildHarambee()
      await page.goto(`/event/${event.id}`, { waitUntil: 'networkidle' })
      expect(await field(page).inputValue()).toBe('500')
      for (const kes of ['KES 200', 'KES 500', 'KES 5,000']) {
        expect(await page.getByRole('button', { name: kes, exact: true }).count(), kes).toBe(1)
      }
      await page.getByText('per ticket', { exact: true }).waitFor()
      if (size === PHONE) await page.getByText('From KES 200').waitFor()
      await choose(page, { Supporter: 2 })
      await expectSoundPage(visitor, shop)
      await page.getByRole('button', { name: 'KES 200', exact: true }).click()
      expect(await rowsOf(summary(page))).toContainEqual(['Total', 'KES 400'])
      await field(page).fill('750')
      await openForm(page, {})
      expect(await rowsOf(summary(page))).toEqual([
        ['2 × SupporterKES 750 each', 'KES 1,500'],
        ['Total', 'KES 1,500'],
      ])
      await page.reload({ waitUntil: 'networkidle' })
      await page.getByRole('button', { name: 'Pay KES 1,500' }).first().waitFor()
      expect(await pay(page)).toMatchObject({ amount: 1500 })
    }),
)

// spec: chosen-price-bounds
test('a price outside the bounds is explained at its field, and nothing can be bought at it', () =>
  visit({}, async (page, visitor) => {
    const event = await buildHarambee()
    await page.goto(`/event/${event.id}`, { waitUntil: 'networkidle' })
    await choose(page, { Supporter: 1 })
    const words = 'Choose a price from KES 200 to KES 5,000.'
    for (const price of ['199', '5001', '']) {
      await field(page).fill(price)
      await page.getByRole('alert').getByText(words).waitFor()
      expect(await page.getByRole('button', { name: 'Click to Buy' }).isDisabled(), price).toBe(
        true,
      )
    }
    await expectSoundState(visitor, shop)
    await field(page).fill('5000')
    await openForm(page, {})
    expect(await pay(page)).toMatchObject({ amount: 5000 })
  }))

// spec: chosen-price-without-script
test('without script the price is typed, and the form sends it', () =>
  visit({ script: false }, async (page) => {
    const event = await buildHarambee()
    await page.goto(`/event/${event.id}`)
    await page.getByLabel('Quantity of Supporter').fill('2')
    await field(page).fill('350')
    await buyButton(page).click()
    expect(await rowsOf(summary(page))).toContainEqual(['Total', 'KES 700'])
    const msisdn = newPhone()
    await phoneField(page).fill('12')
    await payButton(page).click()
    await page.getByRole('button', { name: 'Pay KES 700' }).first().waitFor()
    await phoneField(page).fill(msisdn)
    await payButton(page).click()
    await page.waitForURL(/\/pay\//)
    expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 700 })
  }))

// spec: chosen-price, swahili-pages
test('a chosen price is in Swahili on a Swahili page', () =>
  visit({}, async (page, visitor) => {
    const event = await buildHarambee()
    await page.goto(`/sw/event/${event.id}`, { waitUntil: 'networkidle' })
    await page.getByText('kwa kila tiketi', { exact: true }).waitFor()
    await page.getByLabel('Bei ya kila tiketi ya Supporter').fill('100')
    await page.getByText('Chagua bei kati ya KES 200 na KES 5,000.').first().waitFor()
    await expectSoundState(visitor, shop)
  }))
