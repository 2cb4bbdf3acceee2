import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderReply, PendingOrder, SettledOrder } from '../checkout.contract.ts'
import type { CallNews, OrderCall, StoredOrder } from '../purchase.rules.ts'
import { callOrder } from './order-calls.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const order = {
  orderId: ID,
  eventId: 'e',
  phoneNumber: '0712345678',
  amount: 5,
  tickets: [{ ticketTypeId: 't', quantity: 1, amount: 5 }],
  email: null,
  startedAt: 0,
} as unknown as StoredOrder
const place: OrderCall = { to: 'place', order }
const prompt: OrderCall = { to: 'prompt', orderId: ID, phoneNumber: '0712345678', email: null }
const look: OrderCall = { to: 'look', orderId: ID }
const follow: OrderCall = { to: 'follow', orderId: ID, known: null }
const waiting = {
  status: 'pending',
  order_id: ID,
  message: '',
  phase: 'prompted',
  seconds_left: 60,
}
const paid = { status: '0', order_id: ID } as SettledOrder
const failed = { status: 'failed', order_id: ID } as SettledOrder

type Scripted = OrderReply | { error: string; code: string; status: number } | 'no answer'

let calls: string[]
let bodies: unknown[]

/** Makes a server that gives each call the next response of the list. */
function script(...answers: Scripted[]) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    calls.push(`${init.method ?? 'GET'} ${path}`)
    bodies.push(init.body)
    const answer = answers.shift()
    if (answer === undefined || answer === 'no answer') throw new TypeError('Failed to fetch')
    const status = typeof answer.status === 'number' ? answer.status : 200
    const headers = status === 503 ? { 'retry-after': '6' } : undefined
    return new Response(JSON.stringify(answer), { status, ...(headers && { headers }) })
  })
}

/** Runs a call to its end, skipping its pauses, and returns all events that it yielded. */
async function hear(call: OrderCall, left = new AbortController().signal) {
  const news: CallNews[] = []
  const heard = (async () => {
    for await (const one of callOrder(call, left)) news.push(one)
  })()
  await vi.runAllTimersAsync()
  await heard
  const offline = news.flatMap((one) => (one.is === 'network' ? one.offline : []))
  const pending = news.flatMap((one) => (one.is === 'pending' ? one.order : []))
  const busy = news.flatMap((one) => (one.is === 'busy' ? one.seconds : []))
  const [answer] = news.flatMap((one) => (one.is === 'answered' ? one.answer : []))
  return { offline, pending, answer, busy }
}

beforeEach(() => {
  calls = []
  bodies = []
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', () => {})
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a call that places an order', () => {
  it('repeats the same order until the server responds', async () => {
    script('no answer', 'no answer', waiting as PendingOrder)
    const { answer, offline } = await hear(place)
    expect(answer).toMatchObject({ ok: true, data: waiting })
    expect(calls).toEqual(Array(3).fill('POST /api/functions/mpesa'))
    expect(new Set(bodies).size).toBe(1)
    const { startedAt: _startedAt, ...request } = order
    expect(JSON.parse(String(bodies[0]))).toEqual({
      ...request,
      replaces: expect.arrayContaining([ID]),
    })
    expect(offline).toEqual([true, true, false])
  })

  it('gives up after five calls without a response, and does not claim that no order exists', async () => {
    script()
    expect((await hear(place)).answer).toMatchObject({ ok: false, status: 0 })
    expect(calls).toHaveLength(5)
  })

  it('returns a refusal unchanged', async () => {
    script({ status: 409, error: 'Gone', code: 'sold_out' })
    expect((await hear(place)).answer).toMatchObject({ ok: false, code: 'sold_out' })
  })
})

describe('an overloaded server', () => {
  const busy = { status: 503, error: 'Busy', code: 'overloaded' }

  it('gets the same request again after the delay it names, any number of times', async () => {
    script(...Array<Scripted>(8).fill(busy), waiting as PendingOrder)
    const began = Date.now()
    const heard = await hear(place)
    expect(heard.answer).toMatchObject({ ok: true, data: waiting })
    expect(calls).toEqual(Array(9).fill('POST /api/functions/mpesa'))
    expect(new Set(bodies).size).toBe(1)
    // An overloaded server must not be shown as a lost connection.
    expect(heard.offline).toEqual([false])
    expect(heard.busy).toHaveLength(8)
    for (const seconds of heard.busy) {
      expect(seconds).toBeGreaterThanOrEqual(6)
      expect(seconds).toBeLessThanOrEqual(9)
    }
    expect(Date.now() - began).toBe(heard.busy.reduce((sum, seconds) => sum + seconds * 1000, 0))
  })

  it('has not sent a prompt, so a request for a prompt is repeated too', async () => {
    script(busy, waiting as PendingOrder)
    expect((await hear(prompt)).answer).toMatchObject({ ok: true })
    expect(calls).toHaveLength(2)
  })
})

describe('a call for another prompt', () => {
  it('is never repeated without a response', async () => {
    script()
    expect((await hear(prompt)).answer).toMatchObject({ ok: false, status: 0 })
    expect(calls).toEqual([`POST /api/orders/${ID}/prompts`])
  })
})

describe('a call that reads an order', () => {
  it('is tried up to five times', async () => {
    script('no answer', failed)
    expect((await hear(look)).answer).toMatchObject({ ok: true, data: failed })
    expect(calls).toEqual([`GET /api/orders/${ID}`, `GET /api/orders/${ID}`])
    script()
    expect((await hear(look)).answer).toMatchObject({ ok: false, status: 0 })
    expect(calls).toHaveLength(7)
  })
})

describe('a call that follows an order', () => {
  it('reports each pending state until the order has ended', async () => {
    script(waiting as PendingOrder, paid)
    const { answer, pending } = await hear(follow)
    expect(calls).toEqual([
      `GET /api/orders/${ID}?wait=0`,
      `GET /api/orders/${ID}?wait=25&seen=prompted`,
    ])
    expect(pending).toEqual([waiting])
    expect(answer).toMatchObject({ ok: true, data: paid })
  })

  it('continues after lost networks and failing servers', async () => {
    const broken = { status: 503, error: 'Busy', code: 'unavailable' }
    const putOff = { status: 429, error: 'Wait', code: 'too_many_requests' }
    script(...Array<Scripted>(8).fill('no answer'), broken, putOff, paid)
    expect((await hear(follow)).answer).toMatchObject({ ok: true, data: paid })
    expect(calls).toHaveLength(11)
  })

  it('ends if the server does not know the order', async () => {
    script({ status: 404, error: 'Order not found', code: 'order_not_found' })
    expect((await hear(follow)).answer).toMatchObject({ ok: false, status: 404 })
  })
})

describe('after the buyer has left the page', () => {
  it.each([
    ['placing, in a pause between two tries', place, 'no answer'],
    ['looking, in a pause between two tries', look, 'no answer'],
    ['following, in a pause between two tries', follow, 'no answer'],
    ['following, after an answer that came too soon', { ...follow, known: waiting }, waiting],
  ])('no further call is made and no answer is reported: %s', async (_when, call, answer) => {
    const left = new AbortController()
    setTimeout(() => left.abort(), 10)
    script(answer as Scripted)
    const heard = await hear(call as OrderCall, left.signal)
    expect(heard.answer).toBeUndefined()
    expect(calls).toHaveLength(1)
  })
})
