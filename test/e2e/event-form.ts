import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { type BuiltEvent, buildEvent, orderFor } from '../build.ts'
import { holdCalls } from './office.ts'
import type { Shop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import type { Visitor } from './visitor.ts'

/** Matches the address of a saved event's page. */
export const SAVED = /\/organizer\/events\/[0-9a-f-]{36}$/
export const UPLOADS = /\/api\/storage\/event-images$/
const LAKE_DERBY = '5a17ca10-0002-4000-8000-000000000002'

export const alert = (page: Page) => page.locator('main [role=alert]').first()
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const row = (page: Page, n: number) => page.getByRole('group', { name: `Ticket type ${n}` })

/** The entrances of one ticket type. */
export const gatesOf = (page: Page, type: string) =>
  page.getByRole('group', { name: `Entrances for ${type}` })

/** Expects the warning about the first price of 0 only after the price field was visited. */
export async function expectZeroWarning(page: Page): Promise<void> {
  const words =
    "At KES 0 it sells only with a paid ticket. If it is free, choose 'This ticket is free'."
  const warning = page.getByText(words, { exact: true })
  expect(await warning.count()).toBe(0)
  await field(page, 'Price (KES)').focus()
  await page.keyboard.press('Tab')
  await warning.waitFor()
}

/** Expects that the error box at the top has focus and contains exactly this text. */
export async function expectProblem(page: Page, text: string): Promise<void> {
  const box = alert(page)
  const read = () =>
    box.evaluate((it) => [it.querySelector('p')?.textContent, it === document.activeElement])
  await expect.poll(read).toEqual([text, true])
  const edge = await box.evaluate((it) => getComputedStyle(it.firstElementChild!).borderColor)
  expect(edge).toBe('rgb(176, 30, 30)')
}

/** Returns the names of the fields that are marked as missing or wrong. */
export function marked(page: Page): Promise<string[]> {
  return page
    .locator('main form [aria-invalid=true]')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name))
}

/**
 * Expects that every missing field is marked, visibly and for screen readers, until the field is
 * edited.
 */
export async function expectMarks(page: Page): Promise<void> {
  const missing = ['title', 'date', 'time', 'location', 'price', 'image']
  expect(await marked(page)).toEqual(missing)
  const title = field(page, 'Title')
  const look = () =>
    title.evaluate((input) => [
      getComputedStyle(input).borderColor,
      getComputedStyle(input.previousElementSibling!, '::after').content,
    ])
  await expect.poll(look).toEqual(['rgb(176, 30, 30)', '" · required" / ""'])
  await title.fill('C')
  // The colour changes one frame later.
  await expect.poll(look).not.toContain('rgb(176, 30, 30)')
  expect(await marked(page)).toEqual(missing.slice(1))
  await title.fill('')
  expect(await marked(page)).toEqual(missing.slice(1))
  await expectWaysToMarks(page)
}

/** The name of the field that has the focus. */
export const focusedName = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement).name)

/**
 * Expects that the error box has a button for each step that contains marked fields. The button
 * must lead to the step's first marked field.
 */
async function expectWaysToMarks(page: Page): Promise<void> {
  const ways = alert(page).getByRole('button')
  expect(await ways.allInnerTexts()).toEqual(['Go to Basic Information', 'Go to Event Image'])
  for (const [at, name] of ['date', 'image'].entries()) {
    await ways.nth(at).click()
    await expect.poll(() => focusedName(page)).toBe(name)
  }
}

/**
 * Expects the event's page after a save, with a report of the changes and a link back to the form.
 */
export async function expectLanded(
  visitor: Visitor,
  { id, title, words, form }: { id: string; title?: string; words: string; form?: string },
): Promise<void> {
  const { page } = visitor
  await page.waitForURL(`**/organizer/events/${id}`)
  await page.getByRole('status').getByText(words, { exact: true }).waitFor()
  if (title) await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const edit = page.getByRole('link', { name: 'Edit', exact: true })
  expect(await edit.getAttribute('href')).toBe(form ?? `/organizer/events/edit/${id}`)
}

/**
 * Expects that sections are shown as steps, required fields are marked, and technical fields are
 * hidden.
 */
export async function expectSteps(page: Page): Promise<void> {
  const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('button')
  expect(await steps.allInnerTexts()).toEqual([
    expect.stringMatching(/^1\s+Basic Information$/),
    expect.stringMatching(/^2\s+Event Image$/),
    expect.stringMatching(/^3\s+Ticket Types$/),
    expect.stringMatching(/^4\s+Gate Assignment$/),
  ])
  await field(page, 'Title').fill('C')
  expect((await steps.allInnerTexts()).slice(2)).toEqual([
    expect.stringMatching(/^Done:\s+Ticket Types$/),
    expect.stringMatching(/^Done:\s+Gate Assignment$/),
  ])
  await field(page, 'Title').fill('')
  const markOf = (label: string) =>
    field(page, label).evaluate(
      (input) => getComputedStyle(input.previousElementSibling!, '::after').content,
    )
  expect(await markOf('Title')).toBe('" *" / ""')
  expect(await markOf('Expected Attendees')).toBe('none')
  // The bar at the top must not cover the step to which a button leads.
  await steps.nth(2).click()
  const bar = (await page.getByRole('banner').boundingBox())!
  const step = (await page.getByRole('heading', { name: 'Ticket Types' }).boundingBox())!
  expect(step.y).toBeGreaterThan(bar.y + bar.height)
  expect(await field(page, 'Type Offset').isVisible()).toBe(false)
  await page.getByRole('group', { name: 'Ticket type 1' }).getByText('Advanced').click()
  expect(await field(page, 'Type Offset').isVisible()).toBe(true)
  await page.getByText('Name in an SMS: GSM-7, 8 characters, 1 part', { exact: true }).waitFor()
}

/**
 * Expects that the form's buttons are in view, except in a very low window, and do not cover
 * the field with the focus.
 */
export async function expectFoot(page: Page): Promise<void> {
  const read = () =>
    page.evaluate(() => {
      const foot = document.querySelector('.form-foot')!.getBoundingClientRect()
      const focused = document.activeElement!.getBoundingClientRect()
      return { isInView: foot.bottom <= innerHeight, isCovered: focused.bottom > foot.top }
    })
  await field(page, 'Title').focus()
  for (let steps = 0; steps < 15; steps++) {
    await page.keyboard.press('Tab')
    const name = await focusedName(page)
    await expect.poll(read, { message: name }).toEqual({ isInView: true, isCovered: false })
  }
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 740, height: 340 })
  await expect.poll(read).toMatchObject({ isInView: false })
  await page.setViewportSize(size)
}

/** Checks the missing fields that the Publish button lists, and publishes. */
export async function expectPublished(visitor: Visitor, shop: Shop, title: string): Promise<void> {
  const { page } = visitor
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const free = 'All tickets cost KES 0, and none is ticked as free.'
  const missing = `Not public yet. Still missing: a description. ${free}`
  await page.getByText(missing, { exact: true }).waitFor()
  expect(await link('Share').count()).toBe(0)
  await expectSoundPage(visitor, shop)
  await link('Preview').click()
  await page.getByText(/^Preview\. Visitors see this page/).waitFor()
  await page.getByRole('region', { name: 'Tickets' }).getByText('Standard').waitFor()
  await expectSoundPage(visitor, shop)
  await link('Back').click()
  await button(page, 'Publish').click()
  await page.getByRole('dialog').getByText(free).waitFor()
  await button(page, 'Publish anyway').click()
  await page
    .getByRole('dialog', { name: 'Standard costs KES 0. Free, or was the price forgotten?' })
    .waitFor()
  await button(page, 'Only with a paid ticket').click()
  await page.getByText('Your event is public now. Invite people:', { exact: true }).waitFor()
  expect((await readEvent(shop, title))!.is_published).toBe(true)
  await page.getByRole('region', { name: 'WhatsApp and Instagram' }).waitFor()
  await expectSoundPage(visitor, shop)
  await link('Overview').click()
  await page.locator('main header').getByText('Published', { exact: true }).waitFor()
  expect(await link('Share').count()).toBe(1)
  await page.getByRole('link', { name: 'View Event Page →' }).waitFor()
  await button(page, 'More actions').click()
  await button(page, 'Reschedule').waitFor()
  await page.keyboard.press('Escape')
  expect(await button(page, 'Reschedule').count()).toBe(0)
}

/** Expects that the choice that loses no data has focus and is highlighted. */
export async function expectStayIsSafe(page: Page): Promise<void> {
  const looks = ['Stay', 'Leave'].map((name) =>
    button(page, name).evaluate((one) => {
      return [getComputedStyle(one).backgroundColor, one === document.activeElement]
    }),
  )
  expect(await Promise.all(looks)).toEqual([
    ['rgb(180, 67, 12)', true],
    ['rgba(0, 0, 0, 0)', false],
  ])
}

export async function fillBasics(page: Page, title: string): Promise<void> {
  await field(page, 'Title').fill(title)
  await field(page, 'Date').fill('2027-03-14')
  await field(page, 'Time').fill('15:30')
  await field(page, 'Location').fill('Nyayo Stadium, Nairobi')
  await field(page, 'Starting Price (KES)').fill('100')
}

let poster: Promise<Buffer> | undefined

/** Chooses a typical photo. */
export async function chooseImage(page: Page): Promise<void> {
  poster ??= sharp({ create: { width: 800, height: 450, channels: 3, background: '#b4430c' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: await poster })
}

/**
 * Fills in a new draft, except its ticket type. Returns its title: `name` and a unique word.
 */
export async function beginDraft(page: Page, name: string): Promise<string> {
  const title = `${name} ${randomUUID().slice(0, 8)}`
  await page.goto('/organizer/drafts/new')
  await fillBasics(page, title)
  await chooseImage(page)
  return title
}

/** Expects the chosen image first as a preview, and after the upload as the stored image. */
export async function expectUpload(page: Page): Promise<void> {
  const upload = await holdCalls(page, UPLOADS)
  await chooseImage(page)
  await page.getByText('Uploading...', { exact: true }).waitFor()
  await page.getByRole('progressbar', { name: 'Uploading the image' }).waitFor()
  await expect.poll(() => preview(page).getAttribute('src')).toMatch(/^data:image/)
  upload.release()
  await expect.poll(() => preview(page).getAttribute('src')).toMatch(/-800\.webp$/)
  await page.getByText('Choose another image', { exact: true }).waitFor()
}

export function preview(page: Page): Locator {
  return page.getByAltText('As visitors will see it')
}

/** Inserts an event that can be edited. Editing requires a picture. */
export async function buildEditable({ db }: Shop, title: string): Promise<BuiltEvent> {
  const types = [{ name: 'Standard' }, { name: 'Premium' }]
  const event = await buildEvent(db, { title: `${title} ${randomUUID().slice(0, 8)}`, types })
  const picture = db.selectFrom('event').select('image_key').where('id', '=', LAKE_DERBY)
  await db.updateTable('event').set({ image_key: picture }).where('id', '=', event.id).execute()
  return event
}

/** Places an order of two tickets of the second type. The buyer has not entered the PIN. */
export async function placeOrder(shop: Shop, event: BuiltEvent): Promise<void> {
  const answer = await fetch(`${shop.origin}/api/functions/mpesa`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify(orderFor(event, [0, 2])),
  })
  expect(answer.status).toBe(202)
}

export function readEvent({ db }: Shop, title: string) {
  return db.selectFrom('event').selectAll().where('title', '=', title).executeTakeFirst()
}

/** Adds the first entrance of an event without gates, and removes it again. */
export async function expectFirstEntrance(page: Page): Promise<void> {
  expect(await page.getByText('Gate Assignment').count()).toBe(0)
  await button(page, 'Add an entrance').click()
  await page.getByRole('heading', { name: 'Gate Assignment' }).waitFor()
  await expect.poll(() => focusedName(page)).toBe('gates.0.name')
  await button(page, 'Create Event').click()
  await button(page, 'Go to Gate Assignment').click()
  await expect.poll(() => focusedName(page)).toBe('gates.0.name')
  await field(page, 'Entrance 1').fill('River door')
  await gatesOf(page, 'Standard').getByLabel('River door').check()
  await button(page, 'Remove River door').click()
  expect(await page.getByText('Gate Assignment').count()).toBe(0)
}
