// spec: categories-gates-short

import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertAudit } from '../../src/accounts/audit-log.sql.ts'
import { inTransaction } from '../../src/platform/database/db.ts'
import { buildEvent, orderFor } from '../build.ts'
import { DASHBOARD } from './entrance.ts'
import { answerCalls, goTo, holdCalls, newColleague, pressAndWait, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { ON_LAPTOP, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()
let visitor: Visitor
let page: Page

const table = (name: string) => page.getByRole('table', { name })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const words = (text: string) => page.getByText(text, { exact: true })

async function fill(values: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(values)) {
    await dialog.getByLabel(label, { exact: true }).fill(value)
  }
}

async function save(values: Record<string, string>): Promise<void> {
  await fill(values)
  await press('Save')
}

for (const { name, size } of ON_LAPTOP) {
  describe(`settings for admins, on ${name}`, () => {
    /** A part of the names in this test's rows. It is different for each width. */
    const own = `of ${size.width}`

    beforeEach(async () => {
      visitor = await newColleague(browser, shop, { who: 'admin', size })
      page = visitor.page
      return () => visitor.context.close()
    })

    test('the settings page shows failed lists, empty lists, and every part', async () => {
      const gates = /\/api\/gates\?/
      await answerCalls(page, gates, { status: 500, json: {} })
      await page.goto('/organizer/settings')
      await words('Categories, gates, short codes, unmatched payments and the audit log').waitFor()
      await page.getByRole('alert').getByText('An error occurred', { exact: true }).waitFor()
      await answerCalls(page, gates, { json: { data: [], next_cursor: null } })
      await press('Try again')
      await words('None yet.').waitFor()
      await page.unrouteAll()
      await goTo(page, 'Dashboard')
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
      // Long addresses in two columns are cut, so that the table stays as wide as the page.
      const subject = `${'long'.repeat(12)}@club.example`
      const invited = { action: 'member_invited', subject, after: { to: subject, role: 'editor' } }
      // The addresses differ in length, so 'M-PESA' is at a different place of each line.
      const accounts = Array.from({ length: 12 }, (_, more) => ({
        action: 'payout_account_changed',
        subject: `Amina Odhiambo (${'4a'.repeat(more + 1)}@club.example)`,
        after: { account: 'M-PESA 07•• ••• 678' },
      }))
      await inTransaction(shop.db, (tx) =>
        insertAudit(tx, { accountId: null, at: new Date() }, [...accounts, invited]),
      )
      await goTo(page, 'Settings')
      await table('Short codes').getByText('/m/derby').waitFor()
      await table('Gates').getByText('Gate A').waitFor()
      await table('Categories').getByText('Comedy').waitFor()
      await expectSoundPage(visitor, shop)
    })

    test('a category is added, changed and removed, and one with events cannot be removed', async () => {
      await page.goto('/organizer/settings')
      const categories = table('Categories')
      await press('Add category')
      await save({ Name: 'sports' })
      await words('There is already a category named sports.').waitFor()
      await expectSoundPage(visitor, shop)
      await fill({ Name: `Poetry ${own}` })
      await pressAndWait(page, { name: 'Save', busy: 'Saving...', call: /\/api\/categories$/ })
      await categories.getByText(`Poetry ${own}`).waitFor()
      await press(`Edit Poetry ${own}`)
      await save({ Name: `Spoken word ${own}` })
      await categories.getByText(`Spoken word ${own}`).waitFor()
      await press(`Remove Spoken word ${own}`)
      await press('Go back')
      await press(`Remove Spoken word ${own}`)
      await expectSoundState(visitor, shop)
      await press('Remove')
      await categories.getByText(`Spoken word ${own}`).waitFor({ state: 'detached' })
      await press('Remove Comedy')
      await press('Remove')
      await page.getByText(/^Comedy still has \d+ events\./).waitFor()
    })

    test('gates and short codes are edited, and the log names who did it', async () => {
      const event = await buildEvent(shop.db, { title: `River Run ${own}`, published: false })
      await page.goto('/organizer/settings')
      await press('Add gate')
      await save({ Name: `River Gate ${own}`, Offset: '50' })
      await table('Gates').getByText(`River Gate ${own}`).waitFor()
      await press(`Edit River Gate ${own}`)
      await save({ Offset: '' })
      const place = page.getByRole('dialog').getByLabel('Offset')
      expect(await place.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(
        true,
      )
      await press('Go back')
      await press('Add short code')
      await fill({ Code: `River-${size.width}`, 'Find an event': event.title })
      const chosen = page.getByRole('dialog').getByLabel('Event', { exact: true })
      await chosen.getByText(event.title).waitFor({ state: 'attached' })
      await chosen.selectOption(event.id)
      await press('Save')
      await table('Short codes').getByText(`/m/river-${size.width}`).waitFor()
      await table('Short codes').getByText(`${event.title} Draft`).waitFor()
      // Leaving the settings and returning reloads the data.
      await goTo(page, 'Dashboard')
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
      await goTo(page, 'Settings')
      const changes = () => readTable(page, 'Who changed what')
      const latest = async () => (await changes()).slice(0, 2).map(({ Who, What }) => [Who, What])
      await expect.poll(latest).toEqual([
        [
          'Wanjiru Kamau admin@lango.test',
          `Added the short code river-${size.width} for ${event.title}`,
        ],
        ['Wanjiru Kamau admin@lango.test', `Added the gate River Gate ${own}`],
      ])
    })

    // spec: admins-see-here, event-change-approval
    test('the people page lists, finds and changes accounts', async () => {
      const held = await holdCalls(page, /\/api\/accounts\?/)
      await page.goto('/organizer/people')
      await words('Who has an account, and who is an admin').waitFor()
      // There are five skeleton rows, because the list of fees is loading as well.
      await expect.poll(() => page.locator('[data-skeleton=row]').count()).toBe(5)
      held.release()
      await table('People').getByText('other@lango.test').waitFor()
      await expectSoundPage(visitor, shop)
      await page.getByLabel('Search by name or email').fill('HALIMA')
      await expect.poll(() => table('People').getByRole('row').count()).toBe(2)
      expect(page.url()).not.toContain('HALIMA')
      await changeRoles()
      await page.getByLabel('Search by name or email').fill('nobody at all')
      await words('No one found.').waitFor()
      await answerCalls(page, /\/api\/accounts\?/, { status: 503, json: { error: 'Not now.' } })
      await page.getByLabel('Search by name or email').fill('somebody')
      await page.getByRole('alert').getByText('Not now.', { exact: true }).waitFor()
    })

    async function changeRoles(): Promise<void> {
      const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
      await rowOf('Halima').getByRole('button', { name: 'Make admin' }).click()
      await words('Make Halima Yusuf an admin?').waitFor()
      await expectSoundPage(visitor, shop)
      await press('Go back')
      await rowOf('Halima').getByRole('button', { name: 'Make admin' }).click()
      await press('Make admin')
      await words('Halima Yusuf is now an admin.').waitFor()
      await rowOf('Halima').getByRole('button', { name: 'Remove admin role' }).click()
      await press('Remove admin role')
      await words('Halima Yusuf is now an organizer.').waitFor()
      await rowOf('Halima').getByRole('button', { name: 'Publish without review' }).click()
      await words('Let Halima Yusuf publish without review?').waitFor()
      await expectSoundPage(visitor, shop)
      await press('Go back')
      expect(await rowOf('Halima').getByText('Publishes without review').count()).toBe(0)
      await rowOf('Halima').getByRole('button', { name: 'Publish without review' }).click()
      await press('Publish without review')
      await words('Halima Yusuf publishes without approval now.').waitFor()
      await rowOf('Halima').getByText('Publishes without review', { exact: true }).waitFor()
      await rowOf('Halima').getByRole('button', { name: 'Require approval' }).click()
      await words('Require approval of what Halima Yusuf publishes?').waitFor()
      await press('Require approval')
      await words('Halima Yusuf needs approval now.').waitFor()
      await page.getByLabel('Search by name or email').fill('')
      await page.getByLabel('Role').selectOption('admin')
      await expect.poll(() => table('People').getByRole('row').count()).toBe(2)
      expect(page.url()).toMatch(/\?role=admin$/)
      await rowOf('Wanjiru').getByRole('button', { name: 'Remove admin role' }).click()
      await press('Remove admin role')
      await words('There must be at least one admin. Make someone else an admin first.').waitFor()
    }
  })

  // spec: money-under-no
  test(`money without an order is shown, on ${name}`, async () => {
    const receipt = { receipt: 'UKM0000001', amount_cents: 120_50, account_reference: 'DERBY DAY' }
    const found_at = new Date('2026-11-21T10:00:00Z')
    await shop.db.deleteFrom('unmatched_receipt').execute()
    visitor = await newColleague(browser, shop, { who: 'admin', size })
    page = visitor.page
    await page.goto('/organizer/settings')
    await words('No unmatched payments.').waitFor()
    await shop.db
      .insertInto('unmatched_receipt')
      .values({
        ...receipt,
        msisdn: '254712345678',
        paid_at: found_at,
        found_at,
        listed_at: found_at,
      })
      .execute()
    await page.reload()
    await table('Unmatched payments').waitFor()
    expect(await readTable(page, 'Unmatched payments')).toEqual([
      {
        Paid: 'November 21, 2026, 1:00 PM',
        Amount: 'KES 120.50',
        Phone: '254712345678',
        'Account Number': 'DERBY DAY',
        Reference: 'UKM0000001',
        Found: 'November 21, 2026, 1:00 PM',
        'May be for': 'No matching order',
      },
    ])
    await expectSoundPage(visitor, shop)
    await visitor.context.close()
  })

  // spec: paybill-attach
  test(`money that no list has shown is attached after a question, on ${name}`, async () => {
    const ordered = orderFor(await buildEvent(shop.db))
    await fetch(`${shop.origin}/api/functions/mpesa`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify(ordered),
    })
    const placed = shop.db.selectFrom('order').selectAll().where('id', '=', ordered.orderId)
    const order = await placed.executeTakeFirstOrThrow()
    const [found_at, receipt] = [new Date(), `UKN${String(size.width).padStart(7, '0')}`]
    await shop.db.deleteFrom('unmatched_receipt').execute()
    await shop.db
      .insertInto('unmatched_receipt')
      .values({
        receipt,
        amount_cents: 100_00,
        account_reference: `${order.code.slice(0, 7)}U`,
        msisdn: '2547 ***** 678',
        paid_at: found_at,
        found_at,
      })
      .execute()
    visitor = await newColleague(browser, shop, { who: 'admin', size })
    page = visitor.page
    await page.goto('/organizer/settings')
    await words('Similar code, same amount, awaiting payment').waitFor()
    await words('Not listed yet').waitFor()
    await expectSoundPage(visitor, shop)
    const attach = page.getByRole('button', { name: `Attach ${receipt} to ${order.code}` })
    const question = page.getByRole('dialog', { name: 'No list has shown this receipt' })
    await attach.click()
    await question.waitFor()
    await expectSoundState(visitor, shop)
    await question.getByRole('button', { name: 'Go back' }).click()
    await question.waitFor({ state: 'detached' })
    expect((await placed.executeTakeFirstOrThrow()).state).toBe('pending')
    await attach.click()
    await question.getByRole('button', { name: 'Attach anyway' }).click()
    await page
      .getByRole('alert')
      .getByText(`${receipt} is now attached to ${order.code}.`)
      .waitFor()
    await words('No unmatched payments.').waitFor()
    expect((await placed.executeTakeFirstOrThrow()).state).toMatch(/^(paid|issued)$/)
    await visitor.context.close()
  })

  test(`an organizer can open neither settings nor people, on ${name}`, async () => {
    const { page: office, context } = await newColleague(browser, shop, { who: 'organizer', size })
    for (const path of ['/organizer/settings', '/organizer/people']) {
      await office.goto(path)
      await office.waitForURL(DASHBOARD)
      await office.getByRole('heading', { name: 'Welcome back' }).waitFor()
      expect(await office.getByText('Short codes').count()).toBe(0)
    }
    await context.close()
  })
}
