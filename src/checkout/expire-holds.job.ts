import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { eachRow } from '../platform/each-row.ts'
import { queueJob } from '../platform/jobs.ts'
import { changeHold, lockOrder, selectHoldsPastEnd } from './checkout.sql.ts'
import { holdEnding } from './hold-ending.job.ts'
import { releaseHold } from './release-hold.ts'

const BATCH = 200

/**
 * Ends the holds that are past their end. While an order is pending its payment may be open, so
 * M-Pesa is asked first and the hold waits for the answer, but never beyond its last end.
 */
export async function expireHolds(deps: Deps): Promise<void> {
  const orderIds = await selectHoldsPastEnd(deps.db, deps.clock.now(), BATCH)
  await eachRow(deps.log, orderIds, (orderId) => expireHold(deps, orderId))
}

async function expireHold(deps: Deps, orderId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const order = await lockOrder(tx, orderId, now)
    // Someone may have paid, or tried again, since the sweep looked.
    if (order?.hold_state !== 'held' || order.hold_expires_at > now) return
    if (order.state !== 'pending' || order.hold_ends_at <= now) {
      await releaseHold(tx, order, now)
      return
    }
    const next = now.getTime() + deps.timings.sweepMs * 4
    await changeHold(tx, orderId, 'held', {
      expires_at: new Date(Math.min(next, order.hold_ends_at.getTime())),
      updated_at: now,
    })
    await queueJob(tx, holdEnding, { orderId })
  })
}
