import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { oneShop } from './one-shop.ts'
import { newVisitor, type PHONE, type Visitor } from './visitor.ts'

export type VisitStep = (page: Page, visitor: Visitor) => Promise<void>

/** Runs a step in the browser of a new visitor of the shared shop, and expects no faults there. */
export async function visit(
  window: { script?: boolean; size?: typeof PHONE },
  step: VisitStep,
): Promise<void> {
  const { shop, browser } = await oneShop()
  const visitor = await newVisitor(browser, shop, window)
  try {
    await step(visitor.page, visitor)
    expect(visitor.faults).toEqual([])
  } finally {
    await visitor.context.close()
  }
}
