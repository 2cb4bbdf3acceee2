import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../src/accounts/sample-accounts.rules.ts'
import { nairobiDate } from '../../src/platform/clock.ts'
import { waitForHeading } from './buying.ts'
import { fakeClock, holdClock } from './held-clock.ts'
import { answerCalls, holdCalls, newColleague, readTable } from './office.ts'
import { PATIENCE } from './patience.ts'
import { type Shop, startShop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, launchBrowser, PHONE } from './visitor.ts'

const SIZES = [
  { name: 'a phone', size: PHONE },
  { name: 'a laptop', size: LAPTOP },
]
const COLUMNS = [
  'Date & Time',
  'Event',
  'Ticket Type',
  'Quantity',
  'Amount',
  'Contact',
  'Reference',
  'Status',
]
const TRANSACTIONS = /\/api\/transactions\?/
const VALIDATIONS = /\/api\/ticket_validations\?/

let shop: Shop
let browser: Browser
/** The organizer's event at whose gates most happened. */
let eventId: string
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
  const { rows } = await sql<{ id: string }>`
    select e.id from event e join check_in c on c.event_id = e.id
    where e.organizer_id = ${SAMPLE_ACCOUNTS.organizer.id}
    group by e.id order by count(*) desc limit 1`.execute(shop.db)
  eventId = rows[0]!.id
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search by phone number' })
const rowsOf = (page: Page, name: string) => () => readTable(page, name)

describe('Tickets Overview', () => {
  test.each(SIZES)('every sale, the newest first, on $name', async ({ size }) => {
    const visitor = await newColleague(browser, shop, { who: 'organizer', size })
    const { page } = visitor
    const held = await holdCalls(page, TRANSACTIONS)
    await page.goto('/organizer/tickets')
    await waitForHeading(page, 'Tickets Overview')
    await page.getByText('Manage your event tickets and track sales').waitFor()
    expect(await searchBox(page).getAttribute('placeholder')).toBe('Search by phone number...')
    expect(await page.locator('[data-skeleton=row]').count()).toBe(5)
    held.release()
    await page.getByRole('table', { name: 'Tickets Overview' }).waitFor()
    const rows = await readTable(page, 'Tickets Overview')
    expect(rows).toHaveLength(50)
    expect(Object.keys(rows[0]!)).toEqual(COLUMNS)
    for (const row of rows) {
      expect(row['Date & Time']).toMatch(/^[A-Z][a-z]+ \d{1,2}, 20\d\d, \d{1,2}:\d\d [AP]M$/)
      expect(row.Amount).toMatch(/^KES [\d,]+$/)
      expect(row.Contact).toMatch(/^254[17]\d{8}( \S+@\S+)?$/)
    }
    const times = rows.map((row) => Date.parse(row['Date & Time']!))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    await page.getByText('The first 50 are shown').waitFor()
    await expectSoundPage(visitor, shop)
    await visitor.context.close()
  })

  test('the phone search finds a number however it is typed, and stands in no address', async () => {
    const { page, context } = await newColleague(browser, shop, { who: 'organizer' })
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await page.goto('/organizer/tickets')
    const rows = rowsOf(page, 'Tickets Overview')
    await expect.poll(async () => (await rows()).length, PATIENCE).toBe(50)
    const phone = (await rows())[0]!.Contact!.slice(0, 12)
    const isThat = async () => (await rows()).every((row) => row.Contact!.startsWith(phone))
    const national = `0${phone.slice(3)}`
    for (const typed of [national, phone, `+254 ${phone.slice(3, 6)} ${phone.slice(6)}`]) {
      await searchBox(page).fill('')
      await expect.poll(isThat, PATIENCE).toBe(false)
      await searchBox(page).fill(typed)
      await expect.poll(isThat, PATIENCE).toBe(true)
    }
    await page.getByLabel('Status').selectOption('paid')
    await page.waitForURL('**/organizer/tickets?status=paid')
    await expect.poll(isThat, PATIENCE).toBe(true)
    await searchBox(page).fill('0799 999 999 999')
    await page.getByText('No transactions found.').waitFor()
    await page.getByRole('button', { name: 'Show all transactions' }).click()
    await expect.poll(async () => (await rows()).length, PATIENCE).toBe(50)
    expect(await searchBox(page).inputValue()).toBe('')
    await page.waitForURL('**/organizer/tickets')
    expect(addresses.join(' ')).not.toContain(phone.slice(3))
    await context.close()
  })

  test('typing asks once it has stopped for 300 ms', async () => {
    const { page, context } = await newColleague(browser, shop, { who: 'organizer' })
    await fakeClock(page)
    const searched: string[] = []
    page.on('request', (request) => {
      const phone = new URL(request.url()).searchParams.get('phone')
      if (phone !== null) searched.push(phone)
    })
    await page.goto('/organizer/tickets')
    await page.getByRole('table', { name: 'Tickets Overview' }).waitFor()
    await holdClock(page)
    for (const typed of ['0', '07', '071']) {
      await searchBox(page).fill(typed)
      await page.clock.runFor(299)
    }
    expect(searched).toEqual([])
    await page.clock.runFor(1)
    await expect.poll(() => searched, PATIENCE).toEqual(['071'])
    await context.close()
  })

  test('sorted and filtered by the address; going back finds all of it as it was', async () => {
    const visitor = await newColleague(browser, shop, { who: 'organizer', size: LAPTOP })
    const { page } = visitor
    await page.goto('/organizer/tickets')
    const rows = rowsOf(page, 'Tickets Overview')
    const amounts = async () => (await rows()).map((row) => Number(row.Amount!.replace(/\D/g, '')))
    await page.getByRole('table', { name: 'Tickets Overview' }).waitFor()
    await page.getByLabel('Sort by').selectOption('Largest first')
    await page.waitForURL('**/organizer/tickets?sort=-amount')
    const isSorted = async () => {
      const shown = await amounts()
      return shown.every((amount, index) => index === 0 || amount <= shown[index - 1]!)
    }
    await expect.poll(isSorted, PATIENCE).toBe(true)
    await searchBox(page).fill('2547')
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.waitForURL(/[?&]pages=2/)
    await expect.poll(async () => (await rows()).length, PATIENCE).toBe(100)
    const before = await rows()
    await page.getByText('The first 100 are shown').scrollIntoViewIfNeeded()
    const depth = await page.evaluate(() => scrollY)
    expect(depth).toBeGreaterThan(2000)
    const menu = page.getByRole('navigation', { name: 'Back office' })
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await waitForHeading(page, 'Welcome back')
    await page.goBack()
    await expect.poll(rows, PATIENCE).toEqual(before)
    expect(await searchBox(page).inputValue()).toBe('2547')
    await expect.poll(() => page.evaluate(() => scrollY), PATIENCE).toBe(depth)
    await page.reload()
    await expect.poll(async () => (await rows()).length, PATIENCE).toBe(100)
    expect(await page.getByLabel('Sort by').inputValue()).toBe('-amount')
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })
})

const SALE = {
  id: 'c0ffee00-0000-4000-8000-000000000001',
  order_id: 'o',
  created_at: '2026-12-31T21:05:00.000Z',
  event_id: 'e',
  event: { id: 'e', title: 'Great Rift Valley Half Marathon and Family Fun Run, 25th Edition' },
  ticket_type_id: 't',
  ticket_type: { id: 't', name: 'VIP' },
  quantity: 2,
  amount: 1_234_500,
  phone_number: '254712345678',
  email: 'wanjiru.kamau.with.a.long.address@example.co.ke',
  reference: 'RG56TYHJ8K',
  status: 'paid',
}

describe('the Transactions tab', () => {
  test.each(SIZES)('a sale, and what became of its money, on $name', async ({ size }) => {
    const visitor = await newColleague(browser, shop, { who: 'organizer', size })
    const { page } = visitor
    const data = [
      SALE,
      { ...SALE, id: '2', status: 'refund_due', email: null, reference: '' },
      { ...SALE, id: '3', status: 'refunded' },
    ]
    await answerCalls(page, TRANSACTIONS, { json: { data, next_cursor: null } })
    await page.goto(`/organizer/events/${eventId}/transactions`)
    await page.getByRole('heading', { name: 'Transaction History' }).waitFor()
    await page.getByRole('button', { name: 'Export CSV' }).waitFor()
    await page.getByRole('table', { name: 'Transaction History' }).waitFor()
    const rows = await readTable(page, 'Transaction History')
    expect(rows[0]).toEqual({
      'Date & Time': 'January 1, 2027, 12:05 AM',
      Event: SALE.event.title,
      'Ticket Type': 'VIP',
      Quantity: '2',
      Amount: 'KES 1,234,500',
      Contact: '254712345678 wanjiru.kamau.with.a.long.address@example.co.ke',
      Reference: 'RG56TYHJ8K',
      Status: 'paid',
      Actions: 'Resend SMS',
    })
    expect(rows[1]).toMatchObject({ Contact: '254712345678', Reference: '–', Status: 'refund_due' })
    expect(rows[2]!.Status).toBe('refunded')
    const inks = page.getByRole('cell').getByText(/^(paid|refund_due|refunded)$/)
    const colours = await inks.evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
    expect(colours[0]).toBe('rgb(27, 110, 60)')
    expect(colours[1]).not.toBe(colours[0])
    expect(colours[2]).not.toBe(colours[0])
    await page.getByText('3 in all').waitFor()
    await expectSoundPage(visitor, shop)
    await visitor.context.close()
  })

  test.each(SIZES)('none, and a list that does not come, on $name', async ({ size }) => {
    const visitor = await newColleague(browser, shop, { who: 'organizer', size })
    const { page } = visitor
    await answerCalls(page, TRANSACTIONS, { json: { data: [], next_cursor: null } })
    await page.goto(`/organizer/events/${eventId}/transactions`)
    await page.getByText('No transactions found for this event.').waitFor()
    await expectSoundPage(visitor, shop)
    await answerCalls(page, TRANSACTIONS, { status: 500, json: {} })
    await page.reload()
    await page.getByRole('alert').getByText('An error occurred').waitFor()
    expect(await page.getByText('No transactions found').count()).toBe(0)
    await expectSoundPage(visitor, shop)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Transaction History' }).waitFor()
    await visitor.context.close()
  })

  test('sends an SMS again, and says whether it did', async () => {
    const { page, context, faults } = await newColleague(browser, shop, { who: 'organizer' })
    await answerCalls(page, TRANSACTIONS, { json: { data: [SALE], next_cursor: null } })
    const posts: (string | null)[] = []
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/functions/resend-sms')) return
      posts.push(`${request.headers()['content-type']} ${request.postData()}`)
    })
    const answers = [{ success: true }, { error: 'The phone is off.' }, { success: false }]
    const statuses = [200, 502, 200]
    await page.route('**/resend-sms', (route) =>
      route.fulfill({ status: statuses.shift()!, json: answers.shift() }),
    )
    const held = await holdCalls(page, /resend-sms/)
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.goto(`/organizer/events/${eventId}/transactions`)
    const again = page.getByRole('button', { name: 'Resend SMS' })
    await again.click()
    const busy = page.getByRole('button', { name: 'Sending...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    held.release()
    const alert = page.getByRole('alert')
    await alert.getByText('SMS sent successfully!').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    for (const _ of answers.slice()) {
      await again.click()
      await alert.getByText('Failed to send SMS. Please try again.').waitFor()
    }
    expect(logged.join(' ')).toContain('The phone is off.')
    const form = 'application/x-www-form-urlencoded'
    expect(posts).toHaveLength(3)
    expect(posts[0]).toMatch(new RegExp(`^${form}(;.*)? transactionId=${SALE.id}$`))
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('the Validations tab', () => {
  test.each(SIZES)('what happened at the gates, on $name', async ({ size }) => {
    const visitor = await newColleague(browser, shop, { who: 'organizer', size })
    const { page } = visitor
    const held = await holdCalls(page, VALIDATIONS)
    await page.goto(`/organizer/events/${eventId}/validations`)
    await page.getByRole('heading', { name: 'Ticket Validation History' }).waitFor()
    expect(await page.locator('[data-skeleton=row]').count()).toBe(5)
    held.release()
    await page.getByRole('table', { name: 'Ticket Validation History' }).waitFor()
    const rows = await readTable(page, 'Ticket Validation History')
    const names = ['Timestamp', 'Ticket Number', 'Contact', 'Validator', 'Type', 'Status']
    expect(Object.keys(rows[0]!)).toEqual(names)
    expect(rows[0]!.Timestamp).toMatch(/^[A-Z][a-z]+ \d+, 20\d\d, \d+:\d\d [AP]M$/)
    for (const row of rows) {
      expect(row['Ticket Number']!.replace(/ /g, '')).toMatch(/^[0-9A-Z]{16}$/)
      expect(['Scan', 'Manual']).toContain(row.Type)
      expect(['Valid', 'Already Used', 'Invalid']).toContain(row.Status)
    }
    await expectSoundPage(visitor, shop)
    await visitor.context.close()
  })

  test.each(SIZES)('each status with its sign; none; and a failure, on $name', async ({ size }) => {
    const visitor = await newColleague(browser, shop, { who: 'organizer', size })
    const { page } = visitor
    const data = [
      { ...SCAN, id: '1' },
      { ...SCAN, id: '2', status: 'used', validation_type: 'manual' },
      { ...SCAN, id: '3', status: 'invalid', is_valid: false, transaction: null, validator: null },
    ]
    await answerCalls(page, VALIDATIONS, { json: { data, next_cursor: null } })
    await page.goto(`/organizer/events/${eventId}/validations`)
    const rows = await expectRows(page, 3)
    expect(rows.map((row) => row.Status)).toEqual(['Valid', 'Already Used', 'Invalid'])
    expect(rows.map((row) => row.Type)).toEqual(['Scan', 'Manual', 'Scan'])
    expect(rows[0]).toMatchObject({
      Contact: '254712345678 asha@example.co.ke',
      Validator: 'Amina Odhiambo',
    })
    expect(rows[2]).toMatchObject({ Contact: '–', Validator: 'v-17' })
    const badges = page.getByRole('cell').getByText(/^(Valid|Already Used|Invalid)$/)
    const colours = await badges.evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
    expect(colours).toEqual(['rgb(27, 110, 60)', 'rgb(154, 82, 0)', 'rgb(176, 30, 30)'])
    expect(await badges.locator('svg').count()).toBe(3)
    await expectSoundPage(visitor, shop)
    await answerCalls(page, VALIDATIONS, { json: { data: [], next_cursor: null } })
    await page.reload()
    await page.getByText('No validations found for this event.').waitFor()
    await answerCalls(page, VALIDATIONS, { status: 500, json: { error: 'Not now.' } })
    await page.reload()
    await page.getByRole('alert').getByText('Not now.').waitFor()
    await visitor.context.close()
  })

  async function expectRows(page: Page, count: number): Promise<Record<string, string>[]> {
    const rows = rowsOf(page, 'Ticket Validation History')
    await expect.poll(async () => (await rows()).length, PATIENCE).toBe(count)
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
  admits: 1,
  gate: null,
  transaction: { id: 't', phone_number: '254712345678', email: 'asha@example.co.ke' } as unknown,
}

test('tabs by the keyboard: the focus stays, the choices too, and back leads back', async () => {
  const { page, context } = await newColleague(browser, shop, { who: 'organizer' })
  await page.goto(`/organizer/events/${eventId}`)
  const tab = (name: string) => page.getByRole('link', { name, exact: true })
  await tab('Transactions').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/organizer/events/${eventId}/transactions`)
  await page.getByRole('heading', { name: 'Transaction History' }).waitFor()
  expect(await tab('Transactions').getAttribute('aria-current')).toBe('page')
  expect(await tab('Transactions').evaluate((link) => link === document.activeElement)).toBe(true)
  await page.getByLabel('Sort by').selectOption('Oldest first')
  await page.waitForURL('**/transactions?sort=created_at')
  await tab('Validations').click()
  await page.getByRole('heading', { name: 'Ticket Validation History' }).waitFor()
  await page.goBack()
  await page.waitForURL('**/transactions?sort=created_at')
  expect(await page.getByLabel('Sort by').inputValue()).toBe('created_at')
  await page.goBack()
  await page.getByRole('region', { name: 'Revenue Trend' }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'Transaction History' }).waitFor()
  await context.close()
})

describe('Export CSV', () => {
  test.each([
    ['transactions', 'Date & Time,Ticket Type,Quantity,Amount,Phone Number,Email,Reference,Status'],
    ['validations', 'Timestamp,Ticket Number,Contact,Validator,Type,Status,Is Valid'],
  ])('%s: all of them, in a file named after the event and the day', async (kind, headings) => {
    const { page, context } = await newColleague(browser, shop, { who: 'organizer' })
    await page.goto(`/organizer/events/${eventId}/${kind}`)
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
    await page.getByRole('status').getByText(`Saved as ${name}`).waitFor()
    await context.close()
  })

  test('says how far it is; one that breaks off says so and saves nothing', async () => {
    const visitor = await newColleague(browser, shop, { who: 'organizer' })
    const { page, context } = visitor
    let saved = 0
    page.on('download', () => {
      saved += 1
    })
    await page.addInitScript(streamCsvByHand)
    await page.goto(`/organizer/events/${eventId}/transactions`)
    const button = page.getByRole('button', { name: /^Export/ })
    await button.click()
    await page.getByRole('button', { name: 'Exporting...' }).waitFor()
    await push(page, 'A,B\r\n1,"x\r\ny"\r\n')
    await page.getByRole('button', { name: 'Exporting... 25%' }).waitFor()
    const bar = page.getByRole('progressbar', { name: 'Export' })
    expect(await bar.getAttribute('aria-valuenow')).toBe('25')
    await push(page, '2,\r\n3,\r\n')
    await page.getByRole('button', { name: 'Exporting... 75%' }).waitFor()
    await expectSoundPage(visitor, shop)
    await page.evaluate(() => window.csv.error(new TypeError('network')))
    const words = 'The export failed and nothing was saved. Please try again.'
    await page.getByRole('alert').getByText(words).waitFor()
    expect(saved).toBe(0)
    const saving = page.waitForEvent('download')
    await button.click()
    await push(page, 'A,B\r\n1,\r\n')
    await page.evaluate(() => window.csv.close())
    expect(await readFile(await (await saving).path(), 'utf8')).toBe('A,B\r\n1,\r\n')
    await page
      .getByRole('status')
      .getByText(/^Saved as/)
      .waitFor()
    expect(await page.getByText(words).count()).toBe(0)
    await context.close()
  })
})

declare global {
  interface Window {
    csv: ReadableStreamDefaultController<Uint8Array>
  }
}

/** In the page: a CSV of four rows, of which the test gives piece after piece. */
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
