import { queryLane } from '../orders/jobs.ts'
import type { LockedOrder } from '../orders/orders.sql.ts'
import type { Tx } from '../platform/database/db.ts'
import { declareJob, declareLane, queueJob } from '../platform/jobs/jobs.ts'

export const settleLane = declareLane('settle')

/** Reads the stored result of a prompt. */
export const callbackReceived = declareJob<{ callbackId: number }>(
  'payments.callback_received',
  settleLane,
)

/** Reads the stored confirmation of a payment by paybill. */
export const paybillConfirmed = declareJob<{ callbackId: number }>(
  'payments.paybill_confirmed',
  settleLane,
)

export const promptEnded = declareJob<{ orderId: string }>('payments.prompt_ended', settleLane)

/** Queries M-Pesa about a prompt without a result. */
export const pushSilent = declareJob<{ paymentId: string }>('payments.push_silent', queryLane)

/** Offers payment by paybill for a locked order whose prompt failed or got no response. */
export async function queuePaybillOffer(
  tx: Tx,
  { id, paybill_until }: LockedOrder,
  delayMs = 0,
): Promise<void> {
  if (paybill_until !== null) await queueJob(tx, promptEnded, { orderId: id }, delayMs)
}

/** Sends refunds. They have their own lane, so that no sale waits for a refund. */
export const refundLane = declareLane('refund', { atOnce: 4 })

/** Opens the refund of a payment whose money is due back. */
export const refundDue = declareJob<{ paymentId: string }>('payments.refund_due', refundLane)
