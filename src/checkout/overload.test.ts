import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, orderFor } from '../../test/build.ts'
import { newReceipt, paidFor, prompted } from '../../test/purchase.ts'
import { makeStage, type Stage } from '../../test/stage.ts'

const SETTINGS = {
  LIMIT_PUSH_PER_ADDRESS: '1000000',
  HOLD_SHARE_PER_ADDRESS: '100',
  WORK_WAIT_MS: '800',
}

let stage: Stage
let event: BuiltEvent
// Each test has its own stage, because the load shedder measures its pace from the requests of its
// stage.
beforeEach(async () => {
  stage = await makeStage(SETTINGS)
  event = await buildEvent(stage.db, { types: [{ capacity: 1_000_000 }] })
})
afterEach(() => stage.close())

/** More requests than the load shedder accepts before it has measured its pace. */
const CROWD = 300

const place = (payload: object | string, headers: Record<string, string> = {}) =>
  stage.app.inject({
    method: 'POST',
    url: '/api/functions/mpesa',
    headers: { 'content-type': 'application/json', prefer: 'respond-async', ...headers },
    payload,
  })

type Answer = Awaited<ReturnType<typeof place>>

/** Locks the event's tickets while `work` runs, so that its orders cannot proceed. */
async function withStuckOrders<T>(work: () => Promise<T>): Promise<T> {
  return await stage.db.transaction().execute(async (tx) => {
    await sql`select 1 from ticket_type where event_id = ${event.id} for update`.execute(tx)
    return await work()
  })
}

/**
 * Sends CROWD parallel orders. `refused` lists the responses of orders that were refused
 * immediately; `answers` resolve with all responses.
 */
async function crowd() {
  const orders = Array.from({ length: CROWD }, () => orderFor(event))
  const refused: { order: (typeof orders)[number]; answer: Answer }[] = []
  const answers = orders.map(async (order) => {
    const answer = await place(order)
    if (answer.statusCode === 503) refused.push({ order, answer })
    return answer
  })
  // By now each request of the crowd either is in progress or was refused, so no capacity is left,
  // and a later request is refused as well.
  const late = await place('{ this is no JSON')
  return { answers, refused, late }
}

test('of too many parallel orders some are refused immediately, and placed once when they retry', async () => {
  const stuck = await withStuckOrders(async () => {
    const { answers, refused, late } = await crowd()
    expect(refused.length).toBeGreaterThan(CROWD / 3)
    expect(refused.length).toBeLessThan(CROWD)
    for (const { answer } of refused) {
      const { message, ...body } = answer.json()
      expect(body).toEqual({ code: 'overloaded', error: message })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(2)
    }
    // The request was refused before its body was read.
    expect(late.statusCode).toBe(503)
    return { answers, refused }
  })
  const statuses = (await Promise.all(stuck.answers)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 202)).toHaveLength(CROWD - stuck.refused.length)
  const { order } = stuck.refused[0]!
  const rows = () =>
    stage.db.selectFrom('order').select('id').where('id', '=', order.orderId).execute()
  expect(await rows()).toEqual([])
  expect((await place(order)).statusCode).toBe(202)
  expect((await place(order)).statusCode).toBe(202)
  expect(await rows()).toHaveLength(1)
})

/** Headers that may differ between two responses. */
const OWN = ['date', 'retry-after', 'connection', 'keep-alive']

const toldIn = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries([...headers].filter(([name]) => !OWN.includes(name)))

test('a refused purchase over a real connection gets 503 with Retry-After, in its language', async () => {
  const origin = await stage.app.listen({ host: '127.0.0.1', port: 0 })
  const call = (headers: Record<string, string> = {}) =>
    fetch(`${origin}/api/functions/mpesa`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(orderFor(event)),
    })
  const stuck = await withStuckOrders(async () => {
    const { answers, late } = await crowd()
    const early = await call()
    expect(early.status).toBe(late.statusCode)
    expect(await early.json()).toEqual(late.json())
    expect(toldIn(early.headers)).toEqual(toldIn(Object.entries(late.headers)))
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
    const swahili = await call({ 'x-language': 'sw' })
    expect(swahili.status).toBe(503)
    expect(((await swahili.json()) as { error: string }).error).toMatch(/^Tuna wateja wengi/)
    return answers
  })
  await Promise.all(stuck)
  expect((await call({ prefer: 'respond-async' })).status).toBe(202)
})

test('callbacks, gates, health checks and long polls are never refused', async () => {
  const order = await prompted(stage, await buildEvent(stage.db))
  const stuck = await withStuckOrders(async () => {
    const { answers, refused } = await crowd()
    expect(refused.length).toBeGreaterThan(0)
    const waiting = Promise.resolve(stage.app.inject(`/api/orders/${order.orderId}?wait=25`))
    const call = { method: 'POST', url: order.callbackPath } as const
    const reply = await stage.app.inject({
      ...call,
      payload: paidFor(order, { receipt: newReceipt() }),
    })
    expect(reply.statusCode).toBe(200)
    for (const path of ['/healthz', '/readyz', '/metrics', `/api/orders/${order.orderId}`]) {
      expect([200, 202]).toContain((await stage.app.inject(path)).statusCode)
    }
    const gate = await stage.app.inject({ method: 'POST', url: '/api/check_ins', payload: {} })
    expect(gate.statusCode).toBe(401)
    const { body: metrics } = await stage.app.inject('/metrics')
    expect(metrics).toMatch(/lango_overloaded_total\{line="orders"\} [1-9]/)
    await stage.runJobs()
    expect([200, 202]).toContain((await waiting).statusCode)
    return answers
  })
  await Promise.all(stuck)
})

test('a call that waits for its payment does not count as work in progress', async () => {
  const left = new AbortController()
  const origin = await stage.app.listen({ host: '127.0.0.1', port: 0 })
  const count = () => countOrders()
  const before = await count()
  // Sends more requests than the shedder accepts. All these requests wait for their payment.
  const url = `${origin}/api/functions/mpesa`
  const headers = { 'content-type': 'application/json' }
  for (let round = 0; round < 16; round++) {
    for (let i = 0; i < 15; i++) {
      const body = JSON.stringify(orderFor(event))
      fetch(url, { method: 'POST', headers, body, signal: left.signal }).catch(() => {})
    }
    await expect.poll(count).toBe(before + (round + 1) * 15)
  }
  left.abort()
}, 60_000)

async function countOrders(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from "order"`.execute(stage.db)
  return Number(rows[0]!.count)
}
