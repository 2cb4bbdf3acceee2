import { isOpen } from '../events/sales.rules.ts'
import { assert } from '../platform/assert.ts'
import { inTransaction, type Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { queueJob } from '../platform/jobs.ts'
import { OrderError } from './errors.ts'
import { changeHold } from './holds.sql.ts'
import { orderPlaced } from './order-placed.job.ts'
import { changeOrderState, type LockedOrder, lockOrder, setOrderAttempt } from './orders.sql.ts'
import { takeAgain } from './stock.sql.ts'
import { orderTimes } from './times.ts'

/**
 * Asks for one more prompt for an order whose last one came to nothing, at the order's own prices,
 * taking its tickets again where they were given back. `phone` is another phone to prompt, or null.
 * `refusePaid` throws, under the order's lock, where money for it has come in already.
 * Throws AppError: order_not_found, already_paid, prompt_open, too_late, sales_closed, sold_out.
 */
export async function reopenOrder(
  deps: Deps,
  id: string,
  phone: string | null,
  refusePaid: (tx: Tx, id: string) => Promise<void>,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { holdMs, holdMaxMs, retryUntilMs } = orderTimes(deps.timeScale)
    const order = await lockOrder(tx, id, now)
    if (!order) throw new OrderError('order_not_found')
    if (order.state === 'pending') throw new OrderError('prompt_open')
    if (order.state !== 'failed' && order.state !== 'expired') throw new OrderError('already_paid')
    // Before the others: after some of them a page asks for a new order.
    await refusePaid(tx, id)
    refuseUnsaleable(order, now, retryUntilMs)
    if (order.hold_state === 'released') {
      if (!(await takeAgain(tx, id, 'held', now))) throw new OrderError('sold_out')
    }
    const isHeld = await changeHold(tx, id, order.hold_state === 'released' ? 'released' : 'held', {
      state: 'held',
      expires_at: new Date(now.getTime() + holdMs),
      ends_at: new Date(now.getTime() + holdMaxMs),
      updated_at: now,
    })
    assert(isHeld, 'an unpaid order had its tickets')
    const isPending = await changeOrderState(tx, id, 'pending', { cause: 'tried again', now })
    assert(isPending, 'an order that is under lock moved')
    const attempt = await setOrderAttempt(tx, id, phone ?? order.phone, now)
    await queueJob(tx, orderPlaced, { orderId: id, attempt })
  })
}

function refuseUnsaleable(order: LockedOrder, now: Date, retryUntilMs: number): void {
  if (order.sale_stop !== null) {
    throw new OrderError(isOpen(order.sale_stop) ? 'sold_out' : 'sales_closed')
  }
  if (now.getTime() - order.created_at.getTime() > retryUntilMs) throw new OrderError('too_late')
}
