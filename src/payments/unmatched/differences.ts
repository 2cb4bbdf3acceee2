import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { selectOpenDifference } from '../differences.sql.ts'
import { PaymentError } from '../errors.ts'
import { lockPayment, selectPaymentOrder } from '../payments.sql.ts'
import { postDifference } from '../postings.ts'

/**
 * Books the difference between the amount taken and the price as our loss or gain, once, for an
 * admin's reason. The tickets stay valid.
 */
export async function bookDifference(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const { order, payment, cents } = await lockOpenDifference(tx, id, now)
    await postDifference(tx, { id, orderId: order.id, now }, cents)
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'difference_booked',
        subject: payment.mpesa_receipt ?? order.code,
        eventId: order.event_id,
        after: { amount: toKes(cents), words: reason },
      },
    ])
  })
}

/**
 * Locks the order and then the payment of a sale for which M-Pesa took an amount other than the
 * price. `cents` is the excess over the price. Throws payment_not_found or, if nothing is left to
 * settle, no_difference.
 */
export async function lockOpenDifference(tx: Tx, paymentId: string, now: Date) {
  const orderId = isUuid(paymentId) ? await selectPaymentOrder(tx, paymentId) : undefined
  const order = orderId && (await lockOrder(tx, orderId, now))
  if (!order) throw new PaymentError('payment_not_found')
  const payment = await lockPayment(tx, paymentId)
  const { cents, isBooked } = await selectOpenDifference(tx, paymentId)
  if (payment.use !== 'sale' || cents === 0 || isBooked) throw new PaymentError('no_difference')
  return { order, payment, cents }
}
