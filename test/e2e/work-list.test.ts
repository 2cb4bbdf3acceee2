// spec: work-list-calm-start, work-list-rows
import type { Browser } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answerCalls, goTo, newColleague, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import type { Shop } from './shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, type Visitor } from './visitor.ts'

let shop: Shop
let browser: Browser
let visitor: Visitor
beforeAll(async () => {
  ;({ shop, browser } = await oneShop())
})
beforeEach(async () => {
  visitor = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  return () => visitor.context.close()
})

const LIST = /\/api\/work_list\?/
const LAST = /\/api\/reconciliations\/last$/

const ROW = {
  id: 'suspense:1',
  kind: 'suspense',
  key: '1',
  since: '2026-11-20T21:05:00.000Z',
  order_id: '0e0e0e0e-0000-4000-8000-000000000001',
  order_code: 'AB12CD34',
  event: {
    id: 'e',
    title: `Great Rift Valley Half Marathon and Family Fun Run, 25th Edition ${'x'.repeat(55)}`,
  },
  receipt: 'UKW0000001',
  amount: 150,
  known: 'M-PESA reported KES 150; the order costs KES 200.',
  by_itself: "We check M-PESA's list until Nov 22, 9:05 PM, then refund it.",
  actions: ['look_again'],
  paid_from: [] as string[],
  candidates: [] as object[],
}
const row = (kind: string, key: string, more: object) => ({
  ...ROW,
  id: `${kind}:${key}`,
  kind,
  key,
  ...more,
})
const candidate = (code: string, more: object) => ({
  order_id: `0e0e0e0e-0000-4000-8000-0000${code}`,
  code,
  event_title: ROW.event.title,
  amount: 120.5,
  state: 'pending',
  phone: '0712***678',
  placed_at: '2026-11-20T20:55:00.000Z',
  code_fits: 'near',
  amount_fits: true,
  ...more,
})
const PAID_FROM = ['utility', 'collection', 'bank']
const ROWS = [
  ROW,
  row('stray_receipt', 'UKW0000002', {
    event: null,
    order_code: null,
    receipt: 'UKW0000002',
    known: "KES 120.50 was paid to the account 'a very long account number that somebody typed'.",
    by_itself: 'Nothing until someone attaches or refunds it.',
    actions: ['attach', 'pay_back'],
    candidates: [
      candidate('DERBY2AB', {}),
      candidate('KX7Q2MNP', { code_fits: 'no', amount: 1200, amount_fits: false }),
    ],
  }),
  row('order_without_tickets', '3', { actions: ['issue_tickets'] }),
  row('refund_refused', '4', { actions: ['retry', 'paid_manually'], paid_from: PAID_FROM }),
  row('refund_late', '5', { actions: ['ask_now', 'paid_manually'], paid_from: PAID_FROM }),
  row('refund_manual', '8', { actions: ['paid_manually', 'name_payer'], paid_from: PAID_FROM }),
  row('refund_twice', '11', { actions: ['explain'] }),
  row('receipt_not_listed', '7', { actions: ['look_again', 'explain'] }),
  row('amount_differs', '9', {
    known: 'M-PESA received KES 250 for tickets of KES 200.',
    by_itself: 'Nothing until someone books or refunds the difference. The tickets are valid.',
    actions: ['book_difference', 'pay_back_difference'],
  }),
  row('amount_differs', '10', { actions: ['book_difference', 'take_back'] }),
  row('books_differ', '6', { event: null, order_code: null, receipt: null }),
  row('buyer_not_reached', '12', {
    event: { id: '5a17ca10-0002-4000-8000-000000000002', title: ROW.event.title },
    actions: [],
  }),
  row('change_sent_in', '13', {
    ...{ order_code: null, receipt: null, known: 'fc1d054e@lango.test asks to change this event.' },
    ...{ by_itself: 'Nothing until an admin approves or returns it.', actions: [] },
  }),
  row('refunds_short', 'account', { event: null, order_code: null, receipt: null, actions: [] }),
]

const AGREES = {
  last: {
    at: '2026-11-22T03:00:00.000Z',
    words: 'Books match M-PESA, Nov 22, 6:00 AM',
    agrees: true,
    differences: [],
  },
}

const page = () => visitor.page
const press = (name: string | RegExp) => page().getByRole('button', { name }).click()

/**
 * Records the path and the body of all posted requests, in order. Each request gets the response
 * 202.
 */
async function recordPosts(): Promise<string[]> {
  const posts: string[] = []
  await page().route('**/api/**', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST' || request.url().includes('/auth/')) return route.fallback()
    posts.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`.trim())
    await route.fulfill({ status: 202, json: { message: 'Done.' } })
  })
  return posts
}

async function expectOrderOpened(): Promise<void> {
  await page().getByRole('link', { name: 'Open the order' }).click()
  const search = page().getByPlaceholder('Search by phone number...')
  await search.waitFor()
  expect(await search.inputValue()).toBe(ROW.order_code)
}

describe('the work list', () => {
  test('the work list shows failures, an empty list, and each kind of row with its buttons', async () => {
    await answerCalls(page(), LAST, { json: AGREES })
    await answerCalls(page(), LIST, { status: 500, json: {} })
    await page().goto('/organizer/dashboard')
    await goTo(page(), 'Work list')
    await page().getByRole('alert').getByText('An error occurred', { exact: true }).waitFor()
    await answerCalls(page(), LIST, { json: { data: [], next_cursor: null } })
    await press('Try again')
    await page().getByText('All clear.', { exact: true }).waitFor()
    await page().getByText('Books match M-PESA, Nov 22, 6:00 AM', { exact: true }).waitFor()
    await expectSoundPage(visitor, shop)
    await answerCalls(page(), LIST, { json: { data: ROWS, next_cursor: null } })
    await page().reload()
    await page().getByRole('table', { name: 'Work list' }).waitFor()
    const rows = await readTable(page(), 'Work list')
    expect(rows[0]).toEqual({
      Since: 'November 21, 2026, 12:05 AM',
      What: `Wrong amount ${ROW.event.title} Order AB12CD34 UKW0000001`,
      Details: ROW.known,
      'What happens next': ROW.by_itself,
      Actions: 'Check again : AB12CD34',
    })
    expect(rows.map(({ Actions }) => Actions!.replaceAll(/ : \w+/g, ''))).toEqual([
      'Check again',
      [
        `DERBY2AB ${ROW.event.title}, 0712***678 KES 120.50, ordered November 20, 2026, 11:55 PM`,
        'Similar code, same amount, awaiting payment Attach',
        `KX7Q2MNP ${ROW.event.title}, 0712***678 KES 1,200, ordered November 20, 2026, 11:55 PM`,
        'Order total KES 1,200, awaiting payment Attach Refund',
      ].join(' '),
      'Issue tickets now',
      'Send again Record refund',
      'Check status Record refund',
      "Record refund Add payer's number",
      'Resolve with a note',
      'Check again Resolve with a note',
      'Book as received Refund the difference',
      'Book as received Refund the order',
      'Check again',
      'Open the order',
      'Approve or return',
      'Record a transfer',
    ])
    await expectSoundState(visitor, shop)
    expect(visitor.faults.filter((fault) => !fault.includes('500'))).toEqual([])
  })

  // spec: work-list-buttons
  test('each button of the work list makes its call', async () => {
    await answerCalls(page(), LIST, { json: { data: ROWS, next_cursor: null } })
    await page().goto('/organizer/work-list')
    const posts = await recordPosts()
    const said = (words: string) =>
      page().getByRole('alert').getByText(words, { exact: true }).waitFor()
    await page()
      .getByRole('button', { name: /^Check again ?: AB12CD34$/ })
      .first()
      .click()
    await said('Checking…')
    await press(/^Issue tickets now/)
    await said('The tickets are being issued.')
    await press(/^Send again/)
    await said('Sending it again.')
    await press(/^Refund ?:/)
    await expectSoundPage(visitor, shop)
    await page().getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
    await said('The payer will be refunded.')
    await press(/^Check status/)
    await said('Checking…')
    await page()
      .getByRole('button', { name: /^Record refund/ })
      .first()
      .click()
    const dialog = page().getByRole('dialog')
    await dialog.getByLabel('Refund reference').fill(' FT26326 ')
    await expectSoundState(visitor, shop)
    await dialog.getByRole('button', { name: 'Record' }).click()
    await said('Refund recorded.')
    await press(/^Add payer's number/)
    await dialog.getByLabel("Payer's number").fill('0712 345 678')
    await dialog.getByLabel('How you know').fill('They showed the message.')
    await expectSoundState(visitor, shop)
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await said('We will refund to that number.')
    for (const place of [0, 1]) {
      await page()
        .getByRole('button', { name: /^Resolve with a note/ })
        .nth(place)
        .click()
      await dialog.getByLabel('What you found').fill('It is on the statement.')
      await expectSoundState(visitor, shop)
      await dialog.getByRole('button', { name: 'Resolve', exact: true }).click()
      await said('Resolved.')
    }
    expect(posts).toEqual([
      '/api/reconciliations',
      `/api/orders/${ROW.order_id}/issue_tickets`,
      '/api/refunds/4/retry',
      '/api/receipts/UKW0000002/pay_back',
      '/api/refunds/5/ask_now',
      '/api/refunds/4/paid_manually {"reference":"FT26326","from":"bank"}',
      '/api/refunds/8/payer {"phone":"0712 345 678","words":"They showed the message."}',
      '/api/refunds/11/explain {"words":"It is on the statement."}',
      '/api/payments/7/explain {"words":"It is on the statement."}',
    ])
    await page().getByRole('link', { name: 'Refund the order' }).click()
    await page().getByRole('heading', { name: 'Refund an order' }).waitFor()
  })

  // spec: paid-by-hand-from
  test('the account of a manual payment follows from its reference, or is chosen', async () => {
    await answerCalls(page(), LIST, { json: { data: ROWS, next_cursor: null } })
    await page().goto('/organizer/work-list')
    const posts = await recordPosts()
    const dialog = page().getByRole('dialog')
    const from = dialog.getByLabel('Paid from')
    const type = (reference: string) => dialog.getByLabel('Refund reference').fill(reference)
    await page()
      .getByRole('button', { name: /^Record refund/ })
      .first()
      .click()
    expect(await from.inputValue()).toBe('bank')
    await type('UKR1AB23CD')
    expect(await from.inputValue()).toBe('utility')
    await from.selectOption('M-PESA Reversal')
    await expectSoundPage(visitor, shop)
    await type('UKR1AB23CE')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await page().getByRole('alert').getByText('Refund recorded.', { exact: true }).waitFor()
    expect(posts).toEqual([
      '/api/refunds/4/paid_manually {"reference":"UKR1AB23CE","from":"collection"}',
    ])
  })

  // spec: work-list-other-amount
  test('a payment of a different amount is booked as received, or its excess is refunded', async () => {
    await answerCalls(page(), LIST, { json: { data: ROWS, next_cursor: null } })
    await page().goto('/organizer/work-list')
    const posts = await recordPosts()
    const dialog = page().getByRole('dialog')
    const said = (words: string) =>
      page().getByRole('alert').getByText(words, { exact: true }).waitFor()
    await press(/^Refund the difference/)
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await said('The difference will be refunded.')
    await page()
      .getByRole('button', { name: /^Book as received/ })
      .first()
      .click()
    await dialog.getByLabel('Reason').fill('The buyer lets us keep it.')
    await expectSoundPage(visitor, shop)
    await dialog.getByRole('button', { name: 'Book', exact: true }).click()
    await said('Booked as received.')
    expect(posts).toEqual([
      '/api/payments/9/pay_back_difference',
      '/api/payments/9/book_difference {"words":"The buyer lets us keep it."}',
    ])
    await expectOrderOpened()
  })

  // spec: reconcile-daily
  test('books and M-Pesa are compared on request, and differences are listed by name', async () => {
    await page().goto('/organizer/work-list')
    await press(/^Check again$/)
    await page()
      .getByText(
        /^(Books match|\d+ differences? between books and) M-PESA, \w{3} \d+, \d+:\d\d [AP]M$/,
      )
      .waitFor()
    const words = '1 difference between books and M-PESA, Nov 22, 6:00 AM'
    const difference = 'another amount: UKR0000002, order ABCD2345; ours KES 200, theirs KES 150'
    const last = { ...AGREES.last, words, agrees: false, differences: [difference] }
    await answerCalls(page(), LAST, { json: { last } })
    await page().reload()
    await page().getByText(words, { exact: true }).waitFor()
    await page().getByText(difference, { exact: true }).waitFor()
    await expectSoundPage(visitor, shop)
  })

  test('the work list is for admins only', async () => {
    const other = await newColleague(browser, shop, { who: 'organizer', size: LAPTOP })
    await other.page.goto('/organizer/work-list')
    await other.page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(await other.page.getByRole('link', { name: 'Work list' }).count()).toBe(0)
    await other.context.close()
  })
})
