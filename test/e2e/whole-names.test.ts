import { expect, test } from 'vitest'
import { isTorture } from '../torture/daily.ts'
import { findFaults } from './inspect-page.ts'
import { oneShop } from './one-shop.ts'
import { newVisitor } from './visitor.ts'

const { shop, browser } = await oneShop()

const PAGES = [
  ...['/', '/help', '/refund-policy', '/terms', '/privacy', '/contact', '/my-ticket', '/success'],
  '/t/0000000000000000',
]
/**
 * The difference between two tested window widths, in px. All widths are narrow, so that line
 * breaks move from one width to the next.
 */
const STEP = isTorture ? 15 : 45
const WIDTHS = Array.from({ length: 360 / STEP }, (_, step) => 320 + STEP * step)

// spec: table-cells-whole
test("'M-PESA' never breaks over two lines, in any width, on any page that mentions it often", async () => {
  const { page, context } = await newVisitor(browser, shop)
  const broken: string[] = []
  for (const path of PAGES) {
    await page.goto(path)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 })
      const names = await findFaults(page, 'broken names')
      broken.push(...names.map((name) => `${path} at ${width}: ${name}`))
    }
  }
  expect(broken).toEqual([])
  await context.close()
})
