// spec: work-list-calm-start, work-list-rows
import type { Locator } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCalls, goTo, newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, type Visitor } from './visitor.ts'
import { AGREES, EMPTY, LAST, LIST, LISTED, ROW, ROWS } from './work-list-rows.ts'

const { shop, browser } = await oneShop()
let visitor: Visitor
beforeEach(async () => {
  visitor = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  return () => visitor.context.close()
})

const page = () => visitor.page
const panel = () => page().getByRole('dialog')
/** The row of the task at this index in ROWS. */
const task = (index: number) => page().locator('[data-task]').nth(index)
async function oneLine(place: Locator): Promise<string> {
  await place.waitFor()
  return (await place.allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim()
}

const close = () => panel().getByRole('button', { name: 'Close' }).click()

/** Opens the panel of a row, and presses one of its buttons. */
async function pressIn(key: string, name: string): Promise<void> {
  await page().locator(`[data-task$=":${key}"]`).click()
  await panel().getByRole('button', { name, exact: true }).click()
}
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

/** Expects the possible orders in the panel of an unmatched receipt, and another panel's facts. */
async function expectFacts(): Promise<void> {
  await task(1).click()
  const orders = panel().getByRole('list', { name: 'Orders that UKW0000002 may be for' })
  expect(await oneLine(orders)).toBe(
    [
      `DERBY2AB ${ROW.event.title}, 0712***678 KES 120.50, ordered November 20, 2026, 11:55 PM`,
      'Similar code, same amount, awaiting payment Attach',
      `KX7Q2MNP ${ROW.event.title}, 0712***678 KES 1,200, ordered November 20, 2026, 11:55 PM`,
      'Order total KES 1,200, awaiting payment Attach',
    ].join(' '),
  )
  await expectSoundState(visitor, shop)
  await page().keyboard.press('Escape')
  await task(0).click()
  expect(await oneLine(panel())).toBe(
    [
      `Wrong amount ${ROW.event.title} Amount KES 150 Order AB12CD34`,
      "Payer's phone 0712 345 678 M-PESA code UKW0000001",
      `Since November 21, 2026, 12:05 AM Details ${ROW.known}`,
      `What happens next ${ROW.by_itself} Check again`,
    ].join(' '),
  )
}

describe('the work list', () => {
  test('the work list shows failures, an empty list, and each kind of row with its buttons', async () => {
    await answerCalls(page(), LAST, { json: AGREES })
    await answerCalls(page(), LIST, { status: 500, json: {} })
    await page().goto('/organizer/dashboard')
    await goTo(page(), 'Work list')
    await page().getByRole('alert').getByText('An error occurred', { exact: true }).waitFor()
    await answerCalls(page(), LIST, { json: EMPTY })
    await press('Try again')
    await page().getByText('All clear.', { exact: true }).waitFor()
    await page().getByText('Books match M-PESA, Sun, Nov 22, 6:00 AM', { exact: true }).waitFor()
    await expectSoundPage(visitor, shop)
    await answerCalls(page(), LIST, { json: LISTED })
    await page().reload()
    await task(0).waitFor()
    const [shown = '', age] = (await oneLine(task(0))).split(/(?<=KES 150) /)
    expect(shown).toBe(`Wrong amount ${ROW.event.title} ${ROW.known} KES 150`)
    expect(age).toMatch(/^\d+ (day|month|year)s?$/)
    const all: string[] = []
    for (const [index] of ROWS.entries()) {
      await task(index).click()
      all.push(await oneLine(panel().locator('footer')))
      await close()
    }
    expect(all).toEqual([
      'Check again',
      'Refund',
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
    await expectFacts()
    await expectSoundState(visitor, shop)
    expect(visitor.faults.filter((fault) => !fault.includes('500'))).toEqual([])
  })

  // spec: work-list-buttons
  test('each button of the work list makes its call', async () => {
    await answerCalls(page(), LIST, { json: LISTED })
    await page().goto('/organizer/work-list')
    const posts = await recordPosts()
    const said = (words: string) =>
      page().getByRole('alert').getByText(words, { exact: true }).waitFor()
    await pressIn('1', 'Check again')
    await said('Checking…')
    await close()
    await pressIn('3', 'Issue tickets now')
    await said('The tickets are being issued.')
    await close()
    await pressIn('4', 'Send again')
    await said('Sending it again.')
    await close()
    await pressIn('UKW0000002', 'Refund')
    await expectSoundPage(visitor, shop)
    await page().getByRole('dialog').last().getByRole('button', { name: 'Refund' }).click()
    await said('The payer will be refunded.')
    await close()
    await pressIn('5', 'Check status')
    await said('Checking…')
    await close()
    await pressIn('4', 'Record refund')
    const dialog = page().getByRole('dialog').last()
    await dialog.getByLabel('Refund reference').fill(' FT26326 ')
    await expectSoundState(visitor, shop)
    await dialog.getByRole('button', { name: 'Record' }).click()
    await said('Refund recorded.')
    await close()
    await pressIn('8', "Add payer's number")
    await dialog.getByLabel("Payer's number").fill('0712 345 678')
    await dialog.getByLabel('How you know').fill('They showed the message.')
    await expectSoundState(visitor, shop)
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await said('We will refund to that number.')
    await close()
    for (const key of ['11', '7']) {
      await pressIn(key, 'Resolve with a note')
      await dialog.getByLabel('What you found').fill('It is on the statement.')
      await expectSoundState(visitor, shop)
      await dialog.getByRole('button', { name: 'Resolve', exact: true }).click()
      await said('Resolved.')
      await close()
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
    await task(9).click()
    await page().getByRole('link', { name: 'Refund the order' }).click()
    await page().getByRole('heading', { name: 'Refund an order' }).waitFor()
  })

  // spec: paid-by-hand-from
  test('the account of a manual payment follows from its reference, or is chosen', async () => {
    await answerCalls(page(), LIST, { json: LISTED })
    await page().goto('/organizer/work-list')
    const posts = await recordPosts()
    const dialog = page().getByRole('dialog').last()
    const from = dialog.getByLabel('Paid from')
    const type = (reference: string) => dialog.getByLabel('Refund reference').fill(reference)
    await pressIn('4', 'Record refund')
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
    await answerCalls(page(), LIST, { json: LISTED })
    await page().goto('/organizer/work-list')
    const posts = await recordPosts()
    const dialog = page().getByRole('dialog').last()
    const said = (words: string) =>
      page().getByRole('alert').getByText(words, { exact: true }).waitFor()
    await pressIn('9', 'Refund the difference')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await said('The difference will be refunded.')
    await panel().getByRole('button', { name: 'Book as received' }).click()
    await dialog.getByLabel('Reason').fill('The buyer lets us keep it.')
    await expectSoundPage(visitor, shop)
    await dialog.getByRole('button', { name: 'Book', exact: true }).click()
    await said('Booked as received.')
    expect(posts).toEqual([
      '/api/payments/9/pay_back_difference',
      '/api/payments/9/book_difference {"words":"The buyer lets us keep it."}',
    ])
    await page().keyboard.press('Escape')
    await task(11).click()
    await expectOrderOpened()
  })

  // spec: reconcile-daily
  test('books and M-Pesa are compared on request, and differences are listed by name', async () => {
    await page().goto('/organizer/work-list')
    await press(/^Check again$/)
    await page()
      .getByText(
        /^(Books match|\d+ differences? between books and) M-PESA, \w{3}, \w{3} \d+, \d+:\d\d [AP]M$/,
      )
      .waitFor()
    const words = '1 difference between books and M-PESA, Sun, Nov 22, 6:00 AM'
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
