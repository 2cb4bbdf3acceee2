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
  /** The receipt is null if it cannot be read. */
  reported: { checkoutRequestId: string; receipt: string | null }
}

/**
 * Records a reported success without proof. The payment waits for M-Pesa's list, or for a query if
 * it has no final result. Until then the buyer is not prompted again.
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
  // The end of the wait takes the same lock, so that it finds the callback.
  await setCallbackOutcome(tx, callbackId, 'waiting')
  return 'waiting'
}

/** The time of the first query. Before this time, the push can return its id. */
function firstQueryAt(row: PaymentRow, now: Date, timeScale: number): Date {
  const first = row.prompting_at!.getTime() + paymentTimes(timeScale).queryAgesMs[0]!
  return new Date(Math.max(first, now.getTime()))
}
