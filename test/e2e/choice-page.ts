// Shared by the tests of choosing tickets and of the summary.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { EventSpec } from '../build.ts'

export const DERBY: EventSpec = {
  title: 'Riverside Cup',
  types: [
    { name: 'Free Stand', price: 0, capacity: 50 },
    { name: 'Standard', price: 200, maxPerOrder: 6 },
    { name: 'Premium', price: 500, maxPerOrder: 20, capacity: 12 },
    { name: 'Box', price: 900, maxPerOrder: 4, capacity: 3 },
  ],
}
/** Whether an element is completely visible and not covered. */
function isInSight(shown: Locator): Promise<boolean> {
  return shown.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= innerHeight && element.contains(front)
  })
}

export async function expectInSight(shown: Locator): Promise<void> {
  await expect.poll(() => isInSight(shown)).toBe(true)
}

export async function goTo(page: Page, edge: 'top' | 'bottom'): Promise<void> {
  await page.evaluate((top) => scrollTo({ top }), edge === 'top' ? 0 : 100_000)
}
