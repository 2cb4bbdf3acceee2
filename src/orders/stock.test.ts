import { expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { place, readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'
import { restoreSold } from './stock.sql.ts'

const stage = keepStage()

test('more tickets than were sold cannot be given back', async () => {
  const event = await buildEvent(stage.db)
  const { orderId } = await place(stage, event, [2])
  const { id: lineId } = await stage.db
    .selectFrom('order_line')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const part = { lineId, quantity: 1, amountCents: 100_00 }
  // The two tickets are held, and none is sold.
  expect(await inTransaction(stage.db, (tx) => restoreSold(tx, [part]))).toBe(false)
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 2, sold: 0 })
})
