import { failOrder } from '../orders/fail-order.ts'
import { lockOrder } from '../orders/orders.sql.ts'
import type { Tx } from '../platform/database/db.ts'
import { paymentTimes } from './declarations.ts'
import { queuePaybillOffer } from './jobs.ts'
import { changePaymentState, isPromptAwaited } from './payments.sql.ts'

/** Fails a payment. The order fails too, unless another prompt of the order is open or paid. */
export async function failPayment(
  tx: Tx,
  payment: { id: string; orderId: string },
  reason: {
    code: string
    by: 'push' | 'callback' | 'query' | 'sweep'
    now: Date
    timeScale: number
  },
): Promise<void> {
  const { code, by, now, timeScale } = reason
  const order = await lockOrder(tx, payment.orderId, now)
  const failed = await changePaymentState(tx, payment.id, 'failed', {
    cause: by,
    settledBy: by,
    resultCode: code,
    now,
  })
  if (!failed || !order || order.state !== 'pending') return
  if (await isPromptAwaited(tx, order)) return
  // A failed push sent no prompt, but `other_payment` means that money has come in.
  const wasPrompted = by !== 'push' || code === 'other_payment'
  await failOrder(tx, order, code, { now, timeScale, wasPrompted })
  if (wasPrompted) await queuePaybillOffer(tx, order, paymentTimes(timeScale).offerPaybillMs)
}
