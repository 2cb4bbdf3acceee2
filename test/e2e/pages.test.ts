import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cutDisplayFace } from '../../scripts/display-face.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import { isTorture } from '../torture/daily.ts'
import { findBarriers, type Head, readHead, resize } from './inspect-page.ts'
import { oneShop } from './one-shop.ts'
import { DERBY, WALKS } from './page-states.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, newVisitor, PHONE, TODAYS_SIZES, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()
let event: BuiltEvent
let visitor: Visitor
let page: Page
beforeAll(async () => {
  event = await buildEvent(shop.db, {
    title: 'Derby Day',
    types: [
      { name: 'Terrace', price: 300, capacity: 5000, gates: ['North Stand Entrance'] },
      { name: 'Stand', price: 12_500, capacity: 5000 },
    ],
  })
})

const HEAD =
  /<title>([^<]+)<\/title><meta name="description" content="([^"]+)"><link rel="canonical" href="([^"]+)">/

async function served(path: string): Promise<string[]> {
  const html = await (await fetch(shop.origin + path)).text()
  return HEAD.exec(html)!.slice(1)
}

/**
 * Opens the page without interacting. Returns the number of requests, and the compressed bytes of
 * HTML, CSS and scripts.
 */
async function weigh(path: string) {
  const requests: string[] = []
  const scripts: string[] = []
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    requests.push(request.url())
    if (request.resourceType() === 'script') scripts.push(request.url())
    if (!['document', 'script', 'stylesheet'].includes(request.resourceType())) return
    sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  return { requests: requests.filter((url) => !url.startsWith('data:')), scripts, bytes }
}

async function expectSound(state: string): Promise<void> {
  await expectSoundPage(visitor, shop).catch((fault: unknown) => {
    throw new Error(state, { cause: fault })
  })
  if (isTorture) await expectNoBarriersOnLaptop(state)
  const banner = page.getByRole('complementary', { name: 'Sandbox' })
  expect(await banner.textContent()).toBe('Sandbox: no money moves')
}

/** Runs only in torture tests, because a page has the same elements on a laptop and a phone. */
async function expectNoBarriersOnLaptop(state: string): Promise<void> {
  await resize(page, LAPTOP)
  expect(await findBarriers(page, ['target-size', 'color-contrast']), state).toEqual([])
  await resize(page, PHONE)
}

// spec: sharing-h1-description
test('the first response contains the head of its page, and each page has a different one', async () => {
  const paths = ['/', DERBY, `/event/${event.id}`, '/success']
  const heads = await Promise.all(paths.map(served))
  expect(heads.map(([, , canonical]) => canonical)).toEqual(paths.map((path) => shop.origin + path))
  expect(new Set(heads.map(([title]) => title)).size).toBe(paths.length)
  expect(heads[1]![0]).toBe('Nairobi Derby: Uhuru Rangers vs Eastlands United · Lango')
  expect(heads[1]![1]).toMatch(/^[A-Z][a-z]+ \d{1,2}, 20\d\d, Nyayo National Stadium, Nairobi\./)
})

describe.each(Object.entries(WALKS))('%s', (_walk, states) => {
  // spec: sharing-h1-description, access-axe-finds
  test('the page fits any width, can be pressed, is accessible, and says what it is', async () => {
    visitor = await newVisitor(browser, shop)
    page = visitor.page
    const stage = { page, shop, event, phone: newPhone() }
    for (const [state, reach] of states) {
      await reach(stage)
      await expectSound(state)
    }
    await visitor.context.close()
  })
})

for (const { name, size } of TODAYS_SIZES) {
  describe(`on ${name}`, () => {
    beforeEach(async () => {
      visitor = await newVisitor(browser, shop, { size, fresh: true })
      page = visitor.page
      return () => visitor.context.close()
    })

    // spec: sharing-h1-description
    test('the head follows the visitor from page to page', async () => {
      const toArray = ({ title, description, canonical }: Head) => [title, description, canonical]
      await page.goto('/')
      await page.locator(`a[href="${DERBY}"]`).first().click()
      await page.getByRole('heading', { level: 1, name: /^Nairobi Derby/ }).waitFor()
      const shown = async () => toArray(await readHead(page))
      await expect.poll(shown).toEqual(await served(DERBY))
      await page.goBack()
      await expect.poll(shown).toEqual(await served('/'))
    })

    // spec: low-data-event-page, low-data-files-compressed, looks-display-face
    test('the event page needs at most 6 requests, 110 kB of HTML, CSS and scripts and one face of 15 kB, and its scripts are cached for a year', async () => {
      const { requests, scripts, bytes } = await weigh(DERBY)
      expect(requests.length).toBeGreaterThan(2)
      expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(6)
      expect(bytes).toBeGreaterThan(20_000)
      expect(bytes).toBeLessThanOrEqual(110_000)
      const faces = requests.filter((url) => url.endsWith('.woff2'))
      expect(faces).toHaveLength(1)
      expect(faces[0]).toContain('/assets/lango-display-')
      const face = await fetch(faces[0]!)
      expect(face.headers.get('content-type')).toBe('font/woff2')
      const cut = await cutDisplayFace()
      expect(cut.equals(Buffer.from(await face.arrayBuffer()))).toBe(true)
      expect(cut.length).toBeLessThanOrEqual(15_000)
      const licence = readdirSync('dist/client/assets').find((name) => /licence.*txt$/.test(name))
      const text = await fetch(`${shop.origin}/assets/${licence}`)
      expect(await text.text()).toContain('SIL OPEN FONT LICENSE Version 1.1')
      const title = page.getByRole('heading', { level: 1 })
      expect(await title.evaluate((one) => getComputedStyle(one).fontFamily)).toMatch(
        /^"Lango Display"/,
      )
      expect(scripts.length).toBeGreaterThan(0)
      for (const url of scripts) {
        const { headers } = await fetch(url, { headers: { 'accept-encoding': 'br' } })
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(headers.get('content-encoding')).toBe('br')
      }
      expect(visitor.faults).toEqual([])
    })

    // spec: low-data-event-page
    test('the home page needs at most 4 scripts, and 115 kB with its HTML and CSS', async () => {
      const { scripts, bytes } = await weigh('/')
      expect(scripts.length).toBeLessThanOrEqual(4)
      expect(bytes).toBeLessThanOrEqual(115_000)
    })

    describe('pictures of a page', () => {
      let asked: string[]
      beforeEach(() => {
        asked = []
        page.on('request', (request) => {
          if (request.url().startsWith(`${shop.origin}/images/`)) asked.push(request.url())
        })
      })

      // spec: low-data-pictures-keep
      test('all pictures except the first wait until the script has loaded, so that it gets the whole connection', async () => {
        let arrive = () => {}
        const script = new Promise<void>((resolve) => {
          arrive = resolve
        })
        await page.route('**/assets/**', async (route) => {
          await script
          await route.continue()
        })
        await page.goto('/', { waitUntil: 'commit' })
        await expect.poll(() => page.evaluate(isFirstPictureSeen)).toBe(true)
        expect(asked).toHaveLength(1)
        arrive()
        await expect.poll(() => asked.length).toBeGreaterThan(3)
        await page.unroute('**/assets/**')
      })

      // spec: low-data-pictures-keep
      test('if the script never loads, the pictures do', async () => {
        await page.route('**/assets/**', (route) => route.abort())
        await page.goto('/')
        await expect.poll(() => asked.length).toBeGreaterThan(3)
      })
    })
  })
}

/**
 * Whether the first picture of the page is loaded and drawn. All earlier requests of the page have
 * been sent by then.
 */
function isFirstPictureSeen(): Promise<boolean> {
  const first = document.querySelector<HTMLImageElement>('main img')
  if (!first?.complete || first.naturalWidth === 0) return Promise.resolve(false)
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))
  })
}
