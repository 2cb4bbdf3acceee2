// spec: last-place-of-pool
// Races of buyers for the last table of a type, and for the last place of a pool of two types.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { asProcess } from '../../../test/as-process.ts'
import { atOnce } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent, orderOf } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'
import { withoutGuards } from '../../../test/unguarded.ts'
import { PLACING_LOCKS } from '../../../test/ways-to-buy.ts'
import type { Db } from '../../platform/database/db.ts'
import { placeOrder } from './place-order.ts'

const stage = keepStage({ HOLD_SHARE_PER_ADDRESS: '100' })
let event: BuiltEvent

/** Each buyer, in a process of its own, orders these quantities at the same moment. */
async function race(on: Db, orders: number[][]): Promise<string[]> {
  const buyers = orders.map((quantities) => {
    const deps = { ...stage.deps, db: asProcess(on) }
    const order = orderOf(event, quantities)
    return () =>
      placeOrder(deps, order).then(
        () => 'placed',
        ({ code }: { code: string }) => code,
      )
  })
  return (await atOnce(stage.db, event, buyers)).toSorted()
}

const readCounts = async (table: 'ticket_type' | 'sale_limit') => {
  const { rows } = await sql<{ held: number }>`
    select held from ${sql.table(table)} where event_id = ${event.id} and held > 0`.execute(
    stage.db,
  )
  return rows.map(({ held }) => held)
}

const VIOLATED = '23514'

describe('the last table', () => {
  beforeEach(async () => {
    // Nineteen places are one table of ten, and nine places that are too few for a table.
    event = await buildEvent(stage.db, { types: [{ soldIn: 10, capacity: 19, maxPerOrder: 1 }] })
  })
  const both = (on: Db) => race(on, [[1], [1]])

  test('goes to one of two buyers', async () => {
    expect(await both(stage.db)).toEqual(['all_taken', 'placed'])
    expect(await readCounts('ticket_type')).toEqual([10])
  })

  test('without the locks, one of them gets the error of the CHECK', async () => {
    const { types } = PLACING_LOCKS
    expect(await withoutGuards(stage, [types], both)).toEqual([VIOLATED, 'placed'])
    expect(await readCounts('ticket_type')).toEqual([10])
  })

  test('without the locks and the CHECK, both get it', async () => {
    await sql`alter table ticket_type drop constraint ticket_type__capacity`.execute(stage.db)
    expect(await withoutGuards(stage, [PLACING_LOCKS.types], both)).toEqual(['placed', 'placed'])
    expect(await readCounts('ticket_type')).toEqual([20])
  })
})

describe('the last place of a pool', () => {
  beforeEach(async () => {
    const pools = [{ name: 'Hall', quantity: 1 }]
    event = await buildEvent(stage.db, { pools, types: [{ pool: 'Hall' }, { pool: 'Hall' }] })
  })
  const both = (on: Db) => race(on, [[1], [0, 1]])

  test('goes to one of two buyers, of whichever type', async () => {
    expect(await both(stage.db)).toEqual(['all_taken', 'placed'])
    expect([await readCounts('ticket_type'), await readCounts('sale_limit')]).toEqual([[1], [1]])
  })

  test('without the lock on the pool, one of them gets the error of the CHECK', async () => {
    const { limits } = PLACING_LOCKS
    expect(await withoutGuards(stage, [limits], both)).toEqual([VIOLATED, 'placed'])
    expect(await readCounts('sale_limit')).toEqual([1])
  })

  test('without the lock on the pool and the CHECK, both get it', async () => {
    await sql`alter table sale_limit drop constraint sale_limit__capacity`.execute(stage.db)
    expect(await withoutGuards(stage, [PLACING_LOCKS.limits], both)).toEqual(['placed', 'placed'])
    expect(await readCounts('sale_limit')).toEqual([2])
  })
})
