import type { Page } from 'playwright-core'

/**
 * A page whose clock stands still until the test moves it with `page.clock.runFor`. Install it
 * before the page opens; from `holdClock` on no timer runs on its own.
 */
export async function fakeClock(page: Page): Promise<void> {
  await page.clock.install()
}

const A_MINUTE_MS = 60_000

export async function holdClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + A_MINUTE_MS)
}
