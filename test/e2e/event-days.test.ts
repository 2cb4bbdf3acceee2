import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { choose, waitForTitle, wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, SIZES, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()
let visitor: Visitor
let festival: BuiltEvent
beforeAll(async () => {
  festival = await buildEvent(shop.db, {
    title: 'Lamu Culture Days',
    days: [
      { date: '2027-12-10', time: '17:00' },
      { date: '2027-12-11', time: '14:00', cancelledAt: new Date('2026-11-20T07:00:00Z') },
      { date: '2027-12-12', time: '14:00' },
    ],
    types: [
      { name: 'Friday Ticket', price: 1000, days: [1], saleUntil: new Date('2026-01-01') },
      { name: 'Sunday Ticket', price: 1200, days: [3] },
      { name: 'Weekend Pass', price: 2500, days: [1, 2, 3] },
      { name: 'Table of 10', price: 9000, days: [3], soldIn: 10 },
    ],
  })
})
afterEach(async () => {
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})

describe.each(SIZES)('an event of several days on $name', ({ size }) => {
  // spec: days-on-pages
  test.each([true, false])('the page lists the days (script: %s)', async (script) => {
    visitor = await newVisitor(browser, shop, { size, script })
    const { page } = visitor
    await page.goto(`/event/${festival.id}`)
    await waitForTitle(page, festival.title)
    await page.getByText('December 10–12, 2027').waitFor()
    const days = page.getByRole('list', { name: 'Days' }).getByRole('listitem')
    expect(await wordsOf(days.nth(0))).toBe('Fri, Dec 10 · 5:00 PM')
    expect(await wordsOf(days.nth(1))).toMatch(/^Sat, Dec 11 · 2:00 PM\s*Cancelled$/)
    await page.getByText('Friday only').waitFor()
    await page.getByText('Friday + Sunday, once a day').waitFor()
    if (script) await expectSoundPage(visitor, shop)
  })

  // spec: days-on-pages, days-on-the-wire
  test('a pass is chosen, and a type whose day is over is not on sale', async () => {
    visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    await page.goto(`/event/${festival.id}`)
    const rowOf = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await choose(page, { 'Weekend Pass': 2, 'Table of 10': 1 })
    const summary = page.getByRole('complementary', { name: 'Summary' })
    expect(await wordsOf(summary)).toMatch(/2 × Weekend Pass\s+KES 5,000/)
    expect(await wordsOf(summary)).toMatch(/1 × Table of 10.*KES 9,000/s)
    expect(await wordsOf(rowOf('Sunday Ticket'))).toContain('Sunday only')
    const over = rowOf('Friday Ticket')
    expect(await wordsOf(over)).toContain('No longer on sale')
    expect(await over.getByRole('button').count()).toBe(0)
    await expectSoundPage(visitor, shop)
  })

  // spec: days-on-pages
  test('a visitor who comes from a card sees the days in the same place', async () => {
    visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    await page.goto('/?q=Lamu%20Culture')
    const card = page.getByRole('article').filter({ hasText: festival.title }).last()
    expect(await wordsOf(card)).toContain('Fri, Dec 10 – Sun, Dec 12, 2027')
    await card.getByRole('link', { name: festival.title, exact: true }).click()
    await waitForTitle(page, festival.title)
    await page.getByText('Sun, Dec 12 · 2:00 PM').waitFor()
  })
})
