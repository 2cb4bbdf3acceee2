// spec: work-list-rows
import type { Browser } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answerCalls, goTo, newColleague, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import type { Shop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
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
  event: { id: 'e', title: 'Great Rift Valley Half Marathon and Family Fun Run, 25th Edition' },
  receipt: 'UKW0000001',
  amount: 150,
  known: 'M-Pesa told of KES 150; KES 200 was asked for.',
  by_itself: "Looked up in M-Pesa's list until 22 Nov, 21:05, then paid back.",
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
    by_itself: 'Nothing: only a person can say whose it is.',
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
    known: 'M-Pesa took KES 250 for tickets of KES 200.',
    by_itself: 'Nothing: the difference is in suspense until a person settles it.',
    actions: ['book_difference', 'pay_back_difference'],
  }),
  row('amount_differs', '10', { actions: ['book_difference', 'take_back'] }),
  row('books_differ', '6', { event: null, order_code: null, receipt: null }),
]

const AGREES = {
  last: {
    at: '2026-11-22T03:00:00.000Z',
    words: 'Books and M-Pesa agree, 22 Nov, 06:00',
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

describe('the work list', () => {
  test('the work list shows failures, an empty list, and each kind of row with its buttons', async () => {
    await answerCalls(page(), LAST, { json: AGREES })
    await answerCalls(page(), LIST, { status: 500, json: {} })
    await page().goto('/organizer/dashboard')
    await goTo(page(), 'Work list')
    await page().getByRole('alert').getByText('An error occurred', { exact: true }).waitFor()
    await answerCalls(page(), LIST, { json: { data: [], next_cursor: null } })
    await press('Try again')
    await page().getByText('Nothing waits for anybody.', { exact: true }).waitFor()
    await page().getByText('Books and M-Pesa agree, 22 Nov, 06:00', { exact: true }).waitFor()
    await expectSoundPage(visitor, shop)
    await answerCalls(page(), LIST, { json: { data: ROWS, next_cursor: null } })
    await page().reload()
    await page().getByRole('table', { name: 'Work list' }).waitFor()
    const rows = await readTable(page(), 'Work list')
    expect(rows[0]).toEqual({
      Since: 'November 21, 2026, 12:05 AM',
      What: `Suspense ${ROW.event.title} Order AB12CD34 UKW0000001`,
      Known: ROW.known,
      'By itself': ROW.by_itself,
      Actions: 'Look again now : AB12CD34',
    })
    expect(rows.map(({ Actions }) => Actions!.replaceAll(/ : \w+/g, ''))).toEqual([
      'Look again now',
      [
        `DERBY2AB ${ROW.event.title}, 0712***678 KES 120.50, ordered November 20, 2026, 11:55 PM`,
        'Similar code, same amount, awaiting payment Attach',
        `KX7Q2MNP ${ROW.event.title}, 0712***678 KES 1,200, ordered November 20, 2026, 11:55 PM`,
        'Asks for KES 1,200, awaiting payment Attach Pay back',
      ].join(' '),
      'Issue tickets now',
      'Send again Paid back by hand',
      'Ask M-Pesa now Paid back by hand',
      'Paid back by hand Name who paid',
      'Settle in words',
      'Look again now Settle in words',
      'Book as received Pay the difference back',
      'Book as received Refund the order',
      'Look again now',
    ])
    await expectSoundPage(visitor, shop)
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
      .getByRole('button', { name: /^Look again now ?: AB12CD34$/ })
      .first()
      .click()
    await said('The books and the list are being read.')
    await press(/^Issue tickets now/)
    await said('The tickets are being made.')
    await press(/^Send again/)
    await said('It is sent once more.')
    await press(/^Pay back ?:/)
    await expectSoundPage(visitor, shop)
    await page().getByRole('dialog').getByRole('button', { name: 'Pay back' }).click()
    await said('The money goes back to who paid.')
    await press(/^Ask M-Pesa now/)
    await said('M-Pesa is being asked.')
    await page()
      .getByRole('button', { name: /^Paid back by hand/ })
      .first()
      .click()
    const dialog = page().getByRole('dialog')
    await dialog.getByLabel('Paid back, reference').fill(' FT26326 ')
    await expectSoundPage(visitor, shop)
    await dialog.getByRole('button', { name: 'Record' }).click()
    await said('Recorded as paid back.')
    await press(/^Name who paid/)
    await dialog.getByLabel('Number that paid').fill('0712 345 678')
    await dialog.getByLabel('How that is known').fill('They showed the message.')
    await expectSoundPage(visitor, shop)
    await dialog.getByRole('button', { name: 'Pay back' }).click()
    await said('The money goes to that number.')
    for (const place of [0, 1]) {
      await page()
        .getByRole('button', { name: /^Settle in words/ })
        .nth(place)
        .click()
      await dialog.getByLabel('What was found out').fill('It is on the statement.')
      await expectSoundPage(visitor, shop)
      await dialog.getByRole('button', { name: 'Settle', exact: true }).click()
      await said('Settled: nobody is asked about it any more.')
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
    const type = (reference: string) => dialog.getByLabel('Paid back, reference').fill(reference)
    await page()
      .getByRole('button', { name: /^Paid back by hand/ })
      .first()
      .click()
    expect(await from.inputValue()).toBe('bank')
    await type('UKR1AB23CD')
    expect(await from.inputValue()).toBe('utility')
    await from.selectOption('M-PESA, as a Reversal')
    await expectSoundPage(visitor, shop)
    await type('UKR1AB23CE')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await page().getByRole('alert').getByText('Recorded as paid back.', { exact: true }).waitFor()
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
    await press(/^Pay the difference back/)
    await dialog.getByRole('button', { name: 'Pay back' }).click()
    await said('The difference goes back to who paid.')
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
  })

  // spec: reconcile-daily
  test('books and M-Pesa are compared on request, and differences are listed by name', async () => {
    await page().goto('/organizer/work-list')
    await press(/^Look again now$/)
    await page()
      .getByText(/^Books and M-Pesa (agree|differ: \d+ differences?), \d+ \w{3}, \d\d:\d\d$/)
      .waitFor()
    const words = 'Books and M-Pesa differ: 1 difference, 22 Nov, 06:00'
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
