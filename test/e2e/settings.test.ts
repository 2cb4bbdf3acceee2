import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTable } from './office.ts'
import { ADMIN, visitOffice } from './office-pages.ts'
import { type Shop, startShop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, launchBrowser, PHONE, SIZES } from './visitor.ts'

let shop: Shop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const visit = (size = LAPTOP, email = ADMIN) =>
  visitOffice(browser, shop, { path: '/organizer/settings', size, email })

const table = (page: Page, name: string) => page.getByRole('table', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function save(page: Page, values: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(values)) {
    await dialog.getByLabel(label, { exact: true }).fill(value)
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
}

describe('settings', () => {
  test.each([
    ['a phone', PHONE],
    ['a laptop', LAPTOP],
  ])('on %s every part can be read and pressed', async (_, size) => {
    const visitor = await visit(size)
    await table(visitor.page, 'Short codes').getByText('/m/derby').waitFor()
    await table(visitor.page, 'Gates').getByText('Gate A').waitFor()
    await table(visitor.page, 'Categories').getByText('Comedy').waitFor()
    await expectSoundPage(visitor, shop)
    await visitor.page.close()
  })

  test('a category comes, changes and goes; one with events stays, and says why', async () => {
    const { page } = await visit()
    const categories = table(page, 'Categories')
    await press(page, 'Add category')
    await save(page, { Name: 'sports' })
    await page.getByText('There is already a category named sports.').waitFor()
    await save(page, { Name: 'Poetry' })
    await categories.getByText('Poetry').waitFor()
    await press(page, 'Edit Poetry')
    await save(page, { Name: 'Spoken word' })
    await categories.getByText('Spoken word').waitFor()
    await press(page, 'Remove Spoken word')
    await press(page, 'Remove')
    await categories.getByText('Spoken word').waitFor({ state: 'detached' })
    await press(page, 'Remove Comedy')
    await press(page, 'Remove')
    await page.getByText(/^Comedy still has \d+ events\./).waitFor()
    await page.close()
  })

  test('a gate and a short code; and the changes say who did it', async () => {
    const { page } = await visit()
    await press(page, 'Add gate')
    await save(page, { Name: 'River Gate', Offset: '50' })
    await table(page, 'Gates').getByText('River Gate').waitFor()
    await press(page, 'Add short code')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code', { exact: true }).fill('River')
    await dialog.getByLabel('Find an event').fill('Lake Derby')
    const event = dialog.getByLabel('Event', { exact: true })
    await event.getByText(/^Lake Derby/).waitFor({ state: 'attached' })
    await event.selectOption({ index: 1 })
    await press(page, 'Save')
    await table(page, 'Short codes').getByText('/m/river').waitFor()
    await page.reload()
    const changes = table(page, 'Who changed what')
    await changes.getByText('Short code added').waitFor()
    await changes.getByText('Gate added').waitFor()
    expect(await changes.getByText(ADMIN).count()).toBeGreaterThan(1)
    await page.close()
  })

  test('an organizer is led to the dashboard', async () => {
    const { page } = await visit(LAPTOP, 'organizer@lango.test')
    await page.waitForURL('**/organizer/dashboard')
    expect(await page.getByText('Short codes').count()).toBe(0)
    await page.close()
  })
})

for (const { name, size } of SIZES) {
  test(`money without an order is shown, on ${name}`, async () => {
    const receipt = { receipt: 'UKM0000001', amount_kes: 120.5, account_reference: 'DERBY DAY' }
    const found_at = new Date('2026-11-21T10:00:00Z')
    await shop.db.deleteFrom('stray_receipt').execute()
    const visitor = await visit(size)
    const { page } = visitor
    await page.getByText('All money that M-Pesa lists belongs to an order.').waitFor()
    await shop.db
      .insertInto('stray_receipt')
      .values({ ...receipt, msisdn: '254712345678', paid_at: found_at, found_at })
      .execute()
    await page.reload()
    await table(page, 'Money without an order').waitFor()
    expect(await readTable(page, 'Money without an order')).toEqual([
      {
        Paid: 'November 21, 2026, 1:00 PM',
        Amount: 'KES 120.50',
        Phone: '254712345678',
        'Account Number': 'DERBY DAY',
        Reference: 'UKM0000001',
        Found: 'November 21, 2026, 1:00 PM',
      },
    ])
    await expectSoundPage(visitor, shop)
    await visitor.page.close()
  })
}
