import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { newReceipt, paidFor, prompted, readOrderState, tell } from '../../../test/purchase.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { lockSales } from '../../events/cancel.sql.ts'
import { closeDay } from '../../events/days/changed-days.sql.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { sellOrder } from '../../orders/sales/sales.ts'
import { type Db, inTransaction } from '../../platform/database/db.ts'
import { cancelEvent } from './cancel-event.ts'

let stage: Stage
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  stage = await makeStage({ LIMIT_PUSH_PER_PHONE: '100' })
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  const days = [{ date: '2027-12-10' }, { date: '2027-12-11' }]
  event = await buildEvent(stage.db, { days, types: [{ days: [1] }, { days: [1, 2] }] })
})
afterAll(() => stage.close())

/** Matches the condition that a sale checks on a ticket type under its lock. */
const STILL_OPEN = / \* \(t\.closed_at is null\)::int/

const now = () => stage.clock.now()

const cancel = () =>
  cancelEvent(stage.deps, admin.viewer, {
    ...{ eventId: event.id, title: event.title, reason: '', part: { day: 1 } },
  })

/** A callback that locked its order while the day was on sale, and sells after it was cancelled. */
async function sellAcrossCancel(on: Db, quantities: number[]): Promise<unknown> {
  const { orderId } = await prompted(stage, event, quantities)
  const locked = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  const sale = inTransaction(on, async (tx) => {
    const order = (await lockOrder(tx, orderId, now()))!
    locked.resolve()
    await cancelled.promise
    return await sellOrder(tx, order, 'test', now())
  })
  await locked.promise
  expect(await cancel()).toMatchObject({ orders: 0 })
  cancelled.resolve()
  return await sale
}

test('with the guard off, a callback after the cancellation sells tickets of the day', async () => {
  const unguarded = openUnguarded(stage.env.databaseUrl, [STILL_OPEN])
  expect(await sellAcrossCancel(unguarded, [1])).toMatchObject({ amountCents: 10_000 })
  await unguarded.close()
})

// spec: day-cancelled-race
test("with the guard on, the callback's money is due back", async () => {
  expect(await sellAcrossCancel(stage.db, [1])).toBe('event_closed')
})

test('a pass is sold across the cancellation of one of its days', async () => {
  expect(await sellAcrossCancel(stage.db, [0, 1])).toMatchObject({ amountCents: 10_000 })
})

// spec: day-cancelled-race
test('a callback that waits for the cancellation of its day finds nothing to sell', async () => {
  const order = await prompted(stage, event)
  await behind(
    stage.db,
    async (tx) => {
      await lockSales(tx, event.id)
      await closeDay(tx, event.id, 1, now())
    },
    () => tell(stage, order, paidFor(order, { receipt: newReceipt() })),
  )
  expect(await readOrderState(stage, order.orderId)).toBe('refund_due')
})

test('a cancellation that waits for a callback counts what the callback sold', async () => {
  const { orderId } = await prompted(stage, event)
  const sold = await behind(
    stage.db,
    async (tx) => sellOrder(tx, (await lockOrder(tx, orderId, now()))!, 'test', now()),
    cancel,
  )
  expect(sold).toMatchObject({ orders: 1, tickets: 1, amount_cents: 10_000 })
})
