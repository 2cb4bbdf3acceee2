import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { asProcess } from '../../../test/as-process.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent, orderOf } from '../../../test/build.ts'
import { pauseBeforeLock } from '../../../test/pause-before-lock.ts'
import { keepStage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { type Db, inTransaction, openDatabase, type Tx } from '../../platform/database/db.ts'
import { endHolds } from '../holds.ts'
import type { NewOrder } from '../new-order.rules.ts'
import { lockOrder } from '../orders.sql.ts'
import { type PlacedOrder, placeOrder } from '../placing/place-order.ts'
import { sellOrder } from '../sales/sales.ts'
import { reopenOrder } from './reopen-order.ts'

const stage = keepStage()
let event: BuiltEvent

beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ capacity: 1 }] })
})

/** Matches the SQL with which placeOrders locks the ticket types. */
const TYPE_LOCK = /(?<=\s)order by id for no key update$/

type Order = NewOrder & { orderId: string }

async function placed(): Promise<Order> {
  const order = orderOf(event)
  await placeOrder(stage.deps, order)
  return order
}

async function release(tx: Tx, { orderId }: Order): Promise<void> {
  const now = stage.clock.now()
  await lockOrder(tx, orderId, now)
  await endHolds(tx, [orderId], now)
}

/**
 * Judges an order while the ticket is free, and lets another buyer take the ticket before the order
 * locks it.
 */
async function placeLate(
  on: Db,
  meanwhile: (place: () => Promise<PlacedOrder>, other: Order) => Promise<PlacedOrder>,
): Promise<void> {
  const { policy, judged, goOn } = pauseBeforeLock()
  const late = placeOrder({ ...stage.deps, db: on }, orderOf(event), policy)
  late.catch(() => {})
  await judged
  await meanwhile(
    () => {
      goOn()
      return late
    },
    await placed(),
  )
}

async function readStock() {
  return await stage.db
    .selectFrom('ticket_type')
    .select(['held', 'sold'])
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow()
}

test('guard off: without the lock a ticket that is being released is taken', async () => {
  const unguarded = openUnguarded(stage.env.databaseUrl, [TYPE_LOCK])
  const released = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  let giving: Promise<void> | undefined
  const late = placeLate(unguarded, async (place, other) => {
    giving = inTransaction(stage.db, async (tx) => {
      await release(tx, other)
      released.resolve()
      await commit.promise
    })
    await released.promise
    return await place()
  })
  await expect(late.finally(commit.resolve)).rejects.toMatchObject({ code: 'all_taken' })
  await giving
  await unguarded.close()
  expect(await readStock()).toEqual({ held: 0, sold: 0 })
})

test('guard on: a ticket that is being released can be bought', async () => {
  await placeLate(stage.db, (place, other) => behind(stage.db, (tx) => release(tx, other), place))
  expect(await readStock()).toEqual({ held: 1, sold: 0 })
})

test('an early bird that is being released is sold to the order that waits for it', async () => {
  const steps = [{ price: 60, quantity: 1 }]
  event = await buildEvent(stage.db, { types: [{ capacity: 2, steps }] })
  const other = await placed()
  const { placed: late } = await behind(
    stage.db,
    (tx) => release(tx, other),
    () => placeOrder(stage.deps, orderOf(event)),
  )
  expect(late).toMatchObject({ amount_cents: 60_00 })
  expect(await readStock()).toEqual({ held: 1, sold: 0 })
})

test('two orders of a batch that wait for a release both get a ticket', async () => {
  event = await buildEvent(stage.db, { types: [{ capacity: 2 }] })
  const [narrow, other] = [openDatabase(stage.env.databaseUrl, 1), await placed()]
  const busy = Promise.withResolvers<void>()
  const first = narrow.transaction().execute(() => busy.promise)
  // The only connection is busy, so the orders share a batch, and one of them is refused.
  const orders = [orderOf(event, [9]), orderOf(event), orderOf(event)]
  const giveBack = (tx: Tx) => release(tx, other)
  const ends = behind(stage.db, giveBack, () => {
    const all = orders.map((order) => placeOrder({ ...stage.deps, db: narrow }, order))
    busy.resolve()
    return Promise.allSettled(all)
  })
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  await first
  await narrow.destroy()
  expect(await readStock()).toEqual({ held: 2, sold: 0 })
})

test('a ticket that is being released can be taken again for another prompt', async () => {
  const order = await placed()
  await inTransaction(stage.db, (tx) => release(tx, order))
  const other = await placed()
  await behind(
    stage.db,
    (tx) => release(tx, other),
    () => reopenOrder(stage.deps, order.orderId, { phone: null }, async () => {}),
  )
  expect(await readStock()).toEqual({ held: 1, sold: 0 })
})

test('a ticket that is being released can be sold for late money', async () => {
  const order = await placed()
  await inTransaction(stage.db, (tx) => release(tx, order))
  const other = await placed()
  const sale = await behind(
    stage.db,
    (tx) => release(tx, other),
    () =>
      inTransaction(stage.db, async (tx) => {
        const now = stage.clock.now()
        return await sellOrder(tx, (await lockOrder(tx, order.orderId, now))!, 'test', now)
      }),
  )
  expect(sale).toMatchObject({ feeCents: 0 })
  expect(await readStock()).toEqual({ held: 0, sold: 1 })
})

test('two concurrent clicks for the last ticket are one order, and neither is sold out', async () => {
  const order = orderOf(event)
  const answers = await behind(
    stage.db,
    (tx) => sql`select from ticket_type where event_id = ${event.id} for update`.execute(tx),
    () =>
      Promise.all([1, 2].map(() => placeOrder({ ...stage.deps, db: asProcess(stage.db) }, order))),
    { waiters: 2 },
  )
  expect(answers.map((answer) => answer.isNew).sort()).toEqual([false, true])
  expect(await readStock()).toEqual({ held: 1, sold: 0 })
})
