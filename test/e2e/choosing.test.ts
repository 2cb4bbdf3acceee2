import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../build.ts'
import {
  buyButton,
  choose,
  openForm,
  payButton,
  phoneField,
  waitForTitle,
  wordsOf,
} from './buying.ts'
import { DERBY, expectInSight, goTo } from './choice-page.ts'
import { resize } from './inspect-page.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, newVisitor, PHONE, type Visitor } from './visitor.ts'

const SHORT_PHONE = { width: 360, height: 560 }
const MOST_HEADER_PX = 90

const { shop, browser } = await oneShop()
let visitor: Visitor
let page: Page
let derby: BuiltEvent
beforeAll(async () => {
  derby = await buildEvent(shop.db, DERBY)
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
const row = (type: string) => page.getByRole('listitem').filter({ has: more(type) })

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
    await expect.poll(() => wordsOf(bar())).toMatch(/^2 tickets\nKES 400\s+Click to Buy$/)
    for (const edge of ['top', 'bottom'] as const) {
      await goTo(page, edge)
      await expectInSight(buy())
    }
    // The buyer can scroll to the end of the page.
    await expectInSight(page.getByRole('contentinfo').getByRole('link').last())
    await page.getByRole('button', { name: 'One Standard less' }).click()
    await expect.poll(() => wordsOf(bar())).toContain('1 ticket\nKES 200')
    await goTo(page, 'top')
    await buyButton(page).click()
    await expectInSight(phoneField(page))
    await expect
      .poll(() => phoneField(page).evaluate((field) => field === document.activeElement))
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
    await expect.poll(isOpen).toBe(opens)
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
  await expect.poll(isOpen).toBe(false)
  await page.goBack()
  await expect.poll(() => page.url()).not.toBe(href)
  await page.goForward()
  await expect.poll(() => page.url()).toBe(href)
  await buyButton(page).click()
  await expectInSight(phoneField(page))
}

// spec: event-first-screen
test('without script the layout is the same, without a ticket choice and without a bar that covers the page', async () => {
  await open(derby, SHORT_PHONE, false)
  await expectInSight(bar().getByRole('link', { name: 'Get tickets' }))
  expect(await wordsOf(bar())).toMatch(/^From KES 200\s+Get tickets$/)
  await bar().getByRole('link', { name: 'Get tickets' }).click()
  await page.getByLabel('Quantity of Standard').fill('2')
  await buyButton(page).click()
  await phoneField(page).waitFor()
  expect(await wordsOf(bar())).toContain('2 tickets\nKES 400')
  const gone = await buildEvent(shop.db, { title: 'Gone in a Day', soldOut: true })
  await page.goto(`/event/${gone.id}`)
  await waitForTitle(page, gone.title)
  expect(await bar().count()).toBe(0)
})

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
      await expect.poll(() => row(type).getByRole('status').allInnerTexts()).toEqual([words])
      // Screen readers announce the limit once, not twice.
      expect((await wordsOf(row(type))).split(words)).toHaveLength(2)
    }
    await expectSoundPage(visitor, shop)
    await page.getByRole('button', { name: 'One Standard less' }).click()
    await expect.poll(() => wordsOf(row('Standard'))).not.toContain('per order')
    await page.getByLabel('Quantity of Standard').fill('99')
    await expect.poll(() => wordsOf(row('Standard'))).toContain('Maximum 6 per order')
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
      await expect.poll(() => reason.count()).toBe(0)
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
