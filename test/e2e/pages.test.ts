import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../build.ts'
import {
  findBarriers,
  findOverflow,
  findSmallTargets,
  type Head,
  readHead,
  resize,
} from './inspect-page.ts'
import { DERBY, PAGE_STATES } from './page-states.ts'
import { PATIENCE } from './patience.ts'
import { type Shop, startShop } from './shop.ts'
import { LAPTOP, launchBrowser, newVisitor, PHONE, type Visitor } from './visitor.ts'

const SMALL_PHONE = { width: 320, height: 640 }
/** A laptop's window at 200 %. */
const ZOOMED = { width: 640, height: 450 }

let shop: Shop
let browser: Browser
let event: BuiltEvent
let visitor: Visitor
let page: Page
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
  event = await buildEvent(shop.db, {
    title: 'Derby Day',
    types: [
      { name: 'Terrace', price: 300, capacity: 5000, gates: ['North Stand Entrance'] },
      { name: 'Stand', price: 12_500, capacity: 5000 },
    ],
  })
})
beforeEach(async () => {
  visitor = await newVisitor(browser, shop)
  page = visitor.page
  return () => visitor.context.close()
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

describe.each(Object.entries(PAGE_STATES))('%s', (_name, reach) => {
  test('fits any width, can be pressed and read by all, and says what it is', async () => {
    await reach({ page, shop, event })
    for (const size of [LAPTOP, ZOOMED, SMALL_PHONE, PHONE]) {
      await resize(page, size)
      const { width } = size
      expect(await findOverflow(page), `too wide at ${width}`).toEqual([])
      expect(await findSmallTargets(page), `small targets at ${width}`).toEqual([])
    }
    expect(await findBarriers(page)).toEqual([])
    const head = await readHead(page)
    expect(head.headings).toHaveLength(1)
    expect(head.title).toMatch(/\S.* · (Lango|Tickets)/)
    expect(head.description).toMatch(/\S/)
    expect(head.canonical).toMatch(new RegExp(`^${shop.origin}/`))
    const banner = page.getByRole('complementary', { name: 'Sandbox' })
    expect(await banner.textContent()).toBe('Sandbox: no money moves')
    expect(visitor.faults).toEqual([])
  })
})

test('on a laptop too there is no barrier', async () => {
  await page.setViewportSize(LAPTOP)
  for (const path of ['/', DERBY, '/success', '/event/nothing']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await findBarriers(page), path).toEqual([])
  }
})

describe('the head of a page', () => {
  const HEAD =
    /<title>([^<]+)<\/title><meta name="description" content="([^"]+)"><link rel="canonical" href="([^"]+)">/

  async function served(path: string): Promise<string[]> {
    const html = await (await fetch(shop.origin + path)).text()
    return HEAD.exec(html)!.slice(1)
  }

  test('is in the first answer, each page with its own', async () => {
    const paths = ['/', DERBY, `/event/${event.id}`, '/success']
    const heads = await Promise.all(paths.map(served))
    expect(heads.map(([, , canonical]) => canonical)).toEqual(
      paths.map((path) => shop.origin + path),
    )
    expect(new Set(heads.map(([title]) => title)).size).toBe(paths.length)
    expect(heads[1]![0]).toBe('Nairobi Derby: Uhuru Rangers vs Eastlands United · Lango')
    expect(heads[1]![1]).toMatch(/^[A-Z][a-z]+ \d{1,2}, 20\d\d, Nyayo National Stadium, Nairobi\./)
  })

  test('follows the visitor from page to page', async () => {
    const toArray = ({ title, description, canonical }: Head) => [title, description, canonical]
    await page.goto('/')
    await page.locator(`a[href="${DERBY}"]`).first().click()
    await page.getByRole('heading', { level: 1, name: /^Nairobi Derby/ }).waitFor()
    const shown = async () => toArray(await readHead(page))
    await expect.poll(shown, PATIENCE).toEqual(await served(DERBY))
    await page.goBack()
    await expect.poll(shown, PATIENCE).toEqual(await served('/'))
  })
})

describe('what a page costs', () => {
  /** Requests before anybody does anything, and the bytes of the code as they are sent. */
  async function weigh(path: string) {
    const requests: string[] = []
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      requests.push(request.url())
      if (!['document', 'script', 'stylesheet'].includes(request.resourceType())) return
      sizes.push(request.sizes().then((size) => size.responseBodySize))
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    return { requests: requests.filter((url) => !url.startsWith('data:')), bytes }
  }

  test('an event: at most 12 requests, and 110 kB of HTML, CSS and script', async () => {
    const { requests, bytes } = await weigh(DERBY)
    expect(requests.length).toBeGreaterThan(2)
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(12)
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThanOrEqual(110_000)
    expect(visitor.faults).toEqual([])
  })

  test('the list: at most 130 kB of them', async () => {
    const { bytes } = await weigh('/')
    expect(bytes).toBeLessThanOrEqual(130_000)
  })

  test('what never changes is kept for a year', async () => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto(DERBY, { waitUntil: 'networkidle' })
    expect(scripts.length).toBeGreaterThan(0)
    for (const url of scripts) {
      const { headers } = await fetch(url, { headers: { 'accept-encoding': 'br' } })
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-encoding')).toBe('br')
    }
  })
})
