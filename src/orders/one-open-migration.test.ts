import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { buildPendingOrders } from '../../test/pending-orders.ts'
import { readOrder, readStock } from '../../test/purchase.ts'
import { makeStage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'

const MIGRATION = new URL('../../migrations/0014_order__one_open.sql', import.meta.url)
const MINUTE = 60_000

test('the migration keeps the newest of several open orders of a phone for an event', async () => {
  const stage = await makeStage()
  await sql`drop index order__open, order__open_client_network`.execute(stage.db)
  const event = await buildEvent(stage.db)
  const other = await buildEvent(stage.db)
  const phone = newPhone()
  const orderOf = ({ id: eventId, types }: BuiltEvent, age: number, failureCode?: string) => ({
    eventId,
    phone,
    placedAt: new Date(stage.clock.now().getTime() - age * MINUTE),
    lines: [{ typeId: types[0]!.id, quantity: 2, amountKes: 200 }],
    ...(failureCode && { failureCode }),
  })
  const [failed, older, newest, elsewhere] = await buildPendingOrders(stage.db, [
    orderOf(event, 3, '1037'),
    orderOf(event, 2),
    orderOf(event, 1),
    orderOf(other, 5),
  ])
  await inTransaction(stage.db, async (tx) => {
    await sql`alter table "order" rename client_network to asked_from`.execute(tx)
    await sql.raw(await readFile(MIGRATION, 'utf8')).execute(tx)
    await sql`alter table "order" rename asked_from to client_network`.execute(tx)
  })
  const read = async (order: { id: string } | undefined) => (await readOrder(stage, order!.id)).body
  expect(await read(failed)).toMatchObject({ status: 'expired', result_code: 'replaced' })
  expect(await read(older)).toMatchObject({ status: 'expired', result_code: 'replaced' })
  expect(await read(newest)).toMatchObject({ status: 'pending' })
  expect(await read(elsewhere)).toMatchObject({ status: 'pending' })
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 2 })
  expect(await readStock(stage, other.types[0]!.id)).toMatchObject({ held: 2 })
  const events = await stage.db
    .selectFrom('order_event')
    .select(['order_id', 'from_state'])
    .where('cause', '=', 'replaced')
    .orderBy('id')
    .execute()
  expect(events.map((row) => row.from_state).sort()).toEqual(['failed', 'pending'])
  await stage.close()
})
