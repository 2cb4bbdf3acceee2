// spec: settled-together
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { lockOrder } from '../src/orders/orders.sql.ts'
import { settleCallback } from '../src/payments/callbacks/settle-callback.job.ts'
import { type Db, inTransaction, openDatabase, type Tx } from '../src/platform/database/db.ts'
import { claimJobs } from '../src/platform/jobs/jobs.sql.ts'
import { runJob } from '../src/platform/jobs/run-job.ts'
import { issueTickets } from '../src/tickets/issuing/issue-tickets.job.ts'
import { asProcess } from './as-process.ts'
import { behind } from './behind.ts'
import { readBookDifferences } from './books.ts'
import { type BuiltEvent, buildEvent } from './build.ts'
import { countStatements } from './count-statements.ts'
import { callBack, newReceipt, paidFor, prompted, readOrderState } from './purchase.ts'
import { failedCallback, keepStage } from './stage.ts'
import { todaysRuns } from './torture/daily.ts'
import { waitFor } from './torture/wait-for.ts'
import { openUnguarded } from './unguarded.ts'

const stage = keepStage({
  LIMIT_PUSH_PER_PHONE: '1000',
  LIMIT_PUSH_PER_ADDRESS: '100000',
  HOLD_SHARE_PER_ADDRESS: '100',
})
afterEach(async () => {
  await stage.hurry()
  expect(await readBookDifferences(stage.db)).toEqual([])
})

type Prompted = Awaited<ReturnType<typeof prompted>>

async function promptAll(count: number, event: BuiltEvent, quantities = (_at: number) => [1]) {
  const orders: Prompted[] = []
  for (let at = 0; at < count; at++) orders.push(await prompted(stage, event, quantities(at)))
  return orders
}

/**
 * Runs the jobs of a lane concurrently. `on` returns the process of each job, which may be the same
 * for all jobs.
 */
async function runAll(lane: 'settle' | 'issue', on: (at: number) => Db) {
  const jobs = await claimJobs(stage.db, [{ lane, count: 100 }], 60_000)
  const sorted = jobs.sort((one, other) => one.id - other.id)
  return await Promise.allSettled(
    sorted.map((job, at) => {
      const deps = { ...stage.deps, db: on(at) }
      const handler = lane === 'settle' ? settleCallback(deps) : issueTickets(deps)
      return runJob(deps.db, job, handler)
    }),
  )
}

async function payAll(orders: Prompted[]): Promise<void> {
  for (const order of orders) await callBack(stage, order, paidFor(order))
}

const statesOf = (orders: Prompted[]) =>
  Promise.all(orders.map(({ orderId }) => readOrderState(stage, orderId)))

test.each<[string, (db: Db) => Db, [number, number]]>([
  ['each by a separate process with one commit', asProcess, [12, 12]],
  // The first job takes one commit. All other jobs share a second commit, or a few commits if some
  // jobs were read late.
  ['by one process with few commits', (db) => db, [2, 4]],
])(
  'payments that arrive together are settled, and their tickets issued, %s',
  async (_how, as, [least, most]) => {
    const event = await buildEvent(stage.db, { types: [{ gates: ['A', 'B'] }] })
    const orders = await promptAll(12, event)
    await payAll(orders)
    for (const [lane, state] of [
      ['settle', 'paid'],
      ['issue', 'issued'],
    ] as const) {
      const { commits } = await countStatements(() => runAll(lane, () => as(stage.db)))
      expect(await statesOf(orders)).toEqual(Array(12).fill(state))
      // The claim of the jobs is one commit, which is not counted here.
      expect(commits - 1).toBeGreaterThanOrEqual(least)
      expect(commits - 1).toBeLessThanOrEqual(most)
    }
  },
)

type Process = Db & { close?: () => Promise<void> }
type Settle = (orders: Prompted[], processes: Process[]) => ReturnType<typeof runAll>

const settleAtOnce: Settle = (_orders, processes) => runAll('settle', (at) => processes[at % 2]!)

/**
 * Makes each process wait in its transaction, after the first order of its large batch, until both
 * wait. A process with one connection settles its first order alone, its second order in a batch of
 * one, and all others in the next batch.
 */
const settleInStep: Settle = (orders, processes) =>
  behind(
    stage.db,
    (tx) => {
      const next = orders.slice(6, 8).map(({ orderId }) => orderId)
      return sql`select from payment where order_id = any(${next}::uuid[]) for update`.execute(tx)
    },
    () => settleAtOnce(orders, processes),
    { waiters: 2 },
  )

/** Matches the connections of the processes. Their statistics are complete once they have ended. */
const PROCESS = 'settling'

/**
 * Lets two processes settle payments for two ticket types concurrently, in opposite orders. The
 * first two payments of each process are for a type of its own. Returns the number of deadlocks.
 */
async function settleCrossed(open: (url: string) => Process, settle: Settle): Promise<number> {
  const event = await buildEvent(stage.db, { types: [{}, {}, {}, {}] })
  const crossed = (at: number) => (at % 4 < 2 === (at % 2 === 0) ? [1] : [0, 1])
  const own = (at: number) => (at % 2 === 0 ? [0, 0, 1] : [0, 0, 0, 1])
  const orders = await promptAll(16, event, (at) => (at < 4 ? own(at) : crossed(at)))
  await payAll(orders)
  const before = await readDeadlocks()
  const url = new URL(stage.env.databaseUrl)
  url.searchParams.set('application_name', PROCESS)
  const processes = [open(url.href), open(url.href)]
  const runs = await settle(orders, processes)
  for (const db of processes) await (db.close?.() ?? db.destroy())
  expect(runs.every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await statesOf(orders)).toEqual(Array(16).fill('paid'))
  await waitFor('the connections have ended', async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and application_name = ${PROCESS}`.execute(stage.db)
    return rows.length === 0
  })
  return (await readDeadlocks()) - before
}

async function readDeadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database
    where datname = current_database()`.execute(stage.db)
  return rows[0]!.deadlocks
}

/** The lock clause of lockStockTogether. */
const TYPES_LOCK = /order by id for no key update (?=\n)/

test('without the lock on all types together, two processes deadlock', async () => {
  const open = (url: string) => openUnguarded(url, [TYPES_LOCK], 1)
  let deadlocks = 0
  // A round has no deadlock if a process stalls for longer than the lock time-out of a batch.
  for (let round = 0; round < 10 && deadlocks === 0; round++) {
    deadlocks = await settleCrossed(open, settleInStep)
  }
  expect(deadlocks).toBeGreaterThan(0)
})

test('with the lock on all types together, neither process deadlocks, and each may wait for the other', async () => {
  expect(await settleCrossed((url) => openDatabase(url, 1), settleInStep)).toBe(0)
  for (let round = 0; round < 2; round++) {
    expect(await settleCrossed((url) => openDatabase(url, 4), settleAtOnce)).toBe(0)
  }
})

test('a payment that cannot be settled fails alone, and keeps its job', async () => {
  const orders = await promptAll(9, await buildEvent(stage.db))
  const broken = orders[5]!
  await payAll(orders)
  const named = sql.lit(broken.orderId)
  await sql`alter table order_event add constraint broken
    check (order_id <> ${named} or to_state <> 'paid')`.execute(stage.db)
  const runs = await runAll('settle', () => stage.db)
  await sql`alter table order_event drop constraint broken`.execute(stage.db)
  expect(runs.map(({ status }) => status === 'fulfilled')).toEqual(
    orders.map((order) => order !== broken),
  )
  expect(await statesOf(orders)).toEqual(
    orders.map((order) => (order === broken ? 'pending' : 'paid')),
  )
  await stage.hurry()
  expect(await readOrderState(stage, broken.orderId)).toBe('issued')
})

type Held = { order: Prompted; event: BuiltEvent }

/**
 * Locks that a concurrent transaction may hold: on an order, on the ticket types of an event, on the
 * limits of its price steps, or on the loads of its gates.
 */
const held: Record<string, (tx: Tx, of: Held) => Promise<unknown>> = {
  order: (tx, { order }) => lockOrder(tx, order.orderId, stage.clock.now()),
  types: (tx, { event }) =>
    sql`select from ticket_type where event_id = ${event.id} for no key update`.execute(tx),
  limits: (tx, { event }) =>
    sql`select from sale_limit where event_id = ${event.id} for no key update`.execute(tx),
  loads: (tx, { event }) =>
    sql`select from gate_load where ticket_type_id = ${event.types[0]!.id} for no key update`.execute(
      tx,
    ),
}

describe('a row locked elsewhere delays only the jobs that need it', () => {
  test.each([
    ['settle', 'order', 'first'],
    ['settle', 'order', 'third'],
    ['settle', 'types', 'first'],
    ['settle', 'types', 'third'],
    ['settle', 'limits', 'first'],
    ['settle', 'limits', 'third'],
    ['issue', 'order', 'first'],
    ['issue', 'loads', 'first'],
    ['issue', 'loads', 'third'],
  ] as const)(
    '%s: a lock on the %s of the %s order delays no other job, not even a later one',
    async (lane, what, which) => {
      const states = lane === 'settle' ? ['pending', 'paid'] : ['paid', 'issued']
      const types = [{ gates: ['A', 'B'], steps: [{ price: 100, quantity: 50 }] }]
      const [event, other] = [
        await buildEvent(stage.db, { types }),
        await buildEvent(stage.db, { types }),
      ]
      // Earlier orders make sure that the rows of the gate loads exist.
      await payAll([...(await promptAll(1, event)), ...(await promptAll(1, other))])
      await stage.hurry()
      const apart = await promptAll(2, event)
      const free = await promptAll(4, other)
      const all = which === 'first' ? [...apart, ...free] : [...free.slice(0, 2), ...apart, ...free]
      const [now, later] = [
        [...new Set(all)].slice(0, 5),
        [free[3]!, ...(await promptAll(1, other))],
      ]
      await payAll(now)
      if (lane === 'issue') await runAll('settle', () => stage.db)
      const [isLocked, isSeen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const elsewhere = inTransaction(stage.db, async (tx) => {
        await held[what]!(tx, { order: apart[0]!, event })
        isLocked.resolve()
        await isSeen.promise
      })
      await isLocked.promise
      const running = runAll(lane, () => stage.db)
      const waiting = what === 'order' ? apart.slice(0, 1) : apart
      const isDone = (orders: Prompted[]) =>
        waitFor('the others are done', async () =>
          (await statesOf(orders)).every((state) => state === states[1]),
        )
      await isDone(now.filter((order) => !waiting.includes(order)))
      await payAll(later)
      if (lane === 'issue') await runAll('settle', () => stage.db)
      const runningLater = runAll(lane, () => stage.db)
      await isDone(later)
      expect(await statesOf(waiting)).toEqual(waiting.map(() => states[0]))
      isSeen.resolve()
      await Promise.all([elsewhere, running, runningLater])
      expect(await statesOf(waiting)).toEqual(waiting.map(() => states[1]))
    },
  )
})

/**
 * Kinds of callbacks that M-Pesa may post about a prompt. Callbacks processed in the same batch
 * have no order.
 */
const manners: Record<string, (order: Prompted, receipt: string, used: string) => object[]> = {
  paid: (order, receipt) => [paidFor(order, { receipt })],
  twice: (order, receipt) => [paidFor(order, { receipt }), paidFor(order, { receipt })],
  cancelled: (order) => [failedCallback(1032, order.checkoutId)],
  'paid too little': (order, receipt) => [paidFor({ ...order, amount: 1 }, { receipt })],
  'of another prompt': (order, receipt) => [paidFor(order, { receipt, id: 'ws_CO_forged' })],
  replayed: (order, _receipt, used) => [paidFor(order, { receipt: used })],
}

test('payments settled together end as they would one after the other', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.constantFrom(...Object.keys(manners)), { minLength: 2, maxLength: 8 }),
    async (all) => {
      const ends = []
      for (const isTogether of [true, false]) {
        // The capacity is smaller than the number of payments, so that the last payments find no
        // ticket.
        const event = await buildEvent(stage.db, { types: [{ capacity: 8, price: 300 }] })
        const orders = await promptAll(all.length, event)
        const used = newReceipt()
        for (const [at, manner] of all.entries()) {
          for (const told of manners[manner]!(orders[at]!, newReceipt(), used)) {
            await callBack(stage, orders[at]!, told)
          }
        }
        if (isTogether)
          for (const lane of ['settle', 'issue'] as const) await runAll(lane, () => stage.db)
        else await stage.runJobs()
        ends.push(await readEnds(orders))
        await stage.hurry()
      }
      expect(ends[0]).toEqual(ends[1])
    },
  )
  await fc.assert(property, { numRuns: todaysRuns(8, 2), endOnFailure: true })
})

async function readEnds(orders: Prompted[]) {
  const { rows } = await sql<{ id: string }>`
    select o.id, o.state, (select jsonb_agg(jsonb_build_array(p.state, p.use, p.is_unverified)) from payment p
        where p.order_id = o.id) as payments,
      (select count(*) from ticket t where t.order_id = o.id) as tickets,
      (select jsonb_agg(jsonb_build_array(e.to_state, e.cause) order by e.id) from order_event e
        where e.order_id = o.id) as events
    from "order" o where o.id = any(${orders.map(({ orderId }) => orderId)}::uuid[])`.execute(
    stage.db,
  )
  // If two payments report the same receipt, either payment may get it, so the ids are not
  // compared.
  return rows.map(({ id: _, ...end }) => JSON.stringify(end)).sort()
}
