import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone, orderFor, orderOf } from '../../test/build.ts'
import { buildPendingOrders } from '../../test/pending-orders.ts'
import { keepStage, type Stage } from '../../test/stage.ts'
import { todaysRuns } from '../../test/torture/daily.ts'
import { type Db, openDatabase } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { buy } from './buy.ts'
import { readOrders, toNewReply } from './read-order.ts'

const stage = keepStage({
  LIMIT_PUSH_PER_ADDRESS: '4',
  LIMIT_PUSH_PER_PHONE: '2',
  HOLD_SHARE_PER_ADDRESS: '40',
  // At most one prompt is sent per second. An order may wait 18 seconds for its prompt.
  PUSH_RATE: '1',
  TIME_SCALE: '0.1',
})
/**
 * A database pool with one connection: calls that arrive while the connection is busy form a batch.
 */
let narrow: Db
beforeAll(async () => {
  narrow = openDatabase(stage.env.databaseUrl, 1)
  const now = stage.clock.now()
  stage.clock.now = () => now
})
afterAll(() => narrow.destroy())

type Deps = Stage['deps']
type Order = Parameters<typeof buy>[1]

const outcome = async (placing: Promise<{ isNew: boolean }>) => {
  try {
    return (await placing).isNew ? 'placed' : 'there'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `${error.code} ${error.retryAfter ?? ''} ${error.message}`
  }
}

const newAddress = () =>
  `2001:db8:${randomInt(65536).toString(16)}:${randomInt(65536).toString(16)}`
const orderFrom = (address: string, event: BuiltEvent): Order => ({ ...orderOf(event), address })

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const statements = query.mock.calls as unknown as [string | { text: string }][]
  query.mockRestore()
  return statements.map(([one]) => (typeof one === 'string' ? one : one.text))
}

describe('a purchase call', () => {
  const call = async (event: BuiltEvent) =>
    await stage.app.inject({
      method: 'POST',
      url: '/api/functions/mpesa',
      headers: { prefer: 'respond-async' },
      remoteAddress: `10.1.${randomInt(256)}.${randomInt(256)}`,
      payload: orderFor(event),
    })

  test('runs three reads, and a transaction of three statements', async () => {
    const event = await buildEvent(stage.db)
    let status = 0
    const statements = await statementsOf(async () => {
      status = (await call(event)).statusCode
    })
    const isBound = (text: string) => /^(begin|commit)/.test(text)
    expect([status, statements.findIndex(isBound)]).toEqual([202, 3])
    expect(statements.filter((text) => !isBound(text))).toHaveLength(6)
    expect(statements.filter(isBound)).toHaveLength(2)
  })

  test('returns what a read of the order then returns', async () => {
    const answer = (await call(await buildEvent(stage.db))).json()
    expect((await stage.app.inject(`/api/orders/${answer.order_id}`)).json()).toEqual(answer)
  })

  test('describes a new order as a read of it would', async () => {
    const { orderId, placed } = await buy(
      stage.deps,
      orderFrom(newAddress(), await buildEvent(stage.db)),
    )
    expect(toNewReply(stage.deps, placed!)).toEqual(
      (await readOrders(stage.deps, [orderId])).get(orderId),
    )
  })

  test('shares a transaction with the calls that arrive during one', async () => {
    const event = await buildEvent(stage.db)
    const orders = Array.from({ length: 20 }, () => orderFrom(newAddress(), event))
    const deps = { ...stage.deps, db: narrow }
    const statements = await statementsOf(() =>
      Promise.all(orders.map((order) => buy(deps, order))),
    )
    expect(statements.filter((text) => text === 'commit')).toHaveLength(2)
    const { rows } =
      await sql`select distinct xmin::text from "order" where event_id = ${event.id}`.execute(
        stage.db,
      )
    expect(rows).toHaveLength(2)
  })
})

type Waiting = { waits: number; unpaid: number; paid: number }

/**
 * Creates earlier orders of each address: orders that wait in the prompt queue, and the paid and
 * unpaid orders that make up the address's record.
 */
async function fillLine(line: [address: string, Waiting][]): Promise<void> {
  await stage.db.deleteFrom('payment').execute()
  const event = await buildEvent(stage.db, { types: [{ capacity: 1000 }] })
  const now = stage.clock.now()
  const states = line.flatMap(([address, { waits, unpaid, paid }]) => [
    ...Array(waits).fill([address, 'created']),
    ...Array(unpaid).fill([address, 'failed']),
    ...Array(paid).fill([address, 'confirmed']),
  ]) as [string, string][]
  const lines = [{ typeId: event.types[0]!.id, quantity: 1, amountKes: 100 }]
  const wanted = { eventId: event.id, lines, placedAt: now }
  const orders = await buildPendingOrders(stage.db, Array(states.length).fill(wanted))
  const rows = states.map(([address, state], at) => ({ address, state, ...orders[at]! }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g(id uuid, address text, state text, phone text)
    ), asked as (
      update "order" o set client_network = g.address from given g where o.id = g.id
    )
    insert into payment (id, order_id, attempt, phone, amount_cents, state, use, callback_token,
      created_at, updated_at, prompting_at)
    select gen_random_uuid(), id, 1, phone, 10000, state, case state when 'confirmed' then 'sale' end,
      md5(random()::text), ${now}, ${now}, case when state <> 'created' then ${now}::timestamptz end
    from given`.execute(stage.db)
}

type Ask = { from: number; phone: number; quantities: number[]; again: boolean }

/** Copies the orders for a separate run: with another event, other addresses and other phones. */
async function makeWorld(asks: Ask[], capacities: number[]) {
  const types = capacities.map((capacity) => ({ capacity, maxPerOrder: 3 }))
  const event = await buildEvent(stage.db, { types })
  const addresses = Array.from({ length: 3 }, newAddress)
  const phones = Array.from({ length: 12 }, newPhone)
  const orders: Order[] = []
  for (const { from, phone, quantities, again } of asks) {
    const last = orders.at(-1)
    if (again && last) orders.push(last)
    else {
      const own = phones[phone]!
      const buyer = { phone: own, provenPhone: own, address: addresses[from]! }
      orders.push({ ...orderOf(event, quantities, buyer), address: buyer.address })
    }
  }
  return { event, addresses, orders }
}

async function traceOf({ event, addresses }: Awaited<ReturnType<typeof makeWorld>>) {
  const { rows: types } = await sql<{ held: number }>`
    select held from ticket_type where event_id = ${event.id} order by type_offset`.execute(
    stage.db,
  )
  const counted = []
  for (const address of addresses) {
    const { rows } = await sql<{ count: number }>`
      select count from rate_count where key = ${`push:${address}`}`.execute(stage.db)
    counted.push(rows[0]?.count ?? 0)
  }
  return { held: types.map(({ held }) => held), counted }
}

const someAsks = fc.array(
  fc.record({
    from: fc.integer({ min: 0, max: 2 }),
    phone: fc.integer({ min: 0, max: 11 }),
    quantities: fc
      .array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 2 })
      .filter((all) => all.some((quantity) => quantity > 0)),
    again: fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 5),
  }),
  { minLength: 2, maxLength: 14 },
)
const someCapacities = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 2, maxLength: 2 })
const someLine = fc.array(
  fc.record({
    waits: fc.integer({ min: 0, max: 4 }),
    unpaid: fc.integer({ min: 0, max: 8 }),
    paid: fc.integer({ min: 0, max: 1 }),
  }),
  { minLength: 3, maxLength: 3 },
)

const buyer = (phone: number, quantities: number[], from = 0) => ({
  ...{ from, phone, quantities, again: false },
})
const nobody = { waits: 0, unpaid: 0, paid: 0 }
const world = (asks: Ask[], capacities: number[]): [Ask[], number[], Waiting[]] => [
  asks,
  capacities,
  [nobody, nobody, nobody],
]
/**
 * Histories in which orders placed in a batch once got other results than orders placed one by one.
 */
const FOUND = [
  // The second order gives back tickets, and the third order takes them. So no ticket is left for
  // the last order.
  world([buyer(3, [0, 1]), buyer(3, [1, 0]), buyer(0, [0, 3]), buyer(1, [0, 1])], [1, 3]),
  // The fifth order exceeds its address's limit. If it were judged again after the last order, it
  // would be refused for another reason.
  world(
    [
      ...[buyer(3, [1, 0]), buyer(1, [3, 0]), buyer(2, [0, 1]), buyer(4, [2, 0])],
      ...[buyer(0, [1, 0]), buyer(5, [2, 0], 1)],
    ],
    [18, 1],
  ),
  // The hold of the fifth order counts for the fourth order when the fourth is judged a second
  // time.
  world(
    [
      ...[buyer(2, [0, 3], 2), buyer(3, [0, 3]), buyer(0, [0, 3]), buyer(1, [0, 2])],
      ...[buyer(4, [0, 1], 1), buyer(0, [0, 1]), buyer(0, [1, 0])],
    ],
    [1, 16],
  ),
]

type Outcomes = { results: string[]; ended: number[] }

/**
 * Places all orders concurrently. Returns the results, sorted like the calls, and the sequence in
 * which the calls returned.
 */
async function together(orders: Order[], deps: Deps): Promise<Outcomes> {
  const ended: number[] = []
  const results = await Promise.all(
    orders.map(async (order, at) => {
      const word = await outcome(buy({ ...deps, db: narrow }, order))
      ended.push(at)
      return word
    }),
  )
  return { results, ended }
}

/** Places the orders one by one, in the sequence `places`, each in a separate transaction. */
async function oneByOne(orders: Order[], deps: Deps, places: number[]): Promise<string[]> {
  const results: string[] = []
  for (const at of places) results[at] = await outcome(buy(deps, orders[at]!))
  return results
}

/**
 * With hold shares, an order's result depends on the holds that exist when the order is judged. An
 * order that is judged a second time comes after the other orders of its batch. So the sequential
 * run uses the sequence in which the concurrent calls returned. Without hold shares (100 percent),
 * it uses the sequence in which the calls were made.
 */
describe.each([
  { share: 40, order: 'of their returns' },
  { share: 100, order: 'of their arrival' },
])('with a share of $share percent', ({ share, order }) => {
  test(`calls that arrive together get the results that they would get one by one, in the order ${order}`, async () => {
    const limits = { ...stage.env.limits, holdSharePerAddress: share }
    const deps = { ...stage.deps, env: { ...stage.env, limits } }
    const property = fc.asyncProperty(someAsks, someCapacities, someLine, async (...drawn) => {
      const [asks, capacities, line] = drawn
      const worlds = [await makeWorld(asks, capacities), await makeWorld(asks, capacities)] as const
      await fillLine(
        worlds.flatMap(({ addresses }) =>
          addresses.map((address, at): [string, Waiting] => [address, line[at]!]),
        ),
      )
      const { results, ended } = await together(worlds[0].orders, deps)
      const places = share === 100 ? [...results.keys()] : ended
      expect(results).toEqual(await oneByOne(worlds[1].orders, deps, places))
      expect(await traceOf(worlds[0])).toEqual(await traceOf(worlds[1]))
    })
    await fc.assert(property, { numRuns: todaysRuns(30, 12), examples: FOUND })
  })
})

test('the record of an address is read from its own orders, though PostgreSQL knows of no orders with an address', async () => {
  await sql`update "order" set client_network = null`.execute(stage.db)
  await sql`analyze "order"`.execute(stage.db)
  // With this capacity, unproven buyers are far below their share, so their holds are not counted.
  const event = await buildEvent(stage.db, { types: [{ capacity: 10_000 }] })
  const own = openDatabase(stage.env.databaseUrl, 1)
  const read = async () => {
    // PostgreSQL sessions update their statistics with a delay: flush them before reading the
    // counts.
    await sql`select pg_stat_force_next_flush()`.execute(own)
    const { rows } = await sql<{ read: number }>`select sum(idx_tup_read)::int as read
      from pg_stat_user_indexes where relname = 'order'`.execute(own)
    return rows[0]!.read
  }
  const before = await read()
  const orders = Array.from({ length: 300 }, () => orderFrom(newAddress(), event))
  await Promise.all(orders.map((order) => outcome(buy({ ...stage.deps, db: own }, order))))
  // PostgreSQL reads indexes only: it finds each order by its id, by its phone, and by its foreign
  // keys.
  expect((await read()) - before).toBeLessThan(5 * orders.length)
  await own.destroy()
})
