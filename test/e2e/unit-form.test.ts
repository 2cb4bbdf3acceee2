import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { buildEvent, newPhone } from '../build.ts'
import {
  beginDraft,
  button,
  expectProblem,
  field,
  focusedName,
  marked,
  readEvent,
  row,
  SAVED,
} from './event-form.ts'
import { findFaults } from './inspect-page.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { endStewards, newSteward } from './steward.ts'
import { SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

afterEach(endStewards)

const SHARED = 'Shares its places with others'

const typeRow = (page: Page, n: number) => row(page, n).first()
const addOnRow = (page: Page) => page.getByRole('group', { name: 'Add-on 1' })
const places = (page: Page) => page.getByRole('group', { name: 'Shared capacity' })
const more = (page: Page, n: number) => typeRow(page, n).getByText('More options').click()

// spec: form-type-options, form-pools, form-add-on-gates
test.each(SIZES)(
  'an organizer sells tables, a shared hall and parking, on $name',
  async ({ size }) => {
    const organizer = await newColleague(browser, shop, { who: 'organizer', size })
    const { page } = organizer
    const title = await beginDraft(page, 'Gala')
    await typeRow(page, 1).getByLabel('Price (KES)').fill('2500')
    expect(await page.getByText('Kind', { exact: true }).first().isVisible()).toBe(false)
    await expectTable(page)
    await expectPool(page)
    await expectAddOn(page)
    await expectSoundPage(organizer, shop)
    await button(page, 'Save draft').click()
    await page.waitForURL(SAVED)
    await expectStored(title)
    await page.getByRole('link', { name: 'Preview' }).click()
    const tickets = page.getByRole('region', { name: 'Tickets' })
    await tickets.getByText('Admits 10 · At least 2 per order · Shares the 120 places').waitFor()
    await tickets.getByRole('heading', { name: 'Add-ons' }).waitFor()
    await expectSoundPage(organizer, shop)
    await organizer.context.close()
  },
)

async function expectTable(page: Page): Promise<void> {
  await button(page, 'Add Ticket Type').click()
  const table = typeRow(page, 2)
  await table.getByLabel('Name', { exact: true }).fill('VIP Table')
  await table.getByLabel('Price (KES)').fill('20000')
  await table.getByLabel('Quantity').fill('10')
  await more(page, 2)
  await table.getByLabel('Tables or groups').check()
  await button(page, 'Save draft').click()
  await expectProblem(page, 'People of each must be a whole number from 2 to 31')
  expect(await marked(page)).toEqual(['sold_in-1'])
  await table.getByLabel('People in each').fill('10')
  await table
    .getByText(
      'Sold as tables of 10: 10 tables are 100 people, KES 20,000 per table, KES 2,000 a person.',
    )
    .waitFor()
  await table.getByText('Per table of 10').waitFor()
  await table.getByLabel('Min per order').fill('5')
  await button(page, 'Save draft').click()
  await expectProblem(page, 'Min per order cannot be more than Max per order')
  await table.getByLabel('Min per order').fill('2')
  await field(page, 'Max Per Phone Number').fill('19')
  const beyond =
    'One order of VIP Table is for 20 people or more, and one phone number may hold only 19. Raise Max per phone number.'
  await page.getByText(beyond, { exact: true }).waitFor()
  await button(page, 'Save draft').click()
  await expectProblem(page, beyond)
  expect(await marked(page)).toEqual(['max_per_phone'])
  await field(page, 'Max Per Phone Number').fill('')
}

async function expectPool(page: Page): Promise<void> {
  await typeRow(page, 2).getByLabel(SHARED).selectOption('New shared capacity…')
  await expect.poll(() => focusedName(page)).toBe('pools.0.name')
  expect(await places(page).getByLabel('Places', { exact: true }).inputValue()).toBe('100')
  await button(page, 'Save draft').click()
  await expectProblem(page, 'Name each shared capacity, or remove it')
  expect(await marked(page)).toEqual(['pools.0.name'])
  await places(page).getByLabel('Name', { exact: true }).fill('Main hall')
  await places(page).getByLabel('Places', { exact: true }).fill('120')
  await more(page, 1)
  await typeRow(page, 1).getByLabel(SHARED).selectOption('Main hall')
  await typeRow(page, 1)
    .getByText('It takes its places from Main hall (120), as VIP Table does.')
    .waitFor()
  await places(page).getByText('For Standard and VIP Table together.').waitFor()
}

async function expectAddOn(page: Page): Promise<void> {
  await button(page, 'Add an add-on, such as parking').click()
  const addOn = addOnRow(page)
  await addOn.getByLabel('Name', { exact: true }).fill('Parking')
  await addOn.getByLabel('Price (KES)').fill('300')
  await addOn.getByText('More options').click()
  expect(await addOn.getByLabel(SHARED).locator('option').allInnerTexts()).toEqual([
    'No',
    'New shared capacity…',
  ])
  await button(page, 'Save draft').click()
  await expectProblem(
    page,
    "Parking is an add-on: choose the gate at which it is redeemed, such as 'Parking' or 'Bar'.",
  )
  await button(page, 'Go to Ticket Types').waitFor()
  const redeemed = addOn.getByRole('group', { name: 'Redeemed at' })
  await redeemed.getByRole('button', { name: "Add a gate 'Parking'" }).click()
  expect(await redeemed.getByRole('checkbox', { name: 'Parking' }).isChecked()).toBe(true)
  await redeemed.getByText("Tickets can't use Parking as an entrance now.").waitFor()
  expect(await field(page, 'Add-on gate 1').inputValue()).toBe('Parking')
}

async function expectStored(title: string): Promise<void> {
  const { id } = (await readEvent(shop, title))!
  const types = await shop.db
    .selectFrom('ticket_type as t')
    .leftJoin('pool as p', 'p.id', 't.pool_id')
    .select([
      't.name',
      'sold_in',
      'min_per_order',
      'kind',
      'capacity',
      'type_offset',
      'p.name as pool',
    ])
    .where('t.event_id', '=', id)
    .orderBy('kind', 'desc')
    .orderBy('type_offset')
    .execute()
  const plain = { sold_in: 1, min_per_order: 1, capacity: 100 }
  expect(types).toEqual([
    { name: 'Standard', ...plain, kind: 'entry', type_offset: 0, pool: 'Main hall' },
    {
      ...{ name: 'VIP Table', sold_in: 10, min_per_order: 2, capacity: 100 },
      ...{ kind: 'entry', type_offset: 1, pool: 'Main hall' },
    },
    { name: 'Parking', ...plain, kind: 'add_on', type_offset: 0, pool: null },
  ])
}

// spec: door-sale-unit-form, door-sale-add-ons
test('a steward sells a table and then parking to its buyer', async () => {
  const event = await buildEvent(shop.db, {
    types: [
      { name: 'Standard', price: 500 },
      { name: 'VIP Table', price: 20_000, soldIn: 10, minPerOrder: 2, capacity: 100 },
      { name: 'Parking', price: 300, kind: 'add_on', gates: ['Parking'] },
    ],
  })
  const { page } = await newSteward(browser, shop, event, { may_sell: true })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Sell at the door' }).click()
  const ticket = page.getByRole('combobox').first()
  await page.getByLabel('People').selectOption('5')
  await ticket.selectOption('VIP Table, KES 20,000')
  expect(await page.getByLabel('Tables').inputValue()).toBe('2')
  await page.getByText('KES 40,000', { exact: true }).waitFor()
  await page.getByText('20 people', { exact: true }).waitFor()
  const number = newPhone()
  await page.getByLabel('Phone number').fill(number)
  expect(await findFaults(page)).toEqual([])
  await button(page, 'Paid in cash').click()
  await page.getByRole('heading', { name: 'Sold: let them in' }).waitFor()
  await button(page, 'Next sale').click()
  await ticket.selectOption('Parking, KES 300')
  expect(await page.getByLabel('How many').inputValue()).toBe('1')
  await page.getByText('For a number with a ticket. Redeemed at Parking; lets no one in.').waitFor()
  await page.getByLabel('Phone number').fill(number)
  await button(page, 'Paid in cash').click()
  await page.getByRole('heading', { name: 'Sold', exact: true }).waitFor()
})
