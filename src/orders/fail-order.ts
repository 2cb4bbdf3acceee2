import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { orderTimes } from './declarations.ts'
import { changeHold, releaseHolds } from './holds.sql.ts'
import { phoneChanged } from './jobs.ts'
import { nextPhone } from './order.rules.ts'
import { changeOrderState, type LockedOrder, unsetPromptedAt } from './orders.sql.ts'
import { lockStockOf } from './stock.sql.ts'

/**
 * Fails an order whose latest prompt was not paid. The hold lasts a little longer, for another try
 * or paybill. If no prompt was sent and there is no other number to prompt, releases the tickets
 * immediately, and the next sweep expires the order. `code` is M-Pesa's result code or Lango's own.
 */
export async function failOrder(
  tx: Tx,
  order: LockedOrder,
  code: string,
  { now, timeScale, wasPrompted }: { now: Date; timeScale: number; wasPrompted: boolean },
): Promise<void> {
  const goesOn = nextPhone(order) !== null
  const isOver = !wasPrompted && !goesOn
  // Locks the types first: a new order of the same phone and event may hold these locks and wait
  // for the changed row (unique index order__open). Locking them later could deadlock.
  if (isOver) await lockStockOf(tx, [order.id])
  if (!(await changeOrderState(tx, order.id, 'failed', { cause: code, now, failureCode: code })))
    return
  if (!wasPrompted) await unsetPromptedAt(tx, order.id)
  if (goesOn) await queueJob(tx, phoneChanged, { orderId: order.id })
  if (isOver) {
    const released = await releaseHolds(tx, [order.id], now)
    assert(released.length === 1, 'a pending order held nothing')
    return
  }
  const until = now.getTime() + orderTimes(timeScale).holdAfterFailureMs
  const expires = new Date(Math.min(until, Math.max(order.hold_ends_at.getTime(), now.getTime())))
  const change = { expires_at: order.paybill_until ?? expires, updated_at: now }
  assert(await changeHold(tx, order.id, 'held', change), 'a pending order held nothing')
}
