// Tests free tickets, chosen prices and codes on the gate app's screen of a door sale.
import { afterEach, expect, test } from 'vitest'
import { type BuiltEvent, buildCode, buildEvent, type EventSpec, newPhone } from '../build.ts'
import { findFaults } from './inspect-page.ts'
import { oneShop } from './one-shop.ts'
import { endStewards, newSteward } from './steward.ts'

const { shop, browser } = await oneShop()
afterEach(endStewards)

async function openSale(
  types: NonNullable<EventSpec['types']>,
  code?: Parameters<typeof buildCode>[2],
) {
  const event = await buildEvent(shop.db, { types })
  const made = code && (await buildCode(shop.db, event, code))
  const { page } = await newSteward(browser, shop, event, { may_sell: true })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('More')
  await press('Sell at the door')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    ...{ event, page, press, button, code: made?.code ?? '' },
    shows: (text: string) => page.getByText(text, { exact: true }).waitFor(),
    fillNumber: () => page.getByLabel('Phone number').fill(newPhone()),
    ends: (name: string) => page.getByRole('heading', { name }).waitFor(),
    check: async () => {
      expect(await findFaults(page, 'small targets', 'too wide')).toEqual([])
    },
  }
}

async function readOrders({ id }: BuiltEvent) {
  const orders = shop.db.selectFrom('order').where('event_id', '=', id).orderBy('created_at')
  const rows = await orders.select(['payment_method as method', 'amount_cents']).execute()
  return rows.map(({ method, amount_cents }) => [method, Number(amount_cents) / 100])
}

// spec: door-sale-free
test('a free ticket is given with one press, and no sum is asked for', async () => {
  const types = [
    { name: 'RSVP', isFree: true },
    { name: 'Stand', price: 100 },
  ]
  const { event, page, press, button, shows, fillNumber, ends, check } = await openSale(types)
  expect(await page.getByLabel('Ticket').locator('option').allInnerTexts()).toEqual([
    'RSVP, free',
    'Stand, KES 100',
  ])
  await shows('Free')
  for (const name of ['Paid in cash', 'Send M-PESA prompt', 'Have a code?']) {
    expect(await button(name).count()).toBe(0)
  }
  expect(await button('Give tickets').isDisabled()).toBe(true)
  await page.getByLabel('People').selectOption('2')
  await fillNumber()
  await check()
  await press('Give tickets')
  await ends('Given: let them in')
  expect(await readOrders(event)).toEqual([['free', 0]])
  await press('Next sale')
  await page.getByLabel('Ticket').selectOption('Stand, KES 100')
  await shows('KES 200')
  expect(await button('Give tickets').count()).toBe(0)
})

// spec: door-sale-chosen-price
test('the steward types the price that the buyer chooses, and the sum is charged', async () => {
  const types = [{ name: 'Support', lowest: 0, suggested: 300, highest: 1000 }]
  const { event, page, press, button, shows, fillNumber, ends, check } = await openSale(types)
  const price = page.getByLabel('Price of one ticket (KES)')
  await shows('KES 0 to KES 1,000')
  await shows('KES 300')
  await page.getByLabel('People').selectOption('2')
  await fillNumber()
  for (const typed of ['', '1001', '12.5']) {
    await price.fill(typed)
    await shows('Type the price to see the total.')
    expect(await button('Paid in cash').isDisabled()).toBe(true)
  }
  await price.fill('450')
  await shows('KES 900')
  await check()
  await press('Paid in cash')
  await ends('Sold: let them in')
  await press('Next sale')
  // The next buyer chooses a new price: the field has the suggested price again.
  expect(await price.inputValue()).toBe('300')
  await price.fill('0')
  await fillNumber()
  await shows('Free')
  await press('Give tickets')
  await ends('Given: let them in')
  expect(await readOrders(event)).toEqual([
    ['cash', 900],
    ['free', 0],
  ])
})

// spec: door-sale-code
test('the sum with a code is shown before the steward takes money', async () => {
  const code = { kind: 'percent', value: 20, maxTickets: 3 } as const
  const sale = await openSale([{ name: 'Stand', price: 500 }], code)
  const { event, page, press, button, shows, fillNumber, ends, check } = sale
  await fillNumber()
  await press('Have a code?')
  const field = page.getByLabel('Code', { exact: true })
  await field.fill('NOSUCH')
  await shows('Check the code to see the total.')
  expect(await page.getByText('KES 500', { exact: true }).count()).toBe(0)
  expect(await button('Paid in cash').isDisabled()).toBe(true)
  await check()
  await press('Check the code')
  await shows('This code is not valid here. Check the spelling, or sell without the code.')
  expect(await button('Paid in cash').isDisabled()).toBe(true)
  await field.fill(sale.code.toLowerCase())
  await press('Check the code')
  await shows('KES 400')
  await shows('with the code')
  // The sum of two tickets is not known yet.
  await page.getByLabel('People').selectOption('2')
  await shows('Check the code to see the total.')
  await press('Check the code')
  await shows('KES 800')
  await check()
  expect(await readOrders(event)).toEqual([])
  await press('Paid in cash')
  await ends('Sold: let them in')
  expect(await readOrders(event)).toEqual([['cash', 800]])

  await press('Next sale')
  expect(await field.count()).toBe(0)
  await shows('KES 1,000')
  await fillNumber()
  await press('Have a code?')
  await field.fill(sale.code)
  await press('Check the code')
  await shows('This code works for 1 more ticket. Sell to fewer people, or without the code.')
  await field.fill('')
  await shows('KES 1,000')
  expect(await button('Paid in cash').isEnabled()).toBe(true)
})

// spec: door-sale-code, door-sale-free
test('a code that makes the tickets free gives them', async () => {
  const sale = await openSale([{ name: 'Stand', price: 500 }], { kind: 'percent', value: 100 })
  const { page, press, button, shows, fillNumber, ends } = sale
  await fillNumber()
  await press('Have a code?')
  await page.getByLabel('Code', { exact: true }).fill(sale.code)
  await press('Check the code')
  await shows('Free')
  expect(await button('Paid in cash').count()).toBe(0)
  await press('Give tickets')
  await ends('Given: let them in')
  expect(await readOrders(sale.event)).toEqual([['free', 0]])
})

// spec: door-sale-types
test('the door offers only the types that it sells, and says so if there are none', async () => {
  const types = [
    { name: 'Web', soldAtDoor: false },
    { name: 'Gate price', price: 800, isHidden: true, soldAtDoor: true },
  ]
  const { event, page, shows, check } = await openSale(types)
  expect(await page.getByLabel('Ticket').locator('option').allInnerTexts()).toEqual([
    'Gate price, KES 800',
  ])
  await shop.db
    .updateTable('ticket_type')
    .set({ sold_at_door: false })
    .where('event_id', '=', event.id)
    .execute()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await shows('No tickets are sold at the door.')
  expect(await page.getByText(/The price has changed/).count()).toBe(0)
  await check()
})
