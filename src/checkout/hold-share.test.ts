import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, orderFor, orderOf } from '../../test/build.ts'
import { requestOrder } from '../../test/http.ts'
import { buildPendingOrders, sellPending } from '../../test/pending-orders.ts'
import {
  endHolds,
  fail,
  latestPrompt,
  newReceipt,
  payLate,
  readOrderState,
  readStock,
} from '../../test/purchase.ts'
import { keepStage, makeStage } from '../../test/stage.ts'
import { NO_LIMITS } from '../orders/placing/admission.ts'
import { toOrderRow } from '../orders/placing/order-row.ts'
import { placeOrders } from '../orders/placing/place-orders.ts'

const stage = keepStage({ TRUST_PROXY: 'yes' })
let event: BuiltEvent
let address: string
let addresses = 0

beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ capacity: 400 }, { capacity: 400 }] })
  address = newAddress()
})

const newAddress = () => `41.90.1.${++addresses}`

async function ask(quantities: number[], from = address, changes: object = {}) {
  const payload = orderFor(event, quantities, changes)
  const answer = await requestOrder(stage, payload, { 'x-forwarded-for': from })
  const { statusCode: status, headers } = answer
  return { ...payload, status, code: answer.json().code, body: answer.json(), headers }
}

async function buy(from = address) {
  const order = await ask([1], from)
  await stage.runJobs()
  const prompt = await latestPrompt(stage)
  return { ...order, ...prompt }
}

/** Records paid orders and unpaid prompts of the address, for another event. */
async function leaveRecord(
  client_network: string,
  { paid, unpaid }: { paid: number; unpaid: number },
) {
  const { id: eventId, types } = await buildEvent(stage.db, { types: [{ capacity: 1000 }] })
  const lines = [{ typeId: types[0]!.id, quantity: 1, amountKes: 100 }]
  const now = stage.clock.now()
  const order = (n: number) => ({
    eventId,
    lines,
    placedAt: now,
    ...(n < unpaid && { failureCode: '1037' }),
  })
  const orders = Array.from({ length: unpaid + paid }, (_, n) => order(n))
  const built = await buildPendingOrders(stage.db, orders)
  for (const { id } of built.slice(unpaid)) await sellPending(stage.db, id, now)
  await stage.db
    .updateTable('order')
    .set({ client_network, prompted_at: now })
    .where('event_id', '=', eventId)
    .execute()
}

/** Places orders of ten tickets until one is refused. Returns the number of held tickets. */
async function takeAll(from = address): Promise<number> {
  for (let tickets = 0; ; tickets += 10) {
    const { status, code } = await ask([10], from)
    if (status === 202) continue
    expect([status, code]).toEqual([429, 'too_many_unpaid'])
    return tickets
  }
}

describe('the unpaid orders of one address', () => {
  test('may hold a tenth of what is left, and the address is not told that the rest is sold out', async () => {
    expect(await takeAll()).toBe(40)
    const { status, body, headers } = await ask([1])
    expect(status).toBe(429)
    expect(body.code).toBe('too_many_unpaid')
    expect(body.error).toMatch(/Tickets are still available/)
    // The address's first hold ends in five minutes.
    expect(Number(headers['retry-after'])).toBeGreaterThan(290)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(300)
    // All other tickets are available to every other address.
    expect((await ask([10], newAddress())).status).toBe(202)
  })

  test('are refused with the time when its holds for that event end, for parallel orders of two events, too', async () => {
    const events = [event, await buildEvent(stage.db, { types: [{ capacity: 400 }] })]
    for (event of events) {
      await takeAll()
      stage.pass(60_000)
    }
    // The orders after the first are placed in one batch.
    const elsewhere = await buildEvent(stage.db)
    const orders = [elsewhere, ...events].map((one) => {
      event = one
      return ask([1])
    })
    const [first, ...refused] = await Promise.all(orders)
    expect(first!.status).toBe(202)
    const minutes = refused.map(({ headers }) => Math.ceil(Number(headers['retry-after']) / 60))
    expect(minutes).toEqual([3, 4])
  })

  test('are counted by ticket type', async () => {
    await takeAll()
    expect((await ask([0, 10])).status).toBe(202)
    expect((await ask([1, 1])).code).toBe('too_many_unpaid')
  })

  test('free their share when the holds end', async () => {
    await takeAll()
    await endHolds(stage)
    expect(await takeAll()).toBe(40)
    await endHolds(stage)
  })

  test('do not grow by another order of the same phone, which replaces the first', async () => {
    const { phoneNumber, orderId } = await ask([10])
    for (let i = 0; i < 3; i++) await ask([10])
    expect((await ask([10])).code).toBe('too_many_unpaid')
    expect((await ask([10], address, { phoneNumber, replaces: [orderId] })).status).toBe(202)
    expect((await readStock(stage, event.types[0]!.id)).held).toBe(40)
  })

  test('may always hold what one order may have', async () => {
    event = await buildEvent(stage.db, { types: [{ capacity: 12, maxPerOrder: 6 }] })
    const proven = newAddress()
    await leaveRecord(proven, { paid: 1, unpaid: 0 })
    expect((await ask([6])).status).toBe(202)
    expect((await ask([1])).code).toBe('too_many_unpaid')
    expect((await ask([6], proven)).status).toBe(202)
    // No ticket is left: every address gets all_taken.
    expect((await ask([1])).code).toBe('all_taken')
  })

  test('may hold a share of what is left, not of the first stock', async () => {
    await stage.db
      .updateTable('ticket_type')
      .set({ sold: 200 })
      .where('id', '=', event.types[0]!.id)
      .execute()
    expect(await takeAll()).toBe(20)
    // 180 tickets are left, so a new address may hold 10.
    expect(await takeAll(newAddress())).toBe(10)
  })

  test('may hold more after paid orders from the address', async () => {
    await leaveRecord(address, { paid: 20, unpaid: 0 })
    // The address may hold 10 + 90 / 2 percent of 400 tickets.
    expect(await takeAll()).toBe(220)
  })

  test('may hold less after prompts that were not paid', async () => {
    await leaveRecord(address, { paid: 20, unpaid: 20 })
    // With as many unpaid prompts as paid orders, the address may hold 10 + 90 / 2 / 2 percent.
    expect(await takeAll()).toBe(130)
  })

  test('never fall below the share of an unknown address', async () => {
    await leaveRecord(address, { paid: 0, unpaid: 10 })
    expect(await takeAll()).toBe(40)
  })
})

test('count tickets that another prompt takes again', async () => {
  const old = await buy()
  await fail(stage, old, 1032)
  await endHolds(stage)
  await takeAll()
  const again = async () => {
    const answer = await stage.app.inject({
      method: 'POST',
      url: `/api/orders/${old.orderId}/prompts`,
      headers: { 'x-forwarded-for': newAddress() },
    })
    return [answer.statusCode, answer.json().code]
  }
  expect(await again()).toEqual([429, 'too_many_unpaid'])
  expect(await readOrderState(stage, old.orderId)).toBe('expired')
  expect((await readStock(stage, event.types[0]!.id)).held).toBe(40)
  await endHolds(stage)
  expect((await again())[0]).toBe(202)
})

test('do not count late money, which is honoured whatever the address holds', async () => {
  const old = await buy()
  await fail(stage, old, 1037)
  await endHolds(stage)
  await takeAll()
  await payLate(stage, old, newReceipt())
  expect(await readOrderState(stage, old.orderId)).toBe('issued')
})

test('count the earlier orders of their batch', async () => {
  const from = (client_network: string | null) =>
    toOrderRow(orderOf(event, [10], { ...(client_network && { address: client_network }) }))
  const orders = [...Array(6).fill(address), newAddress(), null].map(from)
  const results = await placeOrders({
    deps: stage.deps,
    policy: NO_LIMITS,
    orders,
    skipLocked: false,
  })
  expect(
    results.map((result) => (result && 'code' in result ? result.code : result?.isNew)),
  ).toEqual([...[true, true, true, true, 'too_many_unpaid', 'too_many_unpaid'], ...[true, true]])
})

test('are unlimited with a share of 100 percent', async () => {
  const open = await makeStage({ HOLD_SHARE_PER_ADDRESS: '100', HOLD_SHARE_UNPROVEN: '100' })
  const small = await buildEvent(open.db, { types: [{ capacity: 20 }] })
  const statuses = []
  for (let i = 0; i < 3; i++) {
    const answer = await requestOrder(open, orderFor(small, [10]))
    statuses.push([answer.statusCode, answer.json().code])
  }
  expect(statuses).toEqual([
    [202, undefined],
    [202, undefined],
    [409, 'all_taken'],
  ])
  await open.close()
})
