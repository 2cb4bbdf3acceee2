// spec: statement-page
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { resize } from './inspect-page.ts'
import { answerCalls, busiestEvent, goTo, newColleague, readFigures, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, PHONE } from './visitor.ts'

const { shop, browser } = await oneShop()
let eventId: string
beforeAll(async () => {
  eventId = await busiestEvent(shop)
})

const NO_GUESTS = { given: 0, inside: 0 }
const GUESTS = { given: 48, inside: 31 }
const STATEMENT = /\/api\/events\/[^/]+\/statement\?/

const cents = (words: string) => Math.round(Number(words.replace(/KES |,/g, '')) * 100)

async function figures(page: Page): Promise<Record<string, number>> {
  await page.getByText('Payouts', { exact: true }).first().waitFor()
  const told = await readFigures(page)
  return Object.fromEntries(Object.entries(told).map(([name, words]) => [name, cents(words)]))
}

const open = (who: 'organizer' | 'admin') => newColleague(browser, shop, { who, size: LAPTOP })

const LINE = { id: 3, at: '2026-11-20T21:05:00.000Z', order_code: 'AB12CD34', fee: 0 }
const SALE = { ...LINE, kind: 'sale', reference: 'UKS0000001', amount: 1_234_500, fee: 30_862.5 }

describe('the Statement tab', () => {
  test('the Statement tab shows failures, an empty statement, and every kind of line', async () => {
    const visitor = await open('organizer')
    const { page } = visitor
    await answerCalls(page, STATEMENT, { status: 500, json: { error: 'Not now.' } })
    await page.goto(`/organizer/events/${eventId}/statement`)
    await page.getByRole('alert').getByText('Not now.', { exact: true }).waitFor()
    const nothing = { taken: 0, given_back: 0, fees: 0, paid_out: 0, owed: 0 }
    const empty = { ...nothing, complimentary: NO_GUESTS, lines: [], next_cursor: null }
    await answerCalls(page, STATEMENT, { json: empty })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The first sale will show here.', { exact: true }).waitFor()
    await expectSoundPage(visitor, shop)
    const back = { ...LINE, id: 2, kind: 'given_back', reference: '', amount: -500.5, fee: -12.51 }
    const paid = { ...LINE, id: 1, kind: 'payout', order_code: '', reference: 'FT26326ABCD/77' }
    const lines = [SALE, back, { ...paid, amount: -1_000_000, fee: 0 }]
    const sums = { taken: 1_234_500, given_back: 500.5, fees: 30_849.99, paid_out: 1_000_000 }
    await answerCalls(page, STATEMENT, {
      json: { ...empty, ...sums, owed: 203_149.51, lines, complimentary: GUESTS },
    })
    await page.reload()
    await page.getByRole('table', { name: 'Statement' }).waitFor()
    expect(await readFigures(page)).toEqual({
      Sales: 'KES 1,234,500',
      Refunds: 'KES 500.50',
      Fees: 'KES 30,849.99',
      Payouts: 'KES 1,000,000',
      'Balance due': 'KES 203,149.51',
    })
    await page
      .getByText('Complimentary: 48 tickets, 31 inside. Not included in the amounts.')
      .waitFor()
    for (const size of [PHONE, { width: 844, height: 390 }, LAPTOP]) {
      await resize(page, size)
      const gap = await page.locator('.five-figures').evaluate((list) => {
        const right = (one: Element) => Math.round(one.getBoundingClientRect().right)
        return right(list) - right(list.lastElementChild!)
      })
      expect(gap, `no figure stands alone at ${size.width} px`).toBe(0)
    }
    expect(await readTable(page, 'Statement')).toEqual([
      {
        'Date & Time': 'November 21, 2026, 12:05 AM',
        Kind: 'Sale',
        Order: 'AB12CD34',
        Reference: 'UKS0000001',
        Amount: 'KES 1,234,500',
        Fee: 'KES 30,862.50',
      },
      expect.objectContaining({ Kind: 'Refund', Reference: '–', Amount: 'KES −500.50' }),
      expect.objectContaining({ Kind: 'Payout', Order: '–', Reference: 'FT26326ABCD/77' }),
    ])
    await expectSoundState(visitor, shop)
    // Only admins can record a payout.
    expect(await page.getByRole('button', { name: 'Record payout' }).count()).toBe(0)
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })

  test('the tab agrees with the Overview, page by page, and can be saved as a file', async () => {
    const { page, context } = await open('organizer')
    await page.goto(`/organizer/events/${eventId}`)
    await page.getByText('Total Revenue', { exact: true }).waitFor()
    const revenue = (await readFigures(page))['Total Revenue']!
    await page.getByRole('link', { name: 'Statement', exact: true }).last().click()
    const { Sales, Refunds: back, Fees, Payouts: paid, 'Balance due': due } = await figures(page)
    expect(Sales! - back!).toBe(cents(revenue))
    expect(due).toBe(Sales! - back! - Fees! - paid!)
    await page.getByText('Showing the first 50', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('Showing the first 100', { exact: true }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(
      /^statement-[\w-]{36}-\d{4}-\d\d-\d\d\.csv$/,
    )
    await context.close()
  })

  test('an admin records a payout once, never beyond what is owed, and takes it back', async () => {
    const visitor = await open('admin')
    const { page } = visitor
    await page.goto(`/organizer/events/${eventId}/statement`)
    const before = await figures(page)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await press('Record payout')
    const dialog = page.getByRole('dialog')
    // The form suggests the whole amount that can be paid out.
    const panel = page.getByRole('region', { name: 'Payouts' })
    const available = (await panel.getByText(/^KES [\d,.]+$/).textContent())!
    expect(cents(await dialog.getByLabel('Amount in KES').inputValue())).toBe(cents(available))
    await dialog.getByText(available, { exact: true }).first().waitFor()
    await dialog.getByLabel('Amount in KES').fill(String(before['Balance due']! / 100 + 1))
    const reference = `FT-${randomUUID()}`
    await dialog.getByLabel('Reference').fill(reference)
    const record = dialog.getByRole('button', { name: 'Record payout' })
    await record.click()
    await dialog.getByText(/^Only KES [\d,.]+ is due to the organizer of this event\.$/).waitFor()
    await expectSoundPage(visitor, shop)
    await dialog.getByLabel('Amount in KES').fill('100.5')
    await record.click()
    await page.getByRole('alert').getByText(`KES 100.50 paid out, ${reference}`).waitFor()
    await expect
      .poll(async () => (await figures(page))['Balance due'])
      .toBe(before['Balance due']! - 100_50)
    expect((await readTable(page, 'Statement'))[0]).toMatchObject({
      Kind: 'Payout',
      Reference: `${reference} Reverse : ${reference}`,
      Amount: 'KES −100.50',
    })
    await expectSoundState(visitor, shop)
    await page.getByRole('button', { name: `Reverse : ${reference}` }).click()
    await dialog.getByLabel('What went wrong').fill('It was for another event.')
    await expectSoundState(visitor, shop)
    await dialog.getByRole('button', { name: 'Reverse' }).click()
    await page.getByRole('alert').getByText(`Payout ${reference} reversed.`).waitFor()
    await expect.poll(async () => (await figures(page))['Balance due']).toBe(before['Balance due']!)
    const rows = await readTable(page, 'Statement')
    expect(rows.slice(0, 2)).toMatchObject([
      { Kind: 'Payout reversed', Reference: reference, Amount: 'KES 100.50' },
      { Kind: 'Payout', Reference: `${reference} Reversed` },
    ])
    await expectSoundState(visitor, shop)
    await visitor.context.close()
  })
})

describe('the Statement page', () => {
  // spec: statement-page-links
  test('the Statement page sums an organizer’s events, and links to each', async () => {
    const visitor = await open('organizer')
    const { page } = visitor
    await page.goto('/organizer/dashboard')
    await goTo(page, 'Statement')
    await page.getByRole('table', { name: 'Events' }).waitFor()
    const sums = await figures(page)
    const rows = await readTable(page, 'Events')
    for (const name of ['Sales', 'Refunds', 'Fees', 'Payouts', 'Balance due']) {
      expect(
        rows.reduce((sum, row) => sum + cents(row[name]!), 0),
        name,
      ).toBe(sums[name])
    }
    await expectSoundPage(visitor, shop)
    const table = page.getByRole('table', { name: 'Events' })
    expect(await table.getByRole('link', { name: /^Payout and CSV/ }).count()).toBe(rows.length)
    await table
      .getByRole('link', { name: /^Payout and CSV/ })
      .last()
      .click()
    await page.getByRole('table', { name: 'Statement' }).waitFor()
    await page.goBack()
    await page.getByRole('table', { name: 'Events' }).getByRole('link').first().click()
    await page.getByRole('table', { name: 'Statement' }).waitFor()
    await visitor.context.close()
  })
})

// spec: transfer-recorded-once, transfer-taken-back
test('an admin records a transfer once and takes it back, and no organizer sees transfers', async () => {
  const visitor = await open('admin')
  const { page } = visitor
  await page.goto('/organizer/statement')
  const reference = `FT${randomUUID().slice(0, 8).toUpperCase()}`
  const dialog = page.getByRole('dialog')
  const record = async (amount: string) => {
    await page.getByRole('button', { name: 'Record a transfer' }).click()
    await dialog.getByLabel('From and to').selectOption('Bank to utility')
    await dialog.getByLabel('Amount in KES').fill(amount)
    await dialog.getByLabel('Reference').fill(reference)
    await dialog.getByLabel('Day').fill('2026-11-20')
    await dialog.getByRole('button', { name: 'Record transfer' }).click()
  }
  await record('50000')
  await page.getByRole('alert').getByText(`KES 50,000 recorded, ${reference}`).waitFor()
  await expectSoundPage(visitor, shop)
  await record('70000')
  await dialog
    .getByText(/^A transfer with this reference is already recorded: KES 50,000/)
    .waitFor()
  await expectSoundState(visitor, shop)
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('button', { name: `Reverse : ${reference}` }).click()
  await dialog.getByLabel('What went wrong').fill('It was for another shop.')
  await dialog.getByRole('button', { name: 'Reverse' }).click()
  await page.getByRole('alert').getByText(`Transfer ${reference} reversed.`).waitFor()
  const entry = { Day: 'November 20, 2026', From: 'Bank', To: 'Utility', Amount: 'KES 50,000' }
  await expect
    .poll(async () => (await readTable(page, 'Transfers')).slice(0, 2))
    .toMatchObject([
      { From: 'Utility', To: 'Bank', Reference: `${reference} Reversal` },
      { ...entry, Reference: `${reference} Reversed` },
    ])
  await expectSoundState(visitor, shop)
  await visitor.context.close()
  const other = await open('organizer')
  await other.page.goto('/organizer/statement')
  await other.page.getByRole('table', { name: 'Events' }).waitFor()
  expect(await other.page.getByRole('heading', { name: 'Transfers' }).count()).toBe(0)
  await other.context.close()
})

describe('fees', () => {
  // spec: fee-by-setting
  test("an admin changes an organizer's fee, and a wrong number is named at its field", async () => {
    const { email } = SAMPLE_ACCOUNTS.organizer
    const visitor = await open('admin')
    const { page } = visitor
    await page.goto('/organizer/people')
    await page.getByRole('searchbox', { name: 'Search fees' }).fill(email)
    const change = page.getByRole('button', { name: /^Change fee/ })
    await expect.poll(() => change.count()).toBe(1)
    await expectSoundPage(visitor, shop)
    await change.click()
    const dialog = page.getByRole('dialog')
    const kind = (name: string | RegExp) => dialog.getByRole('radio', { name })
    // A form that is saved unchanged stores no separate fee for this organizer.
    expect(await kind('The fee of all organizers (No fee)').isChecked()).toBe(true)
    await expectSoundState(visitor, shop)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const said = page.getByRole('alert')
    await said.getByText(/: the fee of all organizers \(No fee\)\.$/).waitFor()
    await expect
      .poll(async () => (await readTable(page, 'Fees'))[0])
      .toMatchObject({ 'Set by': 'Settings' })
    await change.click()
    await kind('Own fee').check()
    await dialog.getByLabel('Percent of price').fill('2.5')
    await dialog.getByLabel('KES per ticket').fill('100001')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('fixed must be 100000 or less.').waitFor()
    await expectSoundState(visitor, shop)
    await dialog.getByLabel('KES per ticket').fill('10.5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await said.getByText(/: own fee \(2\.5% \+ KES 10\.50 per ticket\)\.$/).waitFor()
    await expect
      .poll(async () => (await readTable(page, 'Fees'))[0])
      .toMatchObject({ '% of price': '2.5%', 'Per ticket': 'KES 10.50', 'Set by': 'Admin' })
    // Restore the fee, because other test files sell tickets of this organizer.
    await change.click()
    await kind('The fee of all organizers').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await said.getByText(/: the fee of all organizers \(No fee\)\.$/).waitFor()
    await page.getByRole('link', { name: /^Statement for/ }).click()
    await page.getByRole('heading', { name: /’s events$/ }).waitFor()
    await visitor.context.close()
  })
})
