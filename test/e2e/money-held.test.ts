// spec: event-money-promise
import { beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { buyTickets } from './bought-tickets.ts'
import { buildEditable, button } from './event-form.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, SIZES } from './visitor.ts'

const SENTENCE = 'Your money stays with us until the morning after the event'
const IN_SWAHILI = 'Pesa zako zinabaki kwetu hadi asubuhi baada ya tukio'

const { shop, browser } = await oneShop()
let held: BuiltEvent
let free: BuiltEvent
beforeAll(async () => {
  held = await buildHeld({ title: 'Sauti Night', types: [{ name: 'Standard', price: 800 }] })
  free = await buildHeld({ title: 'Open Day', types: [{ name: 'Standard', isFree: true }] })
})

async function buildHeld(spec: Parameters<typeof buildEvent>[1]): Promise<BuiltEvent> {
  const event = await buildEvent(shop.db, spec)
  const plan = { payout_release: 'after_event' }
  await shop.db.updateTable('event').set(plan).where('id', '=', event.id).execute()
  return event
}

describe.each(SIZES)('the page of an event on $name', ({ size }) => {
  test('promises that the money stays until the morning after, only if the event sells for money', async () => {
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    await page.goto(`/event/${held.id}`)
    expect(await page.getByText(SENTENCE, { exact: true }).count()).toBe(1)
    await expectSoundPage(visitor, shop)
    await page.goto(`/sw/event/${held.id}`)
    expect(await page.getByText(IN_SWAHILI, { exact: true }).count()).toBe(1)
    await page.goto(`/event/${free.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText(SENTENCE).count()).toBe(0)
    await visitor.context.close()
  })

  // spec: event-form-payouts
  test('the form proposes payouts after the event, and says when this cannot change', async () => {
    const visitor = await newColleague(browser, shop, { who: 'admin', size })
    const { page } = visitor
    await page.goto('/organizer/events/create')
    const payouts = page.getByRole('group', { name: 'Payouts' })
    expect(await payouts.getByLabel('After the event').isChecked()).toBe(true)
    await payouts.scrollIntoViewIfNeeded()
    const event = await buildEditable(shop, 'Planned')
    await page.goto(`/organizer/events/edit/${event.id}`)
    expect(await payouts.getByLabel('Any time').isChecked()).toBe(true)
    await payouts.getByLabel('After the event').check()
    await button(page, 'Update Event').click()
    const planOf = async () =>
      await shop.db
        .selectFrom('event')
        .select('payout_release')
        .where('id', '=', event.id)
        .executeTakeFirstOrThrow()
    await expect.poll(planOf).toEqual({ payout_release: 'after_event' })
    await buyTickets(shop, event, [1])
    await page.goto(`/organizer/events/edit/${event.id}`)
    await page.getByText('Tickets are sold on these terms; payouts stay after the event.').waitFor()
    expect(await page.locator('[name=payout_release]').count()).toBe(0)
    await expectSoundPage(visitor, shop)
    await visitor.context.close()
  })
})
