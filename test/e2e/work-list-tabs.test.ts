// Tests the work list of an admin with thirty tasks: its tabs, its panel, and the keyboard.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Urgency } from '../../src/platform/tasks/tasks.contract.ts'
import { TASK_KINDS } from '../../src/web/pages/office/task-kinds.ts'
import { answerCalls, busiestEvent, goTo, newColleague, openMenu } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, PHONE, SIZES } from './visitor.ts'
import { AGREES, LAST, LIST } from './work-list-rows.ts'

const { shop, browser } = await oneShop()

type Kind = keyof typeof TASK_KINDS
const COUNT = /\/api\/work_list\/count$/
// The test replaces this reply, too: work-list-money pauses refunds of the same shop, and a notice
// about the pause would take space from the rows.
const SENDING = /\/api\/refunds\/sending$/

function rowOf(kind: Kind, key: string, urgency: Urgency) {
  return {
    id: `${kind}:${key}`,
    ...{ kind, key, urgency, group: TASK_KINDS[kind].group },
    since: `2026-11-${20 - (Number(key) % 9)}T09:05:00.000Z`,
    ...{ order_id: null, order_code: 'AB12CD34', receipt: 'UKW0000001', phone: null, amount: 6400 },
    event: { id: randomUUID(), title: `Great Rift Valley Half Marathon and Fun Run ${key}` },
    known:
      'KES 6,400 to M-PESA 0712 345 678, requested by asha@lango.test. The event’s date is Dec 12.',
    by_itself: 'Nothing until someone approves or refuses it.',
    ...{ actions: [], version: null, paid_from: [], candidates: [] },
  }
}

const many = (count: number, kind: Kind, urgency: Urgency = 'open') =>
  Array.from({ length: count }, (_, key) => rowOf(kind, String(key), urgency))

/** Thirty tasks in the order in which the server sends them. */
const THIRTY = [
  ...many(2, 'payout_asked', 'waited_for'),
  ...many(1, 'draft_sent_in', 'waited_for'),
  ...many(1, 'cancel_asked', 'waited_for'),
  ...many(2, 'stray_receipt', 'waited_for'),
  ...many(9, 'refund_manual'),
  ...many(2, 'refund_refused'),
  ...many(3, 'event_reported'),
  ...many(2, 'buyer_not_reached'),
  ...many(1, 'books_differ'),
  ...many(5, 'receipt_not_listed', 'not_today'),
  ...many(2, 'refund_late', 'not_today'),
]
const COUNTS = { payouts: 2, drafts: 1, events: 4, refunds: 13, payments: 7, tickets: 2, books: 1 }
const TABS = ['All 30', 'Payouts 2', 'Drafts 1', 'Events 4', 'Refunds 13', 'Payments 7']

describe.each(SIZES)('on $name', ({ size }) => {
  // spec: work-list-tabs, work-list-order
  test('an admin with thirty tasks finds them by tab, and the back button goes back', async () => {
    const visitor = await newColleague(browser, shop, { who: 'admin', size })
    const { page } = visitor
    await page.route(LIST, (route) => {
      const group = new URL(route.request().url()).searchParams.get('group')
      const data = THIRTY.filter((row) => group === null || row.group === group)
      return route.fulfill({ json: { data, next_cursor: null, counts: COUNTS } })
    })
    await answerCalls(page, COUNT, { json: { count: 30 } })
    await answerCalls(page, LAST, { json: AGREES })
    await answerCalls(page, SENDING, { json: { on: true, stopped: null, waiting: null } })
    await page.goto('/organizer/dashboard')
    const menu = await openMenu(page)
    await menu.getByRole('link', { name: /^Work list ?, 30 tasks$/ }).waitFor()
    await page.goto('/organizer/work-list')
    const rows = page.locator('[data-task]')
    await rows.first().waitFor()
    const tabs = page.getByRole('navigation', { name: 'Kinds of tasks' }).getByRole('link')
    expect((await tabs.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      ...TABS,
      'Tickets 2',
      'Books 1',
    ])
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'Someone is waiting',
      'To do',
      'Nothing to do today',
    ])
    const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
    // On a phone, a title of two lines makes a row higher.
    expect(boxes.every((box) => box!.height <= (size.width < 500 ? 62 : 48))).toBe(true)
    const onScreen = boxes.filter((box) => box!.y + box!.height <= size.height)
    expect(onScreen.length).toBeGreaterThanOrEqual(5)
    await expectSoundPage(visitor, shop)
    await tabs.filter({ hasText: 'Refunds' }).click()
    await page.waitForURL('**/work-list?group=refunds')
    await expect.poll(() => rows.count()).toBe(13)
    expect(await page.locator('[aria-current=page]:visible').last().textContent()).toMatch(
      /^Refunds/,
    )
    await rows.nth(3).click()
    const panel = page.getByRole('dialog', { name: 'Manual refund' })
    await panel.getByText('Details').waitFor()
    expect(new URL(page.url()).search).toBe('?group=refunds&task=refund_manual%3A3')
    await expectSoundState(visitor, shop)
    await page.reload()
    await panel.getByText('Details').waitFor()
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?group=refunds')
    await page.goBack()
    await expect.poll(() => rows.count()).toBe(30)
    await page.goto('/organizer/work-list?group=refunds&task=refund_manual%3A77')
    await page.getByRole('alert').getByText('This task is no longer on the list.').waitFor()
    expect(new URL(page.url()).search).toBe('?group=refunds')
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })
})

// spec: work-list-tabs
test('a task that is done leaves the list, the panel and the number in the menu', async () => {
  const event_id = await busiestEvent(shop)
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  for (const [index, id] of ids.entries()) {
    const created_at = new Date(Date.now() - 3_600_000 + index * 60_000)
    const complaint = { id, event_id, reason: 'other', text: `Report ${index}`, created_at }
    await shop.db.insertInto('complaint').values(complaint).execute()
  }
  const visitor = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const { page } = visitor
  await page.goto('/organizer/dashboard')
  await goTo(page, 'Work list')
  await page.getByRole('link', { name: /^Events \d+$/ }).click()
  const row = (index: number) => page.locator(`[data-task="event_reported:${ids[index]}"]`)
  const badge = page.getByRole('link', { name: /^Work list/ }).first()
  const before = Number(/\d+/.exec((await badge.textContent())!)![0])
  const isFocused = (index: number) =>
    row(index).evaluate((link) => link === document.activeElement)
  await row(0).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Event reported' })
  await panel.getByText("'Report 0'").waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(0)).toBe(true)
  await page.keyboard.press('Enter')
  // Adds two older tasks. They are above this task when the list is read again.
  for (const id of [randomUUID(), randomUUID()]) {
    ids.push(id)
    const created_at = new Date(Date.now() - 2 * 3_600_000)
    const older = { id, event_id, reason: 'other', text: 'Older report', created_at }
    await shop.db.insertInto('complaint').values(older).execute()
  }
  await panel.getByRole('button', { name: 'Settle' }).click()
  const form = page.getByRole('dialog', { name: 'Settle this report' })
  await form.getByLabel('What you found').fill('The venue confirms it.')
  await form.getByRole('button', { name: 'Settle' }).click()
  await page.getByRole('alert').getByText('Report settled.', { exact: true }).waitFor()
  await panel.waitFor({ state: 'detached' })
  expect(await row(0).count()).toBe(0)
  // The next row has the focus, so that an admin goes on with the keyboard.
  await expect.poll(() => isFocused(1)).toBe(true)
  await expect.poll(() => badge.textContent()).toContain(String(before + 1))
  expect(new URL(page.url()).search).toBe('?group=events')
  await page.goBack()
  await page.waitForURL('**/work-list')
  await shop.db.deleteFrom('complaint').where('id', 'in', ids).execute()
  expect(visitor.faults).toEqual([])
  await visitor.context.close()
})

// spec: work-list-tabs
test('the number in the menu is for admins only', async () => {
  const visitor = await newColleague(browser, shop, { who: 'organizer', size: PHONE })
  const { page } = visitor
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/organizer/dashboard')
  await (await openMenu(page)).getByRole('link', { name: 'Events' }).waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(calls.filter((path) => path.includes('work_list'))).toEqual([])
  await visitor.context.close()
})
