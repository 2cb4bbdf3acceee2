import type { Tx } from '../platform/db.ts'
import { changeHold, changeOrderState, giveBackHeld, type LockedOrder } from './orders.sql.ts'

/** Ends the hold and gives its tickets back, once; the order has expired. */
export async function releaseHold(tx: Tx, order: LockedOrder, now: Date): Promise<void> {
  if (!(await changeHold(tx, order.id, 'held', { state: 'released', updated_at: now }))) return
  await giveBackHeld(tx, order.id)
  await changeOrderState(tx, order.id, 'expired', { cause: 'hold ended', now })
}
