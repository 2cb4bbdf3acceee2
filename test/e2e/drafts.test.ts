import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  button,
  chooseImage,
  expectLanded,
  field,
  fillBasics,
  readEvent,
  SAVED,
} from './event-form.ts'
import { busiestEvent, newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_LAPTOP, type PHONE, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()

/** Flags of a sale, which drafts do not have. */
const FLAGS = ['Sold out', 'Limited tickets', 'New']

// spec: drafts-own, drafts-sent-in, event-duplicate, event-preview-link, event-change-approval, start-checklist
// spec: form-entrances, form-starting-price, draft-flags
test.each(ON_LAPTOP)(
  'an organizer writes a draft, which only they see, on $name',
  async ({ size }) => {
    const organizer = await newColleague(browser, shop, { who: 'organizer', size })
    const { page } = organizer
    const link = (words: string) => page.getByRole('link', { name: words, exact: true })
    await page.goto('/organizer/events')
    await link('New draft').click()
    await page.getByRole('heading', { name: 'New draft' }).waitFor()
    const title = `Own ${randomUUID().slice(0, 8)}`
    await fillBasics(page, title)
    await field(page, 'Price (KES)').fill('500')
    await chooseImage(page)
    await button(page, 'Add an entrance').click()
    await field(page, 'Entrance 1').fill('River door')
    await page
      .getByRole('group', { name: 'Entrances for Standard' })
      .getByLabel('River door')
      .check()
    await page.getByText('Other gates', { exact: true }).waitFor()
    expect(await field(page, 'Starting Price (KES)').isEditable()).toBe(false)
    for (const label of ['Organizer', 'Published', 'Main event', 'Featured', ...FLAGS]) {
      expect(await field(page, label).count(), label).toBe(0)
    }
    await expectSoundPage(organizer, shop)
    await button(page, 'Save draft').click()
    await page.waitForURL(SAVED)
    const { id, is_published } = (await readEvent(shop, title))!
    expect(is_published).toBe(false)
    const gate = shop.db.selectFrom('gate').select(['name', 'event_id'])
    expect(await gate.where('event_id', '=', id).execute()).toEqual([
      { name: 'River door', event_id: id },
    ])
    const form = `/organizer/drafts/${id}`
    await expectLanded(organizer, { id, title, words: 'Saved as a draft', form })
    await expectPreviewLink(page, id, title)
    await page.goto('/organizer/drafts')
    expect(await link('Drafts').getAttribute('aria-current')).toBe('page')
    const entry = page.getByRole('row').filter({ hasText: title })
    await entry.getByText(/^Still missing: a description\./).waitFor()
    await expectSoundState(organizer, shop)
    await entry.getByRole('link', { name: `Edit ${title}` }).click()
    await field(page, 'Title').fill(`${title} again`)
    await button(page, 'Save draft').click()
    await expectLanded(organizer, { id, title: `${title} again`, words: 'Saved as a draft', form })
    await button(page, 'Submit for review').click()
    await page.getByText("Submitted. We'll review it and let you know by email.").waitFor()
    await page.getByText('Not public yet.', { exact: true }).waitFor()
    await expectReturned(id, size)
    await page.reload()
    await page.getByText('Returned: Which stadium?', { exact: true }).waitFor()
    await button(page, 'Submit for review').waitFor()
    await page.goto('/organizer/drafts')
    await entry.getByText('Returned Which stadium?').waitFor()
    await expectPublished(organizer, id, size)
    await expectChangeApproved(organizer, id, size)
    await expectDuplicates(page, `${title} again`)
    await organizer.context.close()
  },
)

// spec: organizer-page
test.each(ON_LAPTOP)(
  'an organizer writes the public page, to which the event page leads, on $name',
  async ({ size }) => {
    const organizer = await newColleague(browser, shop, { who: 'organizer', size })
    await expectPublicPage(organizer, await busiestEvent(shop))
    await organizer.context.close()
  },
)

async function expectPublicPage(organizer: Visitor, eventId: string): Promise<void> {
  const { page } = organizer
  await page.goto('/organizer/account')
  await page.getByRole('link', { name: 'Edit your public page' }).click()
  // A name with five digits in a row would be refused.
  const name = `Club ${randomUUID().replace(/\d/g, 'x').slice(0, 8)}`
  await field(page, 'Name').fill(name)
  await field(page, 'About you').fill('We run the derby.')
  await chooseImage(page)
  await expectSoundPage(organizer, shop)
  await button(page, 'Save page').click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  const visitor = await newVisitor(browser, shop)
  await visitor.page.goto(`/event/${eventId}`)
  await visitor.page.getByRole('link', { name, exact: true }).click()
  await visitor.page.getByRole('heading', { level: 1, name }).waitFor()
  await visitor.page.getByText('We run the derby.').waitFor()
  const coming = visitor.page.getByRole('list', { name: 'Upcoming events' })
  await coming.getByRole('link').first().waitFor()
  await expectSoundPage(visitor, shop)
  await visitor.context.close()
  await shop.db.deleteFrom('organizer_page').where('name', '=', name).execute()
}

// spec: stranger-titles, organizer-name-waits, approval-names-page
test.each(ON_LAPTOP)(
  'an admin sees which words to check in a title, and uses the name of an organizer, on $name',
  async ({ size }) => {
    const organizer = await newColleague(browser, shop, { who: 'organizer', size })
    const { page } = organizer
    const title = `Kenya Police FC v KCB ${randomUUID().replace(/\d/g, 'x').slice(0, 8)}`
    await page.goto('/organizer/drafts/new')
    await fillBasics(page, title)
    await field(page, 'Price (KES)').fill('500')
    await chooseImage(page)
    await button(page, 'Save draft').click()
    await page.waitForURL(SAVED)
    await button(page, 'Submit for review').click()
    await page.getByText(/^An admin checks these words.*Title Police, Title KCB\.$/).waitFor()
    await page.goto('/organizer/page')
    await field(page, 'Name').fill('KCB Foundation')
    await button(page, 'Save page').click()
    await page.getByText(/^'KCB Foundation' waits for an admin/).waitFor()
    await expectSoundPage(organizer, shop)
    await expectDecided((await readEvent(shop, title))!.id, size)
    await organizer.context.close()
  },
)

/** An admin approves the organizer's name in a second tab. 'Publish' first shows this change. */
async function expectDecided(id: string, size: typeof PHONE): Promise<void> {
  const admin = await newColleague(browser, shop, { who: 'admin', size })
  const { page } = admin
  await page.goto(`/organizer/events/${id}`)
  await page.getByText(/^Check these words\..*Title Police, Title KCB\.$/).waitFor()
  await expectSoundPage(admin, shop)
  const other = await admin.context.newPage()
  await other.goto('/organizer/work-list')
  await other.getByRole('link').filter({ hasText: 'Name requested' }).first().click()
  await other.getByRole('link', { name: 'Use or refuse' }).click()
  await button(other, 'Use this name').click()
  await other.getByText('Saved.', { exact: true }).waitFor()
  await button(page, 'Publish').click()
  await button(page, 'Publish anyway').click()
  const dialog = page.getByRole('dialog', { name: 'Changed since you opened it' })
  await dialog.getByText(/^Organizer .* → KCB Foundation$/).waitFor()
  await dialog.getByRole('button', { name: 'Publish this version' }).click()
  await page.getByText('Published', { exact: true }).waitFor()
  await admin.context.close()
  await shop.db.deleteFrom('organizer_page').where('name', '=', 'KCB Foundation').execute()
}

// spec: report-event
test('a visitor reports an event, with and without script', async () => {
  const eventId = await busiestEvent(shop)
  const visitor = await newVisitor(browser, shop)
  const { page } = visitor
  await page.goto(`/event/${eventId}`)
  await page.getByRole('link', { name: 'Report this event' }).click()
  await button(page, 'Send report').click()
  await page.getByText('Please choose a reason').waitFor()
  await expectSoundPage(visitor, shop)
  await page.getByLabel('Reason').selectOption('It looks fake or like a scam')
  await field(page, 'What is wrong?').fill('There is no such venue.')
  await button(page, 'Send report').click()
  await page.getByText('Thank you. We review every report.').waitFor()
  await visitor.context.close()
  const posted = await fetch(`${shop.origin}/contact/${eventId}`, {
    method: 'POST',
    body: new URLSearchParams({ reason: 'other', words: 'Without script' }),
  })
  expect([posted.status, await posted.text()]).toEqual([
    200,
    expect.stringContaining('Thank you. We review every report.'),
  ])
})

/** Expects that a visitor with the link sees the draft, and cannot buy. */
async function expectPreviewLink(page: Page, id: string, title: string): Promise<void> {
  await page.goto(`/organizer/events/${id}/preview`)
  const made = page.waitForResponse((reply) => reply.url().endsWith('/preview_links'))
  await button(page, 'Copy preview link').click()
  const { url } = await (await made).json()
  const visitor = await newVisitor(browser, shop)
  const reply = await visitor.page.goto(url)
  expect(reply!.headers()['cache-control']).toBe('no-store')
  await visitor.page.getByRole('heading', { name: title }).waitFor()
  await visitor.page.getByText(/^Preview\. This event is not public yet/).waitFor()
  expect(await visitor.page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  expect(await visitor.page.getByRole('main').getByRole('button').count()).toBe(0)
  await expectSoundPage(visitor, shop)
  await visitor.context.close()
}

/**
 * The organizer sends in the draft again, and saves it while an admin looks at it. Expects that the
 * admin's 'Publish' shows the difference first.
 */
async function expectPublished({ page }: Visitor, id: string, size: typeof PHONE): Promise<void> {
  await page.goto(`/organizer/events/${id}`)
  await button(page, 'Submit for review').click()
  const admin = await newColleague(browser, shop, { who: 'admin', size })
  await admin.page.goto(`/organizer/events/${id}`)
  await button(admin.page, 'Publish').waitFor()
  await page.goto(`/organizer/drafts/${id}`)
  await field(page, 'Location').fill('Kasarani')
  await button(page, 'Save draft').click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await button(admin.page, 'Publish').click()
  await button(admin.page, 'Publish anyway').click()
  const dialog = admin.page.getByRole('dialog', { name: 'Changed since you opened it' })
  await dialog.getByText(/^Location .* → Kasarani$/).waitFor()
  await dialog.getByRole('button', { name: 'Publish this version' }).click()
  await admin.page.getByText('Published', { exact: true }).waitFor()
  await admin.context.close()
  await page.goto(`/organizer/events/${id}`)
}

/** The organizer requests a different price for the published event, and an admin approves it. */
async function expectChangeApproved(organizer: Visitor, id: string, size: typeof PHONE) {
  const { page } = organizer
  await page.goto(`/organizer/events/${id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page
    .getByText(/^We review changes of price, fees, payouts, date, time, place and tickets/)
    .waitFor()
  await field(page, 'Price (KES)').fill('777')
  await page.locator('textarea[name=description]').fill('Ten teams.')
  await button(page, 'Save').click()
  await page
    .getByText("These changes are waiting for approval. We'll let you know by email.")
    .waitFor()
  await page.getByText('→ KES 777').waitFor()
  await expectSoundPage(organizer, shop)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  expect(await field(page, 'Price (KES)').inputValue()).toBe('777')
  for (const label of FLAGS) await field(page, label).waitFor()
  const admin = await newColleague(browser, shop, { who: 'admin', size })
  await admin.page.goto('/organizer/work-list')
  await admin.page.getByRole('link').filter({ hasText: 'Change submitted' }).click()
  await admin.page.getByRole('link', { name: 'Approve or return' }).click()
  await admin.page.getByText('→ KES 777').waitFor()
  await button(admin.page, 'Approve changes').click()
  await button(admin.page, 'Apply changes').click()
  const done = admin.page.getByRole('alert').filter({ hasText: 'The changes are public now.' })
  await done.getByRole('link').waitFor()
  const asks = admin.page.getByText(/^Its organizer requests these changes/)
  await asks.waitFor({ state: 'detached' })
  const { price, description } = await (await admin.page.request.get(`/api/events/${id}`)).json()
  expect([price, description]).toEqual([777, 'Ten teams.'])
  await admin.context.close()
  await expectChecklist(organizer)
  await page.goto(`/organizer/events/${id}`)
}

/**
 * Expects that the dashboard lists what is still missing for the next event, such as paired gate
 * phones.
 */
async function expectChecklist(organizer: Visitor): Promise<void> {
  const { page } = organizer
  await page.route('**/api/gate_phones?*', (route) => route.fulfill({ json: { data: [] } }))
  await page.goto('/organizer/dashboard')
  const list = page.getByRole('region', { name: /^Before you open/ })
  await list.getByRole('link', { name: 'Add your payout account' }).waitFor()
  await list.getByRole('link', { name: 'Pair gate phones' }).waitFor()
  await expectSoundPage(organizer, shop)
  await page.unrouteAll()
}

/** Expects that both buttons 'Duplicate' open the copy in the form, without a date. */
async function expectDuplicates(page: Page, title: string): Promise<void> {
  const expectCopy = async () => {
    await page.waitForURL(/\/organizer\/drafts\/[0-9a-f-]{36}$/)
    await field(page, 'Title').waitFor()
    expect(await field(page, 'Title').inputValue()).toBe(title)
    expect(await field(page, 'Date').inputValue()).toBe('')
  }
  await button(page, 'More actions').click()
  await button(page, 'Duplicate').click()
  await expectCopy()
  await page.goto('/organizer/drafts')
  const duplicate = page.getByRole('button', { name: `Duplicate ${title}` }).first()
  // The browser must not break the word, such as into 'Duplic' and 'ate'.
  expect(await duplicate.evaluate((shown) => getComputedStyle(shown).overflowWrap)).toBe('normal')
  await duplicate.click()
  await expectCopy()
  await page.goto('/organizer/drafts')
  const copy = page
    .getByRole('row')
    .filter({ hasText: /Still missing: a date/ })
    .first()
  await copy.getByText('No date yet').waitFor()
  await copy.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('link', { name: 'Preview' }).click()
  await page.getByText('No date yet').waitFor()
}

/** An admin finds the draft on the work list and returns it. */
async function expectReturned(id: string, size: typeof PHONE): Promise<void> {
  const admin = await newColleague(browser, shop, { who: 'admin', size })
  const { page } = admin
  await page.goto('/organizer/work-list')
  await page.getByRole('link').filter({ hasText: 'Draft submitted' }).click()
  await page.getByRole('link', { name: 'Publish or return' }).click()
  await page.waitForURL(`**/organizer/events/${id}`)
  await button(page, 'Publish').waitFor()
  await button(page, 'Return').click()
  const dialog = page.getByRole('dialog', { name: 'Return this draft' })
  await dialog.getByLabel('Reason').fill('Which stadium?')
  await dialog.getByRole('button', { name: 'Return' }).click()
  await page.getByText('Returned: Which stadium?', { exact: true }).waitFor()
  await admin.context.close()
}
