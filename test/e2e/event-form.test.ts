import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { DASHBOARD } from './entrance.ts'
import {
  alert,
  buildEditable,
  button,
  chooseImage,
  expectFirstEntrance,
  expectFoot,
  expectLanded,
  expectMarks,
  expectProblem,
  expectPublished,
  expectStayIsSafe,
  expectSteps,
  expectUpload,
  expectZeroWarning,
  field,
  fillBasics,
  gatesOf,
  marked,
  placeOrder,
  preview,
  readEvent,
  row,
  SAVED,
  UPLOADS,
} from './event-form.ts'
import { findFaults } from './inspect-page.ts'
import { answerCalls, goTo, holdCalls, newColleague, pressAndWait } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundHalf, expectSoundPage } from './sound-page.ts'
import { ON_LAPTOP, type PHONE, TODAYS_SIZES, type Visitor } from './visitor.ts'

const REQUIRED = 'Please fill in all required fields and upload an image'
const INCOMPLETE = 'Please complete all ticket type information'
const EVENTS = '**/organizer/events'

const { shop, browser } = await oneShop()
let visitor: Visitor
let page: Page

const words = (text: string) => page.getByText(text, { exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const editPath = ({ id }: { id: string }) => `/organizer/events/edit/${id}`

async function enter(size: typeof PHONE) {
  visitor = await newColleague(browser, shop, { who: 'admin', size })
  page = visitor.page
  return () => visitor.context.close()
}

for (const { name, size } of TODAYS_SIZES) {
  describe(`creating on ${name}`, () => {
    beforeEach(() => enter(size))

    // spec: event-form-sections-basic, event-form-create-update, image-uploaded-once
    // spec: event-form-required-fill, ticket-type-complete-information, input-bounds-price-min
    // spec: least-type-remains-remove, image-hint-png, price-0-warned, event-form-marks-all
    // spec: event-form-lands-event, event-form-steps, event-form-foot
    test('sections, defaults, bounds and texts are as specified, and every step leads to an event', async () => {
      await page.goto('/organizer/events/create')
      const sections = page.getByRole('heading', { level: 2 })
      await sections.first().waitFor()
      expect(await sections.allTextContents()).toEqual([
        'Basic Information',
        'Event Image',
        'Ticket Types',
        'Gate Assignment',
      ])
      await expectSteps(page)
      await expectFoot(page)
      await expectDefaults()
      await button(page, 'Create Event').click()
      await expectProblem(page, REQUIRED)
      await expectMarks(page)
      await expectSoundHalf(visitor, shop)
      const title = `Cup ${randomUUID().slice(0, 8)}`
      await fillBasics(page, title)
      expect(await marked(page)).toEqual(['image'])
      await button(page, 'Create Event').click()
      await expectProblem(page, REQUIRED)
      await expectUpload(page)
      expect(await marked(page)).toEqual([])
      await expectTypesComeAndGo()
      await publishWithQuestion()
      await page.waitForURL(SAVED)
      const event = await readEvent(shop, title)
      expect(event).toMatchObject({ is_published: true, price_cents: 25_000, date: '2027-03-14' })
      await expectLanded(visitor, { id: event!.id, title, words: 'Saved' })
      const shown = await visitor.context.request.get(`/event/${event!.id}`)
      expect(await shown.text()).toContain(title)
      expect(visitor.faults).toEqual([])
    })

    async function expectDefaults(): Promise<void> {
      for (const [label, value] of Object.entries({
        Name: 'Standard',
        Description: 'Regular admission',
        'Price (KES)': '0',
        Quantity: '100',
        'Max Per Order': '4',
        'Type Offset': '0',
      })) {
        expect(await row(page, 1).getByLabel(label, { exact: true }).inputValue()).toBe(value)
      }
      const bounds = async (label: string) => {
        const input = field(page, label)
        return Promise.all(['min', 'max', 'step'].map((bound) => input.getAttribute(bound)))
      }
      expect(await bounds('Price (KES)')).toEqual(['0', null, '0.01'])
      expect(await bounds('Starting Price (KES)')).toEqual(['0', null, '0.01'])
      expect(await bounds('Quantity')).toEqual(['1', null, null])
      expect(await bounds('Max Per Order')).toEqual(['1', null, null])
      expect(await bounds('Type Offset')).toEqual(['0', '7', null])
      expect(await bounds('Expected Attendees')).toEqual(['0', null, null])
      await words('PNG, JPG, GIF up to 10MB').waitFor()
      await expectZeroWarning(page)
      expect(await page.getByText('At a starting price of 0').count()).toBe(0)
      expect(await button(page, /^Remove/).count()).toBe(0)
    }

    async function expectTypesComeAndGo(): Promise<void> {
      await button(page, 'Add Ticket Type').click()
      const second = row(page, 2)
      const its = second.getByLabel('Name')
      expect(await its.evaluate((input) => input === document.activeElement)).toBe(true)
      expect(await its.inputValue()).toBe('')
      expect(await second.getByLabel('Type Offset').inputValue()).toBe('1')
      await button(page, 'Create Event').click()
      await expectProblem(page, INCOMPLETE)
      expect(await its.getAttribute('aria-invalid')).toBe('true')
      expect(await marked(page)).toEqual(['name-1'])
      await its.fill('VIP')
      expect(await marked(page)).toEqual([])
      await gatesOf(page, 'VIP').getByLabel('Gate B').check()
      await button(page, 'Remove Standard').click()
      expect(await button(page, /^Remove/).count()).toBe(0)
      for (let n = 2; n <= 8; n++) await button(page, 'Add Ticket Type').click()
      await page.getByText(/up to eight ticket types/).waitFor()
      await button(page, 'Add Ticket Type').click({ force: true })
      expect(await page.getByRole('group', { name: /^Ticket type \d/ }).count()).toBe(8)
      expect(await findFaults(page, 'too wide')).toEqual([])
      const another = button(page, /^Remove ticket type/)
      while ((await another.count()) > 0) await another.first().click()
    }

    async function publishWithQuestion(): Promise<void> {
      await field(page, 'Published').check()
      await button(page, 'Create Event').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('All tickets cost KES 0').waitFor()
      await expectSoundHalf(visitor, shop)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await button(page, 'Create Event').click()
      await dialog.getByRole('button', { name: 'Go back' }).click()
      await row(page, 1).getByLabel('Price (KES)').fill('250')
      const call = /\/api\/events$/
      await pressAndWait(page, { name: 'Create Event', busy: 'Creating...', call })
    }
  })
}

for (const { name, size } of ON_LAPTOP) {
  describe(`creating on ${name}`, () => {
    beforeEach(() => enter(size))

    // spec: event-form-sections-basic, event-form-red-box, image-uploaded-once, form-entrances
    // spec: event-fetch-save-error, event-form-lands-event, event-page-actions
    test('a failure is explained and loses no input, and without gates there is no assignment', async () => {
      const none = { json: { data: [], next_cursor: null } }
      await answerCalls(page, /\/api\/gates$/, none)
      await page.goto('/organizer/events/create')
      await heading('Ticket Types').waitFor()
      await expectFirstEntrance(page)
      const title = `Tried ${randomUUID().slice(0, 8)}`
      await fillBasics(page, title)
      await field(page, 'Starting Price (KES)').fill('0')
      await words('At a starting price of 0 this event looks free.').waitFor()
      await page.route(UPLOADS, (route) => route.abort())
      await chooseImage(page)
      await expectProblem(page, 'Failed to upload image')
      await words("Not uploaded yet. We'll try again when you save.").waitFor()
      await expectSoundPage(visitor, shop)
      await page.unrouteAll()
      const save = /\/api\/events$/
      await answerCalls(page, save, { status: 500, json: {} })
      await button(page, 'Create Event').click()
      await expectProblem(page, 'Failed to save event')
      expect(await preview(page).getAttribute('src')).toMatch(/webp$/)
      await answerCalls(page, save, { status: 422, json: { error: 'date must be a day.' } })
      await button(page, 'Create Event').click()
      await expectProblem(page, 'date must be a day.')
      await page.unrouteAll()
      await button(page, 'Create Event').click()
      await page.waitForURL(SAVED)
      const { id, is_published } = (await readEvent(shop, title))!
      expect(is_published).toBe(false)
      await expectLanded(visitor, { id, title, words: 'Saved as a draft' })
      await expectPublished(visitor, shop, title)
    })
  })

  // spec: event-form-red-box
  test(`other roles are led from the form to the dashboard, on ${name}`, async () => {
    const event = await buildEditable(shop, 'Not for all')
    const organizer = await newColleague(browser, shop, { who: 'organizer', size })
    for (const path of ['/organizer/events/create', editPath(event)]) {
      await organizer.page.goto(path)
      await organizer.page.waitForURL(DASHBOARD)
      await organizer.page.getByRole('heading', { name: 'Welcome back' }).waitFor()
      expect(await organizer.page.getByText('Basic Information').count()).toBe(0)
    }
    await organizer.context.close()
  })

  describe(`editing on ${name}`, () => {
    beforeEach(() => enter(size))

    // spec: event-form-red-box, event-fetch-save-error
    test('an event that does not exist, or fails to load, is explained', async () => {
      const event = await buildEditable(shop, 'Late')
      await page.goto(editPath({ id: randomUUID() }))
      await page.getByRole('alert').getByText('Event not found', { exact: true }).waitFor()
      const one = new RegExp(`/api/events/${event.id}$`)
      await answerCalls(page, one, { status: 500, json: {} })
      const held = await holdCalls(page, one)
      await page.goto(editPath(event))
      await page.getByRole('status').filter({ hasText: 'Loading event...' }).waitFor()
      held.release()
      await page.getByRole('alert').getByText('Failed to fetch event', { exact: true }).waitFor()
      await expectSoundPage(visitor, shop)
      await page.unrouteAll()
      await button(page, 'Try again').click()
      expect(await field(page, 'Title').inputValue()).toBe(event.title)
    })

    // spec: event-form-create-update, event-form-editing-removed, event-form-lands-event
    // spec: form-starting-price
    test('a type with a hold is kept, and the history records the change', async () => {
      const event = await buildEditable(shop, 'Kept')
      await placeOrder(shop, event)
      await page.goto(editPath(event))
      expect(await field(page, 'Date').inputValue()).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      await words('0 sold, 2 pending').waitFor()
      await button(page, 'Remove Premium').click()
      await page.getByText(/^Premium has sales .* so it is kept/).waitFor()
      await button(page, 'Keep Premium').click()
      await button(page, 'Remove Premium').click()
      expect(await field(page, 'Location').isEditable()).toBe(false)
      await row(page, 1).getByLabel('Price (KES)', { exact: true }).fill('700')
      expect(await field(page, 'Starting Price (KES)').inputValue()).toBe('700')
      const call = new RegExp(`/api/events/${event.id}$`)
      await pressAndWait(page, { name: 'Update Event', busy: 'Updating...', call })
      await expectLanded(visitor, { ...event, words: 'Saved' })
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await page.getByText(/^Premium was removed but is kept/).waitFor()
      const history = page.getByRole('table', { name: 'Changes to this event' })
      await history.getByText(/^Changed the starting price of /).waitFor()
      await history.getByText(/^Removed the ticket type /).waitFor()
      expect(await history.getByText('admin@lango.test').count()).toBeGreaterThan(1)
      await expectSoundPage(visitor, shop)
    })

    // spec: admins-once-second
    test('if two admins edit an event, the second one sees the conflict and loses no input', async () => {
      const event = await buildEditable(shop, 'Derby')
      await page.goto(editPath(event))
      await field(page, 'Title').waitFor()
      const [first, second] = [`First ${event.title}`, `Second ${event.title}`]
      // In the meantime an admin saves the event in another browser. Other tests cover which fields
      // a save stores.
      await shop.db
        .updateTable('event')
        .set({ title: first, updated_at: new Date() })
        .where('id', '=', event.id)
        .execute()

      await field(page, 'Title').fill(second)
      await button(page, 'Update Event').click()
      await expectProblem(page, 'Someone else has saved this event since you opened it.')
      await alert(page).getByText('differ in: title.').waitFor()
      await expectSoundPage(visitor, shop)
      expect(await field(page, 'Title').inputValue()).toBe(second)
      await button(page, 'Load their version').click()
      expect(await field(page, 'Title').inputValue()).toBe(first)
      await words('Their version is loaded now.').waitFor()
      await button(page, 'Restore what I typed').click()
      expect(await field(page, 'Title').inputValue()).toBe(second)
      await button(page, 'Update Event').click()
      await field(page, 'Sold out').check()
      await button(page, 'Save mine over theirs').click()
      await page.getByRole('dialog').getByText('It is marked as sold out.').waitFor()
      await button(page, 'Publish anyway').click()
      await expectLanded(visitor, { id: event.id, title: second, words: 'Saved' })
      expect(await readEvent(shop, second)).toBeDefined()
    })

    // spec: event-form-create-update, was-typed-not, stay-is-safe
    test('unsaved input is lost only after a question, and without changes there is no question', async () => {
      const event = await buildEditable(shop, 'Slip')
      await page.goto(editPath(event))
      await field(page, 'Title').waitFor()
      await page.getByRole('link', { name: 'Cancel' }).click()
      await page.waitForURL(EVENTS)
      await page.getByRole('table', { name: 'Events' }).waitFor()
      await page.goBack()
      await field(page, 'Title').fill('Half a title')
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
      await goTo(page, 'Tickets')
      await dialog.getByText('Your changes on this page have not been saved.').waitFor()
      await expectStayIsSafe(page)
      await dialog.getByRole('button', { name: 'Stay' }).click()
      expect(await field(page, 'Title').inputValue()).toBe('Half a title')
      const asked = page.waitForEvent('dialog')
      const closing = page.close({ runBeforeUnload: true })
      expect((await asked).type()).toBe('beforeunload')
      await (await asked).dismiss()
      await closing
      await page.getByRole('link', { name: 'Cancel' }).click()
      await expectSoundPage(visitor, shop)
      await dialog.getByRole('button', { name: 'Leave' }).click()
      await page.waitForURL(EVENTS)
    })
  })
}
