// Back office, stewards' phones and server together, without mocked responses.
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { newPhone } from '../build.ts'
import { buyTickets } from './bought-tickets.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import {
  buildGateEvent,
  endStewards,
  type GateEvent,
  newSteward,
  resultOf,
  SMALL,
  typeIn,
} from './steward.ts'
import { LAPTOP, newVisitor, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()
let event: GateEvent
let office: Visitor
let page: Page
/** A terrace ticket for one person, and the last digits of the buyer's phone. */
let bought: { number: string; digits: string }
beforeAll(async () => {
  event = await buildGateEvent(shop)
  const { tickets, phone } = await buyTickets(shop, event, [1])
  bought = { number: tickets[0]!.ticket_number, digits: phone.slice(-6) }
  // The event starts in two hours, so that its doors are open and its tickets are on sale.
  await sql`update event set date = t::date, time = t::time
    from (select date_trunc('minute', now() at time zone 'Africa/Nairobi' + interval '2 hours') t) soon
    where id = ${event.id}`.execute(shop.db)
  const mine = shop.db.updateTable('event').set({ organizer_id: SAMPLE_ACCOUNTS.organizer.id })
  await mine.where('id', '=', event.id).execute()
})
afterEach(async () => {
  await office.context.close()
  expect(office.faults).toEqual([])
  await endStewards()
})

async function openOffice(part: string): Promise<void> {
  office = await newColleague(browser, shop, { who: 'organizer', size: LAPTOP })
  page = office.page
  await page.goto(`/organizer/events/${event.id}/gate${part}`)
}

async function answer(button: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
}

const steward = (more: object = {}) => newSteward(browser, shop, event, more)

// spec: gate-stopped
test('a stopped gate refuses entry until it is opened again', async () => {
  const { page: phone } = await steward({ gate_id: await event.gateId('Gate A') })
  await openOffice('')
  await page.getByRole('button', { name: 'Stop entry at Gate A' }).click()
  await answer('Stop entry')
  await page.getByText('Entry stopped').waitFor()
  expect(await typeIn(phone, bought.number)).toMatch(/^Entry is stopped/)
  await page.getByRole('button', { name: 'Reopen at Gate A' }).click()
  await page.getByRole('dialog').getByText('Reopen entry at Gate A?').waitFor()
  await answer('Reopen')
  await page.getByText('Entry stopped').waitFor({ state: 'detached' })
  const number = await event.buy(1)
  expect(await typeIn(phone, number)).toMatch(/^Let 1 person in/)
})

// spec: gate-phone-pairing, gate-revoked-wiped, gate-signed-off
test('a new code signs off the phone that had the old one, and pairs another', async () => {
  const { page: phone } = await steward()
  await openOffice('/phones')
  await page.getByRole('button', { name: 'New code for North' }).last().click()
  await answer('New code')
  await page.getByRole('heading', { name: 'Pair "North"' }).waitFor()
  const url = (await page
    .getByRole('dialog')
    .getByText(/\/gate\/#/)
    .textContent())!
  await phone.reload()
  await phone.getByText('This phone was unpaired.').waitFor()
  const other = await newVisitor(browser, shop, { size: SMALL })
  await other.page.goto(url)
  await other.page.getByText('Online', { exact: true }).waitFor()
  await answer('Done')
  await page.getByRole('table', { name: 'Gate phones' }).getByText('In use').last().waitFor()
  // The steward signs the phone off. The office shows the time of the sign-off.
  await other.page.getByRole('button', { name: 'More', exact: true }).click()
  await other.page.getByRole('button', { name: 'Unpair this phone' }).click()
  await other.page.getByRole('button', { name: 'Unpair', exact: true }).click()
  await other.page.getByText('This phone was unpaired.').waitFor()
  const table = page.getByRole('table', { name: 'Gate phones' })
  await table.getByText('Unpaired', { exact: true }).waitFor()
  await table.getByText(/^\w+ \d+, \d{4}, \d+:\d\d [AP]M$/).waitFor()
  // The pairing code works only once.
  await other.context.close()
  const third = await newVisitor(browser, shop, { size: SMALL })
  await third.page.goto(url)
  await third.page.getByText('Pair this phone with the organizer’s code.').waitFor()
  await third.context.close()
})

// spec: gate-let-in
test('the command view finds a ticket by the last digits of its phone, and admits in person', async () => {
  await openOffice('')
  await page.getByLabel(/Ticket number, or/).fill(bought.digits)
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByText('Terrace · Gate A · 1 of 1 left').waitFor()
  await page.getByRole('button', { name: `Let in on ${bought.number}` }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('broken screen')
  await answer('Let in')
  await page.getByText('Valid: 1 × Terrace.').waitFor()
  const row = await shop.db
    .selectFrom('check_in')
    .select(['result', 'reason', 'note'])
    .where('ticket_number', '=', bought.number)
    .where('let_in', '>', 0)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ result: 'valid', reason: 'by_hand', note: 'broken screen' })
})

// spec: gate-move-dialog, gate-type-moved
test('holders of a type that is moved to another gate enter there, and are notified', async () => {
  const { tickets, phone } = await buyTickets(shop, event, [0, 1])
  const { page: atB } = await steward({ gate_id: await event.gateId('Gate B') })
  await openOffice('/rules')
  await page.getByRole('button', { name: 'Change gate of Stand' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 holder gets an SMS with the new gate.').waitFor()
  await dialog.getByLabel('New gate').selectOption('Gate A')
  await answer('Change and notify')
  await page
    .getByText('Stand now enters through Gate A. 1 holder gets an SMS in about 10 minutes.')
    .waitFor()
  // Simulates that the ten minutes before the SMS have passed.
  await shop.db.updateTable('gate_move').set({ next_at: new Date() }).execute()
  expect(await typeIn(atB, tickets[0]!.ticket_number)).toBe('Wrong gate | Go to: Gate A')
  const told = shop.db
    .selectFrom('message')
    .select('body')
    .where('recipient', 'like', `%${phone.slice(-9)}`)
    .where('body', 'like', '%Gate A%')
  await expect.poll(async () => (await told.execute()).length).toBe(1)
})

// spec: gate-sale-screen, door-sale-cash, door-sale-mpesa
test('a steward sells for cash and by M-PESA, and the buyers count as inside', async () => {
  const { page: phone } = await steward({ may_sell: true })
  const [byCash, byPrompt] = [newPhone(), newPhone()]
  await shop.sandbox.set(byPrompt, { auto: 'pay' })
  await openOffice('')
  await phone.getByRole('button', { name: 'More', exact: true }).click()
  await phone.getByRole('button', { name: 'Sell at the door' }).click()
  for (const [number, how] of [
    [byCash, 'Paid in cash'],
    [byPrompt, 'Send M-PESA prompt'],
  ] as const) {
    await phone.getByLabel('Ticket').selectOption('Terrace, KES 100')
    await phone.getByLabel('People').selectOption('2')
    await phone.getByLabel('Phone number').fill(number)
    await phone.getByRole('button', { name: how }).click()
    await phone.getByRole('heading', { name: 'Sold: let them in' }).waitFor()
    await phone.getByRole('button', { name: 'Next sale' }).click()
  }
  const sold = await shop.db
    .selectFrom('payment as p')
    .innerJoin('ticket as k', 'k.order_id', 'p.order_id')
    .select(['p.method', 'k.admits', 'k.admitted', 'k.state'])
    .where('p.phone', 'in', [byCash, byPrompt])
    .orderBy('p.created_at')
    .execute()
  const inside = { admits: 2, admitted: 2, state: 'used' }
  expect(sold).toEqual([
    { method: 'cash', ...inside },
    { method: 'mpesa', ...inside },
  ])
})

// spec: gate-look-up
test('a steward finds a ticket by the last digits of its phone, and admits in person', async () => {
  const { phone: buyer } = await buyTickets(shop, event, [1])
  const { page: phone } = await steward()
  await openOffice('')
  await phone.getByRole('button', { name: 'Look up', exact: true }).click()
  await phone.getByLabel('Ticket number, or last 4 digits').fill(buyer.slice(-6))
  await phone.getByRole('main').getByRole('button', { name: 'Look up', exact: true }).click()
  await phone.getByRole('button', { name: /Terrace · Gate A · 1 of 1 left/ }).click()
  await phone.getByRole('button', { name: 'Phone dead or lost' }).click()
  expect(await resultOf(phone)).toMatch(/^Let 1 person in/)
})
