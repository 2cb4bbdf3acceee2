import { lockOrder } from '../../orders/orders.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import { isUuid } from '../../platform/ids.ts'
import { selectOpenDifference } from '../differences.sql.ts'
import { PaymentError } from '../errors.ts'
import { lockPayment, selectPaymentOrder } from '../payments.sql.ts'

/**
 * Locks a sale of which M-Pesa took another amount, its order first; `cents` is how much more.
 * Throws where there is no such sale, or somebody has settled it.
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
