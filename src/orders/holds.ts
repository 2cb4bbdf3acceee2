import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { orderTimes } from './declarations.ts'
import { releaseHolds } from './holds.sql.ts'
import { orderPlaced } from './jobs.ts'
import { changeOrderStates, setPromptedAt } from './orders.sql.ts'

/**
 * A prompt of the order goes out now: the hold lasts its full time again, from here, but where it may
 * be paid by hand never longer than ten minutes from the first prompt. False if it has ended.
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
 * Ends the holds of these orders, which are under lock: their tickets are given back, once, and the
 * orders have expired. An order whose hold has ended before stays as it is. `why` is said of
 * those that end before their time.
 */
export async function endHolds(tx: Tx, orderIds: string[], now: Date, why?: string): Promise<void> {
  const released = await releaseHolds(tx, orderIds, now)
  const change = { cause: why ?? 'hold ended', now, failureCode: why ?? null }
  const expired = await changeOrderStates(tx, released, 'expired', change)
  assert(expired.length === released.length, 'a hold was held for an order that waits no more')
}

/**
 * Ends open orders that a newer order of the same phone takes the place of. The orders are locked and
 * no payment of them is open. A job takes the prompts that wait for them out of the prompt queue.
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
