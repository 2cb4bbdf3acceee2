import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitForHeading } from './buying.ts'
import { PATIENCE } from './patience.ts'
import { type Shop, startShop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, launchBrowser, newVisitor, PHONE } from './visitor.ts'

/** Where shop.ts has the app write to. */
const LOG = '.data/e2e/app.log'

let shop: Shop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

/** While this lasts, whoever asks for events meets a fault of the server. */
async function withoutEvents(work: () => Promise<void>): Promise<void> {
  await sql`alter table event rename to event_gone`.execute(shop.db)
  try {
    await work()
  } finally {
    await sql`alter table event_gone rename to event`.execute(shop.db)
  }
}

describe.each([
  { name: 'a phone', size: PHONE },
  { name: 'a laptop', size: LAPTOP },
])('on $name', ({ size }) => {
  test('nothing at this address', async () => {
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    expect((await page.goto('/no/such/page'))!.status()).toBe(404)
    await waitForHeading(page, 'Page not found')
    await expectSoundPage(visitor, shop)
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await page.waitForURL(`${shop.origin}/`)
    await visitor.context.close()
  })

  test('no such ticket: no made-up details, and the way to the right one', async () => {
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    expect((await page.goto('/t/0000000000000000'))!.status()).toBe(404)
    await waitForHeading(page, 'No such ticket')
    expect(await page.getByRole('img', { name: /^QR code/ }).count()).toBe(0)
    await expectSoundPage(visitor, shop)
    await page.getByRole('link', { name: 'Find Your Ticket' }).click()
    await waitForHeading(page, 'Find Your Ticket')
    await visitor.context.close()
  })

  test('a fault of ours has a number that is in the log, and trying again helps', async () => {
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    await withoutEvents(async () => {
      expect((await page.goto('/'))!.status()).toBe(500)
      const number = page.getByText(/^Error number/).locator('b')
      await number.waitFor()
      await expectSoundPage(visitor, shop)
      const id = await number.textContent()
      expect(id).toMatch(/^[0-9a-f]{12}$/)
      await expect
        .poll(async () => (await readFile(LOG, 'utf8')).includes(id!), PATIENCE)
        .toBe(true)
    })
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('article').first().waitFor()
    await visitor.context.close()
  })
})
