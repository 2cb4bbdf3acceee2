import { expect, test } from 'vitest'
import { answerEvent, DERBY_ID, SOLD } from './event-figures.ts'
import { newColleague, readFigures, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP } from './visitor.ts'

const { shop, browser } = await oneShop()

// spec: counts-apart, conversion-hint
test('complimentary tickets and reserved places are counted apart, and the hint leads to its field', async () => {
  const visitor = await newColleague(browser, shop, { who: 'organizer', size: LAPTOP })
  const { page } = visitor
  const given = { complimentary: 8, reserved: 5 }
  await answerEvent(
    page,
    { attendees: null, ticket_types: [{ id: 'box', name: 'Box', price: 2500, quantity: 10 }] },
    {
      ...SOLD,
      get_event_transaction_stats: [{ total_tickets: 2, total_revenue: 300, ...given }],
      get_event_ticket_type_stats: [
        { ticket_type_id: 'vip', name: 'VIP', sold: 2, revenue: 300, ...given },
        { ticket_type_id: 'box', name: 'Box', sold: 0, complimentary: 0, reserved: 0, revenue: 0 },
      ],
    },
  )
  await page.goto(`/organizer/events/${DERBY_ID}`)
  await page.getByRole('table', { name: 'Ticket Types & Revenue' }).waitFor()
  expect(await readFigures(page)).toMatchObject({
    'Total Tickets Sold': '2 2 sold, 8 complimentary, 5 reserved for sponsors',
  })
  const vip = { 'Ticket Type': 'VIP', Price: 'KES 150', Sold: '2', Revenue: 'KES 300' }
  expect(await readTable(page, 'Ticket Types & Revenue')).toEqual([
    { ...vip, Complimentary: '8', 'Reserved for sponsors': '5' },
    {
      'Ticket Type': 'Box',
      Price: 'KES 2,500',
      Sold: '0',
      Complimentary: '0',
      'Reserved for sponsors': '0',
      Revenue: 'KES 0',
    },
  ])
  await expectSoundPage(visitor, shop)
  await page.getByRole('link', { name: 'Enter the expected attendance' }).click()
  const field = page.getByLabel('Expected Attendees')
  await field.waitFor()
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await visitor.context.close()
})
