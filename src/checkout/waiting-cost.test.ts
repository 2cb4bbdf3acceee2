// Counts the statements that waiting clients cause. The counts are the same on every machine.
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent, orderOf } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { placeOrder } from '../orders/placing/place-order.ts'
import { readOrders } from './read-order.ts'
import { waitForOrder } from './wait-for-order.ts'
import { watchOrders } from './watch-orders.ts'

const stage = keepStage({ LIMIT_PUSH_PER_ADDRESS: '1000000', HOLD_SHARE_PER_ADDRESS: '100' })
let event: BuiltEvent
beforeAll(async () => {
  event = await buildEvent(stage.db, { types: [{ capacity: 1_000_000 }] })
})

type QueryArguments = [string | { text: string; values?: unknown[] }, unknown[]?]

/** Records every statement with its values. */
function watchStatements() {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  return {
    of: (words: RegExp) =>
      (query.mock.calls as unknown as QueryArguments[])
        .map(([one, values]) =>
          typeof one === 'string' ? { text: one, values } : { text: one.text, values: one.values },
        )
        .filter(({ text, values }) => values !== undefined && words.test(text)),
    stop: () => query.mockRestore(),
  }
}

const LOOKS = /from unnest\(/
const READS = /as sale_stop/
const TICKETS = /from "ticket" as "k"/

const isWaitedFor = (count: number) => (looks: { values?: unknown[] }[]) =>
  looks.some(({ values }) => (values![0] as string[]).length === count)

/**
 * Lets `count` buyers, each with an order of their own, wait until all orders are settled together.
 */
async function waitAndSettle(count: number) {
  const requests = Array.from({ length: count }, () => orderOf(event))
  const orders = await Promise.all(requests.map((order) => placeOrder(stage.deps, order)))
  const watcher = watchOrders(
    { ...stage.deps, readOrders: (ids) => readOrders(stage.deps, ids) },
    { perOrder: 20, perAddress: 100_000 },
  )
  const statements = watchStatements()
  const wait = { ms: 25_000, until: 'changed' } as const
  const answers = orders.map(({ orderId }) => waitForOrder(watcher, orderId, 'here', wait))
  await expect.poll(() => isWaitedFor(count)(statements.of(LOOKS))).toBe(true)
  const before = { reads: statements.of(READS).length, tickets: statements.of(TICKETS).length }
  const ids = orders.map(({ orderId }) => orderId)
  await stage.db.updateTable('order').set({ state: 'expired' }).where('id', 'in', ids).execute()
  const statuses = new Set((await Promise.all(answers)).map(({ reply }) => reply.status))
  const reads = statements.of(READS).length - before.reads
  const tickets = statements.of(TICKETS).length - before.tickets
  statements.stop()
  watcher.stop()
  return { begun: before, looks: { reads, tickets }, statuses: [...statuses] }
}

test('a thousand waiting clients cost what ten cost', async () => {
  const ten = await waitAndSettle(10)
  expect(ten).toEqual({
    begun: { reads: 2, tickets: 0 },
    looks: { reads: 1, tickets: 1 },
    statuses: ['expired'],
  })
  const thousand = await waitAndSettle(1000)
  expect(thousand.statuses).toEqual(['expired'])
  // When the waits begin, the server reads immediately, and then once per KEYS_MAX orders. When the
  // orders change, the server reads once per READ_PER_BATCH orders.
  expect(thousand.begun).toEqual({ reads: 3, tickets: 0 })
  expect(thousand.looks).toEqual({ reads: 4, tickets: 4 })
})
