import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { REPLACES_MAX } from '../placed-orders.rules.ts'
import type { OrderCall, StoredOrder } from '../purchase.rules.ts'
import { callOrder } from './order-calls.ts'

const REFUSED = { status: 409, error: 'These tickets are sold out.', code: 'sold_out' }

let bodies: { orderId: string; replaces: string[] }[]
let stored: Map<string, string>
let ids = 0

beforeEach(() => {
  bodies = []
  stored = new Map()
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  }
  vi.stubGlobal('window', { localStorage })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Makes a call that the server answers with this reply about the order. */
async function call(call: OrderCall, reply: { status: string | number }): Promise<void> {
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit = {}) => {
    if (init.body) bodies.push(JSON.parse(String(init.body)))
    const status = typeof reply.status === 'number' ? reply.status : 200
    const order_id = bodies.at(-1)!.orderId
    return new Response(JSON.stringify({ order_id, ...reply }), { status })
  })
  for await (const _ of callOrder(call, new AbortController().signal));
}

async function place(reply: { status: string | number }): Promise<string> {
  const orderId = `order-${++ids}`
  await call({ to: 'place', order: { orderId } as StoredOrder }, reply)
  return orderId
}

const proof = () => bodies.at(-1)!.replaces

describe('the ids of the orders that this browser placed', () => {
  it('go with each later order and prompt, also after a refused order', async () => {
    const first = await place({ status: 'failed' })
    await place(REFUSED)
    await place({ status: 'failed' })
    expect(proof()).toContain(first)
    const prompt = { to: 'prompt', orderId: first, phoneNumber: '0712345678', email: null } as const
    await call(prompt, { status: 'failed' })
    expect(proof()).toContain(first)
  })

  it('come from all tabs, and are at most as many as the server takes', async () => {
    for (let n = 0; n < 2 * REPLACES_MAX; n++) await place(REFUSED)
    expect(proof()).toHaveLength(REPLACES_MAX)
    const ofOtherTab = { orderId: 'other-tab', at: Date.now() }
    stored.set('lango.placed', JSON.stringify([ofOtherTab]))
    const own = await place(REFUSED)
    expect(proof()).toEqual([own, 'other-tab'])
  })

  it('go with each later order although the browser refuses storage', async () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError')
    }
    vi.stubGlobal('window', { localStorage: { getItem: refuse, setItem: refuse } })
    const first = await place({ status: 'failed' })
    await place({ status: 'failed' })
    expect(proof()).toContain(first)
  })

  it('are forgotten once their order is paid, and after an hour', async () => {
    const at = Date.now()
    vi.useFakeTimers({ now: at, toFake: ['Date'] })
    const failed = await place({ status: 'failed' })
    const paid = await place({ status: '0' })
    expect(stored.get('lango.placed')).toContain(failed)
    expect(stored.get('lango.placed')).not.toContain(paid)
    vi.setSystemTime(at + 3600_000)
    const own = await place({ status: 'failed' })
    expect(proof()).toEqual([own])
  })
})
