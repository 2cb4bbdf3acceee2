// If one order or one job of a cancelled event fails, the other orders and jobs go on, and sweeps
// do not queue the failed job a second time.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callAs, soldOrders } from '../../../test/cancelling.ts'
import { MINUTE, place, readOrderState } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { sweepOutgoing } from '../../payments/outgoing/sweep-outgoing.job.ts'
import { OUTGOING } from '../../worker.ts'
import { sweepCancellations } from './cancel-orders.job.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 200, capacity: 100 }] })
})

async function cancel(): Promise<void> {
  const said = { title: event.title, reason: 'The hall is closed' }
  const { status } = await callAs(stage, admin, `POST /api/events/${event.id}/cancel`, said)
  expect(status).toBe(202)
}

/** Makes the cancellation due, so that the next sweep works on it. */
async function makeDue(): Promise<void> {
  await stage.db
    .updateTable('event_cancellation')
    .set({ next_at: stage.clock.now() })
    .where('event_id', '=', event.id)
    .execute()
}

// spec: work-once
test('each open order of a cancelled event ends, except one with a fault, and all money is refunded', async () => {
  const [sold] = await soldOrders(stage, event, 1)
  const [broken, other] = [await place(stage, event), await place(stage, event)]
  const fault = sql.raw(`alter table hold add constraint broken
    check (order_id <> '${broken.orderId}' or state = 'held')`)
  await fault.execute(stage.db)
  // Deletes the jobs that would prompt these orders, because the jobs would find that the event is
  // no longer on sale.
  await stage.db.deleteFrom('job').where('name', '=', 'orders.placed').execute()
  await cancel()
  await stage.runJobs()
  expect(await readOrderState(stage, other.orderId)).toBe('expired')
  expect(await readOrderState(stage, broken.orderId)).toBe('pending')
  expect(await readOrderState(stage, sold!.orderId)).toBe('refund_due')
  await sql`alter table hold drop constraint broken`.execute(stage.db)
  await makeDue()
  await stage.sweep()
  expect(await readOrderState(stage, broken.orderId)).toBe('expired')
})

/** Inserts a failed job, which is retried after a pause. */
async function insertFailed(lane: string, name: string, payload: object): Promise<void> {
  const run_at = new Date(Date.now() + 5 * MINUTE)
  const job = { lane, name, payload: JSON.stringify(payload), failures: 9, run_at }
  await stage.db.insertInto('job').values(job).execute()
}

// spec: work-once
test('a cancelled event has one job, and each refund has one, even if the job keeps failing', async () => {
  const [order] = await soldOrders(stage, event, 1)
  await cancel()
  await stage.runJobs()
  const { id: refundId } = await stage.db
    .selectFrom('refund')
    .select('id')
    .where('order_id', '=', order!.orderId)
    .executeTakeFirstOrThrow()
  // Each batch of the cancellation fails.
  const eventId = event.id
  await insertFailed('cancel', 'refunds.cancel_orders', { eventId, after: randomUUID() })
  await insertFailed('refund', 'payments.pay_out', { purpose: 'refund', id: refundId })
  for (let sweep = 0; sweep < 3; sweep++) {
    await makeDue()
    const next_at = stage.clock.now()
    await stage.db.updateTable('refund').set({ next_at }).where('id', '=', refundId).execute()
    await sweepCancellations(stage.deps)
    await sweepOutgoing(stage.deps, OUTGOING.refund)
    const { rows } = await sql<{ name: string }>`select name from job
      where payload->>'eventId' = ${eventId} or payload->>'id' = ${refundId}
      order by name`.execute(stage.db)
    expect(rows.map(({ name }) => name)).toEqual(['payments.pay_out', 'refunds.cancel_orders'])
  }
  await stage.hurry()
})
