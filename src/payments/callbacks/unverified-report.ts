import { lockOrder } from '../../orders/orders.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { paymentTimes } from '../declarations.ts'
import { pushSilent } from '../jobs.ts'
import { lockPayment, type PaymentRow } from '../payments.sql.ts'
import { openUnverifiedReport } from '../unverified-reports.sql.ts'
import { setCallbackOutcome } from './callbacks.sql.ts'

type UnverifiedReport = {
  callbackId: number
  payment: { id: string; orderId: string; checkoutRequestId: string | null }
  /** The callback's content; no receipt if it has none that can be read. */
  reported: { checkoutRequestId: string; receipt: string | null }
}

/**
 * Handles a callback that reports a success without proving it: the callback waits for M-Pesa's
 * list, and, while the payment has no final answer, for a query. Until then the buyer is not
 * prompted to pay again.
 *
 * `id_learned`: the push was answered after the payment was read, so the callback can be judged
 * now.
 */
export async function recordUnverified(
  tx: Tx,
  { callbackId, payment, reported }: UnverifiedReport,
  { now, timeScale }: { now: Date; timeScale: number },
): Promise<'waiting' | 'repeat' | 'id_learned'> {
  await lockOrder(tx, payment.orderId, now)
  const row = await lockPayment(tx, payment.id)
  if (row.checkout_request_id !== payment.checkoutRequestId) return 'id_learned'
  const isSame = reported.receipt === null || reported.receipt === row.mpesa_receipt
  if (row.state === 'confirmed' && isSame) return 'repeat'
  const isOut = ['prompting', 'prompted', 'unknown'].includes(row.state)
  const isOurs = row.checkout_request_id !== null
  if (isOut && isOurs) await queueJob(tx, pushSilent, { paymentId: row.id })
  await openUnverifiedReport(tx, row.id, {
    receipt: reported.receipt,
    reportedId: isOurs || reported.checkoutRequestId === '' ? null : reported.checkoutRequestId,
    queryAt: isOut && !isOurs ? firstQueryAt(row, now, timeScale) : null,
    now,
  })
  // Written under the payment's lock, so that the transaction that ends the wait finds it.
  await setCallbackOutcome(tx, callbackId, 'waiting')
  return 'waiting'
}

/** Not before the push has had time to report the id itself. */
function firstQueryAt(row: PaymentRow, now: Date, timeScale: number): Date {
  const first = row.prompting_at!.getTime() + paymentTimes(timeScale).queryAgesMs[0]!
  return new Date(Math.max(first, now.getTime()))
}
