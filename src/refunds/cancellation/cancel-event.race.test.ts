import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { newReceipt, paidFor, prompted, readOrderState, tell } from '../../../test/purchase.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { closeSales } from '../../events/cancel.sql.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { sellOrder } from '../../orders/sales/sales.ts'
import { type Db, inTransaction } from '../../platform/database/db.ts'
import { cancelEvent } from './cancel-event.ts'
import { selectSoldOrders } from './cancellation.sql.ts'

let stage: Stage
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  stage = await makeStage()
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  event = await buildEvent(stage.db)
})
afterAll(() => stage.close())

/** Matches the condition that a sale checks on a ticket type under its lock. */
const STILL_OPEN = / \* \(t\.closed_at is null\)::int/

const now = () => stage.clock.now()

const cancel = () =>
  cancelEvent(stage.deps, admin.viewer, { eventId: event.id, title: event.title, reason: '' })

/**
 * A payment callback that locked its order while the event was on sale, and sells the tickets after
 * the event was cancelled.
 */
async function sellAcrossCancel(on: Db): Promise<unknown> {
  const { orderId } = await prompted(stage, event)
  const locked = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  const sale = inTransaction(on, async (tx) => {
    const order = (await lockOrder(tx, orderId, now()))!
    expect(order.sale_stop).toBe(null)
    locked.resolve()
    await cancelled.promise
    return await sellOrder(tx, order, 'test', now())
  })
  await locked.promise
  expect(await cancel()).toMatchObject({ orders: 0 })
  cancelled.resolve()
  return await sale
}

test('with the guard off, a callback after the cancellation sells tickets', async () => {
  const unguarded = openUnguarded(stage.env.databaseUrl, [STILL_OPEN])
  expect(await sellAcrossCancel(unguarded)).toMatchObject({ amountCents: 10_000 })
  await unguarded.close()
})

test("with the guard on, the callback's money is due back", async () => {
  expect(await sellAcrossCancel(stage.db)).toBe('event_closed')
})

// spec: cancel-sales-stop
test('a callback that waits for the cancellation finds nothing to sell', async () => {
  const order = await prompted(stage, event)
  await behind(
    stage.db,
    (tx) => closeSales(tx, event.id, now()),
    () => tell(stage, order, paidFor(order, { receipt: newReceipt() })),
  )
  expect(await readOrderState(stage, order.orderId)).toBe('refund_due')
})

test('a cancellation that waits for a callback takes back what the callback sold', async () => {
  const { orderId } = await prompted(stage, event)
  const sold = await behind(
    stage.db,
    async (tx) => sellOrder(tx, (await lockOrder(tx, orderId, now()))!, 'test', now()),
    cancel,
  )
  expect(sold).toMatchObject({ orders: 1, tickets: 1, amount_cents: 10_000 })
  expect(await selectSoldOrders(stage.db, event.id, null, 10)).toEqual([orderId])
})
