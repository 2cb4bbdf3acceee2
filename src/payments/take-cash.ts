import { OrderError } from '../orders/errors.ts'
import { isUnpaid } from '../orders/order.rules.ts'
import type { LockedOrder } from '../orders/orders.sql.ts'
import { sellOrder } from '../orders/sales/sales.ts'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { newId, newToken } from '../platform/ids.ts'
import { insertCashPayment } from './cash.sql.ts'
import { postCash } from './postings.ts'

/**
 * Sells a locked order for cash that a steward took. Does nothing if the order has been sold
 * already; throws if it cannot be sold.
 */
export async function takeCash(
  tx: Tx,
  order: LockedOrder,
  { takenBy, now }: { takenBy: string; now: Date },
): Promise<void> {
  if (!isUnpaid(order)) return
  const sold = await sellOrder(tx, order, 'payment cash', now)
  // No refund is needed: the steward still has the cash, and the transaction is rolled back.
  if (sold === 'event_closed') throw new OrderError('sales_closed')
  if (sold === 'no_capacity') throw new OrderError('sold_out')
  if (sold === 'code_used_up') throw new OrderError('code_used_up')
  if (sold === 'phone_limit') throw new OrderError('phone_limit')
  assert(sold !== 'already_paid', 'an unpaid order was paid')
  const id = newId()
  const isNew = await insertCashPayment(tx, {
    id,
    order_id: order.id,
    phone: order.phone,
    amount_cents: order.amount_cents,
    callback_token: newToken(),
    takenBy,
    now,
  })
  assert(isNew, `the order ${order.id} was bought twice`)
  await postCash(tx, { id, orderId: order.id, now }, sold)
}
