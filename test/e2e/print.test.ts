import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { CODE_OPTIONS } from '../../src/checkin/gate/camera/code-options.ts'
import type { SuccessState } from '../../src/checkout/success-state.rules.ts'
import { buildEvent } from '../build.ts'
import { isTorture } from '../torture/daily.ts'
import { type Bought, buyTickets } from './bought-tickets.ts'
import { waitForHeading, wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { newVisitor, PHONE } from './visitor.ts'

const MM = 96 / 25.4
/** Paper sizes, in points as in PDF, and in pixels of a screen. */
const PAPERS = {
  A4: { box: [595, 842], screen: { width: Math.floor(210 * MM), height: Math.floor(297 * MM) } },
  A6: { box: [298, 420], screen: { width: Math.floor(105 * MM), height: Math.floor(148 * MM) } },
} as const

const { shop, browser } = await oneShop()
let bought: Bought
let page: Page
beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer } })
  const names = [
    'Terrace',
    'Stand',
    'VIP',
    'Family',
    'A seat in the covered stand on the north side',
  ]
  const event = await buildEvent(shop.db, {
    title:
      'The Great Nairobi Derby Day with music until late and a very long name that needs lines',
    types: names.map((name) => ({ name, price: 100, gates: ['North Stand Entrance'] })),
  })
  bought = await buyTickets(shop, event, [1, 1, 1, 1, 1])
})
beforeEach(async () => {
  const visitor = await newVisitor(browser, shop, { size: PHONE })
  page = visitor.page
  return () => visitor.context.close()
})

/** Opens the page of an order with this many tickets. */
async function openOrder(count: number): Promise<void> {
  const state: SuccessState = {
    message: 'Payment successful. Your tickets have been sent by SMS.',
    phoneNumber: '0712345678',
    email: null,
    amount: 500,
    eventTitle: 'Derby Day',
    event: {
      id: 'one',
      title:
        'The Great Nairobi Derby Day with music until late and a very long name that needs lines',
      date: '2027-12-12',
      time: '15:00',
      location: 'Nyayo National Stadium, Nairobi',
    },
    reference: bought.reference,
    tickets: bought.tickets.slice(0, count),
  }
  await page.goto('/success')
  await page.evaluate((usr) => history.replaceState({ usr, key: 'success', idx: 0 }, ''), state)
  await page.reload()
  await waitForHeading(page, 'Payment Complete!')
}

/** Returns the size of each printed sheet, in points. */
async function sheetsOn(format: keyof typeof PAPERS): Promise<number[][]> {
  const paper = (await page.pdf({ format })).toString('latin1')
  const boxes = paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)
  return [...boxes].map(([, width, height]) => [Math.floor(+width!), Math.floor(+height!)])
}

/** Returns the codes that a scanner can read on the printed paper. */
async function readSheet(format: keyof typeof PAPERS): Promise<string[]> {
  await page.setViewportSize(PAPERS[format].screen)
  await page.emulateMedia({ media: 'print' })
  const found = await readBarcodes(await page.screenshot({ fullPage: true }), {
    ...CODE_OPTIONS,
    maxNumberOfSymbols: 20,
  })
  return found.map(({ text }) => text).sort()
}

const addressesOf = (count: number) =>
  bought.tickets
    .slice(0, count)
    .map((ticket) => `${shop.origin}/t/${ticket.ticket_number}`)
    .sort()

/**
 * Returns the position of each ticket on the paper, and the size of its visible part, in
 * millimetres.
 */
function cellsOnPaper() {
  return page.evaluate((mm) => {
    return [...document.querySelectorAll('.paper-cell')].map((cell) => {
      const [whole, code] = [cell, cell.querySelector('svg[role=img]')!].map((element) =>
        element.getBoundingClientRect(),
      )
      const words = [...cell.querySelectorAll('p')].filter((p) => p.getClientRects().length > 0)
      const bottom = Math.max(...words.map((p) => p.getBoundingClientRect().bottom))
      return {
        left: Math.round(whole!.left / mm),
        top: Math.round((whole!.top + scrollY) / mm),
        width: Math.round(whole!.width / mm),
        height: Math.round(whole!.height / mm),
        code: code!.width / mm,
        isWhole: bottom <= whole!.bottom,
      }
    })
  }, MM)
}

// spec: ticket-print-a6
test.each(isTorture ? [1, 4, 5] : [5])(
  'an order with %i tickets prints four per A4 sheet, or one per A6 sheet',
  async (count) => {
    await openOrder(count)
    expect(await sheetsOn('A4')).toEqual(Array(Math.ceil(count / 4)).fill(PAPERS.A4.box))
    expect(await sheetsOn('A6')).toEqual(Array(count).fill(PAPERS.A6.box))
    expect(await readSheet('A4')).toEqual(addressesOf(count))
    const cells = await cellsOnPaper()
    const corners = [
      [0, 0],
      [105, 0],
      [0, 148],
      [105, 148],
      [0, 296],
    ]
    expect(cells.map(({ left, top }) => [left, top])).toEqual(corners.slice(0, count))
    for (const { width, height, code, isWhole } of cells) {
      expect([width, height, isWhole]).toEqual([105, 148, true])
      expect(code).toBeGreaterThan(30)
    }
    for (const { ticket_number: number } of bought.tickets.slice(0, count)) {
      // The number next to the code is printed in groups of four.
      const shown = await wordsOf(page.getByRole('main'))
      expect(shown.replace(/\s/g, '')).toContain(number)
    }
    for (const role of ['banner', 'contentinfo', 'button'] as const) {
      expect(await page.getByRole(role).filter({ visible: true }).count(), role).toBe(0)
    }
    expect(await page.locator('main a:visible').count()).toBe(0)
    expect(await page.getByText('Payment Complete!').isVisible()).toBe(false)
    expect(await readSheet('A6')).toEqual(addressesOf(count))
  },
)

// spec: ticket-print-a6
test('a single ticket is an A6 with a code of more than 30 mm, black on white', async () => {
  const number = bought.tickets[4]!.ticket_number
  await page.goto(`/t/${number}`)
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
  expect(await sheetsOn('A4')).toEqual([PAPERS.A4.box])
  expect(await sheetsOn('A6')).toEqual([PAPERS.A6.box])
  expect(await readSheet('A6')).toEqual([`${shop.origin}/t/${number}`])
  const [cell] = await cellsOnPaper()
  expect(cell).toMatchObject({ left: 0, top: 0, width: 105, height: 148, isWhole: true })
  expect(cell!.code).toBeGreaterThan(30)
  const code = page.getByRole('img', { name: /^QR code/ })
  expect(await code.locator('path').getAttribute('fill')).toBe('#000')
  const ground = code.locator('..')
  expect(await ground.evaluate((div) => getComputedStyle(div).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  expect(await page.getByText('Add to Home screen').isVisible()).toBe(false)
})
