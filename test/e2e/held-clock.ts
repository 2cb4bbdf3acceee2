import type { Page } from 'playwright-core'

/**
 * Replaces the page's clock. Call this function before the page opens. After `holdClock` the clock
 * stands still, and timers run only when the test calls `page.clock.runFor`.
 */
export async function fakeClock(page: Page): Promise<void> {
  await page.clock.install()
}

const A_MINUTE_MS = 60_000

export async function holdClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + A_MINUTE_MS)
}
