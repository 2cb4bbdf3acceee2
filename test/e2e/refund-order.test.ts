import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { post } from '../../src/ledger/entries.ts'
import { inTransaction } from '../../src/platform/database/db.ts'
import { buildEvent } from '../build.ts'
import { buyTickets, refundTo } from './bought-tickets.ts'
import { resize } from './inspect-page.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { readSms } from './sms.ts'
import { expectSoundAsItStands, expectSoundPage } from './sound-page.ts'
import { LAPTOP, PHONE } from './visitor.ts'

const { shop, browser } = await oneShop()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The lines that the page may show for a refund that has begun. */
const STEP_OF_REFUND =
  /^(Waiting for M-PESA's statement|Next: we send|We are sending|M-PESA is paying|M-PESA has not|KES 300 refunded)/i

/** Opens the refund form of the order in the panel. */
async function openRefundOf(panel: Locator): Promise<Locator> {
  await panel.getByRole('button', { name: 'Refund…' }).click()
  const box = panel.getByRole('region', { name: 'Refund', exact: true })
  await box.getByText('KES 1,600 refundable').waitFor()
  return box
}

/** Expects the form instead of the facts, and the facts again after 'Go back'. */
async function expectRefundInPanel(page: Page, panel: Locator): Promise<void> {
  const facts = panel.getByText('Stand, Main Gate')
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await facts.count()).toBe(0)
  await panel.getByRole('button', { name: 'Go back' }).click()
  await facts.waitFor()
  await openRefundOf(panel)
}

// spec: refund-some-tickets, refund-pattern, refund-in-panel, transaction-panel
test('an admin refunds one of two people of a ticket, and sees sum, SMS and receipt', async () => {
  const event = await buildEvent(shop.db, {
    title: 'Derby of the Chosen',
    types: [
      { name: 'Terrace', price: 300 },
      { name: 'Stand', price: 1000 },
    ],
  })
  const { phone, reference, tickets } = await buyTickets(shop, event, [2, 1])
  const admin = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const { page } = admin
  await page.goto('/organizer/tickets')
  await page.getByRole('searchbox', { name: 'Search by phone number' }).fill(reference)
  await page.getByText('2 in total', { exact: true }).waitFor()
  const terrace = page.getByRole('row').filter({ hasText: 'Terrace' })
  await terrace.getByRole('button', { name: /Open order$/ }).click()
  const panel = page.getByRole('dialog', { name: /^Order / })
  await panel.getByText('Terrace, Main Gate').waitFor()
  await panel.getByText('Stand, Main Gate').waitFor()
  await panel
    .getByText(/^SMS (sent|delivered)$/)
    .first()
    .waitFor()
  await expectSoundAsItStands(admin, shop)
  const box = await openRefundOf(panel)
  await expectRefundInPanel(page, panel)
  const refund = box.getByRole('button', { name: /^Refund/ })
  // At first only the tickets of the pressed row are chosen.
  expect(await box.getByLabel(/^1 × Stand/).isChecked()).toBe(false)
  await box.getByLabel(/^2 × Terrace/).uncheck()
  await expectSoundAsItStands(admin, shop)
  expect(await refund.isDisabled()).toBe(true)
  await box.getByLabel(/^2 × Terrace/).check()
  await box.getByLabel('People to refund').selectOption('1')
  await box.getByText('will be refunded for 1 person, who can no longer enter.').waitFor()
  const one = box.getByRole('button', { name: refundTo('KES 300', phone) })
  await one.click()
  await box.getByText('Please choose a reason.').waitFor()
  await box.getByLabel('Reason').selectOption('other')
  await box.getByText('Please choose a reason.').waitFor({ state: 'detached' })
  await one.click()
  await box
    .getByText(/^KES 300 will be refunded by \w+ \d+, \d{4}\. We'll notify the buyer\.$/)
    .waitFor()
  await readSms(shop, phone, /KES 300.* will be refunded by/)
  const rows = page.getByRole('row').filter({ hasText: 'Derby of the Chosen' })
  await rows.filter({ hasText: 'KES 300' }).first().waitFor()
  // The refund may have progressed in the meantime, because M-Pesa's list is read in the
  // background.
  await box.getByText(STEP_OF_REFUND).waitFor()
  await panel.getByRole('button', { name: 'Show the order' }).click()
  const refunds = panel.getByRole('region', { name: 'Refunds' })
  await refunds.getByText('KES 300', { exact: true }).waitFor()
  await expectSoundAsItStands(admin, shop)
  await admin.context.close()
  const leftOf = async (type: string) => {
    const { ticket_number } = tickets.find((ticket) => ticket.ticket_type === type)!
    return (await (await fetch(`${shop.origin}/api/tickets/${ticket_number}`)).json()).quantity
  }
  expect([await leftOf('Terrace'), await leftOf('Stand')]).toEqual([1, 1])
})

// spec: refund-one-order, refund-by-organizer
test('an organizer finds an order by its M-PESA reference and refunds its ticket for a reason of the policy', async () => {
  const event = await buildEvent(shop.db, {
    title: 'Derby of the Doubled',
    types: [{ name: 'Terrace', price: 300 }],
  })
  const own = { organizer_id: SAMPLE_ACCOUNTS.organizer.id }
  await shop.db.updateTable('event').set(own).where('id', '=', event.id).execute()
  const { phone, reference } = await buyTickets(shop, event, [1])
  const organizer = await newColleague(browser, shop, { who: 'organizer', size: LAPTOP })
  const { page } = organizer
  await page.goto('/organizer/tickets')
  await press(page, 'Refund an order')
  const box = page.getByRole('region', { name: 'Refund an order' })
  const find = box.getByLabel('Order code, M-PESA reference or ticket number')
  await find.fill('NOSUCHTHING')
  await press(page, 'Find')
  await box.getByText('Order not found').waitFor()
  await find.fill(reference.toLowerCase())
  await press(page, 'Find')
  await box.locator('strong', { hasText: 'Derby of the Doubled' }).waitFor()
  await expectSoundPage(organizer, shop)
  const reasons = ['Choose a reason', 'Significant change', 'Technical error', 'Duplicate order']
  reasons.push("Organizer's decision")
  expect(await box.getByLabel('Reason').locator('option').allInnerTexts()).toEqual(reasons)
  await box.getByLabel('Reason').selectOption('booked_twice')
  await box.getByRole('button', { name: refundTo('KES 300', phone) }).click()
  await box.getByText(/^KES 300.* will be refunded by/).waitFor()
  await readSms(shop, phone, /^Your KES 300 for Derby of the Doubled will be refunded by/)
  await organizer.context.close()
})

/** Buys two tickets of a new organizer's only event, and pays KES 500 of KES 600 out. */
async function buyPaidOut(title: string) {
  const organizerId = randomUUID()
  const account = {
    id: organizerId,
    email: `${organizerId}@club.example`,
    full_name: 'Asha Otieno',
  }
  await shop.db
    .insertInto('account')
    .values({ ...account, password_hash: '', created_at: new Date() })
    .execute()
  const event = await buildEvent(shop.db, {
    ...{ title, organizerId },
    types: [{ name: 'Terrace', price: 300 }],
  })
  const bought = await buyTickets(shop, event, [2])
  const lines = [
    { account: 'organizer', eventId: event.id, amountCents: 500_00 },
    { account: 'suspense', amountCents: -500_00 },
  ] as const
  await inTransaction(shop.db, (tx) =>
    post(tx, {
      movement: `payout:${randomUUID()}`,
      kind: 'payout',
      at: new Date(),
      lines: [...lines],
    }),
  )
  return bought
}

// spec: refund-missing-first
test('an admin reads above the tickets that money is missing, and again before the refund', async () => {
  const { phone, reference } = await buyPaidOut('Derby of the Missing Money')
  const admin = await newColleague(browser, shop, {
    who: 'admin',
    size: { ...LAPTOP, height: 800 },
  })
  const { page } = admin
  await page.goto('/organizer/tickets')
  await page.getByRole('searchbox', { name: 'Search by phone number' }).fill(reference)
  await page.getByText('1 in total', { exact: true }).waitFor()
  await page.getByRole('button', { name: /Open order$/ }).click()
  const panel = page.getByRole('dialog', { name: /^Order / })
  await panel.getByRole('button', { name: 'Refund…' }).click()
  const box = panel.getByRole('region', { name: 'Refund', exact: true })
  const refund = box.getByRole('button', { name: refundTo('KES 600', phone) })
  await refund.waitFor()
  const debt = /^KES \d+\. If you refund, we pay it and the organizer owes it to us$/
  for (const size of [PHONE, { ...LAPTOP, height: 800 }]) {
    await resize(page, size)
    const foot = (await refund.boundingBox())!
    for (const text of [
      /^KES \d+\. No other event of the organizer can spare money for it$/,
      debt,
    ]) {
      const shown = (await box.getByText(text).boundingBox())!
      expect(shown.y, `${text} at ${size.width}`).toBeGreaterThan(0)
      expect(shown.y + shown.height, `${text} at ${size.width}`).toBeLessThan(foot.y)
    }
    await expectSoundAsItStands(admin, shop)
  }
  await box.getByLabel('Reason').selectOption('other')
  await box.getByLabel('Note').press('Enter')
  const question = page.getByRole('dialog', { name: `${refundTo('KES 600', phone)}?` })
  await question.getByText(debt).waitFor()
  for (const size of [PHONE, { ...LAPTOP, height: 800 }]) {
    await resize(page, size)
    await expectSoundAsItStands(admin, shop)
  }
  await question.getByRole('button', { name: 'Go back' }).click()
  await refund.click()
  await question.getByRole('button', { name: 'Refund KES 600', exact: true }).click()
  await box
    .getByText(/^KES 600 will be refunded by \w+ \d+, \d{4}\. We'll notify the buyer\.$/)
    .waitFor()
  await admin.context.close()
})
