import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import {
  buildPendingOrders,
  moveOrder,
  type PendingOrder,
  sellPending,
} from '../../../test/pending-orders.ts'
import { fail, latestPrompt, pay, payLate, prompted, tryAgain } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { makeDraw } from '../../../test/torture/draw.ts'
import type { TransactionReply } from './transactions.contract.ts'

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage()
let admin: Account
let organizers: [Account, Account]
let events: BuiltEvent[]
/** The transactions that the API must return, by order line id. */
const expected = new Map<string, TransactionReply & { owner: Account }>()

const draw = makeDraw(4711)
const START = Date.parse('2026-11-01T20:59:00Z')

beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
  organizers = [await buildAccount(stage), await buildAccount(stage)]
  const types = [{ name: 'Terrace' }, { name: 'Stand' }]
  const wide = types.map((type) => ({ ...type, capacity: 100_000 }))
  events = [0, 1, 2, 3].map(() => ({}) as BuiltEvent)
  for (const i of events.keys()) {
    events[i] = await buildEvent(stage.db, { title: `Event ${i}`, types: wide })
    const owned = { organizer_id: organizers[i % 2]!.id }
    await stage.db.updateTable('event').set(owned).where('id', '=', events[i].id).execute()
  }
  for (const order of await pendingOrders(240)) await settle(order)
})

function pendingOrders(count: number): Promise<PendingOrder[]> {
  const wanted = Array.from({ length: count }, (_, i) => {
    const event = draw.pick(events)
    return {
      eventId: event.id,
      phone: `254${draw.pick(['712', '722', '110'])}${String(draw.between(0, 999_999)).padStart(6, '0')}`,
      ...(i % 3 === 0 && { email: `buyer${i}@lango.test` }),
      lines: event.types
        .filter((_type, k) => k === 0 || draw.chance(0.5))
        .map(({ id }) => ({
          typeId: id,
          quantity: draw.between(1, 4),
          amountKes: draw.pick([0, 500, 900]),
        })),
    }
  })
  return buildPendingOrders(stage.db, wanted)
}

/**
 * Sells the order at a random second of the same minute, so that many orders have equal times.
 * Refunds some orders and leaves some unpaid.
 */
async function settle(order: PendingOrder): Promise<void> {
  if (draw.chance(0.1)) return
  const at = new Date(START + draw.between(0, 60) * 1000)
  await sellPending(stage.db, order.id, at)
  const isRefund = draw.chance(0.15)
  const isPaidBack = isRefund && draw.chance(0.5)
  if (draw.chance(0.5)) await moveOrder(stage.db, order.id, 'issued', at)
  if (isRefund) await moveOrder(stage.db, order.id, 'refund_due', at)
  if (isPaidBack) await moveOrder(stage.db, order.id, 'refunded', at)
  const index = events.findIndex(({ id }) => id === order.eventId)
  for (const line of order.lines) {
    expected.set(line.id, {
      id: line.id,
      order_id: order.id,
      created_at: at.toISOString(),
      event_id: order.eventId,
      event: { id: order.eventId, title: `Event ${index}` },
      ticket_type_id: line.typeId,
      ticket_type: {
        id: line.typeId,
        name: line.typeId === events[index]!.types[0]!.id ? 'Terrace' : 'Stand',
      },
      quantity: line.quantity,
      amount: line.amountKes,
      phone_number: order.phone,
      email: order.email,
      method: 'mpesa',
      reference: '',
      has_tickets: false,
      delivery: null,
      status: isPaidBack ? 'refunded' : isRefund ? 'refund_due' : 'paid',
      part_refund: null,
      owner: organizers[index % 2]!,
    })
  }
}

async function ask(viewer: Account, query: Record<string, string> = {}) {
  const { headers } = viewer
  return await callApi(stage, { url: '/api/transactions', query, headers })
}

async function readAll(viewer: Account, query: Record<string, string>) {
  const rows: TransactionReply[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await ask(viewer, { ...query, ...(cursor && { cursor }) })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.length).toBeLessThanOrEqual(Number(query.limit ?? 50))
    rows.push(...body.data)
    cursor = body.next_cursor
  }
  return rows
}

const SORTS = {
  '-created_at': (a, b) => compare(b.created_at, a.created_at) || compare(b.id, a.id),
  created_at: (a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id),
  '-amount': (a, b) => b.amount - a.amount || compare(b.id, a.id),
  amount: (a, b) => a.amount - b.amount || compare(a.id, b.id),
} satisfies Record<string, (a: TransactionReply, b: TransactionReply) => number>

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The last digits of a number that the first organizer has sold to. */
const lastDigits = () =>
  [...expected.values()].find(({ owner }) => owner === organizers[0])!.phone_number.slice(-4)

type Filter = { event_id?: string; status?: string; phone?: string }

function wanted(viewer: Account, sort: keyof typeof SORTS, filter: Filter) {
  const digits = filter.phone?.replace(/\D/g, '')
  return [...expected.values()]
    .filter(({ owner }) => viewer.role === 'admin' || owner.id === viewer.id)
    .filter((row) => !filter.event_id || row.event_id === filter.event_id)
    .filter((row) => !filter.status || row.status === filter.status)
    .filter(
      ({ phone_number }) =>
        !digits || phone_number.includes(digits) || `0${phone_number.slice(3)}`.startsWith(digits),
    )
    .sort(SORTS[sort])
    .map(({ owner, ...row }) => row)
}

describe.each(Object.keys(SORTS) as (keyof typeof SORTS)[])('transactions sorted by %s', (sort) => {
  const filters = (): Filter[] => [
    {},
    { event_id: events[0]!.id },
    ...['paid', 'refund_due', 'refunded'].map((status) => ({ status })),
    { event_id: events[0]!.id, status: 'paid' },
    ...['0712', '254722', '+254 110', '071', '12', lastDigits(), '9'].map((phone) => ({ phone })),
    { event_id: events[0]!.id, status: 'paid', phone: '0712' },
  ]

  // spec: transactions-every-field, tickets-overview-phone-search, sorted-time-amount
  test("are the organizer's own lines, or all lines for an admin, with every filter and page size", async () => {
    expect(expected.size).toBeGreaterThan(250)
    for (const filter of filters()) {
      for (const viewer of [organizers[0], admin]) {
        const lines = wanted(viewer, sort, filter)
        const limit = String(draw.between(5, 90))
        const found = await readAll(viewer, { ...filter, sort, limit })
        expect(found, JSON.stringify(filter)).toEqual(lines)
      }
    }
  })
})

test('the filters of these tests match at least one transaction each', () => {
  for (const phone of ['0712', lastDigits(), '9']) {
    expect(wanted(organizers[0], 'amount', { phone }).length).toBeGreaterThan(0)
  }
  for (const status of ['refund_due', 'refunded']) {
    expect(wanted(organizers[0], 'amount', { status }).length).toBeGreaterThan(0)
  }
})

// spec: transactions-every-field
test('transactions come newest first, fifty a page, by default', async () => {
  const { body } = await ask(admin)
  expect(body.data).toEqual(wanted(admin, '-created_at', {}).slice(0, 50))
})

describe('the list of transactions refuses', () => {
  test.each([
    ['another organizer’s event', () => ({ event_id: events[1]!.id }), 404, 'event_not_found'],
    ['no id', () => ({ event_id: 'x' }), 404, 'event_not_found'],
    ['a cursor of nothing', () => ({ cursor: 'x' }), 422, 'invalid_field'],
    ['a limit of 0', () => ({ limit: '0' }), 422, 'invalid_field'],
    ['an unknown status', () => ({ status: 'lost' }), 422, 'invalid_field'],
    ['an unknown sort', () => ({ sort: 'phone' }), 422, 'invalid_field'],
  ])('%s', async (_what, query, status, code) => {
    const answer = await ask(organizers[0], query() as Record<string, string>)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  // spec: sorted-time-amount
  test('a cursor of a list with another sort order', async () => {
    const { body } = await ask(admin, { sort: 'amount', limit: '1' })
    const answer = await ask(admin, { cursor: body.next_cursor })
    expect([answer.status, answer.body.field]).toEqual([422, 'cursor'])
  })

  // spec: tickets-overview-phone-search
  test('a search for a text that is no phone number finds nothing', async () => {
    const answer = await ask(admin, { phone: 'amina' })
    expect(answer).toEqual({ status: 200, body: { data: [], next_cursor: null } })
  })
})

describe('a purchase', () => {
  const listed = async (phone: string) => (await ask(admin, { phone })).body.data

  // spec: refund-shows-phone, resend-only-tickets
  test('is listed with its receipt and the paying phone once it is paid', async () => {
    const event = await buildEvent(stage.db, { types: [{ price: 250 }] })
    const first = await prompted(stage, event, [2], { phoneNumber: '0799000111' })
    expect(await listed('0799000111')).toEqual([])
    await fail(stage, first, 1032)
    const phoneNumber = '0799000222'
    await tryAgain(stage, first.orderId, { phoneNumber })
    await stage.runJobs()
    expect((await latestPrompt(stage)).push.phone).toBe('254799000222')
    // M-Pesa reports late that the first prompt was paid.
    await payLate(stage, { ...first, amount: 500 }, 'TKL0000001')
    expect(await listed('0799000222')).toEqual([])
    expect(await listed('0799000111')).toMatchObject([
      {
        order_id: first.orderId,
        amount: 500,
        quantity: 2,
        reference: 'TKL0000001',
        status: 'paid',
        has_tickets: true,
      },
    ])
    // An admin voided the ticket, so resend-sms has nothing to send.
    const voided = stage.db.updateTable('ticket').set({ state: 'void', void_reason: 'revoked' })
    await voided.where('order_id', '=', first.orderId).execute()
    expect(await listed('0799000111')).toMatchObject([{ status: 'paid', has_tickets: false }])
  })

  // spec: refund-shows-phone, resend-only-tickets
  test('paid after the tickets were gone is listed as refund due, and counts in no figure', async () => {
    const event = await buildEvent(stage.db, { types: [{ price: 250 }] })
    const order = await prompted(stage, event, [1], { phoneNumber: '0799000333' })
    const cancelled = { cancelled_at: new Date() }
    await stage.db.updateTable('event').set(cancelled).where('id', '=', event.id).execute()
    await pay(stage, order, 'TKL0000002')
    expect(await listed('0799000333')).toMatchObject([
      {
        order_id: order.orderId,
        reference: 'TKL0000002',
        status: 'refund_due',
        has_tickets: false,
      },
    ])
    const stats = await stage.app.inject({
      method: 'POST',
      url: '/api/rpc/get_event_transaction_stats',
      headers: admin.headers,
      payload: { p_event_id: event.id },
    })
    const counts = { total_tickets: 0, complimentary: 0, reserved: 0 }
    expect(stats.json()).toEqual([{ ...counts, total_revenue: 0 }])
  })
})
