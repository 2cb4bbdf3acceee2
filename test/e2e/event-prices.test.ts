import { expect, test } from 'vitest'
import { buyTickets } from './bought-tickets.ts'
import { buildEditable, button, expectLanded, row } from './event-form.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { LAPTOP } from './visitor.ts'

test('the wheel changes no number, and a new price of a type that sold is confirmed', async () => {
  const { shop, browser } = await oneShop()
  const visitor = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const { page } = visitor
  const event = await buildEditable(shop, 'Priced')
  await buyTickets(shop, event, [1, 0])
  await page.goto(`/organizer/events/edit/${event.id}`)
  const price = row(page, 1).first().getByLabel('Price (KES)')
  await price.fill('1000')
  await price.hover()
  for (const turn of [100, -100, 300]) {
    await price.focus()
    await page.mouse.wheel(0, turn)
  }
  expect(await price.inputValue()).toBe('1000')
  await button(page, 'Update Event').click()
  const question = page.getByRole('dialog', {
    name: 'Change the price of tickets that have sold?',
  })
  await question.getByText('Standard: KES 100 → KES 1,000').waitFor()
  await button(page, 'Go back').click()
  expect(await price.inputValue()).toBe('1000')
  await button(page, 'Update Event').click()
  await button(page, 'Change the price').click()
  await expectLanded(visitor, { ...event, words: 'Saved' })
  await visitor.context.close()
})
