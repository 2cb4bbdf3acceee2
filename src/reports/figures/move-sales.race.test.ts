// spec: figures-equal-sums, organizer-kept
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { compareFigures } from '../../../test/compare-figures.ts'
import { type Editor, makeEditor } from '../../../test/event-form.ts'
import { buildPendingOrders, sellPending } from '../../../test/pending-orders.ts'
import { keepStage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { saveEvent } from '../../events/editing/edit-event.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { takeSaleDeltas } from '../../orders/sales/sale-delta.sql.ts'
import { sellOrder, takeBackOrder } from '../../orders/sales/sales.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts'
import { foldSales } from './fold-sales.job.ts'
import { moveSales } from './move-sales.ts'
import { addToRollUps } from './roll-up.sql.ts'

const TYPES_LOCK = /(?<=from "ticket_type" where "event_id" = \$1 order by "id" )for no key update$/
const FOLD_LOCK = /(?<=from event where id = any[^ ]+ order by id )for share$/

type Account = Awaited<ReturnType<typeof buildAccount>>
const stage = keepStage()
let admin: Editor
let owner: Account
let other: Account
let event: BuiltEvent

beforeAll(async () => {
  admin = await makeEditor(stage)
})
beforeEach(async () => {
  owner = await buildAccount(stage)
  other = await buildAccount(stage)
  event = await buildEvent(stage.db, { types: [{ capacity: 1000 }] })
})

async function sell(count: number): Promise<void> {
  for (const id of await pending(count)) await sellPending(stage.db, id, new Date())
}

async function pending(count: number): Promise<string[]> {
  const lines = [{ typeId: event.types[0]!.id, quantity: 1, amountKes: 100 }]
  const wanted = Array.from({ length: count }, () => ({ eventId: event.id, lines }))
  return (await buildPendingOrders(stage.db, wanted)).map(({ id }) => id)
}

/** Saves the event with this organizer, on another connection if `db` is given. */
async function give(to: Account, db: Db = stage.db): Promise<void> {
  const { updated_at } = await admin.read(event.id)
  const change = { updated_at, organizer_id: to.id }
  await saveEvent(
    { ...stage.deps, db, moveSales, namedGates: async () => [] },
    admin.viewer,
    event.id,
    change,
  )
}

async function put(organizer_id: string | null) {
  const { updated_at } = await admin.read(event.id)
  const { status, body } = await admin.save(event.id, { updated_at, organizer_id })
  return [status, body.code, body.field]
}

/** Counts the orders of the event in the list that the account sees of all its events. */
async function listed({ headers }: Account, sort = '-created_at'): Promise<number> {
  const url = `/api/transactions?limit=100&sort=${sort}`
  return (await stage.app.inject({ url, headers })).json().data.length
}

async function expectOwned(by: Account, count: number): Promise<void> {
  const former = by === owner ? other : owner
  for (const sort of ['-created_at', 'amount']) {
    expect([await listed(by, sort), await listed(former, sort)]).toEqual([count, 0])
  }
  expect(await compareFigures(stage.db, by.viewer)).toBe(count)
  expect(await compareFigures(stage.db, former.viewer)).toBe(0)
}

test('an event without an organizer that has sold gets one, with its lines and figures', async () => {
  await sell(3)
  await foldSales(stage.deps)
  await sell(2)
  expect(await put(owner.id)).toEqual([200, undefined, undefined])
  await expectOwned(owner, 5)
  await foldSales(stage.deps)
  await sell(2)
  await expectOwned(owner, 7)
})

test('an event that has sold keeps its organizer, also after all was refunded', async () => {
  expect((await put(other.id))[0]).toBe(200)
  expect((await put(owner.id))[0]).toBe(200)
  await sell(1)
  await sql`update ticket_type set sold = 0 where event_id = ${event.id}`.execute(stage.db)
  const refused = [409, 'has_sales', 'organizer_id']
  expect([await put(other.id), await put(null)]).toEqual([refused, refused])
  expect((await put(owner.id))[0]).toBe(200)
  await expectOwned(owner, 1)
})

test('late money that bought no tickets is listed for the new organizer', async () => {
  await put(other.id)
  const [id] = await pending(1)
  await sql`update ticket_type set closed_at = now() where event_id = ${event.id}`.execute(stage.db)
  await sql`update event set cancelled_at = now() where id = ${event.id}`.execute(stage.db)
  await inTransaction(stage.db, (tx) => sellIn(tx, id!))
  expect((await put(owner.id))[0]).toBe(200)
  expect([await listed(owner), await listed(other)]).toEqual([1, 0])
})

async function sellIn(tx: Tx, id: string): Promise<void> {
  const now = new Date()
  await sellOrder(tx, (await lockOrder(tx, id, now))!, 'test', now)
}

async function takeBackIn(tx: Tx, id: string): Promise<void> {
  const now = new Date()
  await takeBackOrder(tx, (await lockOrder(tx, id, now))!, 'test', now)
}

/** Calls `between` after a transaction has run `first`, and before the transaction commits. */
async function before(db: Db, first: (tx: Tx) => Promise<unknown>, between: () => Promise<void>) {
  const [isDone, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const running = inTransaction(db, async (tx) => {
    await first(tx)
    isDone.resolve()
    await goOn.promise
  })
  await isDone.promise
  await between()
  goOn.resolve()
  await running
}

describe('a sale in progress while the event gets its organizer', () => {
  test('without the lock on the types, its line stays without the organizer', async () => {
    const [id] = await pending(1)
    const unguarded = openUnguarded(stage.env.databaseUrl, [TYPES_LOCK])
    const sell = (tx: Tx) => sellIn(tx, id!)
    await before(stage.db, sell, () => give(owner, unguarded))
    await unguarded.close()
    expect(await listed(owner)).toBe(0)
  })

  test('with the lock, the save waits for the sale', async () => {
    const [id] = await pending(1)
    const sell = (tx: Tx) => sellIn(tx, id!)
    await behind(stage.db, sell, () => give(owner))
    await expectOwned(owner, 1)
  })
})

test('a refund waits for the save that gives its event an organizer, without a deadlock', async () => {
  const [id] = await pending(1)
  await sellPending(stage.db, id!, new Date())
  const lockTypes = async (tx: Tx) => {
    await sql`select from event where id = ${event.id} for no key update`.execute(tx)
    await sql`select from ticket_type where event_id = ${event.id} for no key update`.execute(tx)
  }
  // Does not use `inTransaction`, which repeats a transaction after a deadlock.
  const refund = () => stage.db.transaction().execute((tx) => takeBackIn(tx, id!))
  const setOrganizer = async (tx: Tx) => {
    await sql`update event set organizer_id = ${owner.id} where id = ${event.id}`.execute(tx)
    await moveSales(tx, { id: event.id, organizer_id: null })
  }
  await behind(stage.db, lockTypes, refund, { duringWait: setOrganizer })
  expect(await listed(owner)).toBe(1)
})

describe('a fold in progress while the event gets its organizer', () => {
  beforeEach(async () => {
    await sell(2)
    await foldSales(stage.deps)
    await sell(3)
  })
  const fold = async (tx: Tx) => addToRollUps(tx, await takeSaleDeltas(tx, 1000))

  test("without the lock on the event, its sales are missing in the organizer's days", async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [FOLD_LOCK])
    await before(unguarded, fold, () => give(owner))
    await unguarded.close()
    await expect(expectOwned(owner, 5)).rejects.toThrow('to deeply equal')
  })

  test('with the lock, the save waits for the fold', async () => {
    await behind(stage.db, fold, () => give(owner))
    await expectOwned(owner, 5)
  })

  test('with the lock, the fold waits for the save', async () => {
    const set = async (tx: Tx) => {
      await sql`update event set organizer_id = ${owner.id} where id = ${event.id}`.execute(tx)
      await moveSales(tx, { id: event.id, organizer_id: null })
    }
    await behind(stage.db, set, () => foldSales(stage.deps))
    await expectOwned(owner, 5)
  })
})
