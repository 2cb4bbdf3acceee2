import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { nairobiDate } from '../../src/platform/values/nairobi.rules.ts'
import {
  answerCalls,
  busiestEvent,
  holdCalls,
  newColleague,
  quietestEvent,
  readTable,
  recordLog,
} from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { ON_LAPTOP, type Visitor } from './visitor.ts'

const VALIDATIONS = /\/api\/ticket_validations\?/

const { shop, browser } = await oneShop()
let eventId: string
beforeAll(async () => {
  eventId = await busiestEvent(shop)
})

describe('the Validations tab', () => {
  // spec: validations-tab-ticket-validation, validation-status-green-valid
  test.each(ON_LAPTOP)(
    'the list shows a failure, no rows, and each status with its sign and text, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      await answerCalls(page, VALIDATIONS, { status: 500, json: { error: 'Not now.' } })
      const held = await holdCalls(page, VALIDATIONS)
      const logged = recordLog(page)
      await page.goto(`/organizer/events/${eventId}/validations`)
      await page.getByRole('heading', { name: 'Ticket Validation History' }).waitFor()
      expect(await page.locator('[data-skeleton=row]').count()).toBe(5)
      held.release()
      await page.getByRole('alert').getByText('Not now.', { exact: true }).waitFor()
      expect(logged).toContain('/api/ticket_validations failed: Not now.')
      await answerCalls(page, VALIDATIONS, { json: { data: [], next_cursor: null } })
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('No validations found for this event.', { exact: true }).waitFor()
      await expectSoundPage(visitor, shop)
      await expectEachStatus(page)
      await expectSoundState(visitor, shop)
      await page.unrouteAll()
      await lookAgain(page)
      await page.getByText('Showing the first 50', { exact: true }).waitFor()
      expectCheckIns(await expectRows(page, 50))
      await expectSoundState(visitor, shop)
      await visitor.context.close()
    },
  )

  /** Switches to another tab of the page and back, because each visit reloads the list. */
  async function lookAgain(page: Page): Promise<void> {
    const tabs = page.getByRole('navigation', { name: 'Event' })
    await tabs.getByRole('link', { name: 'Transactions' }).click()
    await page.getByRole('heading', { name: 'Transaction History' }).waitFor()
    await tabs.getByRole('link', { name: 'Validations' }).click()
  }

  async function expectEachStatus(page: Page): Promise<void> {
    const data = [
      { ...SCAN, id: '1' },
      { ...SCAN, id: '2', status: 'used', validation_type: 'manual' },
      {
        ...SCAN,
        id: '3',
        status: 'invalid',
        is_valid: false,
        result: 'wrong_gate',
        transaction: null,
        validator: null,
      },
    ]
    await answerCalls(page, VALIDATIONS, { json: { data, next_cursor: null } })
    await lookAgain(page)
    const rows = await expectRows(page, 3)
    expect(rows.map((row) => row.Status)).toEqual(['Valid', 'Already Used', 'Invalid Wrong gate'])
    expect(rows.map((row) => row.Type)).toEqual(['Scan', 'Manual', 'Scan'])
    expect(rows[0]).toMatchObject({
      Contact: '254712345678 asha@example.co.ke',
      Validator: 'Amina Odhiambo',
    })
    expect(rows[2]).toMatchObject({ Contact: '–', Validator: 'v-17' })
    const badges = page.getByRole('cell').getByText(/^(Valid|Already Used|Invalid)$/)
    const colours = await badges.evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
    expect(colours).toEqual(['rgb(27, 110, 60)', 'rgb(154, 82, 0)', 'rgb(176, 30, 30)'])
    expect(await badges.locator('xpath=preceding-sibling::*[name()="svg"]').count()).toBe(3)
  }

  function expectCheckIns(rows: Record<string, string>[]): void {
    const names = ['Timestamp', 'Ticket Number', 'Contact', 'Validator', 'Type', 'Status']
    expect(Object.keys(rows[0]!)).toEqual(names)
    expect(rows[0]!.Timestamp).toMatch(/^[A-Z][a-z]+ \d+, 20\d\d, \d+:\d\d [AP]M$/)
    for (const row of rows) {
      const number = row['Ticket Number']!.replace(/ /g, '')
      // Text typed at the gate is shown unchanged if it cannot be a ticket number.
      const isTyped = row.Status === 'Invalid Ticket not found' && /^\d{10}$/.test(number)
      if (!isTyped) expect(number).toMatch(/^[0-9A-Z]{16}$/)
      expect(['Scan', 'Manual']).toContain(row.Type)
      expect(row.Status).toMatch(/^(Valid|Already Used|Invalid .+)$/)
    }
  }

  // spec: ticket-validations-event-newest
  test.each(ON_LAPTOP)(
    'the list can be filtered by status and sorted in either order, by the address, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      await page.goto(`/organizer/events/${eventId}/validations`)
      const column = async (name: string) =>
        (await readTable(page, 'Ticket Validation History')).map((row) => row[name]!)
      await page.getByLabel('Status').selectOption('Invalid')
      await page.waitForURL('**/validations?status=invalid')
      await expect
        .poll(async () => [...new Set((await column('Status')).map(firstWord))])
        .toEqual(['Invalid'])
      await page.getByLabel('Sort by').selectOption('Oldest first')
      await page.waitForURL('**/validations?status=invalid&sort=timestamp')
      const rising = async () => {
        const times = (await column('Timestamp')).map((text) => Date.parse(text))
        return times.length > 1 && times.every((time, at) => at === 0 || time >= times[at - 1]!)
      }
      await expect.poll(rising).toBe(true)
      await expectSoundPage(visitor, shop)
      await page.reload()
      await expect.poll(rising).toBe(true)
      await answerCalls(page, VALIDATIONS, { json: { data: [], next_cursor: null } })
      await page.reload()
      await page.getByText('No validations found for this event.').waitFor()
      await page.getByRole('button', { name: 'Show all validations' }).click()
      await page.waitForURL('**/validations?sort=timestamp')
      await visitor.context.close()
    },
  )

  async function expectRows(page: Page, count: number): Promise<Record<string, string>[]> {
    const rows = () => readTable(page, 'Ticket Validation History')
    await expect.poll(async () => (await rows()).length).toBe(count)
    return await rows()
  }
})

const SCAN = {
  id: '',
  event_id: 'e',
  timestamp: '2026-11-20T13:05:00.000Z',
  ticket_number: '0A1B2C3D4E5F6G7H',
  validator_id: 'v-17',
  validator: 'Amina Odhiambo' as string | null,
  validation_type: 'scan',
  status: 'valid',
  is_valid: true,
  result: 'valid',
  reason: null,
  words: null,
  admits: 1,
  let_in: 1,
  is_offline: false,
  undone: null,
  gate: null,
  transaction: { id: 't', phone_number: '254712345678', email: 'asha@example.co.ke' } as unknown,
}

const firstWord = (text: string) => text.split(' ')[0]

const LISTS = /\/api\/(transactions|ticket_validations)\?/
const FILES = [
  [
    'Transactions',
    'transactions',
    'Date & Time,Ticket Type,Quantity,Amount,Phone Number,Email,Reference,Status',
  ],
  ['Validations', 'validations', 'Timestamp,Ticket Number,Contact,Validator,Type,Status,Is Valid'],
] as const

describe('Export CSV', () => {
  // spec: exports-both-files
  test.each(ON_LAPTOP)(
    'the file has all check-ins and the name of event and day, and its progress is shown, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      // The export ignores the list's filter.
      await answerCalls(page, LISTS, { json: { data: [], next_cursor: null } })
      await page.goto(`/organizer/events/${eventId}/transactions`)
      for (const [tab, kind, headings] of FILES) {
        await page.getByRole('link', { name: tab, exact: true }).click()
        const saving = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Export CSV' }).click()
        const download = await saving
        const name = `${kind}-${eventId}-${nairobiDate(new Date())}.csv`
        expect(download.suggestedFilename()).toBe(name)
        const lines = (await readFile(await download.path(), 'utf8'))
          .replace(/^\uFEFF/, '')
          .split('\r\n')
        expect(lines[0]).toBe(headings)
        expect(lines.length).toBeGreaterThan(100)
        await page.getByRole('status').getByText(`Saved as ${name}`, { exact: true }).waitFor()
      }
      await expectProgress(visitor)
      await visitor.context.close()
    },
  )

  /**
   * Expects an error message and no file if an export breaks off, and a complete file from the next
   * export.
   */
  async function expectProgress(visitor: Visitor): Promise<void> {
    const { page } = visitor
    let saved = 0
    page.on('download', () => {
      saved += 1
    })
    await page.evaluate(streamCsvByHand)
    const button = page.getByRole('button', { name: /^Export/ })
    await button.click()
    await page.getByRole('button', { name: 'Exporting...', exact: true }).waitFor()
    await push(page, 'A,B\r\n1,"x\r\ny"\r\n')
    await page.getByRole('button', { name: 'Exporting... 25%', exact: true }).waitFor()
    const bar = page.getByRole('progressbar', { name: 'Export' })
    expect(await bar.getAttribute('aria-valuenow')).toBe('25')
    await push(page, '2,\r\n3,\r\n')
    await page.getByRole('button', { name: 'Exporting... 75%', exact: true }).waitFor()
    await expectSoundPage(visitor, shop)
    await page.evaluate(() => window.csv.error(new TypeError('network')))
    const words = 'The export failed and nothing was saved. Please try again.'
    await page.getByRole('alert').getByText(words, { exact: true }).waitFor()
    expect(saved).toBe(0)
    const saving = page.waitForEvent('download')
    await page.evaluate(() => Reflect.deleteProperty(window, 'csv'))
    await button.click()
    await push(page, 'A,B\r\n1,\r\n')
    await page.evaluate(() => window.csv.close())
    expect(await readFile(await (await saving).path(), 'utf8')).toBe('A,B\r\n1,\r\n')
    await page
      .getByRole('status')
      .getByText(/^Saved as/)
      .waitFor()
    expect(await page.getByText(words).count()).toBe(0)
  }
})

declare global {
  interface Window {
    csv: ReadableStreamDefaultController<Uint8Array>
  }
}

/** Replaces the page's request by a CSV of four rows. The test sends the rows one by one. */
function streamCsvByHand(): void {
  const { fetch } = window
  window.fetch = async (input, init) => {
    if (!String(input).endsWith('.csv')) return fetch(input, init)
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        window.csv = controller
      },
    })
    return new Response(body, { headers: { 'x-total-rows': '4' } })
  }
}

async function push(page: Page, text: string): Promise<void> {
  await page.waitForFunction(() => window.csv !== undefined)
  await page.evaluate((piece) => window.csv.enqueue(new TextEncoder().encode(piece)), text)
}

// spec: door-list
test.each(ON_LAPTOP)(
  'the door list prints nothing but its tables, whose heads have the event, on $name',
  async ({ size }) => {
    const visitor = await newColleague(browser, shop, { who: 'organizer', size })
    const { page } = visitor
    const quiet = await quietestEvent(shop)
    await page.goto(`/organizer/events/${quiet}/gate`)
    await page.getByRole('link', { name: 'Door list' }).click()
    await page.getByRole('heading', { name: 'Door list' }).waitFor()
    const table = page.getByRole('table').first()
    await table.waitFor()
    await expectSoundPage(visitor, shop)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
    const head = table.locator('thead')
    expect(await head.evaluate((one) => getComputedStyle(one).display)).toBe('table-header-group')
    const { title } = (await (await fetch(`${shop.origin}/api/events/${quiet}`)).json()) as {
      title: string
    }
    expect(await head.textContent()).toContain(title)
    await visitor.context.close()
  },
)
