import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fakeClock, holdClock } from './held-clock.ts'
import { oneShop } from './one-shop.ts'
import { newVisitor, ON_PHONE, type PHONE, TODAYS_SIZES, type Visitor } from './visitor.ts'

declare global {
  interface Window {
    turns: number
    places: number[]
  }
}

const INTERVAL_MS = 5000

const { shop, browser } = await oneShop()
let titles: string[]
let visitor: Visitor
let page: Page
let slides: Locator
beforeAll(async () => {
  const answer = await fetch(`${shop.origin}/api/events?is_main_event=true`)
  const { data } = (await answer.json()) as { data: { title: string }[] }
  titles = data.map(({ title }) => title)
  expect(titles.length).toBeGreaterThan(2)
})
afterEach(async () => {
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})

/**
 * Opens the page and waits until the carousel is visible and turning. Then stops the page's clock.
 */
async function openTurning(size: typeof PHONE): Promise<void> {
  visitor = await newVisitor(browser, shop, { size })
  page = visitor.page
  slides = page.getByRole('region', { name: 'Main events' })
  await fakeClock(page)
  await page.addInitScript(countTurns)
  await page.goto('/')
  // The dots respond once the script has loaded. Afterwards the pointer moves away, because the
  // carousel pauses under a pointer.
  await dot(titles.length - 1).click()
  await expectSlide(titles.length - 1)
  await dot(0).click()
  await expectSlide(0)
  await holdClock(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await leave()
}

const dot = (index: number) =>
  slides.getByRole('button', { name: `Show ${titles[index]}`, exact: true })

/** Removes pointer and focus from the carousel. The five seconds until the next slide begin now. */
async function leave(): Promise<void> {
  await page.mouse.move(1, 1)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
}

/** Expects that slide, counter, dots and next title all show this slide. */
async function expectSlide(index: number): Promise<void> {
  const next = titles[(index + 1) % titles.length]
  await slides.getByText(`${index + 1} / ${titles.length}`, { exact: true }).waitFor()
  expect(await dot(index).getAttribute('aria-current')).toBe('true')
  expect(await slides.getByRole('button', { name: /^Next: / }).textContent()).toBe(`Next: ${next}`)
  const slide = slides.getByRole('article').filter({ hasText: titles[index]! })
  const offset = async () => {
    const [inner, frame] = [(await slide.boundingBox())!, (await slides.boundingBox())!]
    return Math.abs(inner.x - frame.x)
  }
  // A pixel of tolerance: the width of the frame's border.
  await expect.poll(offset).toBeLessThanOrEqual(1)
}

/** Counts requests to scroll, because smooth scrolling starts some frames after a request. */
function countTurns(): void {
  const scrollTo = Element.prototype.scrollTo as (options?: ScrollToOptions) => void
  window.turns = 0
  Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
    window.turns++
    scrollTo.call(this, options as ScrollToOptions)
  }
}

/** Moves the clock forward, and expects the same slide as before. */
async function expectStill(index: number, ms = 12 * INTERVAL_MS): Promise<void> {
  const before = await page.evaluate(() => window.turns)
  await page.clock.runFor(ms)
  expect(await page.evaluate(() => window.turns)).toBe(before)
  await expectSlide(index)
}

/** Starts recording the positions of the row. The returned function returns them, in slides. */
async function watchPlaces(): Promise<() => Promise<number[]>> {
  await slides.getByRole('list').evaluate((list) => {
    window.places = []
    list.addEventListener('scroll', () => window.places.push(list.scrollLeft / list.clientWidth))
  })
  return () => page.evaluate(() => window.places)
}

async function hideTab(hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value })
  }, hidden)
}

/** Swipes like a finger: touches the row, moves left, and lifts. */
async function swipeLeft(): Promise<void> {
  const row = slides.getByRole('list')
  // Scroll the carousel back into view, because clicking the dots may have scrolled it out of the
  // window.
  await row.scrollIntoViewIfNeeded()
  const box = (await row.boundingBox())!
  const device = await visitor.context.newCDPSession(page)
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const [from, y] = [box.x + box.width * 0.8, box.y + box.height / 3]
  // The finger rests before it lifts, and each touch event has a fixed timestamp. With real
  // timestamps, a slow machine would make Chromium see a fast swipe and scroll past the slide.
  const begun = Date.now() / 1000 - 1
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', seconds: number, moved = 0) =>
    device.send('Input.dispatchTouchEvent', {
      type,
      timestamp: begun + seconds,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from - moved * box.width, y }],
    })
  await touch('touchStart', 0)
  for (const step of [1, 2, 3, 4, 5, 6, 7]) await touch('touchMove', step / 20, step / 10)
  await touch('touchMove', 0.9, 0.7)
  await touch('touchEnd', 1)
}

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    // spec: home-carousel-turns
    test('the carousel turns every 5000 ms, not sooner, and from the last slide to the first', async () => {
      await openTurning(size)
      for (const index of titles.keys()) {
        await expectStill(index, INTERVAL_MS - 1)
        await page.clock.runFor(1)
        await expectSlide((index + 1) % titles.length)
      }
    })

    // spec: home-carousel-turns
    test('from the last slide the carousel continues to the first, not back through all', async () => {
      await openTurning(size)
      const last = titles.length - 1
      await dot(last).click()
      await expectSlide(last)
      await leave()
      const places = await watchPlaces()
      await page.clock.runFor(INTERVAL_MS)
      await expectSlide(0)
      // The row comes to rest on the first slide.
      await expect.poll(async () => (await places()).at(-1)).toBe(0)
      const inside = (await places()).filter((place) => place > 0.01 && place < last - 0.01)
      expect(inside).toEqual([])
      await page.clock.runFor(INTERVAL_MS)
      await expectSlide(1)
    })

    // spec: carousel-stop-first
    test("'Pause slideshow' comes before the slides in the tab order", async () => {
      await openTurning(size)
      await page.getByRole('navigation', { name: 'Quick choices' }).getByRole('link').last().focus()
      await page.keyboard.press('Tab')
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
      expect(await focused()).toBe('Pause slideshow')
      await page.keyboard.press('Enter')
      expect(await focused()).toBe('Play slideshow')
    })

    // spec: waits-hover-focus
    test('the carousel does not turn under a pointer, with focus in it, in a hidden tab, once stopped, or with reduced motion', async () => {
      await openTurning(size)
      await slides.hover()
      await expectStill(0)
      await leave()
      await dot(0).focus()
      await expectStill(0)
      await leave()
      await hideTab(true)
      await expectStill(0)
      await hideTab(false)
      await page.clock.runFor(INTERVAL_MS)
      await expectSlide(1)
      const stop = slides.getByRole('button', { name: 'Pause slideshow' })
      await stop.click()
      await leave()
      await expectStill(1)
      await slides.getByRole('button', { name: 'Play slideshow' }).click()
      await leave()
      await page.clock.runFor(INTERVAL_MS)
      await expectSlide(2)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expectStill(2)
      expect(await slides.getByRole('button', { name: /slideshow/ }).count()).toBe(0)
    })
  })
}

for (const { name, size } of TODAYS_SIZES) {
  describe(`on ${name}`, () => {
    // spec: home-dots-next
    test('a dot jumps to its slide, the next title moves on by one, and a finger can swipe', async () => {
      await openTurning(size)
      // With reduced motion a slide changes immediately; smooth scrolling takes a second of real
      // time.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await dot(2).click()
      await expectSlide(2)
      await slides.getByRole('button', { name: /^Next: / }).click()
      await expectSlide(3 % titles.length)
      await dot(0).click()
      await expectSlide(0)
      await swipeLeft()
      await expectSlide(1)
      // A swipe on the last slide leads to the first slide.
      await dot(titles.length - 1).click()
      await expectSlide(titles.length - 1)
      await swipeLeft()
      await expectSlide(0)
      await slides.getByRole('button', { name: /^Next: / }).click()
      await expectSlide(1)
      await slides.getByRole('link', { name: titles[1]!, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: titles[1]! }).waitFor()
    })
  })
}
