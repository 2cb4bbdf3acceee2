// spec: payout-mistaken-date
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { requestedPayout } from './requested-payout.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

/** Builds an event on March 14, 2027 whose money waits for a date in 2029, typed by mistake. */
async function mistypedEvent(): Promise<string> {
  const { db } = shop
  const { eventId } = await requestedPayout(shop, '2027-03-14')
  const plan = { payout_release: 'after_event' }
  await db.updateTable('event').set(plan).where('id', '=', eventId).execute()
  const place = { old_time: '15:00', new_time: '15:00', old_location: 'A', new_location: 'A' }
  const announced_at = new Date(Date.now() - 20 * 86_400_000)
  await db
    .insertInto('event_change')
    .values({
      ...{ ...place, old_date: '2029-03-14', new_date: '2027-03-14', id: randomUUID() },
      ...{ event_id: eventId, notify_buyers: true, announced_at, request_until: announced_at },
    })
    .execute()
  return eventId
}

test.each(SIZES)(
  'an admin takes a mistaken date out on the statement on $name',
  async ({ size }) => {
    const eventId = await mistypedEvent()
    const visitor = await newColleague(browser, shop, { who: 'admin', size })
    const { page } = visitor
    await page.goto(`/organizer/events/${eventId}/statement`)
    const held = page.getByText(
      'All of it stays with us until Thu, Mar 15, 2029, 6:00 AM, because the event was planned for March 14, 2029',
    )
    await held.waitFor()
    await held.scrollIntoViewIfNeeded()
    await expectSoundPage(visitor, shop)
    await page.getByRole('button', { name: 'March 14, 2029 was a mistake' }).click()
    const form = page.getByRole('dialog', { name: 'Was March 14, 2029 a mistake?' })
    await form.getByLabel('Reason').fill('A colleague typed 2029 for 2027')
    await expectSoundState(visitor, shop)
    await form.getByRole('button', { name: 'Take it out' }).click()
    await page
      .getByRole('alert')
      .getByText('The money no longer waits for March 14, 2029')
      .waitFor()
    await page.getByText('All of it stays with us until Mon, Mar 15, 2027, 6:00 AM').waitFor()
    expect(await page.getByRole('button', { name: 'March 14, 2029 was a mistake' }).count()).toBe(0)
    await visitor.context.close()
  },
)
