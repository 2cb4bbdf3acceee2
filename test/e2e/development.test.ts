import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startShop } from './shop.ts'
import { launchBrowser, newVisitor } from './visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

test('npm run dev: pages come from the sources, and an open tab does not keep it from ending', async () => {
  const shop = await startShop({ NODE_ENV: 'development' })
  const { page, context } = await newVisitor(browser, shop)
  try {
    await Promise.all([page.waitForEvent('websocket'), page.goto('/')])
    await page.getByRole('article').first().waitFor()
    expect(await page.content()).toContain('src="/src/web/entry-client.tsx"')
  } finally {
    await shop.stop()
  }
  // One that has to be cut off ends with code 1.
  expect(await shop.ended).toBe('with code 0')
  await context.close()
})
