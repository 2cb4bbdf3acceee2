import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newAccount } from './entrance.ts'
import { beginDraft, button, expectProblem, marked, readEvent, row, SAVED } from './event-form.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, type PHONE, TODAYS_SIZES, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()

const TIMELINE = [
  'Now – Sat, Feb 27, 2027, 11:59 PM · Early bird · KES 1,050 · first 50',
  'then KES 1,575',
]

/** Waits until the timeline is shown. */
async function expectTimeline(page: Page, lines = TIMELINE): Promise<void> {
  const rows = page
    .getByRole('list', { name: 'Prices of Standard over time' })
    .getByRole('listitem')
  await expect.poll(() => rows.allInnerTexts()).toEqual(lines)
}

const early = (page: Page) => page.getByRole('group', { name: 'Early bird', exact: true })
const choice = (page: Page, name: RegExp) => page.getByRole('radio', { name })

/** Opens a browser of a new account whose organizer pays a fee of 5 %. */
async function newcomer(size: typeof PHONE): Promise<Visitor> {
  const visitor = await newVisitor(browser, shop, { size, fresh: true })
  const email = `early-${randomUUID()}@lango.test`
  await newAccount(visitor.context, shop, email)
  await shop.db
    .insertInto('organizer_fee')
    .columns(['account_id', 'basis_points', 'fixed_cents', 'set_at'])
    .expression((eb) =>
      eb
        .selectFrom('account')
        .select(['id', eb.val(500).as('bp'), eb.val(0).as('fixed'), eb.val(new Date()).as('at')])
        .where('email', '=', email),
    )
    .execute()
  return visitor
}

// spec: event-form-early-prices, event-form-service-fee, price-plan-timeline
test.each(TODAYS_SIZES)(
  'a newcomer sets an early bird and who pays the fee in one visit to the form, on $name',
  async ({ size }) => {
    const organizer = await newcomer(size)
    const { page } = organizer
    const title = await beginDraft(page, 'Early')
    await row(page, 1).first().getByLabel('Price (KES)').fill('1500')
    const own = choice(page, /^You pay it Buyers pay KES 1,500, you get KES 1,425/)
    expect(await own.isChecked()).toBe(true)
    await choice(page, /^Buyers pay it You get KES 1,500, buyers pay KES 1,575/).check()
    await page.getByText('Sale dates and early prices', { exact: true }).click()
    await button(page, 'Add an early bird').click()
    const price = early(page).getByLabel('Price (KES)')
    expect(await price.evaluate((input) => input === document.activeElement)).toBe(true)
    await button(page, 'Save draft').click()
    await expectProblem(page, 'An early price must be more than 0, with at most two decimals')
    await price.fill('1000')
    await early(page).getByLabel('Until').fill('2027-02-27T23:59')
    await early(page).getByLabel('Only the first').fill('500')
    await expectSoundPage(organizer, shop)
    await button(page, 'Save draft').click()
    await expectProblem(page, 'Early bird may not have more tickets than Standard, 100.')
    expect(await marked(page)).toEqual([expect.stringMatching(/^quantity-/)])
    await early(page).getByLabel('Only the first').fill('50')
    await expectTimeline(page)
    await button(page, 'Save draft').click()
    await page.waitForURL(SAVED)
    const { id } = (await readEvent(shop, title))!
    await expectKept(page, id)
    await page.goto(`/organizer/events/${id}/preview`)
    await expectTimeline(page)
    await page.goto(`/organizer/events/${id}`)
    await button(page, 'Submit for review').click()
    await page.getByText("Submitted. We'll review it and let you know by email.").waitFor()
    await expectReviewed(id, size)
    await expectSold(id)
    await expectChoiceWaits(page, id)
    await organizer.context.close()
  },
)

/** Expects that the form shows all saved values again. */
async function expectKept(page: Page, id: string): Promise<void> {
  await page.goto(`/organizer/drafts/${id}`)
  await expectTimeline(page)
  expect(await choice(page, /^Buyers pay it/).isChecked()).toBe(true)
  await page.getByText('Sale dates and early prices', { exact: true }).click()
  const values = await early(page)
    .getByRole('textbox')
    .or(early(page).locator('input'))
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  expect(values).toEqual(['Early bird', '1000', '50', '', '2027-02-27T23:59'])
}

/** An admin sees the timeline, and publishes the draft. */
async function expectReviewed(id: string, size: typeof PHONE): Promise<void> {
  const admin = await newColleague(browser, shop, { who: 'admin', size })
  const { page } = admin
  await page.goto(`/organizer/events/${id}`)
  await expectTimeline(page)
  await expectSoundPage(admin, shop)
  await button(page, 'Publish').click()
  await button(page, 'Publish anyway').click()
  await page.getByText('Published', { exact: true }).waitFor()
  await page.goto(`/organizer/events/edit/${id}`)
  await choice(page, /^Buyers pay it The organizer gets KES 1,500, buyers pay/).waitFor()
  await admin.context.close()
}

/** Expects the early price with its fee on the event's public page. */
async function expectSold(id: string): Promise<void> {
  const visitor = await newVisitor(browser, shop)
  await visitor.page.goto(`/event/${id}`)
  await visitor.page.getByText('Early bird', { exact: true }).waitFor()
  await visitor.page.getByText('KES 1,050', { exact: true }).first().waitFor()
  await visitor.context.close()
}

/** Expects that a change of who pays the fee waits, and that the review shows the new prices. */
async function expectChoiceWaits(page: Page, id: string): Promise<void> {
  await page.goto(`/organizer/drafts/${id}`)
  await page
    .getByText('On a published event we review this change first, as we do with prices.')
    .waitFor()
  await choice(page, /^You pay it/).check()
  await button(page, 'Save').click()
  await page.getByText(/^These changes are waiting for approval\./).waitFor()
  await page.getByText('Service fee buyers pay it → organizer pays it').waitFor()
  await expectTimeline(
    page,
    TIMELINE.map((line) => line.replace('1,050', '1,000').replace('1,575', '1,500')),
  )
  await page.goto(`/organizer/drafts/${id}`)
  expect(await choice(page, /^You pay it/).isChecked()).toBe(true)
}
