// spec: payout-review
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { resize } from './inspect-page.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { requestedPayout } from './requested-payout.ts'
import type { Shop } from './shop.ts'
import { expectSoundState } from './sound-page.ts'
import { LAPTOP, PHONE, type Visitor } from './visitor.ts'

let shop: Shop
let browser: Browser
beforeAll(async () => {
  ;({ shop, browser } = await oneShop())
})

/** Opens the event's statement as an admin, and the dialog of the payout. */
async function openDialog(eventId: string): Promise<Visitor> {
  const visitor = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  await visitor.page.goto(`/organizer/events/${eventId}/statement`)
  await visitor.page.getByRole('button', { name: 'Approve', exact: true }).click()
  return visitor
}

const fact = (page: Page, label: string) =>
  page
    .getByRole('dialog')
    .last()
    .locator('div', { has: page.getByText(label, { exact: true }) })
    .last()
    .getByRole('definition')

// spec: payout-recorded-available
test('a payout is recorded with nothing typed in while nothing is available, and the form says why', async () => {
  const { eventId } = await requestedPayout(shop)
  const visitor = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const { page } = visitor
  await page.goto(`/organizer/events/${eventId}/statement`)
  await page.getByRole('button', { name: 'Record payout' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Amount in KES').inputValue()).toBe('')
  expect(await fact(page, 'Balance due').textContent()).toBe('KES 8,000')
  expect(await fact(page, 'Available').textContent()).toBe('KES 0')
  await dialog.getByText('KES 6,400 already requested').waitFor()
  await dialog.getByText(/^KES 1,600 kept for refunds/).waitFor()
  for (const size of [PHONE, LAPTOP]) {
    await resize(page, size)
    await expectSoundState(visitor, shop)
  }
  await visitor.context.close()
})

test('an admin decides about a payout in a dialog with the facts, and the sum is on its button', async () => {
  const { eventId, title } = await requestedPayout(shop)
  const visitor = await openDialog(eventId)
  const { page } = visitor
  const dialog = page.getByRole('dialog', { name: `Pay out KES 6,400 for ${title}?` })
  await dialog.getByText(/^Not held yet: /).waitFor()
  expect(await fact(page, 'Buyers may still claim').textContent()).toBe('Nothing')
  expect(await fact(page, 'Left after this payout').textContent()).toBe(
    'KES 1,600 of KES 8,000. KES 1,600 is kept for refunds (20% of sales after fees)',
  )
  expect(await fact(page, 'Organizer').textContent()).toContain('Account since March 12, 2026')
  expect(await fact(page, 'Paid out before').textContent()).toBe(
    'Nothing: this is the first payout',
  )
  expect(await fact(page, 'Requested by').textContent()).toMatch(/^The organizer, /)
  for (const size of [PHONE, LAPTOP]) {
    await resize(page, size)
    await expectSoundState(visitor, shop)
  }
  await dialog.getByRole('button', { name: 'Pay out KES 6,400' }).click()
  await page.getByRole('alert').getByText('KES 6,400 approved').waitFor()
  await visitor.context.close()
})

test('after a reschedule the dialog says what buyers may claim, and its button does nothing', async () => {
  const { eventId, title } = await requestedPayout(shop)
  const old = { old_date: '2027-01-10', old_time: '15:00', old_location: 'Nyayo' }
  await shop.db
    .insertInto('event_change')
    .values({
      ...{ id: randomUUID(), event_id: eventId, notify_buyers: true, ...old },
      ...{ new_date: '2027-01-20', new_time: '15:00', new_location: 'Nyayo' },
      ...{ announced_at: new Date(), request_until: new Date(Date.now() + 14 * 86_400_000) },
    })
    .execute()
  await shop.db
    .updateTable('event')
    .set({ sales_stopped_at: new Date() })
    .where('id', '=', eventId)
    .execute()
  const { page, context } = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  await page.goto('/organizer/work-list')
  const row = page.getByRole('link').filter({ hasText: 'Payout requested' })
  await row.filter({ hasText: title }).click()
  await page.getByRole('button', { name: 'Approve KES 6,400' }).click()
  await fact(page, 'Rescheduled')
    .getByText(/Before: January 10, 2027/)
    .waitFor()
  const yes = page.getByRole('dialog').last().getByRole('button', { name: 'Pay out KES 6,400' })
  await page
    .getByRole('dialog')
    .last()
    .getByText(/an admin must decide about it first/)
    .waitFor()
  expect(await yes.getAttribute('aria-disabled')).toBe('true')
  await yes.click({ force: true })
  await yes.waitFor()
  // The refusal is one press away, without going back.
  await page.getByRole('dialog').last().getByRole('button', { name: 'Refuse' }).click()
  const form = page.getByRole('dialog', { name: 'Refuse the payout' })
  await form.getByLabel('Reason').fill('Your event may be cancelled.')
  await form.getByRole('button', { name: 'Refuse' }).click()
  await page.getByRole('alert').getByText('Payout refused.').waitFor()
  await context.close()
})
