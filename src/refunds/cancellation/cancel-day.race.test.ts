import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import {
  callAs,
  cancelBehindSale,
  STILL_OPEN,
  sellAcrossCancel,
  soldOrders,
} from '../../../test/cancelling.ts'
import { newReceipt, paidFor, prompted, readOrderState, tell } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { lockSales } from '../../events/cancel.sql.ts'
import { selectDayCancellation } from '../../events/days/cancelled-days.sql.ts'
import { closeDay } from '../../events/days/changed-days.sql.ts'
import { selectChange } from '../../events/event-change.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { notifyOfCancelledDay } from '../reschedule/notify-of-day.ts'
import { cancelEvent } from './cancel-event.ts'
import { pauseDay } from './pause-day.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  const days = [{ date: '2027-12-10' }, { date: '2027-12-11' }]
  event = await buildEvent(stage.db, { days, types: [{ days: [1] }, { days: [1, 2] }] })
})

const cancel = () =>
  cancelEvent({ ...stage.deps, endPayout: async () => {} }, admin.viewer, {
    ...{ eventId: event.id, title: event.title, reason: '', part: { day: 1 } },
  })

async function sellAcross(on: Db, quantities: number[]): Promise<unknown> {
  const { orderId } = await prompted(stage, event, quantities)
  return await sellAcrossCancel(stage, on, { orderId, cancel })
}

test('with the guard off, a callback after the cancellation sells tickets of the day', async () => {
  const unguarded = openUnguarded(stage.env.databaseUrl, [STILL_OPEN])
  expect(await sellAcross(unguarded, [1])).toMatchObject({ amountCents: 10_000 })
  await unguarded.close()
})

// spec: day-cancelled-race
test("with the guard on, the callback's money is due back", async () => {
  expect(await sellAcross(stage.db, [1])).toBe('event_closed')
})

test('a pass is sold across the cancellation of one of its days', async () => {
  expect(await sellAcross(stage.db, [0, 1])).toMatchObject({ amountCents: 10_000 })
})

// spec: day-cancelled-race
test('a callback that waits for the cancellation of its day finds nothing to sell', async () => {
  const order = await prompted(stage, event)
  await behind(
    stage.db,
    async (tx) => {
      await lockSales(tx, event.id)
      await closeDay(tx, event.id, 1, stage.clock.now())
    },
    () => tell(stage, order, paidFor(order, { receipt: newReceipt() })),
  )
  expect(await readOrderState(stage, order.orderId)).toBe('refund_due')
})

test('a cancellation that waits for a callback counts what the callback sold', async () => {
  const { orderId } = await prompted(stage, event)
  const sold = await cancelBehindSale(stage, { orderId, cancel })
  expect(sold).toMatchObject({ orders: 1, tickets: 1, amount_cents: 10_000 })
})

// spec: day-cancelled-paused
test('a pause that waits for the last order does not keep the cancelled day open', async () => {
  const [{ orderId } = { orderId: '' }] = await soldOrders(stage, event, 1)
  await cancel()
  const { id } = (await selectDayCancellation(stage.db, event.id, 1))!
  const change = (await selectChange(stage.db, id))!
  await behind(
    stage.db,
    (tx) => notifyOfCancelledDay(tx, stage.deps, { change, orderId }),
    () => pauseDay(stage.deps, admin.viewer, { eventId: event.id, day: '1', isPause: true }),
  )
  await stage.sweep()
  await stage.runJobs()
  const path = `GET /api/events/${event.id}/days/1/cancellation`
  expect((await callAs(stage, admin, path)).body).toMatchObject({
    ...{ state: 'done', buyers: 1, notified: 1 },
  })
})
