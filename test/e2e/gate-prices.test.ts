// Tests the sum of a door sale in the gate app, while prices change.

import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { formatMoment } from '../../src/ui/dates.rules.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import { findFaults } from './inspect-page.ts'
import { oneShop } from './one-shop.ts'
import { endStewards, newSteward, type Steward } from './steward.ts'

const DAY_MS = 86_400_000

const { shop, browser } = await oneShop()
afterEach(endStewards)

async function openSale(event: BuiltEvent): Promise<Steward> {
  const made = await newSteward(browser, shop, event, { may_sell: true })
  await made.page.getByRole('button', { name: 'More', exact: true }).click()
  await made.page.getByRole('button', { name: 'Sell at the door' }).click()
  return made
}

/** Delays the lists of this phone, beginning with the next one, until the returned function is called. */
async function holdLists({ context, page }: Steward): Promise<() => void> {
  const release = Promise.withResolvers<void>()
  let isHeld = false
  await context.route('**/api/gate/list?*', async (route) => {
    isHeld = true
    await release.promise
    await route.continue()
  })
  // The phone syncs when its network returns, unless it is syncing already.
  const sync = async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    return isHeld
  }
  await expect.poll(sync).toBe(true)
  return release.resolve
}

const setPrice = (event: BuiltEvent, shillings: number) =>
  shop.db
    .updateTable('ticket_type')
    .set({ price_cents: shillings * 100 })
    .where('event_id', '=', event.id)
    .execute()

async function readCharged({ id }: BuiltEvent): Promise<number[]> {
  const orders = shop.db.selectFrom('order').select('amount_cents').where('event_id', '=', id)
  const rows = await orders.orderBy('created_at').execute()
  return rows.map(({ amount_cents }) => Number(amount_cents) / 100)
}

// spec: door-sale-amount, door-sale-new-sum
test('a price that changes between list and sale is shown, and sold only after the steward accepts it', async () => {
  const event = await buildEvent(shop.db, { types: [{ name: 'Stand', price: 100 }] })
  const made = await openSale(event)
  const { page } = made
  const release = await holdLists(made)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const number = page.getByLabel('Phone number')
  const changed = page.getByText('The price has changed. Please check the new total.')
  await page.getByLabel('People').selectOption('2')
  await page.getByText('KES 200', { exact: true }).waitFor()
  await setPrice(event, 150)
  await number.fill(newPhone())
  await press('Paid in cash')
  await changed.waitFor()
  await page.getByText('KES 300', { exact: true }).waitFor()
  expect(await readCharged(event)).toEqual([])
  // 'Paid in cash' is gone, so a second press at the same position sells nothing.
  expect(await page.getByRole('button', { name: 'Paid in cash' }).count()).toBe(0)
  await press('Sell at KES 300')
  await changed.waitFor()
  await press('Paid in cash')
  await page.getByRole('heading', { name: 'Sold: let them in' }).waitFor()
  expect(await readCharged(event)).toEqual([300])

  // The list arrives while the next sale shows the sum of the older list.
  await press('Next sale')
  expect(await changed.count()).toBe(0)
  await page.getByText('KES 200', { exact: true }).waitFor()
  release()
  await press('Sell at KES 300')
  await number.fill(newPhone())
  await press('Paid in cash')
  await page.getByRole('heading', { name: 'Sold: let them in' }).waitFor()
  expect(await readCharged(event)).toEqual([300, 300])
})

// spec: door-sale-new-sum
test('a price changes on the screen by itself, by the server’s clock and not by the phone’s', async () => {
  const steps = [{ price: 1000, endsAt: new Date(Date.now() + DAY_MS) }]
  const event = await buildEvent(shop.db, { types: [{ name: 'Stand', price: 1500, steps }] })
  const made = await openSale(event)
  const { page } = made
  const accept = page.getByRole('button', { name: 'Sell at KES 1,500', exact: true })
  await page.getByText('KES 1,000', { exact: true }).waitFor()
  const release = await holdLists(made)
  // Without a new list the phone cannot know that its clock jumped, so it ends the price step.
  await page.evaluate((ms) => {
    window.aheadMs = ms
  }, 2 * DAY_MS)
  await accept.waitFor()
  // With the next list the phone learns that its own clock is ahead.
  release()
  await accept.waitFor({ state: 'detached' })
  await page.getByText('KES 1,000', { exact: true }).waitFor()
})

// spec: door-sale-amount
test('a sale without a response is sent again with its sum, whatever the price is by then', async () => {
  const event = await buildEvent(shop.db, { types: [{ name: 'Stand', price: 100 }] })
  const { page, context } = await openSale(event)
  let sales = 0
  await context.route('**/api/gate/sales', async (route) => {
    sales += 1
    if (sales > 1) return await route.continue()
    // The sale is made, and its response is lost.
    await route.fetch()
    await route.abort()
  })
  await page.getByLabel('Phone number').fill(newPhone())
  await page.getByRole('button', { name: 'Paid in cash' }).click()
  await page.getByText('No answer yet. Safe to press again.').waitFor()
  await setPrice(event, 150)
  const listed = page.waitForResponse(/\/api\/gate\/list\?/)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await listed
  await page.getByRole('option', { name: 'Stand, KES 150' }).waitFor({ state: 'attached' })
  await page.getByText('KES 100', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Paid in cash' }).click()
  await page.getByRole('heading', { name: 'Sold: let them in' }).waitFor()
  expect(await readCharged(event)).toEqual([100])
})

// spec: door-sale-window, door-sale-new-sum
test('a sale shows step and fee below its sum, and when a type is not on sale', async () => {
  const organizerId = randomUUID()
  const account = { id: organizerId, email: `${organizerId}@lango.test`, full_name: 'Amina Otieno' }
  await shop.db
    .insertInto('account')
    .values({ ...account, password_hash: '!', role: 'organizer' })
    .execute()
  await shop.db
    .insertInto('organizer_fee')
    .values({ account_id: organizerId, basis_points: 500, fixed_cents: 0, set_at: new Date() })
    .execute()
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  const saleFrom = inDays(1)
  const steps = [{ name: 'Early bird', price: 1000, quantity: 3, endsAt: inDays(2) }]
  const event = await buildEvent(shop.db, {
    ...{ organizerId, feesOnTop: true },
    types: [
      { name: 'Last minute', price: 3000, saleFrom },
      { name: 'Online only', price: 900, saleUntil: inDays(-1) },
      { name: 'Regular', price: 1500, steps },
    ],
  })
  const { page } = await openSale(event)
  const ticket = page.getByLabel('Ticket')
  const from = formatMoment(saleFrom, new Date())
  expect(await ticket.locator('option').allInnerTexts()).toEqual([
    `Last minute, on sale ${from}`,
    'Online only, no longer on sale',
    'Regular, KES 1,050',
  ])
  expect(await ticket.locator('option:checked').textContent()).toBe('Regular, KES 1,050')
  const shows = (text: string) => page.getByText(text, { exact: true }).waitFor()
  await page.getByLabel('Phone number').fill(newPhone())
  await page.getByLabel('People').selectOption('3')
  await shows('KES 3,150')
  await shows('Early bird')
  await shows('includes KES 150 service fee')
  expect(await findFaults(page, 'small targets', 'too wide')).toEqual([])
  // The price step has fewer than four tickets left.
  await page.getByLabel('People').selectOption('4')
  await shows('KES 6,300')
  await shows('includes KES 300 service fee')
  expect(await page.getByText('Early bird').count()).toBe(0)
  for (const [option, text] of [
    [0, `On sale ${from}`],
    [1, 'No longer on sale'],
  ] as const) {
    await ticket.selectOption({ index: option })
    await shows(text)
    expect(await page.getByText(/^KES/).count()).toBe(0)
    for (const name of ['Send M-PESA prompt', 'Paid in cash']) {
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
    }
  }
  await ticket.selectOption({ index: 2 })
  await page.getByLabel('People').selectOption('1')
  await page.getByRole('button', { name: 'Paid in cash' }).click()
  await page.getByRole('heading', { name: 'Sold: let them in' }).waitFor()
  expect(await readCharged(event)).toEqual([1050])
})
