import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { orderTimes } from './declarations.ts'
import { changeHold, releaseHolds } from './holds.sql.ts'
import { phoneChanged } from './jobs.ts'
import { nextPhone } from './order.rules.ts'
import { changeOrderState, type LockedOrder, unsetPromptedAt } from './orders.sql.ts'
import { lockTypesOf } from './stock.sql.ts'

/**
 * The order's latest prompt came to nothing. The tickets stay set aside a little longer, so that
 * the buyer can try again, or pay by hand; where no prompt left, nobody was asked for anything, and they go to
 * others at once: the order expires with the next sweep. Where another number waits for the end of
 * this prompt, it is the next one. `code` is M-Pesa's result code or a word of ours.
 */
export async function failOrder(
  tx: Tx,
  order: LockedOrder,
  code: string,
  { now, timeScale, wasPrompted }: { now: Date; timeScale: number; wasPrompted: boolean },
): Promise<void> {
  const goesOn = nextPhone(order) !== null
  const isOver = !wasPrompted && !goesOn
  // Before the state: who places another order of this phone holds them and may wait for that change.
  if (isOver) await lockTypesOf(tx, [order.id])
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
  // Who may pay by hand has the time to.
  const change = { expires_at: order.by_hand_until ?? expires, updated_at: now }
  assert(await changeHold(tx, order.id, 'held', change), 'a pending order held nothing')
}
