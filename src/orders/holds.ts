import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { orderTimes } from './declarations.ts'
import { releaseHolds } from './holds.sql.ts'
import { orderPlaced } from './jobs.ts'
import { changeOrderStates, setPromptedAt } from './orders.sql.ts'

/**
 * Extends the hold to its full length for a prompt that is being sent. If paybill is offered
 * (`isByHand`), at most to `holdMaxMs` after the first prompt. Returns false if the hold has ended.
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

/** Expires locked orders and releases their tickets. `why` is the cause of an early end. */
export async function endHolds(tx: Tx, orderIds: string[], now: Date, why?: string): Promise<void> {
  const released = await releaseHolds(tx, orderIds, now)
  const change = { cause: why ?? 'hold ended', now, failureCode: why ?? null }
  const expired = await changeOrderStates(tx, released, 'expired', change)
  assert(expired.length === released.length, 'an order that was not open had a hold')
}

/** Expires locked orders without an open payment. The queued jobs remove their queued prompts. */
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
