// Tests pages in a browser that translates them. Chrome offers to translate English pages into
// Swahili.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { localPhone } from '../../src/platform/values/phone.rules.ts'
import { type BuiltEvent, newPhone } from '../build.ts'
import { isTorture, todays } from '../torture/daily.ts'
import { buildDerby, buyTickets } from './bought-tickets.ts'
import {
  buyButton,
  choose,
  enterPin,
  openPhone,
  payButton,
  phoneField,
  rowsOf,
  waitForHeading,
  waitForPromptWords,
  waitForTickets,
  waitForTitle,
} from './buying.ts'
import { button, field, fillBasics, row } from './event-form.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { endStewards, newSteward, openGates, typeIn } from './steward.ts'
import { newVisitor, PHONE } from './visitor.ts'

const { shop, browser } = await oneShop()
let event: BuiltEvent
beforeAll(async () => {
  event = await buildDerby(shop)
})

type Translation = 'moves each text' | 'copies each text'

/**
 * Wraps each text node in a `<font>` element from now on. Chrome replaces the text by a copy, and
 * some translators move the original.
 */
function translate(kind: Translation): void {
  const wrapAll = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    for (const text of found) {
      const parent = text.parentElement
      if (!parent || !document.body?.contains(parent)) continue
      if (parent.closest('font, script, style, textarea') || text.data.trim() === '') continue
      const font = document.createElement('font')
      text.replaceWith(font)
      if (kind === 'moves each text') font.append(text)
      else font.textContent = text.data
    }
  }
  new MutationObserver(wrapAll).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  })
  wrapAll()
}

const expectTranslated = async (page: Page) =>
  expect(await page.locator('font').count()).toBeGreaterThan(5)

const KINDS: readonly Translation[] = isTorture
  ? ['moves each text', 'copies each text']
  : ['copies each text']

test.each(
  todays<{ kind: Translation; from: string; daily?: true }>([
    { kind: 'moves each text', from: 'before hydration' },
    { kind: 'copies each text', from: 'before hydration', daily: true },
    { kind: 'moves each text', from: 'after hydration' },
    { kind: 'copies each text', from: 'after hydration' },
  ]),
)('a visitor buys while the browser $kind $from', async ({ kind, from }) => {
  const { page, context } = await newVisitor(browser, shop, { size: PHONE })
  const start = async () => {
    if (from === 'after hydration') await page.evaluate(translate, kind)
    await expectTranslated(page)
  }
  if (from === 'before hydration') await context.addInitScript(translate, kind)
  const msisdn = newPhone()
  await page.goto('/')
  await waitForTitle(page, /./)
  await start()
  await page.goto(`/event/${event.id}`)
  await page.getByRole('button', { name: 'Click to Buy' }).waitFor()
  await start()
  await choose(page, { Terrace: 3 })
  await button(page, 'One Terrace less').click()
  await expect.poll(() => page.getByRole('main').textContent()).toContain('2 tickets KES 600')
  await buyButton(page).click()
  await phoneField(page).fill('07')
  expect(await payButton(page).textContent()).toBe('Pay KES 600')
  await payButton(page).click()
  await page.getByRole('form').getByRole('alert').waitFor()
  await phoneField(page).fill(msisdn)
  await payButton(page).click()
  await waitForPromptWords(page)
  await enterPin(await openPhone(context, shop, msisdn), '1234')
  await waitForTickets(page)
  await start()
  const summary = await rowsOf(page.getByRole('region', { name: 'Summary' }))
  expect(summary).toContainEqual(['Phone number', localPhone(msisdn)])
  await page.getByRole('link', { name: 'View Ticket' }).first().click()
  await page.waitForURL('**/t/*')
  await expectTranslated(page)
  await page.getByText('Important: This ticket is only valid at').waitFor()
  const kept = await page.locator('[translate=no]').allTextContents()
  expect(kept).toEqual(expect.arrayContaining(['Gate A']))
  await context.close()
})

test.each(KINDS)('a visitor finds a ticket while the browser %s', async (kind) => {
  const bought = await buyTickets(shop, event, [1, 1])
  const { page, context } = await newVisitor(browser, shop, { size: PHONE })
  await page.goto('/my-ticket')
  await waitForHeading(page, 'Find Your Ticket')
  await page.evaluate(translate, kind)
  const find = async (reference: string) => {
    await page.getByLabel('M-PESA Reference Number').fill(reference)
    await button(page, 'Find Ticket').click()
  }
  await find('UAAAAAAAA0')
  await page.getByRole('alert').first().waitFor()
  await find(bought.reference)
  await page.getByText(bought.tickets[0]!.ticket_number.slice(-4)).first().waitFor()
  await context.close()
})

test.each(KINDS)('an admin fills in an event while the browser %s', async (kind) => {
  const { page, context } = await newColleague(browser, shop, { who: 'admin' })
  await page.goto('/organizer/events/create')
  await field(page, 'Title').waitFor()
  await page.evaluate(translate, kind)
  await button(page, 'Create Event').click()
  await page.getByRole('alert').first().waitFor()
  await fillBasics(page, `Translated ${kind}`)
  await button(page, /^Add Ticket Type/).click()
  await row(page, 2).first().waitFor()
  await expectTranslated(page)
  await context.close()
})

test.each(KINDS)('a steward admits a person while the browser %s', async (kind) => {
  const { of, numbers } = await openGates(shop, [[1], [1]])
  const { page } = await newSteward(browser, shop, of, { gate_id: await of.gateId('Gate A') })
  await page.evaluate(translate, kind)
  expect(await typeIn(page, numbers[0]!)).toContain('Let 1 person in')
  expect(await typeIn(page, numbers[0]!)).toContain('Already used')
  expect(await typeIn(page, numbers[1]!)).toContain('Let 1 person in')
  await endStewards()
})
