import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import type { ClientLimits } from './long-poll-clients.ts'
import { readOrders } from './read-order.ts'
import { type Wait, waitForOrder } from './wait-for-order.ts'
import { watchOrders } from './watch-orders.ts'

const stage = keepStage()
let event: BuiltEvent
let order: Awaited<ReturnType<typeof prompted>>
beforeAll(async () => {
  event = await buildEvent(stage.db)
})
beforeEach(async () => {
  order = await prompted(stage, event)
})

const MANY = { perOrder: 100_000, perAddress: 100_000 }
const HERE = '192.0.2.1'

/** A watcher that reads orders with the product's read function, and records each read. */
function openWatcher(bounds: ClientLimits = MANY) {
  const reads: string[][] = []
  const read = (ids: string[]) => {
    reads.push(ids)
    return readOrders(stage.deps, ids)
  }
  const watcher = watchOrders({ ...stage.deps, readOrders: read }, bounds)
  const wait = async (until: Wait['until'], address: string, ms: number) =>
    (await waitForOrder(watcher, order.orderId, address, { ms, until })).reply
  return {
    watcher,
    reads,
    follow: (address = HERE, ms = 25_000) => wait('changed', address, ms),
    settle: (address = HERE) => wait('settled', address, 25_000),
  }
}

const payNow = () => pay(stage, order, newReceipt())

test('four thousand clients that wait for one order that is paid cost a handful of reads', async () => {
  const { watcher, reads, settle } = openWatcher()
  const answers = Array.from({ length: 4000 }, () => settle())
  await watcher.read(order.orderId)
  expect(reads.length).toBeLessThanOrEqual(3)
  await payNow()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set(['0']))
  // The watcher reads the order for each visible change: first 'issuing', then 'issued'.
  expect(reads.length).toBeLessThanOrEqual(8)
})

test('one client too many for an order evicts the client that has waited longest', async () => {
  const { watcher, settle } = openWatcher({ ...MANY, perOrder: 2 })
  const waits = []
  for (let i = 0; i < 3; i++) {
    waits.push(settle())
    await watcher.read(order.orderId)
  }
  expect(await waits[0]).toMatchObject({ status: 'pending', phase: 'prompted' })
  await payNow()
  expect(await Promise.all(waits.slice(1))).toMatchObject([{ status: '0' }, { status: '0' }])
})

test('one client too many from an address gets Retry-After, and the others wait on', async () => {
  const { watcher, follow, settle } = openWatcher({ ...MANY, perAddress: 2 })
  const waits = [settle(), settle()]
  await watcher.read(order.orderId)
  await expect(follow()).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 5 })
  // A read without a wait and the call that places an order need no capacity.
  expect(await follow(HERE, 0)).toMatchObject({ phase: 'prompted' })
  expect(await settle()).toMatchObject({ phase: 'prompted' })
  waits.push(settle('192.0.2.2'))
  await watcher.read(order.orderId)
  await payNow()
  expect((await Promise.all(waits)).map(({ status }) => status)).toEqual(['0', '0', '0'])
  // When waits have ended, there is capacity again.
  expect(watcher.hasCapacity(HERE)).toBe(true)
})
