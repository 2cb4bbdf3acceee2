import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { buildPendingOrders } from '../../test/pending-orders.ts'
import { keepStage } from '../../test/stage.ts'
import { listSweeps } from '../worker.ts'
import { lockOrder } from './orders.sql.ts'

const HOUR = 3600_000

const stage = keepStage()

/** Makes orders of this age, all from one address. */
async function ordersOf(ageMs: number, count: number): Promise<string[]> {
  const { id: eventId, types } = await buildEvent(stage.db, { types: [{ capacity: 5000 }] })
  const lines = [{ typeId: types[0]!.id, quantity: 1, amountKes: 100 }]
  const placedAt = new Date(stage.clock.now().getTime() - ageMs)
  const orders = Array.from({ length: count }, () => ({ eventId, lines, placedAt }))
  const ids = (await buildPendingOrders(stage.db, orders)).map((order) => order.id)
  await stage.db
    .updateTable('order')
    .set({ client_network: '41.90.1.1' })
    .where('id', 'in', ids)
    .execute()
  return ids
}

async function countKept(ids: string[]): Promise<number> {
  const { rows } = await sql`
    select from "order" where id = any(${ids}::uuid[]) and client_network is not null`.execute(
    stage.db,
  )
  return rows.length
}

/** Runs the sweep until it has no more to do. */
async function sweep(): Promise<string[]> {
  const { run } = listSweeps(stage.deps).find(({ name }) => name === 'old addresses')!
  const answers = []
  do answers.push(String(await run()))
  while (answers.at(-1) === 'more')
  return answers
}

test('the address of an order is deleted after 48 hours, in any number of batches', async () => {
  const old = await ordersOf(48 * HOUR + 60_000, 1200)
  const young = await ordersOf(48 * HOUR - 60_000, 3)
  expect(await sweep()).toEqual(['more', 'more', 'done'])
  expect(await countKept(old)).toBe(0)
  expect(await countKept(young)).toBe(3)
})

test('deleting addresses skips locked orders', async () => {
  const [locked, other] = await ordersOf(49 * HOUR, 2)
  await stage.db.transaction().execute(async (tx) => {
    await lockOrder(tx, locked!, stage.clock.now())
    expect(await sweep()).toEqual(['done'])
    expect(await countKept([locked!, other!])).toBe(1)
  })
  expect(await sweep()).toEqual(['done'])
  expect(await countKept([locked!])).toBe(0)
})
