// The summary next to the tickets, on wide screens.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, type EventSpec } from '../build.ts'
import { buyButton, payButton, waitForTitle } from './buying.ts'
import { DERBY, expectInSight, goTo } from './choice-page.ts'
import { oneShop } from './one-shop.ts'
import { LAPTOP, newVisitor, type Visitor } from './visitor.ts'

/** Windows in which the summary is next to the tickets, and the smallest of them. */
const WIDE = [LAPTOP, { width: 1366, height: 768 }, { width: 1280, height: 720 }]
const NARROWEST = { width: 1024, height: 700 }

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

async function open(event: BuiltEvent, size: typeof LAPTOP): Promise<void> {
  visitor = await newVisitor(browser, shop, { size })
  page = visitor.page
  await page.goto(`/event/${event.id}`)
  await waitForTitle(page, event.title)
}

const buy = () => page.getByRole('button', { name: 'Click to Buy' })
const summary = () => page.getByRole('complementary', { name: 'Summary' })

// spec: event-first-screen
test.each([...WIDE, NARROWEST])(
  'the summary next to the tickets stays in view on any length of page, and covers nothing ($width × $height)',
  async (size) => {
    for (const event of [two, held, derby, eight]) {
      await open(event, size)
      expect(await page.getByRole('region', { name: 'Your choice' }).count()).toBe(0)
      const types = await page.getByRole('button', { name: / more$/ }).all()
      for (const edge of ['top', 'bottom'] as const) {
        await goTo(page, edge)
        await expectInSight(buy())
        expect(await findCovered()).toEqual([])
      }
      await goTo(page, 'top')
      for (const type of types.slice(-7)) {
        await type.click()
        // In a low window the chosen lines move the button of a low summary out of the window.
        if (event === held && size.height < 768) await summary().scrollIntoViewIfNeeded()
        await expectInSight(buy())
        expect(await findCovered()).toEqual([])
      }
      await buyButton(page).click()
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
        await goTo(page, 'top')
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
    await goTo(page, 'top')
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
