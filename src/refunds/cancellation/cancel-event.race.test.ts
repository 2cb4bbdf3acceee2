import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import {
  callAs,
  cancelBehindSale,
  payRefundsBack,
  STILL_OPEN,
  sellAcrossCancel,
  soldOrders,
} from '../../../test/cancelling.ts'
import { newReceipt, paidFor, prompted, readOrderState, tell } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { closeSales } from '../../events/cancel.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { takeBack } from '../take-back/take-back.ts'
import { cancelEvent, pauseCancellation } from './cancel-event.ts'
import { isRunning, selectSoldOrders } from './cancellation.sql.ts'

const stage = keepStage()
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  event = await buildEvent(stage.db)
})

const cancel = () =>
  cancelEvent({ ...stage.deps, endPayout: async () => {} }, admin.viewer, {
    eventId: event.id,
    title: event.title,
    reason: '',
  })

async function sellAcross(on: Db): Promise<unknown> {
  const { orderId } = await prompted(stage, event)
  return await sellAcrossCancel(stage, on, { orderId, cancel })
}

test('with the guard off, a callback after the cancellation sells tickets', async () => {
  const unguarded = openUnguarded(stage.env.databaseUrl, [STILL_OPEN])
  expect(await sellAcross(unguarded)).toMatchObject({ amountCents: 10_000 })
  await unguarded.close()
})

test("with the guard on, the callback's money is due back", async () => {
  expect(await sellAcross(stage.db)).toBe('event_closed')
})

// spec: cancel-sales-stop
test('a callback that waits for the cancellation finds nothing to sell', async () => {
  const order = await prompted(stage, event)
  await behind(
    stage.db,
    (tx) => closeSales(tx, event.id, stage.clock.now()),
    () => tell(stage, order, paidFor(order, { receipt: newReceipt() })),
  )
  expect(await readOrderState(stage, order.orderId)).toBe('refund_due')
})

test('a cancellation that waits for a callback takes back what the callback sold', async () => {
  const { orderId } = await prompted(stage, event)
  const sold = await cancelBehindSale(stage, { orderId, cancel })
  expect(sold).toMatchObject({ orders: 1, tickets: 1, amount_cents: 10_000 })
  expect(await selectSoldOrders(stage.db, event.id, null, 10)).toEqual([orderId])
})

// spec: cancel-pays-everybody-back
test('a pause that waits for the last order does not keep the cancellation open', async () => {
  const [{ orderId } = { orderId: '' }] = await soldOrders(stage, event, 1)
  await cancel()
  const request = { orderId, reason: 'cancelled', usedToo: true, requestedBy: null } as const
  await behind(
    stage.db,
    async (tx) => {
      expect(await isRunning(tx, event.id)).toBe(true)
      await takeBack(tx, request, stage.clock.now())
    },
    () => pauseCancellation(stage.deps, admin.viewer, { eventId: event.id, isPause: true }),
  )
  const state = async () =>
    (await callAs(stage, admin, `GET /api/events/${event.id}/cancellation`)).body
  await stage.sweep()
  expect(await state()).toMatchObject({ state: 'paused', orders: 1, refunded: 0 })
  await payRefundsBack(stage)
  await stage.runJobs()
  await stage.sweep()
  expect(await state()).toMatchObject({ state: 'done', orders: 1, refunded: 1 })
})
