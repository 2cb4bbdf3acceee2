import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asProcess } from '../../../test/as-process.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent, newPhone, orderOf } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'
import { todaysRuns } from '../../../test/torture/daily.ts'
import { type Db, openDatabase } from '../../platform/database/db.ts'
import { placeOrder } from './place-order.ts'

const stage = keepStage({ HOLD_SHARE_PER_ADDRESS: '100' })
/**
 * A database pool with one connection: orders that arrive while the first is placed share a batch.
 */
let narrow: Db
beforeAll(async () => {
  narrow = openDatabase(stage.env.databaseUrl, 1)
})
afterAll(() => narrow.destroy())

type Order = ReturnType<typeof orderOf>

/** Places an order. Returns 'placed', 'there' if the order existed, or the code of the refusal. */
const outcome = (db: Db, order: Order) =>
  placeOrder({ ...stage.deps, db }, order).then(
    ({ isNew }) => (isNew ? 'placed' : 'there'),
    (error) => error.code as string,
  )
const placeAtOnce = (orders: Order[]) => Promise.all(orders.map((order) => outcome(narrow, order)))

async function placeInTurn(orders: Order[]): Promise<string[]> {
  const all: string[] = []
  for (const order of orders) all.push(await outcome(narrow, order))
  return all
}

async function heldOf(event: BuiltEvent): Promise<number[]> {
  const rows = await stage.db
    .selectFrom('ticket_type')
    .select(['id', 'held'])
    .where('event_id', '=', event.id)
    .execute()
  return event.types.map(({ id }) => rows.find((row) => row.id === id)!.held)
}

/** Counts the transactions that placed the orders. All rows of a transaction have the same xmin. */
async function countCommits(...events: BuiltEvent[]): Promise<number> {
  const ids = events.map(({ id }) => id)
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text) as count from "order" where event_id = any(${ids}::uuid[])`.execute(
    stage.db,
  )
  return rows[0]!.count
}

const CAPACITY = 100
const twenty = (event: BuiltEvent) => Array.from({ length: 20 }, () => orderOf(event))

describe('concurrent orders', () => {
  test('twenty processes need twenty commits', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity: CAPACITY }] })
    await Promise.all(twenty(event).map((order) => outcome(asProcess(narrow), order)))
    expect([await countCommits(event), await heldOf(event)]).toEqual([20, [20]])
  })

  test('one process needs two commits: one for the first order, one for the others', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity: CAPACITY }] })
    expect(await placeAtOnce(twenty(event))).toEqual(Array(20).fill('placed'))
    expect([await countCommits(event), await heldOf(event)]).toEqual([2, [20]])
  })

  test('orders are placed in their order of arrival, not in the order of their phones', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity: 10 }] })
    const phones = Array.from({ length: 20 }, newPhone).sort().reverse()
    const ends = await placeAtOnce(phones.map((phone) => orderOf(event, [1], { phone })))
    expect(ends).toEqual([...Array(10).fill('placed'), ...Array(10).fill('all_taken')])
  })

  test('a batch handles a repeated order, a repeated id and a repeated phone', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity: CAPACITY }, {}] })
    const [first, same, one, phone] = [
      orderOf(event),
      orderOf(event, [2]),
      orderOf(event),
      newPhone(),
    ]
    const other = { ...orderOf(event, [0, 3]), orderId: one.orderId }
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const ends = await placeAtOnce([
      first,
      same,
      same,
      one,
      other,
      orderOf(event, [1], { phone }),
      orderOf(event, [0, 1], { phone, provenPhone: phone }),
    ])
    expect(ends).toEqual([
      'placed',
      'placed',
      'there',
      'placed',
      'order_conflict',
      'placed',
      'placed',
    ])
    // The second order of the phone has replaced its first order.
    expect(await heldOf(event)).toEqual([4, 1])
    // A repeated order waits for the next batch. In the same batch it would violate an index, and
    // the whole batch would be retried order by order.
    expect(query.mock.calls.map(([text]) => text)).not.toContain('rollback')
    query.mockRestore()
  })

  test('the first of two orders with one id is placed, even if M-Pesa would not take both amounts', async () => {
    const event = await buildEvent(stage.db, { types: [{ price: 150_000 }, { price: 150_000 }] })
    const [first, one] = [orderOf(event), orderOf(event)]
    const other = { ...orderOf(event, [0, 1]), orderId: one.orderId }
    expect(await placeAtOnce([first, one, other])).toEqual(['placed', 'placed', 'order_conflict'])
  })
})

test.each(['ticket_type', 'sale_limit'])(
  'an order waits for no lock of another event on %s',
  async (table) => {
    const types = [{ steps: [{ price: 60, quantity: 5 }] }]
    const [busy, free] = [
      await buildEvent(stage.db, { types }),
      await buildEvent(stage.db, { types }),
    ]
    const [first, waiting, other] = [orderOf(free), orderOf(busy), orderOf(free)]
    let isThere = false
    const ends = await behind(
      stage.db,
      (tx) =>
        sql`select from ${sql.table(table)} where event_id = ${busy.id} for no key update`.execute(
          tx,
        ),
      () => Promise.all([first, waiting, other].map((order) => outcome(stage.db, order))),
      {
        duringWait: async (tx) => {
          const { rows } = await sql`select from "order" where id = ${other.orderId}`.execute(tx)
          isThere = rows.length > 0
        },
      },
    )
    expect(ends).toEqual(Array(3).fill('placed'))
    expect(isThere).toBe(true)
  },
)

test('an order reads no other orders of its event, even with outdated statistics', async () => {
  const event = await buildEvent(stage.db, { types: [{ capacity: 1000 }] })
  const own = openDatabase(stage.env.databaseUrl, 1)
  await Promise.all(Array.from({ length: 600 }, () => outcome(own, orderOf(event))))
  // PostgreSQL sessions update their statistics with a delay: flush them before reading the counts.
  await sql`select pg_stat_force_next_flush()`.execute(own)
  await own.destroy()
  const { rows } = await sql<{ read: number }>`
    select idx_tup_read::int as read from pg_stat_user_indexes where indexrelname = 'order__event'`.execute(
    stage.db,
  )
  expect(rows[0]!.read).toBeLessThan(600)
})

test('an order gets tickets that an earlier order of the batch released', async () => {
  const event = await buildEvent(stage.db, { types: [{ capacity: 2, maxPerOrder: 2 }] })
  const [phone, other] = [newPhone(), newPhone()]
  expect(await outcome(narrow, orderOf(event, [2], { phone }))).toBe('placed')
  const orders = [
    orderOf(event, [9]),
    orderOf(event, [1], { phone, provenPhone: phone }),
    orderOf(event, [1], { phone: other }),
  ]
  expect(await placeAtOnce(orders)).toEqual(['too_many', 'placed', 'placed'])
})

test('an order that makes the transaction fail fails alone', async () => {
  const event = await buildEvent(stage.db, { types: [{ capacity: CAPACITY }] })
  const orders = twenty(event)
  const broken = orders[7]!
  await sql`alter table "order" add constraint broken check (id <> ${sql.lit(broken.orderId)})`.execute(
    stage.db,
  )
  const ends = await placeAtOnce(orders).finally(() =>
    sql`alter table "order" drop constraint broken`.execute(stage.db),
  )
  expect(ends).toEqual(orders.map((order) => (order === broken ? '23514' : 'placed')))
  expect(await heldOf(event)).toEqual([19])
})

test('a batch has the results of placing its orders one by one', async () => {
  const quantities = fc
    .array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 2 })
    .filter((all) => all.some((quantity) => quantity > 0))
  const basket = fc.record({ of: fc.integer({ min: 0, max: 1 }), quantities })
  const property = fc.asyncProperty(
    fc.array(basket, { minLength: 2, maxLength: 14 }),
    fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 2 }),
    async (baskets, capacities) => {
      const types = capacities.map((capacity) => ({ capacity, maxPerOrder: 3 }))
      const twoEvents = () => Promise.all([1, 2].map(() => buildEvent(stage.db, { types })))
      const [together, inTurn] = [await twoEvents(), await twoEvents()]
      const ordersOf = (events: BuiltEvent[]) =>
        baskets.map((basket) => orderOf(events[basket.of]!, basket.quantities))
      expect(await placeAtOnce(ordersOf(together))).toEqual(await placeInTurn(ordersOf(inTurn)))
      const held = (events: BuiltEvent[]) => Promise.all(events.map(heldOf))
      expect(await held(together)).toEqual(await held(inTurn))
    },
  )
  await fc.assert(property, { numRuns: todaysRuns(40, 15) })
})
