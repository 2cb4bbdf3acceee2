import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** An unexpected movement of an element on the page, with its layout-shift score. */
type Move = { value: number; what: string }
type ShiftEntry = PerformanceEntry & {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

declare global {
  interface Window {
    /** Returns the movements so far. */
    takeMoves: () => Move[]
  }
}

/**
 * Layout shifts below this total score are ignored. A score is the affected part of the screen
 * times the distance as a part of the screen's longer side: 0.01 is, for example, 0.1 × 0.1.
 */
const NOTHING = 0.01

/**
 * From the next page load on, records every element that moves on the page without an action of
 * the visitor.
 */
export async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moves: Move[] = []
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ')
    const name = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      return `${element?.tagName} .${element?.getAttribute('class')} ‘${node?.textContent?.slice(0, 40)}’`
    }
    const keep = (entries: PerformanceEntryList) => {
      for (const { value, sources } of entries as ShiftEntry[]) {
        for (const { node, previousRect, currentRect } of sources) {
          const what = `${name(node)}: ${place(previousRect)} → ${place(currentRect)}`
          moves.push({ value: value / sources.length, what })
        }
      }
    }
    const observer = new PerformanceObserver((list) => keep(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    window.takeMoves = () => {
      keep(observer.takeRecords())
      return moves
    }
  })
}

/**
 * Expects that no element has moved since the current page opened. A failure names the moved
 * elements.
 */
export async function expectNothingMoved(page: Page): Promise<void> {
  const moves = await page.evaluate(async () => {
    // The browser reports the last layout shift only after painting it.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return window.takeMoves()
  })
  const sum = moves.reduce((total, { value }) => total + value, 0)
  const list = moves.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join('\n')
  expect(sum, `${page.url()}, what moved:\n${list}`).toBeLessThan(NOTHING)
}
