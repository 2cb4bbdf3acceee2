// spec: figures-with-fees, free-without-money
// Sells two events with early birds, one with the fee inside the price and one with the fee on top,
// and refunds some tickets. Screens, files and books then show the sums that were computed by hand.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from './accounts.ts'
import { readAccounts, readBookDifferences } from './books.ts'
import { type BuiltEvent, buildEvent, newPhone } from './build.ts'
import { callAs } from './cancelling.ts'
import { compareFigures } from './compare-figures.ts'
import { readFile } from './event-files.ts'
import { giveBack, sellFree } from './free.ts'
import type { Account } from './gate.ts'
import { pairPhone } from './gate-phone.ts'
import { playRefunds } from './refund-world.ts'
import { bought, refundOrder } from './refunds.ts'
import { setFee } from './service-fee.ts'
import { keepStage } from './stage.ts'

const stage = keepStage()
let admin: Account
let organizer: Account
/** The fee is inside the price. Sales: 4 × 1,200, 2 × 1,000, and 1 × 1,000 in cash. */
let inside: BuiltEvent
/** Buyers pay the fee on top. Sales: 4 × 1,585, 2 × 1,060, and 1 × 1,060 in cash. */
let onTop: BuiltEvent
/** An event of a second organizer: 3 free tickets, 1 given back; 2 free, revoked; and 1 × 500. */
let free: BuiltEvent
let host: Account
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
  organizer = await buildAccount(stage)
  await setFee(stage, organizer)
  const tomorrow = new Date(stage.clock.now().getTime() + 86_400_000)
  const early = { name: 'Early bird', price: 1000, quantity: 3 }
  const advance = { name: 'Advance', price: 1200, endsAt: tomorrow }
  inside = await build(false, [early, advance])
  onTop = await build(true, [early])
  await sellAll()
  host = await buildAccount(stage)
  await setFee(stage, host)
  const types = [
    { name: 'Open', isFree: true, maxPerOrder: 9 },
    { name: 'Seat', price: 500 },
  ]
  free = await buildEvent(stage.db, { organizerId: host.id, types })
  await sellFreeOrders()
})

const build = async (feesOnTop: boolean, steps: object[]) =>
  await buildEvent(stage.db, {
    organizerId: organizer.id,
    feesOnTop,
    types: [{ name: 'Regular', price: 1500, steps: steps as [] }],
  })

/** Four tickets exceed the three early birds, so the first order pays the price after them. */
async function sellAll(): Promise<void> {
  const world = playRefunds(stage)
  const buy = async (event: BuiltEvent, quantity: number, price: number) => {
    const types = [{ ...event.types[0]!, price }]
    const order = await bought({ stage, world }, { ...event, types }, [quantity])
    await stage.runJobs()
    return order
  }
  const refunded = await buy(inside, 4, 1200)
  await buy(inside, 2, 1000)
  await sellForCash(inside, 1000)
  await buy(onTop, 4, 1585)
  const parted = await buy(onTop, 2, 1060)
  await sellForCash(onTop, 1060)
  expect((await refundOrder(stage, refunded.orderId)).body).toMatchObject({ amount: 4800 })
  const { number: ticket_number } = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', parted.orderId)
    .executeTakeFirstOrThrow()
  const tickets = [{ ticket_number, admits: 1 }]
  expect((await refundOrder(stage, parted.orderId, { tickets })).body).toMatchObject({
    amount: 1060,
  })
}

async function sellFreeOrders(): Promise<void> {
  const { number } = await sellFree(stage, free, [3])
  expect((await giveBack(stage, number, 1)).body).toMatchObject({ admits: 1 })
  const { orderId } = await sellFree(stage, free, [2])
  const { id } = await stage.db
    .selectFrom('order_line')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const revoked = await callAs(stage, host, `POST /api/transactions/${id}/revoke`)
  expect(revoked.body).toEqual({ revoked: 2, inside: 0 })
  await bought({ stage, world: playRefunds(stage) }, free, [0, 1])
  await stage.runJobs()
}

async function sellForCash(event: BuiltEvent, amount: number): Promise<void> {
  const { headers } = await pairPhone({ stage, organizer, event }, { may_sell: true })
  const type = { ticket_type_id: event.types[0]!.id, quantity: 1, amount }
  const sale = { ...type, phone: newPhone(), method: 'cash', nonce: randomUUID() }
  const url = '/api/gate/sales'
  const answer = await stage.app.inject({ method: 'POST', url, headers, payload: sale })
  expect(answer.statusCode, answer.body).toBe(200)
}

const ask = async (call: string, payload?: object, by = organizer) =>
  (await callAs(stage, by, call, payload)).body

const about = ({ id }: BuiltEvent) => ({ p_event_id: id })

const INSIDE = { taken: 7800, given_back: 4800, fees: 180, paid_out: 1000, owed: 1820 }
const ON_TOP = { taken: 9520, given_back: 1060, fees: 460, paid_out: 1060, owed: 6940 }

test('a statement shows what was taken, given back, kept as fee, paid in cash and is owed', async () => {
  expect(await ask(`GET /api/events/${inside.id}/statement`)).toMatchObject(INSIDE)
  const { lines, ...sums } = await ask(`GET /api/events/${onTop.id}/statement`)
  expect(sums).toMatchObject(ON_TOP)
  const shown = lines.map((line: { kind: string; amount: number; fee: number }) => [
    line.kind,
    line.amount,
    line.fee,
  ])
  expect(shown).toEqual([
    ['given_back', -1060, -60],
    ['payout', -1060, 0],
    ['sale', 1060, 60],
    ['sale', 2120, 120],
    ['sale', 6340, 340],
  ])
  const all = await ask('GET /api/statement')
  for (const name of ['taken', 'given_back', 'fees', 'paid_out', 'owed'] as const) {
    expect(all[name], name).toBe(INSIDE[name] + ON_TOP[name])
  }
})

test('figures count what buyers paid, with the fee, less what went back', async () => {
  expect(await ask('POST /api/rpc/get_dashboard_totals', {})).toEqual([
    { total_events: 2, total_tickets: 9, total_revenue: 3000 + 8460 },
  ])
  for (const [event, total_tickets, total_revenue] of [
    [inside, 3, 3000],
    [onTop, 6, 8460],
  ] as const) {
    const path = 'POST /api/rpc/get_event'
    expect(await ask(`${path}_transaction_stats`, about(event))).toEqual([
      { total_tickets, total_revenue, complimentary: 0, reserved: 0 },
    ])
    expect(await ask(`${path}_ticket_type_stats`, about(event))).toMatchObject([
      { name: 'Regular', sold: total_tickets, revenue: total_revenue },
    ])
  }
  await compareFigures(stage.db, admin.viewer)
})

test('free tickets count as sold, with revenue 0 and no fee, and those that came back do not', async () => {
  const path = 'POST /api/rpc/get_event'
  expect(await ask(`${path}_transaction_stats`, about(free), host)).toEqual([
    { total_tickets: 3, total_revenue: 500, complimentary: 0, reserved: 0 },
  ])
  expect(await ask(`${path}_ticket_type_stats`, about(free), host)).toMatchObject([
    { name: 'Open', sold: 2, revenue: 0 },
    { name: 'Seat', sold: 1, revenue: 500 },
  ])
  const [, ...sales] = await readFile(stage, host, free, 'transactions')
  const cells = sales.map(([, type, quantity, amount, , , reference, status]) => {
    return [type, quantity, amount, reference === '', status].join()
  })
  expect(cells).toEqual(['Seat,1,500,false,paid', 'Open,2,0,true,refunded', 'Open,2,0,true,paid'])
  const { lines, ...sums } = await ask(`GET /api/events/${free.id}/statement`, undefined, host)
  expect(sums).toMatchObject({ taken: 500, given_back: 0, fees: 35, owed: 465 })
  expect(lines).toHaveLength(1)
  const { rows } = await sql`select e.id from ledger_entry e join "order" o on o.id = e.order_id
    where o.payment_method = 'free'`.execute(stage.db)
  expect(rows).toEqual([])
})

test('the files keep their columns and have the same sums', async () => {
  for (const [event, left, { owed, fees }] of [
    [inside, 3000, INSIDE],
    [onTop, 8460, ON_TOP],
  ] as const) {
    const [headings, ...sales] = await readFile(stage, organizer, event, 'transactions')
    expect(headings!.join()).toBe(
      'Date & Time,Ticket Type,Quantity,Amount,Phone Number,Email,Reference,Status',
    )
    expect(sum(sales.filter((row) => row.at(-1) === 'paid').map((row) => row[3]!))).toBe(left)
    const [heads, ...lines] = await readFile(stage, organizer, event, 'statement')
    expect(heads!.join()).toBe('Date & Time,Kind,Order,Reference,Amount,Fee')
    expect(sum(lines.map((row) => row[5]!))).toBe(fees)
    expect(sum(lines.map((row) => row[4]!)) - fees).toBe(owed)
  }
})

const sum = (cells: string[]) => cells.reduce((total, cell) => total + Number(cell), 0)

test('the books hold the fees as ours, the rest as owed, and agree with orders and payments', async () => {
  expect(await readAccounts(stage.db, [inside, onTop])).toEqual([
    { account: 'fees', kes: -(INSIDE.fees + ON_TOP.fees) },
    { account: 'organizer', kes: -(INSIDE.owed + ON_TOP.owed) },
  ])
  expect(await readBookDifferences(stage.db)).toEqual([])
})
