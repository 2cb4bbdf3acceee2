import { expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { buildEvent } from '../build.ts'
import { DERBY_ID } from './event-figures.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { DERBY } from './page-states.ts'
import { expectSoundPage } from './sound-page.ts'
import { SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

// spec: event-head-row
test.each(SIZES)('the tabs but Overview have one row above them, on $name', async ({ size }) => {
  const visitor = await newColleague(browser, shop, { who: 'organizer', size })
  const { page } = visitor
  await page.goto(`/organizer/events/${DERBY_ID}/transactions`)
  const header = page.locator('main header')
  await header.getByRole('heading', { level: 1 }).waitFor()
  expect(await header.locator('time').textContent()).toMatch(/^[A-Z][a-z]+ \d+, 20\d\d$/)
  await header.getByText('10,000 attending').waitFor()
  await header.getByText('Nyayo National Stadium').waitFor()
  const link = header.getByRole('link', { name: 'View Event Page →' })
  expect(await link.getAttribute('href')).toBe(DERBY)
  expect(await link.getAttribute('target')).toBe('_blank')
  const isRow = size.width > 1000
  // On a phone the place takes at most two lines below the title.
  expect((await header.boundingBox())!.height).toBeLessThanOrEqual(isRow ? 48 : 72)
  const top = (await page.getByRole('heading', { name: 'Transaction History' }).boundingBox())!.y
  expect(top).toBeLessThan(isRow ? 200 : 230)
  await expectSoundPage(visitor, shop)
  await visitor.context.close()
})

// spec: event-head-row
test('a long title and place take two lines each, and leave no room while one is cut', async () => {
  const title = 'Great Rift Valley Half Marathon and Family Fun Run, 25th Edition, Nakuru'
  const location = 'Lake Elementaita Conservancy, Gilgil, Nakuru County'
  const organizerId = SAMPLE_ACCOUNTS.organizer.id
  const { id } = await buildEvent(shop.db, { title, organizerId })
  const facts = { location, expected_attendees: 10_000 }
  await shop.db.updateTable('event').set(facts).where('id', '=', id).execute()
  const size = { width: 360, height: 740 }
  const visitor = await newColleague(browser, shop, { who: 'organizer', size })
  const { page } = visitor
  await page.goto(`/organizer/events/${id}/transactions`)
  const header = page.locator('main header')
  const isCut = (text: string) =>
    header
      .getByText(text, { exact: true })
      .evaluate((shown) => shown.scrollHeight > shown.clientHeight + 1)
  await header.getByText(location).waitFor()
  expect((await header.boundingBox())!.height).toBeLessThanOrEqual(72)
  expect(await header.getByRole('button').count()).toBe(0)
  await expectSoundPage(visitor, shop)
  for (const width of [768, 1536, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    expect([await isCut(title), await isCut(location)], `${width}`).toEqual([false, false])
  }
  await visitor.context.close()
})
