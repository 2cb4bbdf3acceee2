import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * Axe in its minified version, because each page has to parse it, and this version is less than half
 * as large.
 */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    axe: typeof axe
    shrinkText: () => void
  }
}

/**
 * Returns violations found by axe-core, one line each. While a modal dialog is open, only the dialog
 * is checked, because the page behind it can neither be used nor read. `skips` are rules that another
 * check covers: target sizes and contrast take three quarters of axe's time.
 */
export async function findBarriers(page: Page, skips: string[] = []): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(SOURCE)
  return await page.evaluate(async (skipped) => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
    const { violations } = await window.axe.run(dialog ?? document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Only violations are computed; the remaining result types would double the time.
      resultTypes: ['violations'],
      selectors: false,
      // Style sheets are not preloaded, because none of the rules in use needs them.
      preload: { assets: ['media'] },
      rules: Object.fromEntries(skipped.map((rule) => [rule, { enabled: false }])),
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, skips)
}

/**
 * Resizes the window and waits until the page is drawn. A busy browser may need some frames until
 * it knows the new size. The first frame with the new media rules can still contain containers of
 * the old size, in which cards look broken. The frame after it is correct.
 */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(
    ({ width, frames }) =>
      new Promise<unknown>((drawn) => {
        const look = (left: number) =>
          requestAnimationFrame(() => {
            const isKnown = matchMedia(`(width: ${width}px)`).matches
            if (isKnown || left === 0) requestAnimationFrame(() => requestAnimationFrame(drawn))
            else look(left - 1)
          })
        look(frames)
      }),
    { width: size.width, frames: 100 },
  )
}

// The functions below run in the page, so they may not use variables from outside.

/** Lists elements that extend beyond the side of the page. */
function listOverflow(): string[] {
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= width) return []
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > width,
  )
  return ['something', ...wide.map((element) => element.outerHTML.slice(0, 200))]
}

/** Lists text that is cut off by its box. Ellipses and scroll bars are allowed. */
function listCutText(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *:not(input)')].flatMap((element) => {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth < 2) return []
    const { overflowX, textOverflow } = getComputedStyle(element)
    const isCut = overflowX === 'hidden' || overflowX === 'clip'
    return isCut && textOverflow !== 'ellipsis' ? [element.outerHTML.slice(0, 200)] : []
  })
}

/**
 * Matches short texts. If such a text wraps although the page has room, its column has collapsed.
 */
const SHORT_WORD =
  /(?<![^\s(‘“])(?=[\p{L}\p{N}]{1,7}(?![\p{L}\p{N}]))[\p{L}\p{N}]+(?![^\s.,;:!?)’”])/gu
/** Matches names that must stay in one line, although a browser may break lines at a hyphen. */
const NAME = /M-P(?:ESA|esa)/g

/** Lists texts that wrap although they should be in one line. */
function listBroken(whole: RegExp): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const broken: string[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    range.selectNodeContents(text)
    if (range.getClientRects().length < 2) continue
    // Lines below the last line of a clamped text are hidden.
    const clamped = text.parentElement!.closest('[class*="line-clamp-"]')
    const end = clamped?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
    for (const { 0: found, index } of text.data.matchAll(whole)) {
      range.setStart(text, index)
      range.setEnd(text, index + found.length)
      const seen = [...range.getClientRects()].filter(({ top }) => top < end)
      const lines = new Set(seen.map(({ top }) => Math.round(top)))
      if (lines.size > 1) broken.push(`${found}: ${text.parentElement!.outerHTML.slice(0, 200)}`)
    }
  }
  return broken
}

/**
 * Lists wrapped dates, email addresses and ticket numbers in table rows. A sentence may wrap around
 * an address.
 */
function listBrokenCells(): string[] {
  const linesOf = (range: Range) => {
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
    let [lines, bottom] = [0, Number.NEGATIVE_INFINITY]
    // An element's box and its text overlap, so they are counted as one line.
    for (const box of boxes.sort((one, other) => one.top - other.top)) {
      if (box.top > bottom - 4) lines += 1
      bottom = Math.max(bottom, box.bottom)
    }
    return lines
  }
  const cells = [...document.querySelectorAll('td')]
  const wholes = [...document.querySelectorAll('td time, td .font-mono')].map((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range
  })
  const addresses = cells.flatMap((cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const found: Range[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      for (const { 0: address, index } of text.data.matchAll(/\S+@\S+\w/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + address.length)
        found.push(range)
      }
    }
    return found
  })
  return [...wholes, ...addresses]
    .filter((range) => linesOf(range) > 1)
    .map((range) => `${range}: ${range.startContainer.parentElement!.outerHTML.slice(0, 200)}`)
}

/** Lists buttons and links that are too small for a thumb. */
function listSmallTargets(): string[] {
  const leastPx = 44
  const targets = document.querySelectorAll<HTMLElement>(
    'a, button, input, select, summary, textarea, [role=option]',
  )
  return [...targets].flatMap((target) => {
    // A tap on its label chooses a radio button, too.
    const label = target.matches('[type=radio]') ? target.closest('label') : null
    const { width, height } = (label ?? target).getBoundingClientRect()
    const isShown = width > 0 && height > 0 && target.checkVisibility()
    // A card is a single large link: the link of its title is stretched over the card.
    const isStretched = getComputedStyle(target, '::after').position === 'absolute'
    // A link in running text is as large as its words.
    const isInText = getComputedStyle(target).display === 'inline' && !!target.closest('p, li')
    // The dots of the slides share a row, and are as narrow as WCAG allows (2.5.8).
    const isDot = !!target.closest('[aria-roledescription=carousel]') && width >= 24
    const isLarge = (width >= leastPx || isDot) && height >= leastPx
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

/**
 * Returns the findings of the given checks, one line each. They run in one call, because each page
 * is checked in many window sizes.
 */
export async function findFaults(page: Page, ...looks: Look[]): Promise<string[]> {
  const found = looks.map((look) => `${LOOKS[look]}.map((fault) => '${look}: ' + fault)`)
  return await page.evaluate<string[]>(`[${found.join(', ')}].flat()`)
}

/**
 * Doubles the size of all text, in any unit, as phones do on request (`text-size-adjust`).
 * Returns a function that restores the original size.
 */
export async function enlargeText(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body, body *:not(svg *)')]
    // Read all sizes before changing any, because elements inherit sizes.
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
