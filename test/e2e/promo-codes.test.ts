import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { buildEvent } from '../build.ts'
import { newColleague, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundAsItStands, expectSoundPage } from './sound-page.ts'
import { SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

const build = () =>
  buildEvent(shop.db, {
    title: 'Blankets and Wine',
    types: [
      { name: 'Regular', price: 1250 },
      { name: 'Press and photographers', price: 300, isHidden: true },
    ],
  })

async function openForm(page: Page, name: 'Add code' | 'Make many codes'): Promise<Locator> {
  await page.getByRole('button', { name }).click()
  return page.getByRole('dialog', { name })
}

describe.each(SIZES)('on $name', ({ size }) => {
  // spec: promo-codes-tab
  test('an organizer makes codes, copies their links, downloads many, and ends one', async () => {
    const event = await build()
    const visitor = await newColleague(browser, shop, { who: 'admin', size })
    const { page } = visitor
    await page.goto(`/organizer/events/${event.id}`)
    await page.getByRole('link', { name: 'Codes and sellers' }).click()
    await page.getByText('No codes yet. A code makes tickets cheaper or free').waitFor()
    await addShared(page)
    const form = await openForm(page, 'Add code')
    await form.getByLabel('Code', { exact: true }).fill('rafiki 20')
    await form.getByLabel('Percent').fill('10')
    await form.getByRole('button', { name: 'Add code' }).click()
    await form.getByText('This event has the code RAFIKI-20, or one that reads alike.').waitFor()
    await expectSoundAsItStands(visitor, shop)
    await form.getByLabel('Code', { exact: true }).fill('Media')
    await form.getByLabel('The code', { exact: true }).selectOption('Only shows hidden tickets')
    await form.getByLabel('Press and photographers').check()
    await form.getByRole('button', { name: 'Add code' }).click()
    await page.getByRole('cell', { name: /^MEDIA Dial/ }).waitFor()
    await makeMany(page)
    const rows = await readTable(page, 'Codes')
    expect(rows.map((row) => [row['What it does'], row.Used])).toEqual([
      ['KES 500 a ticket All tickets that are not hidden', '0 of 3'],
      ['Shows hidden tickets Press and photographers', '0'],
      ['20% off All tickets that are not hidden · 4 for each phone', '0 of 50'],
    ])
    await expectSoundPage(visitor, shop)
    await page.getByRole('button', { name: 'Copy link of RAFIKI-20' }).click()
    await page.getByText(/^(Link copied|Copy this address: )/).waitFor()
    await change(page)
    await end(page)
    await expectFile(page, event.id)
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })
})

async function addShared(page: Page): Promise<void> {
  const form = await openForm(page, 'Add code')
  await form.getByLabel('Code', { exact: true }).fill('Rafiki 20')
  await form.getByLabel('Percent').fill('20')
  await form.getByText('Regular KES 1,000 instead of KES 1,250', { exact: true }).waitFor()
  await form.getByLabel('Total tickets').fill('50')
  await form.getByLabel('Tickets for each phone number').fill('4')
  await form.getByRole('button', { name: 'Add code' }).click()
  await page.getByText('The code can be used now. Copy its link below.').waitFor()
  await page.getByText(/^\*265\*25\*\d+\*\d{4}#$/).waitFor()
}

async function makeMany(page: Page): Promise<void> {
  const form = await openForm(page, 'Make many codes')
  await form.getByLabel('How many').fill('3')
  await form.getByLabel('The code', { exact: true }).selectOption('Sets the price')
  await form.getByLabel('Price in shillings').fill('500')
  await form.getByRole('button', { name: 'Make codes' }).click()
  await page.getByText('3 codes made. Download the CSV.').waitFor()
  await page.getByRole('cell', { name: '3 codes for one ticket', exact: true }).waitFor()
}

async function change(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change RAFIKI-20' }).click()
  const form = page.getByRole('dialog', { name: 'Change RAFIKI-20' })
  await form.getByLabel('Total tickets').fill('60')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('RAFIKI-20 is changed.').waitFor()
  await page.getByRole('cell').getByText('0 of 60').waitFor()
}

async function end(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End MEDIA' }).click()
  const question = page.getByRole('dialog', { name: 'End MEDIA?' })
  await question.getByText('From now on the code is not valid.').waitFor()
  await question.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByText('MEDIA has ended.').waitFor()
  await page.getByRole('cell').getByText('Ended', { exact: true }).waitFor()
}

async function expectFile(page: Page, eventId: string): Promise<void> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).first().click()
  const lines = readFileSync(await (await saving).path(), 'utf8').split('\r\n')
  expect(lines).toHaveLength(1 + 5 + 1)
  expect(lines[1]).toMatch(new RegExp(`^\\w{8},\\*265.*/event/${eventId}\\?code=\\w{8},`))
  await page.getByText(/^Saved as promo_codes-/).waitFor()
}
