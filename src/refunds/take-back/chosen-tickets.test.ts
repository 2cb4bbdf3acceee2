// spec: refund-chosen-tickets
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { compareFigures } from '../../../test/compare-figures.ts'
import { readOrderState, readPayments, readStock } from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import {
  type Bought,
  bought,
  callAsAdmin,
  readRefunds,
  refundOrder,
} from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { partsOf } from './ticket-shares.rules.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent

beforeEach(async () => {
  world = playRefunds(stage)
  // An order line for more than 31 people has several tickets.
  const types = [
    { price: 100, capacity: 500, maxPerOrder: 100 },
    { price: 250, capacity: 50 },
  ]
  event = await buildEvent(stage.db, { types })
  stage.sent.length = 0
})

async function readTickets(order: { orderId: string }) {
  return await stage.db
    .selectFrom('ticket')
    .select(['id', 'number', 'admits', 'admitted', 'state', 'void_reason', 'ticket_type_id'])
    .where('order_id', '=', order.orderId)
    .orderBy('ticket_type_id')
    .orderBy('admits')
    .execute()
}

const ask = (order: { orderId: string }, more: object = {}) =>
  refundOrder(stage, order.orderId, more)

async function ofType(order: Bought, index: number) {
  const tickets = await readTickets(order)
  return tickets.filter((ticket) => ticket.ticket_type_id === event.types[index]!.id)
}

async function readLines(orderId: string) {
  const { body } = await callAsAdmin(stage, 'GET', `/api/transactions?event_id=${event.id}`)
  return (body.data as { order_id: string }[]).filter((row) => row.order_id === orderId)
}

test('an admin finds the order by a code, receipt or number, also in a pasted text behind a message of another shop', async () => {
  const order = await bought({ stage, world }, event, [1])
  const { code } = await stage.db
    .selectFrom('order')
    .select('code')
    .where('id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const [ticket] = await readTickets(order)
  const foreign =
    'SJK7Q2MNP4 Confirmed. Ksh50.00 sent to KPLC PREPAID for account 14104001 on 22/11/26 at 3:00 PM New M-PESA balance is Ksh1,234.00. Transaction cost, Ksh0.00.'
  const fours = ticket!.number.match(/.{4}/g)!.join(' ').toLowerCase()
  for (const reference of [
    ` ${code.toLowerCase()} `,
    order.receipt,
    fours,
    `${foreign}\n${order.receipt} Confirmed. Ksh100.00 sent to LANGO TICKETS`,
    `${foreign}\nSJK7Q2MNP5 Confirmed. Ksh100.00 sent for account ${code}`,
    `${foreign}\nEnter: Gate A. No. ${fours}.`,
  ]) {
    const path = `/api/refunds/order?reference=${encodeURIComponent(reference)}`
    const { status, body } = await callAsAdmin(stage, 'GET', path)
    expect([reference, status, body.order_id]).toEqual([reference, 200, order.orderId])
  }
  const path = `/api/refunds/order?reference=${encodeURIComponent(foreign)}`
  expect((await callAsAdmin(stage, 'GET', path)).status).toBe(404)
})

const netOf = async () => {
  const rows = await stage.db
    .selectFrom('sale_delta')
    .select(['day', 'tickets', 'revenue_cents'])
    .where('event_id', '=', event.id)
    .execute()
  const sum = (key: 'tickets' | 'revenue_cents') => rows.reduce((all, row) => all + row[key], 0)
  return {
    days: new Set(rows.map(({ day }) => day)),
    tickets: sum('tickets'),
    cents: sum('revenue_cents'),
  }
}

test('one ticket is refunded by B2C, and the rest of the order stays as it is', async () => {
  const order = await bought({ stage, world }, event, [40, 2])
  const [vip] = await ofType(order, 1)
  const saleDay = nairobiDate(stage.clock.now())
  stage.pass(3 * 86_400_000)
  const answer = await ask(order, { ticket_numbers: [vip!.number] })
  expect(answer).toMatchObject({ status: 201, body: { amount: 500, state: 'due' } })
  // The ticket is void before M-Pesa has paid the refund.
  expect(await ofType(order, 1)).toMatchObject([{ state: 'void', void_reason: 'refunded' }])
  expect(await readStock(stage, event.types[1]!.id)).toMatchObject({ sold: 0 })
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ sold: 40 })
  expect(await readOrderState(stage, order.orderId)).toBe('issued')
  expect(await readPayments(stage, order.orderId)).toMatchObject([{ use: 'sale' }])
  expect(await netOf()).toEqual({ days: new Set([saleDay]), tickets: 40, cents: 4000_00 })
  expect(await readBookDifferences(stage.db)).toEqual([])
  await world.settle(1)
  expect(world.requests).toMatchObject([{ kind: 'b2c', amountCents: 500_00, phone: order.phone }])
  expect(await readRefunds(stage, order.orderId)).toMatchObject([
    { state: 'done', way: 'b2c', is_rest: false, receipt: world.moved[0]!.receipt },
  ])
  expect(await readOrderState(stage, order.orderId)).toBe('issued')
  expect(await readLines(order.orderId)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ quantity: 40, amount: 4000, status: 'paid' }),
      expect.objectContaining({ quantity: 2, amount: 500, status: 'refunded' }),
    ]),
  )
  const refundTexts = stage.sent.filter((sms) => /refunded/i.test(sms.body))
  expect(refundTexts.map((sms) => sms.phone)).toEqual([order.phone, order.phone])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a line of several tickets is refunded in shares, and its row shows what is left', async () => {
  const order = await bought({ stage, world }, event, [40])
  const tickets = await readTickets(order)
  expect(tickets.map(({ admits }) => admits)).toEqual([9, 31])
  await ask(order, { ticket_numbers: [tickets[0]!.number] })
  expect(await readLines(order.orderId)).toMatchObject([
    { quantity: 31, amount: 3100, status: 'paid' },
  ])
  const { headers } = await buildAccount(stage, 'admin')
  const csv = await stage.app.inject({
    method: 'GET',
    url: `/api/events/${event.id}/transactions.csv`,
    headers,
  })
  expect(csv.body).toMatch(/,31,3100,/)
  await world.settle(1)
  // The rest of the order is not the whole payment, so B2C pays this refund as well.
  await ask(order)
  expect(await readOrderState(stage, order.orderId)).toBe('refund_due')
  await world.settle(1)
  expect(await readOrderState(stage, order.orderId)).toBe('refunded')
  expect(world.moved.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['b2c', 900_00],
    ['b2c', 3100_00],
  ])
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ sold: 0 })
  expect(await readPayments(stage, order.orderId)).toMatchObject([{ use: 'refunded' }])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('while a part is on its way the rest can be refunded: both go back, and the order ends with the last', async () => {
  const order = await bought({ stage, world }, event, [2, 2])
  const [, vip] = await readTickets(order)
  world.faults.b2c = ['late']
  await ask(order, { ticket_numbers: [vip!.number] })
  await stage.runJobs()
  await ask(order)
  await stage.runJobs()
  await world.deliver()
  expect(await readOrderState(stage, order.orderId)).toBe('refund_due')
  await world.deliverLate()
  expect(await readOrderState(stage, order.orderId)).toBe('refunded')
  const sum = world.moved.reduce((all, { amountCents }) => all + amountCents, 0)
  expect(sum).toBe(order.amountCents)
  expect(await readBookDifferences(stage.db)).toEqual([])
})

describe('who came in', () => {
  async function withUsed() {
    const order = await bought({ stage, world }, event, [2])
    const [ticket] = await readTickets(order)
    await stage.db.updateTable('ticket').set({ admitted: 1 }).where('id', '=', ticket!.id).execute()
    return { order, ticket: ticket! }
  }

  test('a used ticket is not refunded', async () => {
    const { order, ticket } = await withUsed()
    const refused = { status: 409, body: { code: 'tickets_used' } }
    expect(await ask(order, { ticket_numbers: [ticket.number] })).toMatchObject(refused)
    expect(await ask(order, { words: '  ' })).toMatchObject(refused)
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
  })

  test('an admin can refund a used ticket by giving a reason', async () => {
    const { order } = await withUsed()
    const words = 'The sound failed in the first minute.'
    expect(await ask(order, { words })).toMatchObject({ status: 201, body: { words } })
    expect(await readTickets(order)).toMatchObject([{ state: 'void' }])
    const log = await stage.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('subject', '=', order.orderId)
      .execute()
    expect(log).toMatchObject([{ action: 'refund_requested', after: { words } }])
  })
})

test('a ticket is refunded once, and an unknown ticket number is refused', async () => {
  const order = await bought({ stage, world }, event, [2, 1])
  const tickets = await readTickets(order)
  const numbers = { ticket_numbers: [tickets[0]!.number] }
  expect(await ask(order, numbers)).toMatchObject({ status: 201 })
  expect(await ask(order, numbers)).toMatchObject({ status: 422, body: { code: 'unknown_ticket' } })
  expect(await ask(order, { ticket_numbers: ['9999 9999 9999 9999'] })).toMatchObject({
    status: 422,
  })
  expect(await ask(order, { ticket_numbers: [] })).toMatchObject({ status: 422 })
  expect(await ask({ orderId: 'nobody' })).toMatchObject({ status: 404 })
})

test('a partial refund without a known payer needs manual review', async () => {
  const other = await bought({ stage, world }, event, [1, 1])
  const [first] = await readTickets(other)
  await stage.db
    .updateTable('payment')
    .set({ payer_masked: true })
    .where('id', '=', other.paymentId)
    .execute()
  await ask(other, { ticket_numbers: [first!.number] })
  await world.settle(1)
  expect(world.calls('b2c').filter((call) => call.phone === other.phone)).toEqual([])
  expect(await readRefunds(stage, other.orderId)).toMatchObject([
    { state: 'manual', failure_code: 'payer_unknown' },
  ])
})

test('figures equal the orders after partial and whole refunds', async () => {
  await stage.sweep()
  await compareFigures(stage.db, { accountId: event.id, role: 'admin' })
})

describe('what tickets of a line are worth', () => {
  const ticket = (id: string, admits: number) => ({
    ...{ id, number: id, order_line_id: 'line', admits, admitted: 0, people: admits },
    ...{ sold_in: 1, kind: 'entry' },
  })

  test('shares are whole shillings, and the last ticket gets the remainder', () => {
    const line = { lineId: 'line', quantity: 3, amountCents: 1000_00 }
    const first = partsOf([ticket('a', 1)], [line])
    expect(first).toMatchObject([{ quantity: 1, amountCents: 333_00 }])
    const rest = { lineId: 'line', quantity: 2, amountCents: 667_00 }
    expect(partsOf([ticket('b', 1), ticket('c', 1)], [rest])).toMatchObject([
      {
        quantity: 2,
        amountCents: 667_00,
        tickets: [{ amountCents: 333_00 }, { amountCents: 334_00 }],
      },
    ])
  })
})

describe('what costs less than a shilling', () => {
  const refused = { status: 422, body: { code: 'below_shilling', field: 'ticket_numbers' } }

  test('a ticket that costs less than a shilling is refused alone, and refunded with its order', async () => {
    event = await buildEvent(stage.db, {
      types: [{ price: 0.5, capacity: 100, maxPerOrder: 100 }],
    })
    const order = await bought({ stage, world }, event, [32])
    const [one] = await readTickets(order)
    expect(one!.admits).toBe(1)
    expect(await ask(order, { ticket_numbers: [one!.number] })).toMatchObject(refused)
    expect(await ask(order)).toMatchObject({ status: 201, body: { amount: 16 } })
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('free tickets can be taken back after the paid ones were refunded', async () => {
    event = await buildEvent(stage.db, { types: [{ price: 100 }, { price: 0 }] })
    const order = await bought({ stage, world }, event, [1, 1])
    const [[paid], [free]] = [await ofType(order, 0), await ofType(order, 1)]
    expect(await ask(order, { ticket_numbers: [free!.number] })).toMatchObject(refused)
    expect((await ask(order, { ticket_numbers: [paid!.number] })).status).toBe(201)
    expect(await ask(order)).toMatchObject({ status: 409, body: { code: 'nothing_to_refund' } })
    expect(await readBookDifferences(stage.db)).toEqual([])
  })
})
