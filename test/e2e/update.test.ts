// Tests a tab that was opened before an update of the shop. The files of the old build are gone.
import { expect, onTestFinished, test } from 'vitest'
import { newPhone } from '../build.ts'
import { askToPay, waitForHeading, waitForTickets, waitForTitle } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { newVisitor } from './visitor.ts'

const LAKE_DERBY = '/event/5a17ca10-0002-4000-8000-000000000002'
const GONE = { status: 404, contentType: 'application/json', body: '{}' }

const { shop, browser } = await oneShop()

async function openTab() {
  const { context, page } = await newVisitor(browser, shop, { fresh: true })
  onTestFinished(() => context.close())
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  return { page, documents }
}

// spec: update-reload
test('a buyer who pays in a tab of the build before gets to the tickets, and so does each link', async () => {
  const { page, documents } = await openTab()
  await page.goto(LAKE_DERBY)
  await waitForTitle(page, /^Lake Derby/)
  // The files of the new document exist.
  const goneUntil = (path: string) =>
    page.route(`**/assets${path}-page-*.js`, (route) =>
      documents.includes(path) ? route.continue() : route.fulfill(GONE),
    )
  await goneUntil('/success')
  const phone = newPhone()
  await shop.sandbox.set(phone, { auto: 'pay' })
  await askToPay(page, { path: LAKE_DERBY, tickets: { Standard: 1 }, phone })
  await waitForTickets(page)
  expect(documents.filter((path) => path === '/success')).toHaveLength(1)
  await goneUntil('/help')
  await page.getByRole('link', { name: 'Help Center' }).first().click()
  await waitForHeading(page, 'Help Center')
  expect(documents.filter((path) => path === '/help')).toHaveLength(1)
})

// spec: update-reload
test('a file that stays gone reloads the document once, and then the page works without script', async () => {
  const { page, documents } = await openTab()
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  await page.route('**/assets/help-page-*.js', (route) => route.fulfill(GONE))
  await page.getByRole('link', { name: 'Help Center' }).first().click()
  await waitForHeading(page, 'Help Center')
  await page.locator('form[role=search], search form').first().waitFor()
  await expect.poll(() => page.locator('noscript').count()).toBe(0)
  expect(documents.filter((path) => path === '/help')).toHaveLength(1)
})
