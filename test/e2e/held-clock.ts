import type { Page } from 'playwright-core'

/**
 * A page whose time stands still until the test moves it on with `page.clock.runFor`. Asked for
 * before the page is opened; from `holdClock` on nothing in it happens by itself.
 */
export async function fakeClock(page: Page): Promise<void> {
  await page.clock.install()
}

const A_MINUTE_MS = 60_000

export async function holdClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + A_MINUTE_MS)
}
