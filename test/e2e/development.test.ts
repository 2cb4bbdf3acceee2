import { expect, test } from 'vitest'
import { oneBrowser } from './one-shop.ts'
import { startShop } from './shop.ts'
import { newVisitor } from './visitor.ts'

// spec: npm-run-dev
test('npm run dev renders pages from the sources, and ends although a tab is open', async () => {
  const shop = await startShop({ NODE_ENV: 'development' })
  const { page, context } = await newVisitor(await oneBrowser(), shop)
  try {
    await Promise.all([page.waitForEvent('websocket'), page.goto('/')])
    await page.getByRole('article').first().waitFor()
    expect(await page.content()).toContain('src="/src/web/entry-client.tsx"')
  } finally {
    await shop.stop()
  }
  // npm run dev must end without being killed: a killed process exits with code 1.
  expect(await shop.ended).toBe('with code 0')
  await context.close()
})
