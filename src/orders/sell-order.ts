import { isOpen } from '../events/sales.rules.ts'
import type { Tx } from '../platform/db.ts'
import { queueJob } from '../platform/jobs.ts'
import { isUnpaid } from './order.rules.ts'
import { orderPaid } from './order-paid.job.ts'
import {
  changeHold,
  changeOrderState,
  giveBackHeld,
  type LockedOrder,
  moveHeldToSold,
  takeAgain,
} from './orders.sql.ts'

export type Sale = 'sold' | 'already_paid' | 'event_closed' | 'no_capacity'

/**
 * Money for the order has come in, inside the transaction that confirms it. Turns the hold into a
 * sale; where the hold has ended, takes the tickets again under the same guard. Otherwise says
 * why not, and the order waits for its refund. `order.phone` is the one that paid.
 */
export async function sellOrder(
  tx: Tx,
  order: LockedOrder,
  cause: string,
  now: Date,
): Promise<Sale> {
  if (!isUnpaid(order)) return 'already_paid'
  const sale = await takeTickets(tx, order, now)
  if (sale === 'sold') {
    await changeOrderState(tx, order.id, 'paid', { cause, now, phone: order.phone })
    await queueJob(tx, orderPaid, { orderId: order.id })
    return sale
  }
  // A pending order first comes to its end, as one whose hold ran out, and then the money is late.
  const change = { cause: sale, now, failureCode: sale, phone: order.phone }
  await changeOrderState(tx, order.id, 'expired', change)
  await changeOrderState(tx, order.id, 'refund_due', change)
  return sale
}

async function takeTickets(
  tx: Tx,
  order: LockedOrder,
  now: Date,
): Promise<'sold' | 'event_closed' | 'no_capacity'> {
  const held = order.hold_state === 'held'
  if (!isOpen(order.sale_stop)) {
    if (held && (await changeHold(tx, order.id, 'held', { state: 'released', updated_at: now }))) {
      await giveBackHeld(tx, order.id)
    }
    return 'event_closed'
  }
  if (held) {
    await changeHold(tx, order.id, 'held', { state: 'sold', updated_at: now })
    await moveHeldToSold(tx, order.id, now)
    return 'sold'
  }
  if (!(await takeAgain(tx, order.id, 'sold', now))) return 'no_capacity'
  await changeHold(tx, order.id, 'released', { state: 'sold', updated_at: now })
  return 'sold'
}
