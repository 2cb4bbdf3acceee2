import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  beginDraft,
  button,
  chooseImage,
  expectProblem,
  field,
  fillBasics,
  focusedName,
  marked,
  readEvent,
  row,
  SAVED,
} from './event-form.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

const QUESTION = 'Standard costs KES 0. Free, or was the price forgotten?'

const choose = (page: Page, n: number, name: string) =>
  row(page, n).first().getByRole('radio', { name }).check()
const inRow = (page: Page, n: number, label: string) =>
  row(page, n).first().getByLabel(label, { exact: true })

// spec: form-price-choice, zero-price-question, choice-waits
test.each(SIZES)(
  'an organizer is asked about a price of 0, and offers free, chosen and hidden tickets, on $name',
  async ({ size }) => {
    const organizer = await newColleague(browser, shop, { who: 'organizer', size })
    const { page } = organizer
    const title = await beginDraft(page, 'Choice')
    await button(page, 'Save draft').click()
    await page.waitForURL(SAVED)

    await button(page, 'Submit for review').click()
    const question = page.getByRole('dialog', { name: QUESTION })
    await question.waitFor()
    await expectSoundState(organizer, shop)
    await question.getByRole('button', { name: 'Back to the price' }).click()
    await inRow(page, 1, 'Price (KES)').waitFor()
    await expect.poll(() => focusedName(page)).toBe('price-0')

    await choose(page, 1, 'This ticket is free')
    expect(await inRow(page, 1, 'Price (KES)').count()).toBe(0)
    await addChosen(page)
    await expectSoundPage(organizer, shop)
    await button(page, 'Save draft').click()
    await expectProblem(page, 'The suggested price cannot be less than the lowest')
    expect(await marked(page)).toEqual(['suggested-1'])
    await inRow(page, 2, 'Suggested price (KES)').fill('500')
    expect(await marked(page)).toEqual([])
    await button(page, 'Save draft').click()
    await page.waitForURL(SAVED)
    await expectPreview(page)
    await button(page, 'Submit for review').click()
    await page.getByText("Submitted. We'll review it and let you know by email.").waitFor()
    await expectKept(page, title)
    await expectChange(page, title)
    await organizer.context.close()
  },
)

/** Adds a hidden type whose price buyers choose, with a suggestion below the lowest price. */
async function addChosen(page: Page): Promise<void> {
  await button(page, 'Add Ticket Type').click()
  await row(page, 2).first().getByLabel('Name').fill('Friends')
  await choose(page, 2, 'Buyers choose the price')
  await inRow(page, 2, 'Lowest price (KES)').fill('200')
  await inRow(page, 2, 'Suggested price (KES)').fill('50')
  await inRow(page, 2, 'Highest price (KES)').fill('1000')
  // The form keeps the fields of a choice while it shows another choice.
  await choose(page, 2, 'A price')
  await choose(page, 2, 'Buyers choose the price')
  expect(await inRow(page, 2, 'Lowest price (KES)').inputValue()).toBe('200')
  const hidden = row(page, 2).first().getByLabel('Hidden: only with a code')
  const door = row(page, 2).first().getByLabel('Also sold at the door')
  expect(await door.count()).toBe(0)
  await hidden.focus()
  await page.keyboard.press('Space')
  expect(await door.isChecked()).toBe(false)
}

async function expectPreview(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Preview' }).click()
  const rows = page.getByRole('region', { name: 'Tickets' }).getByRole('listitem')
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Standard\s+Regular admission\s+Free$/),
      expect.stringMatching(/^Friends\s+Hidden\s+From KES 200, you choose$/),
    ])
  await page.getByRole('link', { name: 'Back', exact: true }).click()
}

/** Expects the stored types, and the form that shows them again without a change. */
async function expectKept(page: Page, title: string): Promise<void> {
  const { id } = (await readEvent(shop, title))!
  const types = await shop.db
    .selectFrom('ticket_type')
    .select([
      'is_free',
      'price_cents',
      'lowest_cents',
      'highest_cents',
      'is_hidden',
      'sold_at_door',
    ])
    .where('event_id', '=', id)
    .orderBy('type_offset')
    .execute()
  const open = { is_hidden: false, sold_at_door: true }
  const chosen = { price_cents: 20_000, lowest_cents: 20_000, highest_cents: 100_000 }
  expect(types).toEqual([
    { is_free: true, price_cents: 0, lowest_cents: null, highest_cents: null, ...open },
    { is_free: false, ...chosen, is_hidden: true, sold_at_door: false },
  ])
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await inRow(page, 2, 'Suggested price (KES)').waitFor()
  expect(await inRow(page, 2, 'Suggested price (KES)').inputValue()).toBe('500')
  expect(await row(page, 1).first().getByLabel('This ticket is free').isChecked()).toBe(true)
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await page.waitForURL('**/organizer/drafts')
}

/** Expects that a price for a published free type waits for approval, and is shown in the form. */
async function expectChange(page: Page, title: string): Promise<void> {
  const { id } = (await readEvent(shop, title))!
  await shop.db.updateTable('event').set({ is_published: true }).where('id', '=', id).execute()
  await page.goto(`/organizer/drafts/${id}`)
  await choose(page, 1, 'A price')
  await inRow(page, 1, 'Price (KES)').fill('300')
  await button(page, 'Save').click()
  await page.getByText('Standard: price free → KES 300').waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await inRow(page, 1, 'Price (KES)').waitFor()
  expect(await inRow(page, 1, 'Price (KES)').inputValue()).toBe('300')
  expect(await row(page, 1).first().getByLabel('A price').isChecked()).toBe(true)
  await field(page, 'Title').waitFor()
  // Removes the waiting change, because the work list shows it and tests of admins read the list.
  await shop.db.deleteFrom('request').where('subject_id', '=', id).execute()
}

// spec: zero-price-question
test('an admin publishes a draft with a type at 0 as free', async () => {
  const admin = await newColleague(browser, shop, { who: 'admin', size: SIZES[1]!.size })
  const { page } = admin
  const title = `Zero ${randomUUID().slice(0, 8)}`
  await page.goto('/organizer/events/create')
  await fillBasics(page, title)
  await page.locator('textarea[name=description]').fill('Ten teams.')
  await chooseImage(page)
  await row(page, 1).first().getByLabel('Name').fill('Child')
  await button(page, 'Add Ticket Type').click()
  await row(page, 2).first().getByLabel('Name').fill('Adult')
  await inRow(page, 2, 'Price (KES)').fill('500')
  await field(page, 'Published').check()
  await button(page, 'Create Event').click()
  const question = page.getByRole('dialog', { name: QUESTION.replace('Standard', 'Child') })
  await question.getByRole('button', { name: 'Back to the price' }).click()
  await expect.poll(() => focusedName(page)).toBe('price-0')
  await button(page, 'Create Event').click()
  await question.getByRole('button', { name: 'It is free' }).click()
  await page.waitForURL(SAVED)
  const { id } = (await readEvent(shop, title))!
  const free = shop.db.selectFrom('ticket_type').select('name').where('event_id', '=', id)
  expect(await free.where('is_free', '=', true).execute()).toEqual([{ name: 'Child' }])
  await admin.context.close()
})
