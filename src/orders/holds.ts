import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { orderTimes } from './declarations.ts'
import { releaseHolds } from './holds.sql.ts'
import { orderPlaced } from './jobs.ts'
import { changeOrderStates, setPromptedAt } from './orders.sql.ts'

/**
 * A prompt of the order is sent now: the hold lasts its full time again, but an order that can be paid
 * by paybill ends `holdMaxMs` after its first prompt. False if the hold has ended.
 */
export async function markPrompted(
  tx: Tx,
  orderId: string,
  { now, timeScale, isByHand }: { now: Date; timeScale: number; isByHand: boolean },
): Promise<boolean> {
  const { holdMs, holdMaxMs } = orderTimes(timeScale)
  const from = (ms: number) => new Date(now.getTime() + ms)
  const times = { now, expiresAt: from(holdMs), endsAt: from(holdMaxMs) }
  return await setPromptedAt(tx, orderId, { ...times, isByHand })
}

/**
 * Ends the holds of locked orders: releases the tickets, once, and expires the orders. An order
 * whose hold has ended stays as it is. `why` is the cause if they end early.
 */
export async function endHolds(tx: Tx, orderIds: string[], now: Date, why?: string): Promise<void> {
  const released = await releaseHolds(tx, orderIds, now)
  const change = { cause: why ?? 'hold ended', now, failureCode: why ?? null }
  const expired = await changeOrderStates(tx, released, 'expired', change)
  assert(expired.length === released.length, 'an order that was not open had a hold')
}

/**
 * Ends locked open orders without an open payment, for newer orders of the same phones. Their jobs then
 * remove their prompts from the queue.
 */
export async function replaceOrders(
  tx: Tx,
  orders: readonly { id: string; attempt: number }[],
  now: Date,
): Promise<void> {
  const ids = orders.map(({ id }) => id)
  await releaseHolds(tx, ids, now)
  const change = { cause: 'replaced', failureCode: 'replaced', now }
  const expired = await changeOrderStates(tx, ids, 'expired', change)
  assert(expired.length === ids.length, 'a locked open order changed its state')
  for (const { id, attempt } of orders) await queueJob(tx, orderPlaced, { orderId: id, attempt })
}
