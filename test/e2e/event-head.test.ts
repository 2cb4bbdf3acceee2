import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DERBY_ID } from './event-figures.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { DERBY } from './page-states.ts'
import type { Shop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { SIZES } from './visitor.ts'

let shop: Shop
let browser: Browser
beforeAll(async () => {
  ;({ shop, browser } = await oneShop())
})

// spec: event-head-row
test.each(SIZES)('the tabs but Overview have one row above them, on $name', async ({ size }) => {
  const visitor = await newColleague(browser, shop, { who: 'organizer', size })
  const { page } = visitor
  await page.goto(`/organizer/events/${DERBY_ID}/transactions`)
  const header = page.locator('main header')
  await header.getByRole('heading', { level: 1 }).waitFor()
  expect(await header.locator('time').textContent()).toMatch(/^[A-Z][a-z]+ \d+, 20\d\d$/)
  await header.getByText('10,000 attending', { exact: true }).waitFor()
  await header.getByText('Nyayo National Stadium').waitFor()
  const link = header.getByRole('link', { name: 'View Event Page →' })
  expect(await link.getAttribute('href')).toBe(DERBY)
  expect(await link.getAttribute('target')).toBe('_blank')
  const isRow = size.width > 1000
  expect((await header.boundingBox())!.height).toBeLessThan(isRow ? 48 : 72)
  const top = (await page.getByRole('heading', { name: 'Transaction History' }).boundingBox())!.y
  expect(top).toBeLessThan(isRow ? 200 : 230)
  await expectSoundPage(visitor, shop)
  await visitor.context.close()
})
