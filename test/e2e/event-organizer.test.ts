import { expect, test } from 'vitest'
import { buildEditable, button, expectLanded, expectProblem, field, marked } from './event-form.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP } from './visitor.ts'

test('an event that has sold keeps its organizer, and the field says so', async () => {
  const { shop, browser } = await oneShop()
  const visitor = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const { page } = visitor
  const event = await buildEditable(shop, 'Owned')
  const { db } = shop
  const organizer = db.selectFrom('account').select('id').where('role', '=', 'organizer').limit(1)
  const owned = { organizer_id: organizer }
  await db.updateTable('event').set(owned).where('id', '=', event.id).execute()
  const sold = { first_sold_at: new Date() }
  await db.updateTable('ticket_type').set(sold).where('event_id', '=', event.id).execute()
  await page.goto(`/organizer/events/edit/${event.id}`)
  const choice = page.locator('[name=organizer_id]')
  const before = await choice.inputValue()
  await choice.selectOption('')
  await button(page, 'Update Event').click()
  const refusal =
    'This event has sold tickets, so it keeps its organizer. Its organizer can add people to the team.'
  await expectProblem(page, refusal)
  expect(await marked(page)).toEqual(['organizer_id'])
  const id = await choice.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${id}"]`).textContent()).toBe(refusal)
  await expectSoundPage(visitor, shop)
  await choice.selectOption(before)
  await field(page, 'Title').fill(`Still ${event.title}`)
  await button(page, 'Update Event').click()
  await expectLanded(visitor, { id: event.id, title: `Still ${event.title}`, words: 'Saved' })
  await visitor.context.close()
})
