import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, type EventSpec } from '../build.ts'
import { choose, openForm, payButton, phoneField, waitForTitle, wordsOf } from './buying.ts'
import { resize } from './inspect-page.ts'
import { oneShop } from './one-shop.ts'
import { PATIENCE } from './patience.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, newVisitor, PHONE, type Visitor } from './visitor.ts'

const SHORT_PHONE = { width: 360, height: 560 }
const MOST_HEADER_PX = 90
/** Windows in which the summary is next to the tickets, and the smallest of them. */
const WIDE = [LAPTOP, { width: 1366, height: 768 }, { width: 1280, height: 720 }]
const NARROWEST = { width: 1024, height: 700 }

const DERBY: EventSpec = {
  title: 'Riverside Cup',
  types: [
    { name: 'Free Stand', price: 0, capacity: 50 },
    { name: 'Standard', price: 200, maxPerOrder: 6 },
    { name: 'Premium', price: 500, maxPerOrder: 20, capacity: 12 },
    { name: 'Box', price: 900, maxPerOrder: 4, capacity: 3 },
  ],
}
const TWO: EventSpec = { title: 'Two Ways In', types: [{ name: 'Lawn' }, { name: 'Terrace' }] }
const HELD: EventSpec = {
  title: 'Paid Out After',
  types: [{ name: 'Standard' }, { name: 'Cushions' }],
}
const MOVED: EventSpec = { ...TWO, title: 'Moved to Another Hall' }
/** An event with eight entry types, the maximum. */
const EIGHT: EventSpec = {
  title: 'Eight Ways In',
  types: Array.from({ length: 8 }, (_, at) => ({ name: `Block ${at + 1}`, price: 100 * (at + 1) })),
}
const TWELVE: EventSpec = {
  title: 'Twelve Lines',
  types: [...EIGHT.types!, ...Array.from({ length: 4 }, () => ({ kind: 'add_on' as const }))],
}

const { shop, browser } = await oneShop()
let visitor: Visitor
let page: Page
let derby: BuiltEvent
let eight: BuiltEvent
let two: BuiltEvent
let held: BuiltEvent
let moved: BuiltEvent
beforeAll(async () => {
  derby = await buildEvent(shop.db, DERBY)
  eight = await buildEvent(shop.db, EIGHT)
  two = await buildEvent(shop.db, TWO)
  held = await buildEvent(shop.db, HELD)
  moved = await buildEvent(shop.db, MOVED)
  const { db } = shop
  const at = new Date()
  await db
    .insertInto('event_change')
    .values({
      ...{ id: randomUUID(), event_id: moved.id, notify_buyers: false },
      ...{ old_date: '2026-11-06', old_time: '09:00', old_location: 'KICC, Nairobi' },
      ...{ new_date: '2026-11-07', new_time: '15:00', new_location: 'Nyayo Stadium, Nairobi' },
      ...{ announced_at: at, request_until: at },
    })
    .execute()
  const plan = { payout_release: 'after_event' }
  await db.updateTable('event').set(plan).where('id', '=', held.id).execute()
  const description = 'Bench seats in the courtyard behind the old harbour'
  await db.updateTable('ticket_type').set({ description }).where('event_id', '=', held.id).execute()
})
afterEach(async () => {
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})

async function open(event: BuiltEvent, size: typeof PHONE, script = true): Promise<void> {
  visitor = await newVisitor(browser, shop, { size, script })
  page = visitor.page
  await page.goto(`/event/${event.id}`)
  await waitForTitle(page, event.title)
}

const bar = () => page.getByRole('region', { name: 'Your choice' })
const buy = () => page.getByRole('button', { name: 'Click to Buy' })
const more = (type: string) => page.getByRole('button', { name: `One ${type} more` })
const summary = () => page.getByRole('complementary', { name: 'Summary' })
const row = (type: string) => page.getByRole('listitem').filter({ has: more(type) })

/** Whether an element is completely visible and not covered. */
function isInSight(shown: Locator): Promise<boolean> {
  return shown.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= innerHeight && element.contains(front)
  })
}

async function expectInSight(shown: Locator): Promise<void> {
  await expect.poll(() => isInSight(shown), PATIENCE).toBe(true)
}

async function goTo(edge: 'top' | 'bottom'): Promise<void> {
  await page.evaluate((top) => scrollTo({ top }), edge === 'top' ? 0 : 100_000)
}

describe.each([PHONE, SHORT_PHONE])('on a phone of $width × $height', (size) => {
  // spec: header-leaves-room
  test('the header leaves the screen to the page, and the search field gets the whole width', async () => {
    await open(derby, size)
    for (const path of ['/', `/event/${derby.id}`, '/category/Sports', '/help', '/my-ticket']) {
      await page.goto(path)
      const { height } = (await page.getByRole('banner').boundingBox())!
      expect(height, path).toBeLessThanOrEqual(MOST_HEADER_PX)
    }
    const field = page.getByLabel('Search events')
    await field.focus()
    expect((await field.boundingBox())!.width).toBeGreaterThan(size.width - 40)
  })

  // spec: event-first-screen, checkout-sheet
  test('price and ticket choice are on the first screen, and the summary is always visible', async () => {
    await open(derby, size)
    expect(await wordsOf(bar())).toMatch(/^From KES 200\s+Get tickets$/)
    await expectInSight(bar().getByRole('link', { name: 'Get tickets' }))
    await bar().getByRole('link', { name: 'Get tickets' }).click()
    await expectInSight(more('Free Stand'))
    await choose(page, { Standard: 2 })
    await expect.poll(() => wordsOf(bar()), PATIENCE).toMatch(/^2 tickets\nKES 400\s+Click to Buy$/)
    for (const edge of ['top', 'bottom'] as const) {
      await goTo(edge)
      await expectInSight(buy())
    }
    // The buyer can scroll to the end of the page.
    await expectInSight(page.getByRole('contentinfo').getByRole('link').last())
    await page.getByRole('button', { name: 'One Standard less' }).click()
    await expect.poll(() => wordsOf(bar()), PATIENCE).toContain('1 ticket\nKES 200')
    await goTo('top')
    await buy().click()
    await expectInSight(phoneField(page))
    await expect
      .poll(() => phoneField(page).evaluate((field) => field === document.activeElement), PATIENCE)
      .toBe(true)
    // The payment is a sheet over the page, with its own button.
    await expectInSight(payButton(page))
    expect(await bar().count()).toBe(0)
    await payButton(page).click()
    await expectInSight(phoneField(page))
    // On a phone held sideways the button does not cover the error.
    await page.setViewportSize({ width: 740, height: 340 })
    await phoneField(page).scrollIntoViewIfNeeded()
    await expectInSight(page.getByRole('dialog', { name: 'Payment' }).getByRole('alert'))
    await page.setViewportSize(size)
    await expectSheetInHistory()
    // The notice about the missing network does not cover the buttons.
    await page.getByRole('button', { name: 'Close' }).click()
    await visitor.context.setOffline(true)
    await page.getByText("You're offline.").waitFor()
    await expectInSight(buy())
  })
})

/**
 * Expects that Back closes the payment sheet before it leaves the page, and that Forward opens the
 * sheet again.
 */
async function expectSheetInHistory(): Promise<void> {
  const href = page.url()
  const isOpen = () => page.getByRole('dialog', { name: 'Payment' }).isVisible()
  const press = async (move: 'goBack' | 'goForward', opens: boolean) => {
    await page[move]()
    await expect.poll(isOpen, PATIENCE).toBe(opens)
    expect(page.url()).toBe(href)
  }
  const calls: string[] = []
  const note = (request: { url: () => string }) => calls.push(request.url())
  page.on('request', note)
  await press('goBack', false)
  await press('goForward', true)
  page.off('request', note)
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(isOpen, PATIENCE).toBe(false)
  await page.goBack()
  await expect.poll(() => page.url(), PATIENCE).not.toBe(href)
  await page.goForward()
  await expect.poll(() => page.url(), PATIENCE).toBe(href)
  await buy().click()
  await expectInSight(phoneField(page))
}

// spec: event-first-screen
test('without script the layout is the same, without a ticket choice and without a bar that covers the page', async () => {
  await open(derby, SHORT_PHONE, false)
  await expectInSight(bar().getByRole('link', { name: 'Get tickets' }))
  expect(await wordsOf(bar())).toMatch(/^From KES 200\s+Get tickets$/)
  await bar().getByRole('link', { name: 'Get tickets' }).click()
  await page.getByLabel('Quantity of Standard').fill('2')
  await buy().click()
  await phoneField(page).waitFor()
  expect(await wordsOf(bar())).toContain('2 tickets\nKES 400')
  const gone = await buildEvent(shop.db, { title: 'Gone in a Day', soldOut: true })
  await page.goto(`/event/${gone.id}`)
  await waitForTitle(page, gone.title)
  expect(await bar().count()).toBe(0)
})

// spec: event-first-screen
test.each([...WIDE, NARROWEST])(
  'the summary next to the tickets stays in view on any length of page, and covers nothing ($width × $height)',
  async (size) => {
    for (const event of [two, held, derby, eight]) {
      await open(event, size)
      expect(await bar().count()).toBe(0)
      const types = await page.getByRole('button', { name: / more$/ }).all()
      for (const edge of ['top', 'bottom'] as const) {
        await goTo(edge)
        await expectInSight(buy())
        expect(await findCovered()).toEqual([])
      }
      await goTo('top')
      for (const type of types.slice(-7)) {
        await type.click()
        // In a low window the chosen lines move the button of a low summary out of the window.
        if (event === held && size.height < 768) await summary().scrollIntoViewIfNeeded()
        await expectInSight(buy())
        expect(await findCovered()).toEqual([])
      }
      await buy().click()
      await expectInSight(payButton(page))
      await page
        .getByRole('article')
        .evaluate((article) => article.scrollIntoView({ block: 'end' }))
      await expectInSight(payButton(page))
      if (event === derby) await expectInSight(summary().getByRole('heading'))
      await visitor.context.close()
    }
  },
)

// spec: event-first-screen
test.each([...WIDE, NARROWEST])(
  'no chosen line of a short list is covered, wherever the summary begins ($width × $height)',
  async (size) => {
    for (const event of [moved, two, eight]) {
      await open(event, size)
      for (const type of await page.getByRole('button', { name: / more$/ }).all()) {
        await type.click()
        await goTo('top')
        expect(await findCoveredLines()).toEqual([])
      }
      await summary().scrollIntoViewIfNeeded()
      await expectInSight(buy())
      expect(await findCoveredLines()).toEqual([])
      await visitor.context.close()
    }
  },
)

// spec: event-first-screen
test('above a list longer than the window its total and button stay in view', async () => {
  await open(await buildEvent(shop.db, TWELVE), NARROWEST)
  for (const type of await page.getByRole('button', { name: / more$/ }).all()) {
    await type.click()
    await goTo('top')
    await expectInSight(buy())
  }
  expect(await findCoveredLines()).not.toEqual([])
  expect(await findCovered()).toEqual([])
})

/** Returns the texts of chosen lines and their prices that are in the window, but covered. */
function findCoveredLines(): Promise<string[]> {
  return summary()
    .locator('dt, dd')
    .evaluateAll((lines) =>
      lines.flatMap((line) => {
        const { top, bottom, left, right } = line.getBoundingClientRect()
        if (bottom > innerHeight) return []
        const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return line.contains(front) ? [] : [line.textContent]
      }),
    )
}

/** Returns the elements without children that the summary overlaps, by their HTML. */
function findCovered(): Promise<string[]> {
  return summary().evaluate((panel) => {
    const over = panel.getBoundingClientRect()
    const all = [...document.querySelectorAll('article *, footer *')]
    return all.flatMap((element) => {
      if (element.firstElementChild || panel.contains(element)) return []
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect()
      if (width * height < 2) return []
      const isClear =
        right <= over.left || left >= over.right || bottom <= over.top || top >= over.bottom
      return isClear ? [] : [element.outerHTML]
    })
  })
}

describe('the ticket choice at its limit', () => {
  beforeEach(() => open(derby, PHONE))

  // spec: plus-says-why
  test('the plus button says why it stops: the maximum per order, or the tickets left', async () => {
    await choose(page, { Standard: 5 })
    expect(await wordsOf(row('Standard'))).not.toContain('per order')
    await choose(page, { Standard: 1, Premium: 12, Box: 3 })
    for (const [type, words] of [
      ['Standard', 'Maximum 6 per order'],
      ['Premium', 'Only 12 left'],
      ['Box', 'Only 3 left'],
    ] as const) {
      expect(await more(type).isDisabled()).toBe(true)
      await expect
        .poll(() => row(type).getByRole('status').allInnerTexts(), PATIENCE)
        .toEqual([words])
      // Screen readers announce the limit once, not twice.
      expect((await wordsOf(row(type))).split(words)).toHaveLength(2)
    }
    await expectSoundPage(visitor, shop)
    await page.getByRole('button', { name: 'One Standard less' }).click()
    await expect.poll(() => wordsOf(row('Standard')), PATIENCE).not.toContain('per order')
    await page.getByLabel('Quantity of Standard').fill('99')
    await expect.poll(() => wordsOf(row('Standard')), PATIENCE).toContain('Maximum 6 per order')
  })

  // spec: free-alone-says-why
  test.each([PHONE, LAPTOP])(
    'the button says why free tickets alone cannot be ordered ($width px)',
    async (size) => {
      await resize(page, size)
      const reason = page.getByText('These tickets come only with a paid ticket. Add one.')
      await buy().waitFor()
      expect(await reason.count()).toBe(0)
      await choose(page, { 'Free Stand': 2 })
      await reason.locator('visible=true').waitFor()
      expect(await buy().isDisabled()).toBe(true)
      const [why, button] = [
        (await reason.locator('visible=true').boundingBox())!,
        (await buy().boundingBox())!,
      ]
      expect(Math.abs(why.y + why.height - button.y)).toBeLessThan(60)
      if (size === PHONE) expect(await wordsOf(bar())).toContain('2 tickets\nFree')
      await choose(page, { Standard: 1 })
      await expect.poll(() => reason.count(), PATIENCE).toBe(0)
      expect(await buy().isEnabled()).toBe(true)
    },
  )
})

// spec: from-lowest-paid
test("'From' shows the lowest price above zero, 'Free' that all tickets are free, and the API returns the lowest price", async () => {
  const free = await buildEvent(shop.db, {
    title: 'Open Air Reading',
    types: [{ name: 'Lawn', price: 0 }],
  })
  await open(free, PHONE)
  expect(await wordsOf(bar())).toMatch(/^Free\s+Get tickets$/)
  const foot = async (title: string) => {
    await page.goto(`/?q=${title}`)
    return await wordsOf(page.getByRole('article').filter({ hasText: title }))
  }
  expect(await foot('Open Air Reading')).toMatch(/\bFree\b/)
  expect(await foot('Open Air Reading')).not.toContain('From')
  expect(await foot('Riverside Cup')).toMatch(/From KES 200\b/)
  await shop.db.updateTable('event').set({ price_cents: 0 }).where('id', '=', derby.id).execute()
  const answer = await fetch(`${shop.origin}/api/events/${derby.id}`)
  expect(await answer.json()).toMatchObject({ price: 0 })
})

// spec: event-first-screen
test('every state of choosing fits, can be pressed, and is accessible', async () => {
  await open(derby, PHONE)
  await choose(page, { 'Free Stand': 1 })
  await expectSoundPage(visitor, shop)
  await openForm(page, { Premium: 2 })
  await expectSoundState(visitor, shop)
})
