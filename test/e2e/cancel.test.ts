import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { buyTickets, claimTo } from './bought-tickets.ts'
import { fakeClock } from './held-clock.ts'
import { answerCalls, newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { readSms } from './sms.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, newVisitor, PHONE } from './visitor.ts'

const { shop, browser } = await oneShop()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const buildDerby = (title: string): Promise<BuiltEvent> =>
  buildEvent(shop.db, { title, date: '2027-12-12', types: [{ name: 'Terrace', price: 300 }] })

// spec: cancel-dialog, cancel-public-page
test('an admin cancels an event, and its page shows the state of the refunds', async () => {
  const event = await buildDerby('Derby of the Cancelled')
  const bought = [await buyTickets(shop, event, [2]), await buyTickets(shop, event, [1])]
  const admin = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const { page } = admin
  await page.goto(`/organizer/events/${event.id}`)
  await press(page, 'More actions')
  await press(page, 'Cancel event')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('KES 900 will be refunded (2 orders, 3 tickets).').waitFor()
  await dialog.getByText(/^Refund float: /).waitFor()
  await dialog
    .getByText(/^Derby of the Cancelled is cancelled\. KES \d+ will be refunded by /)
    .waitFor()
  const cancel = dialog.getByRole('button', { name: 'Cancel event and refund KES 900' })
  const { width, height } = page.viewportSize()!
  await page.setViewportSize(PHONE)
  await cancel.click()
  const refusal = dialog.getByText("This is not the event's name. Type it as shown above.")
  await refusal.waitFor()
  const [said, above] = [await refusal.boundingBox(), await cancel.boundingBox()]
  expect(said!.y + said!.height, 'the buttons cover no error').toBeLessThan(above!.y)
  await page.setViewportSize({ width, height })
  await dialog.getByLabel(/^Type the event's name/).fill('Derby of the Cancelled')
  await cancel.click()
  await page.getByRole('heading', { name: 'This event is cancelled' }).waitFor()
  await page.getByText('of 2 orders refunded · 2 buyers notified').waitFor()
  await expectSoundPage(admin, shop)
  await press(page, 'Pause')
  await dialog
    .getByText(/Refunds that are under way or that M-PESA already has still go out\.$/)
    .waitFor()
  await expectSoundState(admin, shop)
  await dialog.getByRole('button', { name: 'Pause refunds' }).click()
  await page.getByText('Refunds are paused').waitFor()
  // Check the visitor's page while refunds are paused, because its text about refunds changes once
  // all refunds are done.
  const visitor = await newVisitor(browser, shop, { size: PHONE })
  await visitor.page.goto(`/event/${event.id}`)
  await visitor.page.getByText('This event is cancelled').first().waitFor()
  await visitor.page.getByText(/will be refunded by \w+ \d+, \d{4}, to the M-PESA number/).waitFor()
  expect(await visitor.page.content()).toContain('https://schema.org/EventCancelled')
  await expectSoundState(visitor, shop)
  await press(page, 'Resume')
  await page.getByText('Refunding…').waitFor()
  for (const { phone } of bought) {
    const text = await readSms(shop, phone, /is cancelled/)
    expect(text).toMatch(/^Derby of the Cancelled is cancelled\. KES \d+ will be refunded by /)
  }
  await admin.context.close()

  await visitor.page.goto('/')
  expect(await visitor.page.getByText('Derby of the Cancelled').count()).toBe(0)
  await visitor.context.close()
})

// spec: day-cancelled-office, day-cancelled-paused
test('a cancelled day is confirmed, its figures load again, and page and form name it', async () => {
  const event = await buildEvent(shop.db, {
    title: 'Derby Weekend',
    days: [{ date: '2027-12-11' }, { date: '2027-12-12' }],
    types: [
      { name: 'Saturday', price: 300, days: [1] },
      { name: 'Sunday', price: 400, days: [2] },
    ],
  })
  const { phone } = await buyTickets(shop, event, [0, 2])
  await buyTickets(shop, event, [1, 0])
  const admin = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const { page } = admin
  await page.goto(`/organizer/events/${event.id}`)
  await page.getByText('1,100').first().waitFor()
  await press(page, 'More actions')
  await press(page, 'Cancel event')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Which day?').selectOption('2')
  await dialog.getByLabel(/^Type the event's name/).fill('Derby Weekend')
  await dialog.getByRole('button', { name: 'Cancel this day' }).click()
  await page.getByText('Sunday, December 12, 2027 is cancelled. The buyer is notified.').waitFor()
  await page.getByText('Cancelled: Sun, Dec 12, 2027').waitFor()
  await page.getByText('1,100').first().waitFor({ state: 'detached' })
  expect(await readSms(shop, phone, /is cancelled/)).toContain('Sun 12 Dec')
  await expectSoundPage(admin, shop)
  // As if the admin had paused before the last buyer.
  const paused = { date: '2027-12-12', state: 'paused', buyers: 1, notified: 0 }
  await answerCalls(page, /\/days\/2\/cancellation$/, { status: 200, json: paused })
  await page.reload()
  const refunds = page.getByRole('region', { name: 'Sunday, December 12, 2027 is cancelled' })
  await refunds.getByText('Refunds are paused').waitFor()
  await expectSoundPage(admin, shop)
  await refunds.getByText('1 buyer has no SMS yet. Their tickets already say').waitFor()
  await refunds.getByRole('button', { name: 'Resume' }).click()
  await page.unrouteAll()
  await refunds.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('group', { name: 'Day 2 · Cancelled', exact: true }).waitFor()
  expect(await page.getByLabel('Sun, Dec 12, 2027 (cancelled)').count()).toBe(2)
  await admin.context.close()
})

// spec: reschedule-dialog, reschedule-page, reschedule-cost
test('an admin reschedules an event, and a buyer requests the refund by the link', async () => {
  const event = await buildDerby('Derby of the Moved')
  const { phone, tickets } = await buyTickets(shop, event, [1])
  const admin = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const { page } = admin
  await fakeClock(page)
  await page.goto(`/organizer/events/${event.id}`)
  await press(page, 'More actions')
  await press(page, 'Reschedule')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New date').fill('2027-12-20')
  await dialog.getByText('at most KES 300 (1 order, 1 ticket).').waitFor()
  await dialog.getByText('This takes effect at once.').waitFor()
  await dialog.getByText(/^Derby of the Moved: new date Mon 20 Dec 3PM \(was 12 Dec\)/).waitFor()
  await dialog.getByRole('button', { name: 'Reschedule and notify 1 buyer' }).click()
  await dialog.waitFor({ state: 'detached' })
  const told = 'Rescheduled to Monday, December 20, 2027. The buyer is notified.'
  await page.getByText(told).waitFor()
  // The reschedule is complete, so the page must stop polling.
  const polls: string[] = []
  page.on('request', (request) => polls.push(request.url()))
  await page.clock.runFor(10_000)
  expect(polls.filter((url) => url.endsWith('/reschedule'))).toEqual([])

  const link = /http\S+\/r\/\w+$/.exec(
    await readSms(shop, phone, /new date Mon 20 Dec 3PM \(was 12 Dec\)/),
  )![0]
  const visitor = await newVisitor(browser, shop, { size: PHONE })
  await visitor.page.goto(`/event/${event.id}`)
  const moved = 'New date: December 20, 2027 (was December 12)'
  const notice = await visitor.page.getByText(moved).boundingBox()
  expect(notice!.y).toBeGreaterThan(0)
  expect(notice!.y + notice!.height).toBeLessThan(PHONE.height / 2)
  await visitor.page.goto(`/t/${tickets[0]!.ticket_number}`)
  await visitor.page.getByText('Was: December 12, 2027, 3:00 PM').waitFor()
  await visitor.page.goto(new URL(link).pathname)
  await visitor.page
    .getByRole('heading', { name: 'Derby of the Moved has been rescheduled' })
    .waitFor()
  await expectSoundPage(visitor, shop)
  await visitor.page.getByText(/^Your KES 300 for Derby of the Moved will be refunded by/).waitFor()
  await visitor.page.getByRole('button', { name: claimTo('KES 300', phone) }).click()
  await visitor.page.getByText('Your refund is on its way.').waitFor()
  await visitor.page.reload()
  await visitor.page.getByText('Your refund is on its way.').waitFor()
  await expectSoundState(visitor, shop)
  await readSms(shop, phone, /^Your KES 300 for Derby of the Moved will be refunded by/)
  // A second reschedule on the same page has its own texts. They mention no buyer, because the only
  // buyer was refunded.
  await press(page, 'More actions')
  await press(page, 'Reschedule')
  await dialog.getByLabel('New date').fill('2027-12-21')
  await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click()
  await page.getByText('Rescheduled to Tuesday, December 21, 2027.').waitFor()
  await admin.context.close()
  await visitor.context.close()
})

// spec: reschedule-form
test('the event form opens the dialog for rescheduling, and keeps what was typed', async () => {
  const event = await buildDerby('Derby of the Form')
  const [sample] = await shop.db
    .selectFrom('event')
    .select('image_key')
    .where('image_key', 'is not', null)
    .limit(1)
    .execute()
  await shop.db.updateTable('event').set(sample!).where('id', '=', event.id).execute()
  await buyTickets(shop, event, [1])
  const admin = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const { page } = admin
  await page.goto(`/organizer/events/edit/${event.id}`)
  const title = page.getByLabel('Title', { exact: false }).first()
  await title.fill('Derby of the Field')
  const place = page.getByLabel('Location', { exact: false }).first()
  expect(await place.isEditable()).toBe(false)
  await expectSoundPage(admin, shop)
  await place.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New location').fill('Kasarani')
  await dialog.getByLabel('Notify buyers by SMS and email').uncheck()
  await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click()
  await page.getByText('Rescheduled.').waitFor()
  expect(await place.inputValue()).toBe('Kasarani')
  await press(page, 'Update Event')
  await page.getByRole('heading', { name: 'Derby of the Field' }).first().waitFor()
  const readTell = async () =>
    (
      await shop.db
        .selectFrom('event_change')
        .select('notify_buyers')
        .where('event_id', '=', event.id)
        .execute()
    ).map((row) => row.notify_buyers)
  await expect.poll(readTell).toEqual([false])
  await admin.context.close()
})

/** An organizer requests a reschedule of the event on the page, and withdraws the request. */
async function expectMoveWithdrawn(page: Page): Promise<void> {
  await press(page, 'More actions')
  await press(page, 'Reschedule')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New date').fill('2027-12-20')
  await dialog.getByLabel('Reason').fill('The hall is taken')
  await dialog.getByRole('button', { name: 'Ask to reschedule' }).click()
  const waiting = page.getByRole('region', { name: 'Reschedule is waiting for approval' })
  await waiting.getByText(/^Now: .*\.$/).waitFor()
  await waiting.getByText(/^New: December 20, 2027, .*\.$/).waitFor()
  await waiting.getByText('Reason: The hall is taken').waitFor()
  await waiting.getByRole('button', { name: 'Withdraw' }).click()
  await waiting.waitFor({ state: 'detached' })
}

// spec: measure-dialog
test('an organizer asks to cancel a dear event, withdraws it, asks again, and an admin approves it', async () => {
  const types = [{ name: 'Box', price: 30_000 }]
  const event = await buildEvent(shop.db, { title: 'Derby of the Dear', types })
  const own = { organizer_id: SAMPLE_ACCOUNTS.organizer.id }
  await shop.db.updateTable('event').set(own).where('id', '=', event.id).execute()
  const { phone } = await buyTickets(shop, event, [1])
  await buyTickets(shop, event, [1])
  const organizer = await newColleague(browser, shop, { who: 'organizer', size: LAPTOP })
  const { page } = organizer
  await page.goto(`/organizer/events/${event.id}`)
  const dialog = page.getByRole('dialog')
  const ask = dialog.getByRole('button', { name: 'Ask to cancel and refund KES 60,000' })
  const waiting = page.getByRole('region', { name: 'Cancellation is waiting for approval' })
  const fill = async (reason: string) => {
    await press(page, 'More actions')
    await press(page, 'Cancel event')
    await dialog.getByLabel("Type the event's name: Derby of the Dear").fill(event.title)
    await dialog.getByLabel('Reason').fill(reason)
    await ask.click()
  }
  await fill('')
  await dialog.getByText('Give a reason: an admin reads it before approving this.').waitFor()
  await expectSoundState(organizer, shop)
  await dialog.getByLabel('Reason').fill('The hall is closed')
  await ask.click()
  await waiting.getByText('Reason: The hall is closed').waitFor()
  await page.getByText('Sales stopped', { exact: true }).waitFor()
  await expectSoundState(organizer, shop)
  await waiting.getByRole('button', { name: 'Withdraw' }).click()
  await waiting.waitFor({ state: 'detached' })
  await expectMoveWithdrawn(page)
  await fill('The artist is ill')
  await waiting.getByText('Reason: The artist is ill').waitFor()
  const admin = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  await admin.page.goto('/organizer/work-list')
  const row = admin.page.locator('[data-task]').filter({ hasText: 'Derby of the Dear' })
  await row.click()
  const panel = admin.page.getByRole('dialog')
  await panel.getByText(/requests the cancellation of this event: 'The artist is ill'/).waitFor()
  const approve = { name: 'Approve: refund KES 60,000' }
  await panel.getByText('More may go back than an organizer may refund alone').waitFor()
  await panel.getByRole('button', approve).click()
  for (const label of ['Taken from the organizer', "Event's balance", 'Paid out already']) {
    await panel.last().getByText(label, { exact: true }).waitFor()
  }
  await expectSoundState(admin, shop)
  await panel.last().getByRole('button', approve).click()
  await row.waitFor({ state: 'detached' })
  await readSms(shop, phone, /^Derby of the Dear is cancelled\. KES 30,000 will be refunded/)
  await admin.context.close()
  await organizer.context.close()
})
