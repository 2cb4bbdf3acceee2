import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventReply } from '../../events/events.contract.ts'
import { type PurchaseNow, payOrder } from './pay-order.tsx'
import type { StoredOrder } from './stored-order.tsx'

const OLD = '00000000-0000-4000-8000-000000000001'
const event = {
  id: 'e',
  title: 'Derby',
  ticket_types: [{ id: 't', price: 100 }],
} as EventReply
const linesOf = (quantity: number) => [
  { ticketTypeId: 't', name: 'Terrace', quantity, amountKes: 100 * quantity },
]
const typed = { phoneNumber: '0712345678', email: '' }
/** Its answer was lost. */
const stored: StoredOrder = {
  orderId: OLD,
  eventId: 'e',
  eventTitle: 'Derby',
  phoneNumber: '0712345678',
  email: null,
  tickets: [{ ticketTypeId: 't', quantity: 1, amount: 100 }],
  amount: 100,
  lines: linesOf(1),
  startedAt: 0,
  retry: false,
}
const pending = { status: 'pending', order_id: OLD, phase: 'prompted', seconds_left: 60 }
const paid = { status: '0', order_id: OLD }
const failed = { status: 'failed', order_id: OLD, can_retry: true }
const unknown = { status: 404, error: 'No order', code: 'order_not_found' }

let calls: { call: string; body: Record<string, unknown> | null }[]
let kept: StoredOrder[]
let shown: StoredOrder[]

function script(...answers: object[]) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const body = init.body ? JSON.parse(String(init.body)) : null
    calls.push({ call: `${init.method ?? 'GET'} ${path}`, body })
    const answer = answers.shift()
    if (answer === undefined) throw new TypeError('Failed to fetch')
    const status = 'status' in answer && typeof answer.status === 'number' ? answer.status : 200
    return new Response(JSON.stringify(answer), { status })
  })
}

async function payNow(changes: Partial<PurchaseNow>) {
  const watch = { signal: new AbortController().signal, onPending: () => {}, onOffline: () => {} }
  const keep = (order: StoredOrder) => kept.push(order)
  const show = (order: StoredOrder) => shown.push(order)
  const now = { event, lines: linesOf(1), typed, stored, keep, show, ...changes }
  const ended = payOrder(now, watch)
  await vi.runAllTimersAsync()
  return await ended
}

beforeEach(() => {
  calls = []
  kept = []
  shown = []
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const placed = () => calls.filter(({ call }) => call === 'POST /api/functions/mpesa')

describe('after an order whose answer was lost', () => {
  it('the same purchase is asked for under the same id', async () => {
    script(paid)
    await payNow({ typed: { ...typed, phoneNumber: '0712 345 678' } })
    expect(placed().map(({ body }) => body!.orderId)).toEqual([OLD])
  })

  it.each<[string, Partial<PurchaseNow>]>([
    ['other tickets', { lines: linesOf(3) }],
    ['another phone', { typed: { ...typed, phoneNumber: '0722000999' } }],
  ])('%s: an order under way is followed and shown as it was kept', async (_what, changes) => {
    script(pending, failed)
    const { order, outcome } = await payNow(changes)
    expect(calls.map(({ call }) => call)).toEqual([
      `GET /api/orders/${OLD}`,
      `GET /api/orders/${OLD}?wait=25`,
    ])
    expect(outcome).toMatchObject({ kind: 'settled', order: failed })
    expect(order).toEqual(stored)
    expect(shown).toEqual([stored])
    expect(kept).toEqual([])
  })

  it('other tickets, and it is paid by now: its tickets are the outcome', async () => {
    script(paid)
    const { order, outcome } = await payNow({ lines: linesOf(3) })
    expect(outcome).toMatchObject({ kind: 'settled', order: paid })
    expect([order, kept]).toEqual([stored, []])
  })

  it.each([
    ['unknown', unknown],
    ['failed', failed],
    ['expired', { ...failed, status: 'expired', can_retry: false }],
  ])('other tickets, and it is %s: a new order', async (_state, answer) => {
    script(answer, paid)
    const { order } = await payNow({ lines: linesOf(3) })
    expect(placed()).toMatchObject([{ body: { orderId: order.orderId, amount: 300 } }])
    expect(order.orderId).not.toBe(OLD)
    expect(kept).toEqual([order])
  })

  it('another phone, and it failed: one more prompt for the same order', async () => {
    script(failed, paid)
    const phoneNumber = '0722000999'
    const { order } = await payNow({ typed: { ...typed, phoneNumber } })
    expect(calls[1]).toEqual({ call: `POST /api/orders/${OLD}/prompts`, body: { phoneNumber } })
    expect(order).toMatchObject({ orderId: OLD, phoneNumber, amount: 100 })
  })

  it('other tickets, and still no answer: it stays as it was kept', async () => {
    script()
    const { how, order, outcome } = await payNow({ lines: linesOf(3) })
    expect([how, outcome.kind, order, kept]).toEqual(['look', 'refused', stored, []])
    expect(placed()).toEqual([])
  })
})
