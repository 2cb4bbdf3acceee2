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

/** What axe-core finds, one line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(SOURCE)
  return await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // What else it could tell is not read, and takes it as long again.
      resultTypes: ['violations'],
      selectors: false,
      // It would fetch and read all style sheets anew, for rules that are not asked here.
      preload: { assets: ['media'] },
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  })
}

/** Another window, once the page is drawn in it: a frame earlier the old rules are half applied. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}

/** What sticks out at the page's side, where anything does. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width,
    )
    return ['something', ...wide.map((element) => element.outerHTML.slice(0, 200))]
  })
}

/** What its own box hides a part of, unless dots say so or it can be scrolled there. */
export function findCutText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *:not(input)')].flatMap((element) => {
      if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth < 2) return []
      const { overflowX, textOverflow } = getComputedStyle(element)
      const isCut = overflowX === 'hidden' || overflowX === 'clip'
      return isCut && textOverflow !== 'ellipsis' ? [element.outerHTML.slice(0, 200)] : []
    }),
  )
}

/** Letters that fit beside each other wherever there is room for words at all. */
const SHORT_WORD = 7

/** Short words that go over more than one line: their column has collapsed. */
export function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate((most) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const broken: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      range.selectNodeContents(text)
      if (range.getClientRects().length < 2) continue
      for (const { 0: word, index } of text.data.matchAll(
        /(?<![^\s(‘“])[\p{L}\p{N}]+(?![^\s.,;:!?)’”])/gu,
      )) {
        if (word.length > most) continue
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(`${word}: ${text.parentElement!.outerHTML.slice(0, 200)}`)
      }
    }
    return broken
  }, SHORT_WORD)
}

/** What is read as one word, though lines may end at its hyphen. */
const WHOLE = /M-P(?:ESA|esa)/g

/** Names that go over more than one line. */
export function findBrokenNames(page: Page): Promise<string[]> {
  return page.evaluate((source) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const broken: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      for (const { 0: name, index } of text.data.matchAll(new RegExp(source, 'g'))) {
        range.setStart(text, index)
        range.setEnd(text, index + name.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(`${name}: ${text.parentElement!.outerHTML.slice(0, 200)}`)
      }
    }
    return broken
  }, WHOLE.source)
}

/** Dates, e-mail addresses and ticket numbers in the rows of a table that go over two lines. */
export function findBrokenCells(page: Page): Promise<string[]> {
  return page.evaluate(() => {
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
  })
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

const LEAST_PX = 44

/** Everything that can be pressed and is smaller than a thumb. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
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
      const isLarge = width >= least && height >= least
      return !isShown || isStretched || isInText || isLarge
        ? []
        : [`${width} × ${height}: ${target.outerHTML}`]
    })
  }, LEAST_PX)
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
