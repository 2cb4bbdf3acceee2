import { assert } from '../platform/assert.ts'
import { inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { eachRow } from '../platform/database/each-row.ts'
import { isDue } from '../platform/jobs/due.sql.ts'
import { jobTimes, queueJob } from '../platform/jobs/jobs.ts'
import {
  areHoldsPastEnd,
  changeHold,
  type HoldPastEnd,
  lockOrdersPastEnd,
  selectHoldsPastEnd,
} from './holds.sql.ts'
import { endHolds } from './holds.ts'
import { holdEnding } from './jobs.ts'
import { areReleased, changeOrderStates, lockOrder, lockReleased } from './orders.sql.ts'

const BATCH = 200

/**
 * Ends holds whose `expires_at` has passed. A pending order may have an open payment. Its hold
 * continues until a query to M-Pesa returns the result, but not beyond `ends_at`. Returns 'more'
 * after one sweep interval, so that a stopping process need not wait for all batches.
 */
export async function expireHolds(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'timeScale'>,
): Promise<'done' | 'more'> {
  const now = deps.clock.now()
  if (!(await isDue(deps.db, areReleased(), areHoldsPastEnd(now)))) return 'done'
  while ((await expireReleased(deps)) === BATCH);
  let last: HoldPastEnd | null = null
  for (;;) {
    // Starts after the last hold of the previous batch, some of whose holds may not end yet.
    const due: HoldPastEnd[] = await selectHoldsPastEnd(deps.db, now, last, BATCH)
    await expireBatch(deps, due)
    last = due.at(-1) ?? null
    if (due.length < BATCH) return 'done'
    if (deps.clock.now().getTime() - now.getTime() >= jobTimes(deps.timeScale).sweepMs)
      return 'more'
  }
}

/** Expires failed orders that released their tickets without a prompt. Returns the number. */
async function expireReleased(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  return await inTransaction(deps.db, async (tx) => {
    const ids = await lockReleased(tx, BATCH)
    const change = { cause: 'hold ended', now: deps.clock.now() }
    const expired = await changeOrderStates(tx, ids, 'expired', change)
    assert(expired.length === ids.length, 'a locked order changed its state')
    return ids.length
  })
}

/** Expires the batch in one short transaction, then retries locked or failed orders one by one. */
async function expireBatch(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'timeScale'>,
  due: HoldPastEnd[],
): Promise<void> {
  const ids = due.map((hold) => hold.order_id)
  const ended = new Set<string>()
  try {
    const now = deps.clock.now()
    for (const id of await inTransaction(deps.db, (tx) => endDue(tx, ids, now))) ended.add(id)
  } catch (error) {
    deps.log.error({ err: error }, 'orders: ending a batch of holds failed, retrying one by one')
  }
  const others = ids.filter((id) => !ended.has(id))
  await eachRow(deps.log, others, (id) => expireHold(deps, id))
}

async function endDue(tx: Tx, orderIds: string[], now: Date): Promise<string[]> {
  const due = await lockOrdersPastEnd(tx, orderIds, now)
  await endHolds(tx, due, now)
  return due
}

async function expireHold(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
  orderId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const order = await lockOrder(tx, orderId, now)
    // The buyer may have paid or requested another prompt since the sweep read the hold.
    if (order?.hold_state !== 'held' || order.hold_expires_at > now) return
    if (order.state !== 'pending' || order.hold_ends_at <= now) {
      await endHolds(tx, [order.id], now)
      return
    }
    const next = now.getTime() + jobTimes(deps.timeScale).sweepMs * 4
    const isHeld = await changeHold(tx, orderId, 'held', {
      expires_at: new Date(Math.min(next, order.hold_ends_at.getTime())),
      updated_at: now,
    })
    assert(isHeld, 'a locked hold ended')
    await queueJob(tx, holdEnding, { orderId })
  })
}
