// spec: access-axe-finds

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EventReply } from '../../src/events/events.contract.ts'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { buyButton } from './buying.ts'
import { expectNothingMoved, watchMoves } from './moved.ts'
import { oneShop } from './one-shop.ts'
import { DERBY } from './page-states.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, ON_PHONE, PHONE, SIZES, type Visitor } from './visitor.ts'

/**
 * A slow connection, in bytes per second: the page is painted many times before it has loaded
 * completely.
 */
const SLOW_LINE = { offline: false, latency: 0, downloadThroughput: 60_000, uploadThroughput: -1 }

/** A text that an organizer may type, with characters that must be escaped. */
const HOSTILE = 'Sauti & "Soul" <b>live</b></script> ’26'

const { shop, browser } = await oneShop()
let visitor: Visitor
let page: Page
let hostile: BuiltEvent
beforeAll(async () => {
  hostile = await buildEvent(shop.db, { title: HOSTILE, types: [{ name: 'Seat', price: 300 }] })
})
afterEach(async () => {
  await visitor?.context.close()
  expect(visitor?.faults ?? []).toEqual([])
})

async function visit(size: typeof PHONE): Promise<void> {
  visitor = await newVisitor(browser, shop, { size, fresh: true })
  page = visitor.page
}

async function read(path: string): Promise<EventReply> {
  return (await (
    await fetch(`${shop.origin}/api${path.replace('event', 'events')}`)
  ).json()) as EventReply
}

describe('the preview of a link to an event', () => {
  /**
   * Returns the page's tags as WhatsApp and search engines read them: from the server's response,
   * without running scripts.
   */
  async function tagsOf(path: string) {
    visitor = await newVisitor(browser, shop, { script: false })
    await visitor.page.goto(path)
    return await visitor.page.evaluate(() => {
      const metas = [...document.querySelectorAll('head meta')].map((meta) => [
        meta.getAttribute('property') ?? meta.getAttribute('name'),
        meta.getAttribute('content'),
      ])
      const data = document.querySelector('script[type="application/ld+json"]')
      return {
        title: document.title,
        canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
        headings: [...document.querySelectorAll('h1')].map((heading) => heading.textContent),
        metas: Object.fromEntries(metas) as Record<string, string>,
        data: JSON.parse(data?.textContent ?? 'null') as Record<string, unknown>,
      }
    })
  }

  // spec: sharing-title-description
  test.each([
    ['a sample event', () => DERBY],
    ['one with a title that is hard to quote', () => `/event/${hostile.id}`],
  ])(
    '%s has a title, a description, tags for Open Graph, Twitter and schema.org, and a canonical link',
    async (_name, path) => {
      const event = await read(path())
      const tags = await tagsOf(path())
      const url = shop.origin + path()
      expect(tags.title).toBe(`${event.title} · Lango`)
      expect(tags.headings).toEqual([event.title])
      expect(tags.canonical).toBe(url)
      expect(tags.metas).toMatchObject({
        description: expect.stringContaining(event.location),
        robots: 'all',
        'og:title': tags.title,
        'og:description': tags.metas.description,
        'og:url': url,
        'og:type': 'website',
        'og:site_name': 'Lango',
        'og:image': event.share_image,
        'og:image:type': 'image/jpeg',
        'og:image:width': '1200',
        'og:image:height': '630',
        'twitter:card': 'summary_large_image',
        'twitter:title': tags.title,
        'twitter:image': event.share_image,
      })
      expect(tags.data).toMatchObject({
        '@context': 'https://schema.org',
        name: event.title,
        startDate: `${event.date}T${event.time}:00+03:00`,
        url,
        offers: event.ticket_types.map(({ name, price }) => ({
          name,
          price,
          priceCurrency: 'KES',
          availability: 'https://schema.org/InStock',
        })),
      })
    },
  )

  // spec: sharing-share-card
  test('the share card is a JPEG of 1200 by 630 and at most 300 kB', async () => {
    for (const path of [DERBY, `/event/${hostile.id}`]) {
      const card = await fetch((await read(path)).share_image)
      expect(card.headers.get('content-type')).toBe('image/jpeg')
      const bytes = Buffer.from(await card.arrayBuffer())
      expect(bytes.length).toBeLessThanOrEqual(300_000)
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'jpeg',
        width: 1200,
        height: 630,
      })
    }
  })
})

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    // spec: event-who-organizes
    test('the event page names the organizer, links to a map, and shows the code to dial', async () => {
      await visit(size)
      await page.goto(DERBY)
      const event = await read(DERBY)
      await page.getByText(`By ${event.organizer}`).waitFor()
      const map = page.getByRole('link', { name: 'Map' })
      expect(new URL((await map.getAttribute('href'))!).searchParams.get('query')).toBe(
        event.location,
      )
      const dial = page.getByRole('main').getByRole('link', { name: 'No internet? Dial' })
      expect(await dial.getAttribute('href')).toBe(`tel:*265*25*${event.dial_code}%23`)
      expect(event.organizer).toMatch(/\S/)
    })

    // spec: sharing-share-whatsapp
    test('an event is shared by WhatsApp, link and calendar; without a clipboard the address is shown for copying', async () => {
      await visit(size)
      await page.goto(DERBY)
      const event = await read(DERBY)
      const url = shop.origin + DERBY
      const whatsApp = page.getByRole('link', { name: 'Share on WhatsApp' })
      const told = new URL((await whatsApp.getAttribute('href'))!)
      expect(told.origin).toBe('https://wa.me')
      expect(told.searchParams.get('text')).toContain(event.title)
      expect(told.searchParams.get('text')).toMatch(new RegExp(`\n${url}$`))
      expect(await whatsApp.getAttribute('rel')).toBe('noopener')
      await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy link' }).click()
      await page.getByText('Link copied').waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Add to calendar' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^nairobi-derby-[a-z-]+\.ics$/)
      const calendar = await readFile(await file.path(), 'utf8')
      expect(calendar).toContain('BEGIN:VEVENT')
      expect(calendar.replaceAll('\r\n ', '')).toContain(`URL:${url}`)
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined })
        document.execCommand = () => false
      })
      await page.getByRole('button', { name: 'Copy link' }).click()
      await page.getByText(`Copy this address: ${url}`).waitFor()
      await expectSoundPage(visitor, shop)
    })
  })
}

for (const { name, size } of SIZES) {
  describe(`on ${name}`, () => {
    // spec: event-detail-banner-category, pictures-avif-webp, pictures-nothing-shifts
    test('nothing shifts while pictures and script load; each picture has its size, its formats smallest first, and three widths', async () => {
      await visit(size)
      await watchMoves(page)
      for (const path of ['/', DERBY, '/category/Sports']) {
        await page.goto(path, { waitUntil: 'networkidle' })
        await expectNothingMoved(page)
        const pictures = await page.locator('img').evaluateAll((all) =>
          all.map((picture) => ({
            size: [picture.getAttribute('width'), picture.getAttribute('height')],
            loading: picture.getAttribute('loading'),
            priority: picture.getAttribute('fetchpriority'),
          })),
        )
        expect(pictures.length).toBeGreaterThan(0)
        const [first, ...rest] = pictures
        const lazy = { size: ['1280', '720'], loading: 'lazy', priority: 'low' }
        const isFirstSeen = path !== '/category/Sports'
        expect(first).toEqual(isFirstSeen ? { ...lazy, loading: 'eager', priority: 'high' } : lazy)
        for (const picture of rest) expect(picture).toEqual(lazy)
        const preload = page.locator('head link[rel=preload][as=image]')
        expect(await preload.count()).toBe(isFirstSeen ? 1 : 0)
        if (path === DERBY) await expectFormats(size.width)
      }
    })

    // spec: pictures-nothing-shifts
    test('nothing shifts while the page itself loads piece by piece on a slow line', async () => {
      await visit(size)
      await watchMoves(page)
      // The scripts never arrive. If they failed, the page would show its parts for browsers
      // without script.
      await page.route(/\/assets\//, () => {})
      await page.route(/\/images\//, (route) => route.abort())
      // Responses are not compressed, because a compressed chunk contains several screens.
      await page.setExtraHTTPHeaders({ 'accept-encoding': 'identity' })
      const device = await visitor.context.newCDPSession(page)
      await device.send('Network.enable')
      await device.send('Network.emulateNetworkConditions', SLOW_LINE)
      for (const path of ['/', DERBY]) {
        await page.goto(path, { waitUntil: 'commit' })
        await page.locator('#state').waitFor({ state: 'attached' })
        await expectNothingMoved(page)
      }
    })
  })
}

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    // spec: low-data-pictures-keep
    test('pictures that never load delay no tap, and input before hydration counts', async () => {
      await visit(size)
      let arrive = () => {}
      const script = new Promise<void>((resolve) => {
        arrive = resolve
      })
      await page.route('**/images/**', () => {})
      await page.route('**/assets/**', async (route) => {
        await script
        await route.continue()
      })
      await page.goto(DERBY, { waitUntil: 'commit' })
      const more = page.getByRole('button', { name: 'One Standard more' })
      await more.click()
      await more.click()
      await page.getByLabel('Search events').fill('kisumu')
      const chosen = page.getByLabel('Quantity of Standard')
      expect(await chosen.inputValue()).toBe('0')
      arrive()
      await expect.poll(() => chosen.inputValue()).toBe('2')
      expect(await page.getByLabel('Search events').inputValue()).toBe('kisumu')
      await buyButton(page).click()
      await page.getByLabel('Phone number').waitFor()
      // Closes the payment sheet, which covers the page.
      await page.keyboard.press('Escape')
      await page.getByLabel('Search events').press('Enter')
      await page.waitForURL('**/?q=kisumu', { waitUntil: 'commit' })
      await page.unroute('**/assets/**')
    })
  })
}

async function expectFormats(width: number): Promise<void> {
  const picture = page.getByRole('main').locator('picture').first()
  const sources = await picture
    .locator('source')
    .evaluateAll((all) => all.map((one) => [one.getAttribute('type'), one.getAttribute('srcset')]))
  const types = sources.map(([type]) => type)
  expect(types).toEqual(['image/avif', 'image/webp'])
  expect(sources.at(-1)![1]!.match(/-\d+\.webp \d+w/g)).toEqual([
    '-400.webp 400w',
    '-800.webp 800w',
    '-1280.webp 1280w',
  ])
  const shown = await picture
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.currentSrc || image.src)
  // The loaded picture fits its size on the page: the phone's width, or the space next to the
  // tickets.
  expect(shown).toMatch(width < 400 ? /-400\.avif$/ : /-800\.avif$/)
  const fallback = await picture.locator('img').getAttribute('src')
  expect(fallback).toMatch(/-800\.jpg$/)
  // The uploaded original file has no public address.
  const original = await fetch(shop.origin + fallback!.replace('-800.jpg', '.jpg'))
  expect(original.status).toBe(404)
}

test.for(['listens', 'has rendered'])(
  'a tap at the moment when the page %s counts once',
  async (moment) => {
    await visit(PHONE)
    // Taps the button at one of two moments: before React's scheduled work, when React listens but
    // has rendered nothing, or after it, when React has rendered but its effects have not run.
    await page.addInitScript((isLate) => {
      const button = () => document.querySelector<HTMLElement>('[aria-label="One Standard more"]')!
      const isTime = () =>
        !isLate || Object.keys(button()).some((key) => key.startsWith('__reactProps'))
      let isDone = false
      const tap = () => {
        if (isDone || !isTime()) return
        isDone = true
        button().click()
      }
      window.MessageChannel = class extends MessageChannel {
        constructor() {
          super()
          let work = () => {}
          Object.defineProperty(this.port1, 'onmessage', {
            set: (listener: () => void) => {
              work = listener
            },
          })
          this.port2.postMessage = () => {
            setTimeout(() => {
              tap()
              work()
              tap()
            })
          }
        }
      }
    }, moment === 'has rendered')
    await page.goto(DERBY)
    await page.getByRole('button', { name: 'One VIP more' }).click()
    await expect.poll(() => page.getByLabel('Quantity of VIP').inputValue()).toBe('1')
    expect(await page.getByLabel('Quantity of Standard').inputValue()).toBe('1')
  },
)
