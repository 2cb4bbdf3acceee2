// spec: seller-figures, seller-csv, seller-commission
// Sells an event by a promo code, at a chosen price, for free and by a seller, and refunds some
// people. Screens, files and books then show the sums that were computed by hand.
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from './accounts.ts'
import { readAccounts, readBookDifferences } from './books.ts'
import { type BuiltEvent, buildCode, buildEvent, buildSeller } from './build.ts'
import { callAs } from './cancelling.ts'
import { compareFigures } from './compare-figures.ts'
import { readFile } from './event-files.ts'
import { sellFree } from './free.ts'
import type { Account } from './gate.ts'
import { playRefunds } from './refund-world.ts'
import { bought, refundOrder } from './refunds.ts'
import { setFee } from './service-fee.ts'
import { keepStage } from './stage.ts'

// The fee is 5 % and KES 10 a ticket, inside the price. The code takes 200 off 1,000, and seller 27
// earns 10 % of the organizer's part.
//
// | Order | Seller | Line        | Paid  | Back | Fee left | Organizer's | Commission |
// |-------|--------|-------------|-------|------|----------|-------------|------------|
// | mixed | 27     | 2 with code | 1,600 |  800 |    50    |     750     |    75      |
// |       |        | 3 chosen    | 1,050 |  350 |    55    |     645     |    64.5    |
// | plain | –      | 1 Regular   | 1,000 |    – |    60    |     940     |    –       |
// | coded | –      | 1 with code |   800 |    – |    50    |     750     |    –       |
// | free  | 27     | 3 Open      |     0 |    – |     0    |       0     |    0       |
const TAKEN = 4450
const BACK = 1150
const FEES = 215
const OWED = 3085
const BY_CODE = 1600
const COMMISSION = 139.5

const stage = keepStage()
let admin: Account
let organizer: Account
let event: BuiltEvent
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
  organizer = await buildAccount(stage)
  await setFee(stage, organizer)
  const types = [
    { name: 'Regular', price: 1000 },
    { name: 'Chosen', lowest: 200 },
    { name: 'Open', isFree: true, maxPerOrder: 9 },
  ]
  event = await buildEvent(stage.db, { organizerId: organizer.id, types })
  await buildSeller(stage.db, event, { number: 27, percent: 10 })
  await buildCode(stage.db, event, { code: 'FRIEND', kind: 'amount', value: 200 })
  await sellAll()
})

async function sellAll(): Promise<void> {
  const world = playRefunds(stage)
  const [regular, chosen] = event.types.map(({ id }) => id) as [string, string]
  const promo_code = 'FRIEND'
  const coded = (quantity: number) => ({
    ticketTypeId: regular,
    quantity,
    amount: 800 * quantity,
  })
  const mixed = await bought({ stage, world }, event, [], {
    changes: {
      ...{ promo_code, seller: 27, amount: 2650 },
      tickets: [coded(2), { ticketTypeId: chosen, quantity: 3, price: 350, amount: 1050 }],
    },
  })
  await bought({ stage, world }, event, [1])
  await bought({ stage, world }, event, [], {
    changes: { promo_code, amount: 800, tickets: [coded(1)] },
  })
  await sellFree(stage, event, [0, 0, 3], { source: { seller: 27 } })
  const numbers = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', mixed.orderId)
    .execute()
  const tickets = numbers.map(({ number }) => ({ ticket_number: number, admits: 1 }))
  expect((await refundOrder(stage, mixed.orderId, { tickets })).body).toMatchObject({
    amount: BACK,
  })
}

const ask = async (call: string, payload?: object) =>
  (await callAs(stage, organizer, call, payload)).body

const about = () => ({ p_event_id: event.id })

/** The rows of a file, as records by the file's headings. */
async function readRecords(kind: string): Promise<Record<string, string>[]> {
  const [headings, ...rows] = await readFile(stage, organizer, event, kind)
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [headings![at]!, cell])))
}

const sum = (rows: Record<string, string>[], column: string) =>
  rows.reduce((total, row) => total + Number(row[column]), 0)

test('the dashboard counts all tickets that are left, and what buyers paid for them', async () => {
  const [total_tickets, total_revenue] = [8, TAKEN - BACK]
  expect(await ask('POST /api/rpc/get_dashboard_totals', {})).toEqual([
    { total_events: 1, total_tickets, total_revenue },
  ])
  expect(await ask('POST /api/rpc/get_event_transaction_stats', about())).toEqual([
    { total_tickets, total_revenue, complimentary: 0, reserved: 0 },
  ])
  const byType = await ask('POST /api/rpc/get_event_ticket_type_stats', about())
  const figures = byType.map((type: { name: string; sold: number; revenue: number }) => [
    type.name,
    type.sold,
    type.revenue,
  ])
  expect(figures.toSorted()).toEqual([
    ['Chosen', 2, 700],
    ['Open', 3, 0],
    ['Regular', 3, 2600],
  ])
  await compareFigures(stage.db, admin.viewer)
})

test('the statement and the sum that is owed have the refund and the fees', async () => {
  const sums = { taken: TAKEN, given_back: BACK, fees: FEES, paid_out: 0, owed: OWED }
  expect(await ask(`GET /api/events/${event.id}/statement`)).toMatchObject(sums)
  expect(await ask('GET /api/statement')).toMatchObject(sums)
  const lines = await readRecords('statement')
  expect(sum(lines, 'Amount')).toBe(TAKEN - BACK)
  expect(sum(lines, 'Fee')).toBe(FEES)
})

test('the transactions file has the amounts that are left, also of free lines', async () => {
  const lines = await readRecords('transactions')
  expect(lines.map((row) => [row['Ticket Type'], row.Amount].join()).toSorted()).toEqual([
    'Chosen,700',
    'Open,0',
    'Regular,1000',
    'Regular,800',
    'Regular,800',
  ])
  expect(sum(lines, 'Amount')).toBe(TAKEN - BACK)
})

test("the seller's figures and the sellers file have what the seller sold", async () => {
  const { data } = await ask(`GET /api/events/${event.id}/sellers`)
  expect(data).toMatchObject([
    { number: 27, orders: 2, tickets: 6, paid: 1500, refunded: BACK, owed: COMMISSION },
  ])
  const lines = (await readRecords('sellers')).filter(({ Number: number }) => number === '27')
  const shown = lines.map((row) =>
    [row['Ticket Type'], row.Amount, row.Refunded, row.Commission].join(),
  )
  expect(shown.toSorted()).toEqual(['Chosen,1050,350,64.5', 'Open,0,0,0', 'Regular,1600,800,75'])
  expect(sum(lines, 'Commission')).toBe(COMMISSION)
})

test("the code's figures and file count its tickets and their sum, and no chosen price", async () => {
  const { data } = await ask(`GET /api/events/${event.id}/promo_codes`)
  expect(data).toMatchObject([{ code: 'FRIEND', used: 2, held: 0, revenue: BY_CODE }])
  expect(sum(await readRecords('promo_codes'), 'Revenue')).toBe(BY_CODE)
})

test('the books hold the fees as ours, the rest as owed, and agree with orders and payments', async () => {
  expect(await readAccounts(stage.db, [event])).toEqual([
    { account: 'fees', kes: -FEES },
    { account: 'organizer', kes: -OWED },
  ])
  expect(await readBookDifferences(stage.db)).toEqual([])
})
