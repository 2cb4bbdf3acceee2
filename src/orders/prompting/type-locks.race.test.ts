import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { behind, countWaiters } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent, orderOf } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'
import { waitFor } from '../../../test/torture/wait-for.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { type Db, inTransaction, openDatabase, type Tx } from '../../platform/database/db.ts'
import { batchByOrder } from '../batch-by-order.ts'
import { endHolds } from '../holds.ts'
import { type LockedOrder, lockOrder } from '../orders.sql.ts'
import { placeOrder } from '../placing/place-order.ts'
import { sellOrder, takeBackOrder } from '../sales/sales.ts'
import { waitForStock } from '../stock.sql.ts'
import { reopenOrder } from './reopen-order.ts'

/** Matches the sort order in which a statement locks several ticket types or limits. */
const SORTED = /(?<=\s)order by ([ts]\.)?id(?= for no key update)/g

const stage = keepStage({ HOLD_SHARE_PER_ADDRESS: '100' })
let unsorted: ReturnType<typeof openUnguarded>
let event: BuiltEvent

beforeAll(async () => {
  // Turns off plans with which PostgreSQL often reads rows in the order of their ids, even without
  // `order by`.
  const name = stage.env.databaseUrl.split('/').at(-1)!
  for (const plan of ['sort', 'mergejoin', 'indexscan', 'bitmapscan']) {
    await sql`alter database ${sql.id(name)} set ${sql.raw(`enable_${plan}`)} = off`.execute(
      stage.db,
    )
  }
  unsorted = openUnguarded(stage.env.databaseUrl, [SORTED])
})
afterAll(async () => {
  await unsorted.close()
})

const TYPES = 8
const ONE_OF_EACH = Array<number>(TYPES).fill(1)
const TYPES_WITH_STEP = ONE_OF_EACH.map(() => ({ steps: [{ price: 60, quantity: 50 }] }))

/** Each ticket type of TYPES_WITH_STEP has one limit. */
const TABLES = ['ticket_type', 'sale_limit'] as const
type Table = (typeof TABLES)[number]

/** The ids of the table's rows, in the order of the event's types, which is not sorted by id. */
async function readIds(table: Table): Promise<string[]> {
  if (table === 'ticket_type') return event.types.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    select s.limit_id as id from price_step s join ticket_type t on t.id = s.ticket_type_id
    where t.event_id = ${event.id} order by t.type_offset`.execute(stage.db)
  return rows.map(({ id }) => id)
}

/**
 * Runs `late` while a buyer has the row with the lowest id locked. Returns whether `late` keeps
 * another row of the table locked while it waits: if so, buyer and `late` could deadlock.
 */
async function keepsOthers(table: Table, late: () => Promise<unknown>): Promise<boolean> {
  const [lowest, ...others] = (await readIds(table)).sort()
  return await keeps(table, others, { behind: [table, lowest!], late })
}

/**
 * Runs `late` while a buyer has the row `id` of the table `wanted` locked. Returns whether `late` has
 * locked one of the rows `ids` when it waits for the buyer.
 */
async function keeps(
  table: Table,
  ids: string[],
  { behind: [wanted, id], late }: { behind: [Table, string]; late: () => Promise<unknown> },
): Promise<boolean> {
  let free = -1
  await behind(
    stage.db,
    (tx) => sql`select from ${sql.table(wanted)} where id = ${id} for no key update`.execute(tx),
    late,
    {
      duringWait: async (tx) => {
        const { rows } = await sql`select from ${sql.table(table)} where id = any(${ids}::uuid[])
          for no key update skip locked`.execute(tx)
        free = rows.length
      },
    },
  )
  return free < ids.length
}

const now = () => stage.clock.now()

async function placed(): Promise<string> {
  const order = orderOf(event, ONE_OF_EACH)
  await placeOrder(stage.deps, order)
  return order.orderId
}

const underLock = (db: Db, id: string, work: (tx: Tx, order: LockedOrder) => Promise<unknown>) =>
  inTransaction(db, async (tx) => await work(tx, (await lockOrder(tx, id, now()))!))

const sell = (db: Db, id: string) =>
  underLock(db, id, async (tx, order) =>
    expect(await sellOrder(tx, order, 'test', now())).toMatchObject({ feeCents: 0 }),
  )
const end = (db: Db, id: string) => underLock(db, id, (tx) => endHolds(tx, [id], now()))

/** All operations that lock several types and limits, each prepared so that it can run. */
const TAKERS: [string, () => Promise<(db: Db) => Promise<unknown>>][] = [
  [
    'placing an order',
    async () => (db) => placeOrder({ ...stage.deps, db }, orderOf(event, ONE_OF_EACH)),
  ],
  [
    'replacing an order',
    async () => {
      const order = orderOf(event, ONE_OF_EACH)
      await placeOrder(stage.deps, order)
      const { phone } = order
      const next = { phone, provenPhone: phone }
      const other = orderOf(event, [2, ...ONE_OF_EACH.slice(1)], next)
      return (db) => placeOrder({ ...stage.deps, db }, other)
    },
  ],
  [
    'ending a hold',
    async () => {
      const id = await placed()
      return (db) => end(db, id)
    },
  ],
  [
    'a sale',
    async () => {
      const id = await placed()
      return (db) => sell(db, id)
    },
  ],
  [
    'a sale after the hold',
    async () => {
      const id = await placed()
      await end(stage.db, id)
      return (db) => sell(db, id)
    },
  ],
  [
    'another prompt after the hold',
    async () => {
      const id = await placed()
      await end(stage.db, id)
      return (db) => reopenOrder({ ...stage.deps, db }, id, { phone: null }, async () => {})
    },
  ],
  [
    'a refund',
    async () => {
      const id = await placed()
      await sell(stage.db, id)
      return (db) => underLock(db, id, (tx, order) => takeBackOrder(tx, order, 'test', now()))
    },
  ],
]

/** Rewrites the rows in an order that is not sorted by id. Earlier updates stored them by id. */
async function lieUnsorted(): Promise<void> {
  for (const table of TABLES) {
    for (const id of await readIds(table)) {
      await sql`update ${sql.table(table)} set held = held where id = ${id}`.execute(stage.db)
    }
  }
}

/**
 * Whether an operation kept other rows locked in any of `rounds` rounds. Each round has an event
 * whose rows are not stored by id.
 */
async function anyKeepsOthers(
  rounds: number,
  db: Db,
  { table, prepare }: { table: Table; prepare: (typeof TAKERS)[number][1] },
) {
  for (let round = 0; round < rounds; round++) {
    event = await buildEvent(stage.db, { types: TYPES_WITH_STEP })
    const take = await prepare()
    await lieUnsorted()
    if (await keepsOthers(table, () => take(db))) return true
  }
  return false
}

describe.each(TABLES)('rows of %s are locked in the order of their ids', (table) => {
  // In an eighth of the rounds, the first row happens to have the lowest id, so that even a wrong
  // lock order keeps no other type locked. So the test runs several rounds.
  test.each(TAKERS)('guard off: %s holds rows while it waits for others', async (_who, prepare) => {
    expect(await anyKeepsOthers(10, unsorted, { table, prepare })).toBe(true)
  })

  test.each(TAKERS)('guard on: %s holds no row while it waits', async (_who, prepare) => {
    expect(await anyKeepsOthers(4, stage.db, { table, prepare })).toBe(false)
  })
})

test.each(TAKERS)('%s locks no limit before all ticket types', async (_who, prepare) => {
  event = await buildEvent(stage.db, { types: TYPES_WITH_STEP })
  const take = await prepare()
  const limits = await readIds('sale_limit')
  const highest = (await readIds('ticket_type')).sort().at(-1)!
  const late = () => take(stage.db)
  expect(await keeps('sale_limit', limits, { behind: ['ticket_type', highest], late })).toBe(false)
})

test('a batch goes on if PostgreSQL ends its wait for a deadlock of other transactions', async () => {
  const shown = await buildEvent(stage.db)
  const type = shown.types[0]!.id
  const open = async (deadlockTimeout: string) => {
    const db = openDatabase(stage.env.databaseUrl, 1)
    await sql`select set_config('deadlock_timeout', ${deadlockTimeout}, false)`.execute(db)
    return db
  }
  const [seller, editor, waiter] = [await open('1min'), await open('1min'), await open('200ms')]
  const lockType = (db: Db) =>
    sql`select from ticket_type where id = ${type} for no key update`.execute(db)
  const lockEvent = (db: Db) => sql`select from event where id = ${shown.id} for update`.execute(db)
  for (const db of [seller, editor]) await sql`begin`.execute(db)
  await lockType(seller)
  await lockEvent(editor)
  await sql`set local lock_timeout = '2s'`.execute(editor)
  const order = await placeOrder(stage.deps, orderOf(await buildEvent(stage.db)))
  const missing = [new Map([[order.orderId, [type]]]), new Map()]
  const runInBatch = batchByOrder<{ deps: { db: Db }; orderId: string }, string>({
    lock: async () => missing.shift()!,
    wait: waitForStock,
    work: async () => 'done',
  })
  const task = { deps: { db: waiter }, orderId: order.orderId }
  // A task that is alone waits for its locks itself, and only the second task goes into a batch.
  const [alone, batched] = [runInBatch(task), runInBatch(task)].map((end) => end.catch((e) => e))
  expect(await alone).toBe('done')
  await waitFor('the type is waited for', async () => (await countWaiters(stage.db)) === 1)
  const sold = lockEvent(seller)
  // The editor now waits behind the batch, which waits for the seller, which waits for the editor.
  await expect(lockType(editor)).rejects.toThrow('lock timeout')
  await sql`rollback`.execute(editor)
  await sold
  await sql`commit`.execute(seller)
  expect(await batched).toBe('done')
  for (const db of [seller, editor, waiter]) await db.destroy()
})
