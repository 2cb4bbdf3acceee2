import { expect, test } from 'vitest'
import { answerCalls, goTo, newColleague, readFigures, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP } from './visitor.ts'

// spec: operation-page
test('Operation says that figures failed to load, and then shows money, queues and, after a click, requests', async () => {
  const { shop, browser } = await oneShop()
  const visitor = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const { page } = visitor
  await answerCalls(page, /\/api\/operation$/, { status: 500, json: {} })
  await page.goto('/organizer/dashboard')
  await goTo(page, 'Operation')
  await page.getByRole('alert').getByText('An error occurred', { exact: true }).waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  // Earlier tests in this shop may have left delays.
  await page.getByRole('region', { name: 'Delays' }).waitFor()
  const cards = ['Sales less refunds', 'Needs attention', 'To be refunded', 'Refunded']
  expect(Object.keys(await readFigures(page))).toEqual(cards)
  expect(await page.getByRole('table', { name: 'Requests' }).count()).toBe(0)
  await expectSoundPage(visitor, shop)
  await page.getByText('Figures for engineers').click()
  await page.getByText(/^Version \S+\. \d+ database connections, \d+ idle;/).waitFor()
  const requests = await readTable(page, 'Requests')
  expect(requests.map((row) => row.Route)).toContain('GET /assets/:name')
  await expectSoundPage(visitor, shop)
  await visitor.context.close()
})
