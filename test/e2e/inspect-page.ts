import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What `axe.source` would be, at less than half the size: each page has to read it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    axe: typeof axe
    shrinkText: () => void
  }
}

/**
 * What axe-core finds, one line each. `skips` is a rule that something stricter has looked at: that of
 * the size of targets is a quarter of the work.
 */
export async function findBarriers(page: Page, skips?: 'target-size'): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(SOURCE)
  return await page.evaluate(async (skipped) => {
    const { violations } = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // What else it could tell is not read, and takes it as long again.
      resultTypes: ['violations'],
      selectors: false,
      // It would fetch and read all style sheets anew, for rules that are not asked here.
      preload: { assets: ['media'] },
      rules: skipped ? { [skipped]: { enabled: false } } : {},
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, skips)
}

/** Another window, once the page is drawn in it: a frame earlier the old rules are half applied. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}

// Each looks at the page as it is drawn, in the page: so none of them may use what stands around it.

/** What sticks out at the page's side, where anything does. */
function listOverflow(): string[] {
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= width) return []
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > width,
  )
  return ['something', ...wide.map((element) => element.outerHTML.slice(0, 200))]
}

/** What its own box hides a part of, unless dots say so or it can be scrolled there. */
function listCutText(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *:not(input)')].flatMap((element) => {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth < 2) return []
    const { overflowX, textOverflow } = getComputedStyle(element)
    const isCut = overflowX === 'hidden' || overflowX === 'clip'
    return isCut && textOverflow !== 'ellipsis' ? [element.outerHTML.slice(0, 200)] : []
  })
}

/** Short words, where there is room for words at all: over two lines, their column has collapsed. */
const SHORT_WORD =
  /(?<![^\s(‘“])(?=[\p{L}\p{N}]{1,7}(?![\p{L}\p{N}]))[\p{L}\p{N}]+(?![^\s.,;:!?)’”])/gu
/** Names that are read as one word, though lines may end at their hyphen. */
const NAME = /M-P(?:ESA|esa)/g

/** What is to stand in one line, and goes over more. */
function listBroken(whole: RegExp): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const broken: string[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    range.selectNodeContents(text)
    if (range.getClientRects().length < 2) continue
    for (const { 0: found, index } of text.data.matchAll(whole)) {
      range.setStart(text, index)
      range.setEnd(text, index + found.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) broken.push(`${found}: ${text.parentElement!.outerHTML.slice(0, 200)}`)
    }
  }
  return broken
}

/** Dates, e-mail addresses and ticket numbers in the rows of a table that go over two lines. */
function listBrokenCells(): string[] {
  const range = document.createRange()
  const linesOf = (element: Element) => {
    range.selectNodeContents(element)
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
    let [lines, bottom] = [0, Number.NEGATIVE_INFINITY]
    // A box and the text in it are one line: they overlap.
    for (const box of boxes.sort((one, other) => one.top - other.top)) {
      if (box.top > bottom - 4) lines += 1
      bottom = Math.max(bottom, box.bottom)
    }
    return lines
  }
  const leaves = [...document.querySelectorAll('td *, td')].filter(
    (element) =>
      element.matches('time, .font-mono') ||
      (element.childElementCount === 0 && /\S@\S/.test(element.textContent)),
  )
  return leaves
    .filter((element) => linesOf(element) > 1)
    .map((element) => element.outerHTML.slice(0, 200))
}

/** Everything that can be pressed and is smaller than a thumb. */
function listSmallTargets(): string[] {
  const leastPx = 44
  const targets = document.querySelectorAll<HTMLElement>(
    'a, button, input, select, summary, textarea, [role=option]',
  )
  return [...targets].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    const isShown = width > 0 && height > 0 && target.checkVisibility()
    // A card's title: its link is stretched over the whole card.
    const isStretched = getComputedStyle(target, '::after').position === 'absolute'
    // A link in running text is as large as its words.
    const isInText = getComputedStyle(target).display === 'inline' && !!target.closest('p, li')
    const isLarge = width >= leastPx && height >= leastPx
    return !isShown || isStretched || isInText || isLarge
      ? []
      : [`${width} × ${height}: ${target.outerHTML}`]
  })
}

const LOOKS = {
  'too wide': `(${listOverflow})()`,
  'cut off': `(${listCutText})()`,
  'broken words': `(${listBroken})(${SHORT_WORD})`,
  'broken names': `(${listBroken})(${NAME})`,
  'broken cells': `(${listBrokenCells})()`,
  'small targets': `(${listSmallTargets})()`,
}
export type Look = keyof typeof LOOKS

/** What these looks find, one line each, in one call: a page is looked at in many windows. */
export async function findFaults(page: Page, ...looks: Look[]): Promise<string[]> {
  const found = looks.map((look) => `${LOOKS[look]}.map((fault) => '${look}: ' + fault)`)
  return await page.evaluate<string[]>(`[${found.join(', ')}].flat()`)
}

/**
 * All text twice as large, as phones show it for who asks for that (`text-size-adjust`), whatever
 * its unit. Answers how to make it small again.
 */
export async function enlargeText(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body, body *:not(svg *)')]
    // Read all before the first changes: sizes are handed down.
    const sizes = all.map((element) => {
      const { fontSize, lineHeight } = getComputedStyle(element)
      return { element, fontSize, lineHeight, before: element.getAttribute('style') }
    })
    for (const { element, fontSize, lineHeight } of sizes) {
      element.style.setProperty('font-size', `calc(2 * ${fontSize})`, 'important')
      if (lineHeight === 'normal') continue
      element.style.setProperty('line-height', `calc(2 * ${lineHeight})`, 'important')
    }
    window.shrinkText = () => {
      for (const { element, before } of sizes) {
        if (before === null) element.removeAttribute('style')
        else element.setAttribute('style', before)
      }
    }
  })
  return () => page.evaluate(() => window.shrinkText())
}

export type Head = { title: string; description: string; canonical: string; headings: string[] }

export function readHead(page: Page): Promise<Head> {
  return page.evaluate(() => ({
    title: document.title,
    description: document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '',
    canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? '',
    headings: [...document.querySelectorAll('h1')].map((heading) => heading.textContent),
  }))
}
