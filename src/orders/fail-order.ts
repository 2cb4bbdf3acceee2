import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/db.ts'
import { changeHold } from './holds.sql.ts'
import { changeOrderState, type LockedOrder } from './orders.sql.ts'
import { orderTimes } from './times.ts'

/**
 * The order's latest prompt came to nothing. The tickets stay set aside a little longer, so that
 * the buyer can try again; `code` is M-Pesa's result code or a word of ours.
 */
export async function failOrder(
  tx: Tx,
  order: LockedOrder,
  code: string,
  { now, timeScale, holdStays }: { now: Date; timeScale: number; holdStays: boolean },
): Promise<void> {
  if (!(await changeOrderState(tx, order.id, 'failed', { cause: code, now, failureCode: code })))
    return
  const until = now.getTime() + (holdStays ? orderTimes(timeScale).holdAfterFailureMs : 0)
  const expires = new Date(Math.min(until, Math.max(order.hold_ends_at.getTime(), now.getTime())))
  const change = { expires_at: expires, updated_at: now }
  assert(await changeHold(tx, order.id, 'held', change), 'a pending order held nothing')
}
