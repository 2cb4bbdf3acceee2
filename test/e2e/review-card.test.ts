import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { buildEvent } from '../build.ts'
import { question } from '../questions.ts'
import { button } from './event-form.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundAsItStands, expectSoundPage, expectSoundState } from './sound-page.ts'
import { ON_LAPTOP, SIZES, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()

const TYPES = [
  { name: 'Standard', price: 1500, capacity: 50 },
  { name: 'Students', isFree: true, capacity: 20 },
  { name: 'Friends', lowest: 200, suggested: 500, highest: 1000, capacity: 10 },
  { name: 'Crew', price: 300, capacity: 5, isHidden: true },
]
const LONG = `${'A long evening with ten teams and music. '.repeat(20)}The last word.`

/** Builds a draft of the sample organizer that waits for an admin. */
async function draftSentIn(organizer: Visitor, { title = 'Review me', description = LONG } = {}) {
  const { id: organizerId } = SAMPLE_ACCOUNTS.organizer
  const unique = `${title} ${randomUUID().replace(/\d/g, 'x').slice(0, 8)}`
  const fields = { published: false, organizerId, date: '2027-03-14', types: TYPES }
  const { id } = await buildEvent(shop.db, { title: unique, ...fields })
  await shop.db.updateTable('event').set({ description }).where('id', '=', id).execute()
  await callAs(organizer, 'POST', `/api/events/${id}/send_in`, {})
  return { id, title: unique }
}

/** Calls the API as the signed-in visitor, and expects success. */
async function callAs({ context }: Visitor, method: string, path: string, data: object) {
  const session = await context.request.post('/api/auth/token?grant_type=refresh_token')
  const { access_token } = await session.json()
  const headers = { authorization: `Bearer ${access_token}` }
  const reply = await context.request.fetch(path, { method, headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return await reply.json()
}

async function save(organizer: Visitor, id: string, change: object): Promise<void> {
  const { updated_at } = await shop.db
    .selectFrom('event')
    .select('updated_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const body = { updated_at: updated_at.toISOString(), ...change }
  await callAs(organizer, 'PUT', `/api/events/${id}`, body)
}

const cardOf = (page: Page, name = 'Review this draft') => page.getByRole('region', { name })

// spec: review-card, event-page-actions
test.each(SIZES)(
  'an admin reads a whole draft before publishing it, on $name',
  async ({ size }) => {
    const organizer = await newColleague(browser, shop, { who: 'organizer', size })
    const { id, title } = await draftSentIn(organizer)
    const admin = await newColleague(browser, shop, { who: 'admin', size })
    const { page } = admin
    await page.goto(`/organizer/events/${id}`)
    await expectCard(page)
    await expectSoundPage(admin, shop)
    await page.goto(`/organizer/events/${id}/transactions`)
    await page.getByText('This draft waits for your decision.').waitFor()
    await page.getByRole('link', { name: 'Review', exact: true }).click()
    await button(page, 'Publish').click()
    const dialog = page.getByRole('dialog', { name: 'Publish this event?' })
    await dialog.getByText(title).waitFor()
    await dialog.getByText('Everyone can find and open it at once.').waitFor()
    await dialog.getByText('Tickets are on sale right away.').waitFor()
    await dialog.getByText('Its organizer is notified.').waitFor()
    await expectSoundAsItStands(admin, shop)
    await button(page, 'Go back').click()
    expect((await readState(id)).is_published).toBe(false)
    await button(page, 'Publish').click()
    await button(page, 'Publish event').click()
    await page.getByRole('alert').getByText('Published.').waitFor()
    await page.getByRole('alert').getByRole('link').waitFor()
    await cardOf(page).waitFor({ state: 'detached' })
    expect((await readState(id)).is_published).toBe(true)
    await expectChangeReviewed({ admin, organizer }, id)
    await admin.context.close()
    await organizer.context.close()
  },
)

async function readState(id: string) {
  const found = shop.db.selectFrom('event').select(['is_published', 'location'])
  return await found.where('id', '=', id).executeTakeFirstOrThrow()
}

/** Expects text, types, capacity, date and organizer in the card, and no figures. */
async function expectCard(page: Page): Promise<void> {
  const card = cardOf(page)
  await page.getByText('No figures yet: this event is not public.').waitFor()
  // A draft without a poster has a drawn card.
  await card.locator('img').first().waitFor()
  expect(await card.getByText(/^Still missing/).count()).toBe(0)
  // The tabs are below the card and must not scroll the page to themselves.
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await card.getByText(/^Sunday, March 14, 2027, 3:00 PM/).waitFor()
  await card.getByText('85 tickets, at least KES 78,500 at full price').waitFor()
  const types = await card.getByRole('listitem').allInnerTexts()
  expect(types.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
    'Standard KES 1,500 × 50 Main Gate · Up to 10 per order',
    'Students Free × 20 Main Gate · Up to 10 per order',
    'Friends From KES 200 × 10 Buyers choose the price, KES 500 suggested, at most KES 1,000 · Main Gate · Up to 10 per order',
    'Crew KES 300 × 5 Hidden: only with a code · Main Gate · Up to 10 per order',
  ])
  const text = card.getByText(/The last word\.$/)
  const height = async () => (await text.boundingBox())!.height
  const folded = await height()
  await button(page, 'Show all').click()
  expect(await height()).toBeGreaterThan(folded)
  await button(page, 'Show less').click()
  const { email, fullName } = SAMPLE_ACCOUNTS.organizer
  await card.getByRole('link', { name: email }).waitFor()
  await card.getByText(fullName, { exact: true }).first().waitFor()
  await card.getByText(/^Since .* \(/).waitFor()
  await card.getByText(/\d held/).waitFor()
  expect(await page.getByText('Total Tickets Sold').count()).toBe(0)
}

/** Inserts a complaint that an admin has settled, so that it is on no work list. */
async function complain(eventId: string): Promise<void> {
  const now = new Date()
  const row = { id: randomUUID(), event_id: eventId, reason: 'fake', text: 'No such venue.' }
  await shop.db
    .insertInto('complaint')
    .values({ ...row, created_at: now, settled_at: now })
    .execute()
}

/** The organizer requests a change of the published event, which an admin approves in the card. */
async function expectChangeReviewed(
  { admin, organizer }: { admin: Visitor; organizer: Visitor },
  id: string,
): Promise<void> {
  await save(organizer, id, { location: 'Kasarani' })
  await complain(id)
  const { page } = admin
  await page.goto(`/organizer/events/${id}`)
  const card = cardOf(page, 'Review these changes')
  await card.getByText(/^Location .* → Kasarani$/).waitFor()
  await card.getByRole('link', { name: SAMPLE_ACCOUNTS.organizer.email }).waitFor()
  await card.getByText(/complaints?, .*1 about this event$/).waitFor()
  await expectSoundState(admin, shop)
  await organizer.page.goto(`/organizer/events/${id}`)
  await organizer.page.getByText(/^These changes are waiting for approval\./).waitFor()
  expect(await organizer.page.getByRole('region', { name: /^Review/ }).count()).toBe(0)
  await button(page, 'Approve changes').click()
  const dialog = page.getByRole('dialog', { name: 'Approve these changes?' })
  await dialog.getByText('The changes apply at once, and everyone sees them.').waitFor()
  await button(page, 'Apply changes').click()
  await card.waitFor({ state: 'detached' })
  expect((await readState(id)).location).toBe('Kasarani')
}

// spec: review-card, review-again
test.each(ON_LAPTOP)(
  'an admin publishes or returns only the version that was read, on $name',
  async ({ size }) => {
    const organizer = await newColleague(browser, shop, { who: 'organizer', size })
    const { id } = await draftSentIn(organizer, { description: '' })
    const admin = await newColleague(browser, shop, { who: 'admin', size })
    await admin.page.goto(`/organizer/events/${id}`)
    await cardOf(admin.page).getByText('Still missing: a description.').waitFor()
    await expectNewVersion(admin.page, organizer, id)
    await expectReturnOfRead({ admin, organizer }, id)
    await admin.context.close()
    await organizer.context.close()
  },
)

/** 'Publish' lists the latest changes. After 'Go back' the card shows the new version. */
async function expectNewVersion(page: Page, organizer: Visitor, id: string): Promise<void> {
  await cardOf(page).getByText('Nyayo Stadium, Nairobi').waitFor()
  await save(organizer, id, { location: 'Uhuru Gardens' })
  await button(page, 'Publish').click()
  const question = page.getByRole('dialog', { name: 'Publish with something missing?' })
  await question.getByText('Still missing: a description.').waitFor()
  await button(page, 'Publish anyway').click()
  const dialog = page.getByRole('dialog', { name: 'Changed since you opened it' })
  await dialog.getByText(/^Location .* → Uhuru Gardens$/).waitFor()
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await cardOf(page).getByText('Uhuru Gardens', { exact: true }).waitFor()
  expect((await readState(id)).is_published).toBe(false)
}

async function expectReturnOfRead(
  { admin, organizer }: { admin: Visitor; organizer: Visitor },
  id: string,
): Promise<void> {
  const { page } = admin
  await button(page, 'Return').click()
  const dialog = page.getByRole('dialog', { name: 'Return this draft' })
  await dialog.getByLabel('Reason').fill('Which stadium?')
  await save(organizer, id, { location: 'Kasarani' })
  await dialog.getByRole('button', { name: 'Return' }).click()
  await dialog
    .getByText(
      'Someone else has saved this event since you opened it. Read the changes, then return it again.',
    )
    .waitFor()
  await dialog.getByText(/^Location .* → Kasarani$/).waitFor()
  await expectSoundAsItStands(admin, shop)
  await dialog.getByRole('button', { name: 'Return' }).click()
  await page.getByText('Returned: Which stadium?', { exact: true }).waitFor()
  await callAs(organizer, 'POST', `/api/events/${id}/send_in`, {})
  await page.reload()
  const last = cardOf(page, 'Last return')
  await last.getByText('“Which stadium?”').waitFor()
  await last.getByText('Nothing has changed since.').waitFor()
  await expectSoundPage(admin, shop)
}

// spec: questions-draft-review
test.each(SIZES)(
  'the card shows the questions of a draft, and asks to read changed ones, on $name',
  async ({ size }) => {
    const organizer = await newColleague(browser, shop, { who: 'organizer', size })
    const { id } = await draftSentIn(organizer)
    const ask = (text: string) =>
      callAs(organizer, 'PUT', `/api/events/${id}/questions`, [question(text)])
    await ask('Which size?')
    const admin = await newColleague(browser, shop, { who: 'admin', size })
    const { page } = admin
    await page.goto(`/organizer/events/${id}`)
    const card = cardOf(page)
    await card.getByText('Which size? / Which size? (sw)').waitFor()
    await card.getByText('S · M · L').waitFor()
    await expectSoundPage(admin, shop)
    await ask('Which religion?')
    await button(page, 'Publish').click()
    await button(page, 'Publish event').click()
    await page.getByText('The questions have changed since you opened it.').waitFor()
    await card.getByText('Which religion? / Which religion? (sw)').waitFor()
    expect((await readState(id)).is_published).toBe(false)
    await button(page, 'Return').click()
    const dialog = page.getByRole('dialog', { name: 'Return this draft' })
    await dialog.getByLabel('Reason').fill('Ask no religion.')
    await ask('Which team?')
    await dialog.getByRole('button', { name: 'Return' }).click()
    await dialog
      .getByText('The questions have changed since you opened it. Read them, then return it again.')
      .waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await card.getByText('Which team? / Which team? (sw)').waitFor()
    await button(page, 'Publish').click()
    await button(page, 'Publish event').click()
    await page.getByRole('alert').getByText('Published.').waitFor()
    await admin.context.close()
    await organizer.context.close()
  },
)
