// spec: payout-review
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { takeSession } from './entrance.ts'
import { resize } from './inspect-page.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { requestedPayout } from './requested-payout.ts'
import { expectSoundState } from './sound-page.ts'
import { LAPTOP, newVisitor, PHONE, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()

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
  expect(await fact(page, 'Already requested').textContent()).toBe('KES −6,400')
  await dialog.getByText(/^Kept for refunds \(20% of sales/).waitFor()
  // The reserve and requests bind no payout that was made by hand.
  await dialog.getByText('At most KES 8,000 can be recorded').waitFor()
  await dialog.getByLabel('Amount in KES').fill('500')
  const warning = dialog.getByText(/^This takes KES 500 that is kept for refunds or requested/)
  await warning.waitFor()
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
    .getByText(/^From January 10, 2027/)
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
  // The admin can refuse with one press, without going back.
  await page.getByRole('dialog').last().getByRole('button', { name: 'Refuse' }).click()
  const form = page.getByRole('dialog', { name: 'Refuse the payout' })
  await form.getByLabel('Reason').fill('Your event may be cancelled.')
  await form.getByRole('button', { name: 'Refuse' }).click()
  await page.getByRole('alert').getByText('Payout refused.').waitFor()
  await context.close()
})

// spec: payout-review, payout-one-open, payout-requester, payout-decision-days
test('of a payout that is too large an admin offers what can be paid, and one press requests it', async () => {
  const { eventId, title, organizerId, email } = await requestedPayout(shop)
  const plan = { account_id: organizerId, reserve_basis_points: 5000, set_at: new Date() }
  await shop.db.insertInto('payout_plan').values(plan).execute()
  const admin = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  await admin.page.goto(`/organizer/events/${eventId}/statement`)
  // Refusing leads to the task, in which an admin can still approve.
  await admin.page.getByRole('link', { name: 'Refuse' }).click()
  await admin.page.getByRole('dialog').getByText(title).first().waitFor()
  await admin.page.getByRole('button', { name: 'Approve KES 6,400' }).click()
  const dialog = admin.page.getByRole('dialog').last()
  await dialog.getByText('Only KES 4,000 can be paid out now.').waitFor()
  for (const size of [PHONE, LAPTOP]) {
    await resize(admin.page, size)
    await expectSoundState(admin, shop)
  }
  await dialog.getByRole('button', { name: 'Refuse and offer KES 4,000' }).click()
  const form = admin.page.getByRole('dialog', { name: 'Refuse the payout' })
  const reason = 'KES 4,000 can be paid out now. Please request that sum.'
  expect(await form.getByLabel('Reason').inputValue()).toBe(reason)
  await form.getByRole('button', { name: 'Refuse' }).click()
  await admin.page.getByRole('alert').getByText('Payout refused.').waitFor()
  await admin.page.goto(`/organizer/events/${eventId}/statement`)
  await admin.page.getByText(`${reason} · Requested by Asha Otieno`).waitFor()
  await admin.context.close()
  const organizer = await newVisitor(browser, shop, { size: PHONE })
  const sample = shop.db.selectFrom('account').where('email', '=', SAMPLE_ACCOUNTS.organizer.email)
  const { password_hash } = await sample.select('password_hash').executeTakeFirstOrThrow()
  await shop.db
    .updateTable('account')
    .set({ password_hash, confirmed_at: new Date() })
    .where('id', '=', organizerId)
    .execute()
  await takeSession(organizer.context, email)
  const { page } = organizer
  await page.goto(`/organizer/events/${eventId}/statement`)
  await page.getByText(reason).waitFor()
  await expectSoundState(organizer, shop)
  await page.getByRole('button', { name: 'Request KES 4,000' }).click()
  await page.getByRole('alert').getByText('KES 4,000 requested').waitFor()
  await page.getByText(/^Waiting for approval by an admin · We decide by /).waitFor()
  const more = page.getByText('You can request more after this request is approved or refused.')
  expect(await more.count()).toBe(0)
  await shop.db
    .updateTable('payout_plan')
    .set({ reserve_basis_points: 0 })
    .where('account_id', '=', organizerId)
    .execute()
  await page.reload()
  await more.waitFor()
  expect(await page.getByRole('button', { name: 'Request payout' }).count()).toBe(0)
  await expectSoundState(organizer, shop)
  await expectLate(organizer, eventId)
  await organizer.context.close()
})

/** The request of the event is late: its row offers the contact page. */
async function expectLate(organizer: Visitor, eventId: string): Promise<void> {
  await shop.db
    .updateTable('payout')
    .set({ asked_at: new Date(Date.now() - 8 * 86_400_000) })
    .where('event_id', '=', eventId)
    .where('state', '=', 'asked')
    .execute()
  await organizer.page.reload()
  await organizer.page.getByText('We are late: contact us').waitFor()
  await organizer.page.getByRole('link', { name: 'contact us' }).waitFor()
  await expectSoundState(organizer, shop)
}
