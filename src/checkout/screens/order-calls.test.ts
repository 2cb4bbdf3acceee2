import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderReply, PendingOrder, SettledOrder } from '../checkout.contract.ts'
import { followOrder, placeOrder, promptAgain } from './order-calls.tsx'

const ID = '00000000-0000-4000-8000-000000000001'
const request = {
  orderId: ID,
  eventId: 'e',
  phoneNumber: '0712345678',
  amount: 5,
  tickets: [{ ticketTypeId: 't', quantity: 1, amount: 5 }],
  email: null,
}
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

/** Answers each call with the next of these. */
function script(...answers: Scripted[]) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    calls.push(`${init.method ?? 'GET'} ${path}`)
    bodies.push(init.body)
    const answer = answers.shift()
    if (answer === undefined || answer === 'no answer') throw new TypeError('Failed to fetch')
    const status = typeof answer.status === 'number' ? answer.status : 200
    return new Response(JSON.stringify(answer), { status })
  })
}

function watch() {
  const offline: boolean[] = []
  const seen: PendingOrder[] = []
  const signal = new AbortController().signal
  const onPending = (order: PendingOrder) => seen.push(order)
  return { signal, onPending, onOffline: (is: boolean) => offline.push(is), offline, seen }
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

async function done<T>(promise: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync()
  return promise
}

describe('placing an order', () => {
  it('repeats the same order while no answer comes, then follows it to its end', async () => {
    script('no answer', 'no answer', waiting as PendingOrder, paid)
    const heard = watch()
    expect(await done(placeOrder(request, heard))).toEqual({ kind: 'settled', order: paid })
    expect(calls).toEqual([
      'POST /api/functions/mpesa',
      'POST /api/functions/mpesa',
      'POST /api/functions/mpesa',
      `GET /api/orders/${ID}?wait=25`,
    ])
    expect(new Set(bodies.slice(0, 3)).size).toBe(1)
    expect(heard.offline).toEqual([true, true, false, false])
    expect(heard.seen).toEqual([waiting])
  })

  it('gives up after five silences, without saying that there is no order', async () => {
    script()
    const outcome = await done(placeOrder(request, watch()))
    expect(outcome).toMatchObject({ kind: 'refused', problem: { status: 0 } })
    expect(calls).toHaveLength(5)
  })

  it('tells a refusal as it is', async () => {
    script({ status: 409, error: 'Gone', code: 'sold_out' })
    const outcome = await done(placeOrder(request, watch()))
    expect(outcome).toMatchObject({ kind: 'refused', problem: { code: 'sold_out' } })
  })
})

describe('one more prompt', () => {
  it('is never sent twice: a lost answer leads to a look at the order', async () => {
    script('no answer', waiting as PendingOrder, paid)
    const outcome = await done(promptAgain(ID, '0712345678', watch()))
    expect(outcome).toEqual({ kind: 'settled', order: paid })
    expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
  })

  it('finds the order paid by an earlier prompt', async () => {
    script({ status: 409, error: 'Paid', code: 'already_paid' }, paid)
    const outcome = await done(promptAgain(ID, '0712345678', watch()))
    expect(outcome).toEqual({ kind: 'settled', order: paid })
  })

  it('stays refused while the open prompt belongs to another order', async () => {
    script({ status: 409, error: 'Open', code: 'prompt_open' }, failed)
    const outcome = await done(promptAgain(ID, '0712345678', watch()))
    expect(outcome).toMatchObject({ kind: 'refused', problem: { code: 'prompt_open' } })
  })
})

describe('following an order', () => {
  it('goes on through lost networks and failing servers', async () => {
    const broken = { status: 503, error: 'Busy', code: 'unavailable' }
    script(...Array<Scripted>(8).fill('no answer'), broken, paid)
    const outcome = await done(followOrder(ID, watch()))
    expect(outcome).toEqual({ kind: 'settled', order: paid })
    expect(calls).toHaveLength(10)
  })

  it('ends where nobody knows the order', async () => {
    script({ status: 404, error: 'Order not found', code: 'order_not_found' })
    const outcome = await done(followOrder(ID, watch()))
    expect(outcome).toMatchObject({ kind: 'refused', problem: { status: 404 } })
  })
})
