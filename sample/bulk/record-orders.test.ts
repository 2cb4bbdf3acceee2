import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertManySales } from '../../bench/many-sales.ts'
import { inTransaction } from '../../src/platform/database/db.ts'
import { foldSales } from '../../src/reports/figures/fold-sales.job.ts'
import { buildAccount } from '../../test/accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { compareFigures } from '../../test/compare-figures.ts'
import { readMadeFacts } from '../../test/made-facts.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { keepStage, makeStage } from '../../test/stage.ts'
import { audit } from '../../test/torture/audit.ts'
import type { BulkOrder } from './given-orders.ts'
import { recordOrders } from './record-orders.ts'

const PAID = new Date('2026-11-20T20:59:00Z')
const later = (minutes: number) => new Date(PAID.getTime() + minutes * 60_000)

const stage = keepStage()
let event: BuiltEvent
beforeEach(async () => {
  event = await build()
})

function build(): Promise<BuiltEvent> {
  const types = [
    { price: 149.5, maxPerOrder: 40, gates: ['Gate A', 'Gate B'] },
    { price: 1000, capacity: 20 },
  ]
  return buildEvent(stage.db, { types })
}

async function record(orders: Partial<BulkOrder>[]): Promise<void> {
  const given = orders.map((order) => ({
    eventId: event.id,
    phone: newPhone(),
    lines: [{ typeId: event.types[0]!.id, quantity: 2 }],
    ...order,
  }))
  await inTransaction(stage.db, (tx) => recordOrders(tx, given, stage.env.publicOrigin))
}

const sold = { paidAt: PAID, hasTickets: true }
const both = (first: number, second: number) =>
  [first, second].map((quantity, index) => ({ typeId: event.types[index]!.id, quantity }))

describe('the audit finds no fault in', () => {
  test('orders with any end, and notices a missing row', async () => {
    await record([
      { ...sold, lines: both(35, 3), email: 'fan@lango.test' },
      { ...sold, dueAt: later(60) },
      { ...sold, dueAt: later(60), backAt: later(90) },
      { paidAt: PAID, isLate: true },
      { paidAt: PAID, isLate: true, backAt: later(90) },
    ])
    await record([sold])
    const facts = await readMadeFacts(stage.db)
    expect(facts.orders.map((order) => order.state).sort()).toEqual([
      'issued',
      'issued',
      'refund_due',
      'refund_due',
      'refunded',
      'refunded',
    ])
    expect(audit(facts)).toEqual([])
    facts.orderEvents.pop()
    facts.paidLines.pop()
    facts.deltas.pop()
    facts.tickets.pop()
    expect(audit(facts).length).toBeGreaterThanOrEqual(4)
  })

  test('waiting orders, except that they are still open', async () => {
    const before = audit(await readMadeFacts(stage.db))
    await record([{}, { failureCode: '1032' }, { paidAt: PAID }])
    const ends = ['left over: 2 open holds', 'left over: 2 orders without an end']
    expect([before, audit(await readMadeFacts(stage.db))]).toEqual([[], ends])
  })
})

test('folding recorded orders gives the right figures, and an order beyond the capacity is refused', async () => {
  await record([sold, { ...sold, dueAt: later(5) }])
  await foldSales(stage.deps)
  await compareFigures(stage.db, { accountId: event.id, role: 'admin' })
  await expect(record([{ ...sold, lines: both(1, 21) }])).rejects.toThrow('ticket_type__capacity')
})

/** All rows that a purchase of this event writes, by table. */
async function readRows(eventId: string) {
  const orders = sql`(select id from "order" where event_id = ${eventId})`
  const payments = sql`(select id from payment where order_id in ${orders})`
  const tickets = sql`(select id from ticket where event_id = ${eventId})`
  const parts = {
    order: sql`"order" where id in ${orders}`,
    line: sql`order_line where order_id in ${orders} order by position`,
    hold: sql`hold where order_id in ${orders}`,
    orderEvent: sql`order_event where order_id in ${orders} order by id`,
    payment: sql`payment where order_id in ${orders}`,
    paymentEvent: sql`payment_event where payment_id in ${payments} order by id`,
    type: sql`ticket_type where event_id = ${eventId} order by type_offset`,
    delta: sql`sale_delta where event_id = ${eventId} order by tickets`,
    paidLine: sql`paid_line where event_id = ${eventId} order by amount_cents`,
    ticket: sql`ticket where event_id = ${eventId} order by admits`,
    load: sql`gate_load where ticket_type_id in (
      select id from ticket_type where event_id = ${eventId}) order by admits`,
    message: sql`message where dedupe_key in (select 'ticket:' || id from ${tickets} k)
      order by length(body), body`,
  }
  const entries = Object.entries(parts).map(async ([name, from]) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${from}`.execute(stage.db)
    return [name, rows.map((row) => plain(row))]
  })
  return Object.fromEntries(await Promise.all(entries))
}

// These columns are random, or contain values from the simulated providers. So the test compares
// only whether they are set.
const DRAWN =
  /^(code|phone|number|recipient|body|dedupe_key|day|detail|callback_token|mpesa_receipt|(merchant|checkout)_request_id|request_fingerprint|provider_\w+)$/
const OTHERWISE = [
  'client_network',
  'push_response',
  'listed_at',
  'state_of_message',
  'changed_xid',
]

function plain(row: Record<string, unknown>): Record<string, unknown> {
  const isMessage = 'dedupe_key' in row
  const fields = Object.entries(row).map(([key, value]) => {
    const name = key === 'state' && isMessage ? 'state_of_message' : key
    const isDrawn = value instanceof Date || /(^|_)id$/.test(key) || DRAWN.test(key)
    return [name, isDrawn && value !== null ? 'something' : value] as const
  })
  return Object.fromEntries(fields.filter(([name]) => !OTHERWISE.includes(name)))
}

test('a recorded order has the same rows as a real purchase', async () => {
  const bought = await build()
  const prompt = await prompted(stage, bought, [35, 3])
  await pay(stage, prompt, newReceipt())
  await record([{ ...sold, lines: both(35, 3) }])
  const rows = await readRows(bought.id)
  for (const [table, found] of Object.entries(rows)) expect(found, table).not.toEqual([])
  expect(await readRows(event.id)).toEqual(rows)
})

test('orders can be given as a select, and without tickets they are only paid', async () => {
  const empty = await makeStage()
  const owner = await buildAccount(empty)
  const load = { events: 5, sales: 400, days: 30, eventsWithTickets: 2 }
  await insertManySales(empty.db, { organizerId: owner.id, ...load })
  const facts = await readMadeFacts(empty.db)
  const waiting = facts.orders.filter((order) => order.state === 'paid').length
  expect(facts.orders).toHaveLength(400)
  expect(waiting).toBeGreaterThan(50)
  expect(facts.tickets.length).toBeGreaterThan(100)
  expect(audit(facts)).toEqual([`left over: ${waiting} orders without an end`])
  await empty.close()
})
