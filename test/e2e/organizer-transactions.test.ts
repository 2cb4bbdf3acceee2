import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  answerCalls,
  busiestEvent,
  holdCalls,
  newColleague,
  readTable,
  recordLog,
} from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectFits, expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, ON_LAPTOP } from './visitor.ts'

const TRANSACTIONS = /\/api\/transactions\?/

const { shop, browser } = await oneShop()
let eventId: string
beforeAll(async () => {
  eventId = await busiestEvent(shop)
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
  has_tickets: true,
  part_refund: null,
}

const REFUND = { status: 'refund_due', has_tickets: false }

describe('the Transactions tab', () => {
  // spec: transactions-tab-transaction-history, resend-sms-form-encoded-sending
  // spec: resend-only-tickets, table-cells-whole, transaction-part-refunded
  test.each(ON_LAPTOP)(
    'a row shows a sale and its money, and a resend says whether it worked, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      const data = [
        SALE,
        { ...SALE, ...REFUND, id: '2', email: null, reference: '' },
        { ...SALE, ...REFUND, id: '3', status: 'refunded' },
        { ...SALE, id: '4', part_refund: 'due' },
        { ...SALE, id: '5', part_refund: 'done' },
      ]
      await answerCalls(page, TRANSACTIONS, { json: { data, next_cursor: null } })
      await page.goto(`/organizer/events/${eventId}/transactions`)
      await page.getByRole('heading', { name: 'Transaction History' }).waitFor()
      await page.getByRole('button', { name: 'Export CSV' }).waitFor()
      const search = page.getByRole('searchbox', { name: 'Search by phone number' })
      expect(await search.getAttribute('placeholder')).toBe('Search by phone number...')
      await page.getByRole('table', { name: 'Transaction History' }).waitFor()
      expectSales(await readTable(page, 'Transaction History'))
      const inks = page.getByRole('cell').getByText(/^(Paid|Refund due|Refunded)$/)
      const colours = await inks.evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
      expect(colours[0]).toBe('rgb(27, 110, 60)')
      expect(colours[1]).not.toBe(colours[0])
      expect(colours[2]).not.toBe(colours[0])
      await page.getByText('5 in total', { exact: true }).waitFor()
      await expectSoundPage(visitor, shop)
      await expectResent(page)
      expect(visitor.faults).toEqual([])
      await visitor.context.close()
    },
  )

  function expectSales(rows: Record<string, string>[]): void {
    expect(rows[0]).toEqual({
      'Date & Time': 'Fri, Jan 1, 2027 · 12:05 AM Open order',
      Event: SALE.event.title,
      'Ticket Type': 'VIP',
      Quantity: '2',
      Amount: 'KES 1,234,500',
      Contact: '254712345678 wanjiru.kamau.with.a.long.address@example.co.ke',
      Reference: 'RG56TYHJ8K',
      Status: 'Paid',
      Actions: 'Resend SMS',
    })
    expect(rows[1]).toMatchObject({ Contact: '254712345678', Reference: '–', Status: 'Refund due' })
    expect(rows[2]!.Status).toBe('Refunded')
    expect(rows.slice(3).map((row) => row.Status)).toEqual(['Part refund due', 'Partly refunded'])
    // These rows have no ticket that could be sent again.
    expect(rows.slice(1, 3).map((row) => row.Actions)).toEqual(['–', '–'])
  }

  async function expectResent(page: Page): Promise<void> {
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
    const logged = recordLog(page)
    const again = page.getByRole('button', { name: 'Resend SMS' }).first()
    await again.click()
    const busy = page.getByRole('button', { name: 'Sending...', exact: true })
    expect(await busy.isDisabled()).toBe(true)
    held.release()
    const alert = page.getByRole('alert')
    await alert.getByText('SMS sent successfully!', { exact: true }).waitFor()
    await expectFits(page)
    await page.getByRole('button', { name: 'Close' }).click()
    for (const _ of answers.slice()) {
      await again.click()
      await alert.getByText('Failed to send SMS. Please try again.', { exact: true }).waitFor()
    }
    await expectFits(page)
    expect(logged.join(' ')).toContain('The phone is off.')
    const form = 'application/x-www-form-urlencoded'
    expect(posts).toHaveLength(3)
    expect(posts[0]).toMatch(new RegExp(`^${form}(;.*)? transactionId=${SALE.id}$`))
  }

  // spec: status-words-screen
  test("the filter shows its value, and uses the API's name for it", async () => {
    const { page, context } = await newColleague(browser, shop, { who: 'organizer', size: LAPTOP })
    await page.goto(`/organizer/events/${eventId}/transactions`)
    const status = page.getByLabel('Status')
    await status.waitFor()
    const words = ['All statuses', 'Paid', 'Refund due', 'Refunded']
    expect(await status.locator('option').allTextContents()).toEqual(words)
    const asked = page.waitForRequest(/api\/transactions\?.*status=refund_due/)
    await status.selectOption('Refund due')
    await asked
    await context.close()
  })

  // spec: resend-limit-says-when
  test('a resend beyond the limit says when it is possible again, and works at that time', async () => {
    const visitor = await newColleague(browser, shop, { who: 'organizer', size: LAPTOP })
    const { page, context } = visitor
    await page.clock.install({ time: new Date('2026-12-31T12:00:10Z') })
    const data = [SALE, { ...SALE, id: '2', phone_number: '254700000002' }]
    await answerCalls(page, TRANSACTIONS, { json: { data, next_cursor: null } })
    let status = 429
    await page.route('**/resend-sms', (route) =>
      status === 200
        ? route.fulfill({ json: { success: true } })
        : route.fulfill({
            status,
            headers: { 'retry-after': '1830' },
            json: { error: 'Several times.', code: 'too_many_requests' },
          }),
    )
    await page.goto(`/organizer/events/${eventId}/transactions`)
    const first = page.getByRole('row').nth(1)
    await first.getByRole('button', { name: /Resend SMS/ }).click()
    const words = 'Tickets were resent to this phone several times. Try again at 3:31 PM.'
    await page.getByRole('alert').getByText(words, { exact: true }).waitFor()
    expect(await page.getByText('Failed to send SMS').count()).toBe(0)
    const waiting = first.getByRole('button', { name: 'Resend SMS again at 3:31 PM' })
    expect(await waiting.isDisabled()).toBe(true)
    // The limit applies to each phone separately.
    expect(
      await page
        .getByRole('button', { name: /Resend SMS/ })
        .nth(1)
        .isEnabled(),
    ).toBe(true)
    await expectSoundPage(visitor, shop)
    status = 200
    await page.clock.runFor(31 * 60_000)
    await first.getByRole('button', { name: 'Resend SMS to 254712345678' }).click()
    await page.getByRole('alert').getByText('SMS sent successfully!', { exact: true }).waitFor()
    await context.close()
  })

  // spec: empty-transactions-hook-no
  test.each(ON_LAPTOP)(
    'the list says when it is empty or fails to load, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      await answerCalls(page, TRANSACTIONS, { status: 500, json: {} })
      await page.goto(`/organizer/events/${eventId}/transactions`)
      await page.getByRole('alert').getByText('An error occurred', { exact: true }).waitFor()
      expect(await page.getByText('No transactions found').count()).toBe(0)
      await expectSoundPage(visitor, shop)
      await answerCalls(page, TRANSACTIONS, { json: { data: [], next_cursor: null } })
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('No transactions found for this event.', { exact: true }).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      await expectSoundState(visitor, shop)
      await visitor.context.close()
    },
  )
})
