// Tests actions of the work list on real data: attaching receipts to orders, and stopping refunds.
import { beforeEach, expect, test } from 'vitest'
import { buildEvent, orderFor } from '../build.ts'
import { newColleague, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()
let visitor: Visitor
beforeEach(async () => {
  visitor = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  return () => visitor.context.close()
})

const page = () => visitor.page
const press = (name: string) => page().getByRole('button', { name }).click()

// spec: work-list-attach
test('money without an order is attached to a suggested order with one press', async () => {
  const ordered = orderFor(await buildEvent(shop.db))
  await fetch(`${shop.origin}/api/functions/mpesa`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify(ordered),
  })
  const placed = shop.db.selectFrom('order').selectAll().where('id', '=', ordered.orderId)
  const { code } = await placed.executeTakeFirstOrThrow()
  const [at, receipt] = [new Date(), 'UKW7700001']
  const account_reference = `${code.slice(0, 7)}U`
  const money = { receipt, amount_cents: 100_00, account_reference, msisdn: '2547 ***** 678' }
  const told = { ...money, paid_at: at, found_at: at, listed_at: at }
  await shop.db.insertInto('unmatched_receipt').values(told).execute()
  await page().goto('/organizer/work-list')
  const attach = page().getByRole('button', { name: `Attach ${receipt} to ${code}` })
  const row = page().getByRole('link').filter({ hasText: receipt })
  await row.click()
  const panel = page().getByRole('dialog')
  const order = panel.getByRole('listitem').filter({ has: attach })
  await order.getByText('Similar code, same amount, awaiting payment').waitFor()
  await order.getByText(/^KES 100, ordered /).waitFor()
  await panel.getByRole('button', { name: 'Refund', exact: true }).waitFor()
  await attach.click()
  await page().getByRole('alert').getByText(`${receipt} is now attached to ${code}.`).waitFor()
  await row.waitFor({ state: 'detached' })
  expect((await placed.executeTakeFirstOrThrow()).state).toMatch(/^(paid|issued)$/)
})

// spec: refunds-switch
test('sending refunds is stopped with a reason, and started again', async () => {
  await page().goto('/organizer/work-list')
  const says = (words: string | RegExp) =>
    page().getByRole('region', { name: 'Automatic refunds' }).getByText(words).waitFor()
  await says('Automatic refunds are on.')
  await press('Pause refunds')
  const dialog = page().getByRole('dialog')
  const stop = dialog.getByRole('button', { name: 'Pause refunds' })
  await stop.click()
  await dialog.getByLabel('Reason').fill('  The balance looks wrong. ')
  await expectSoundPage(visitor, shop)
  await stop.click()
  await says('Automatic refunds are paused.')
  await says(/^(Waiting: \d|No refund or payout waits\.)/)
  await says(/^Since \w+ \d+, \d{4}, \d+:\d\d [AP]M, by .+$/)
  await says('The balance looks wrong.')
  await expectSoundState(visitor, shop)
  await press('Resume refunds')
  await says('Automatic refunds are on.')
  await page().goto('/organizer/settings')
  await page().getByRole('table', { name: 'Who changed what' }).waitFor()
  const rows = await readTable(page(), 'Who changed what')
  expect(rows.slice(0, 2).map((one) => Object.values(one).join(' '))).toEqual([
    expect.stringContaining('Resumed automatic refunds'),
    expect.stringMatching(/Paused automatic refunds: The balance looks wrong\./),
  ])
})
