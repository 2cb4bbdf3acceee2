import { queryLane } from '../orders/jobs.ts'
import type { LockedOrder } from '../orders/orders.sql.ts'
import type { Tx } from '../platform/database/db.ts'
import { declareJob, declareLane, queueJob } from '../platform/jobs/jobs.ts'
import type { Purpose } from './payment.rules.ts'

export const settleLane = declareLane('settle')

export const callbackReceived = declareJob<{ callbackId: number }>(
  'payments.callback_received',
  settleLane,
)

export const paybillConfirmed = declareJob<{ callbackId: number }>(
  'payments.paybill_confirmed',
  settleLane,
)

export const promptEnded = declareJob<{ orderId: string }>('payments.prompt_ended', settleLane)

/** Queries a prompt without a result. */
export const pushSilent = declareJob<{ paymentId: string }>('payments.push_silent', queryLane)

export async function queuePaybillOffer(
  tx: Tx,
  { id, paybill_until }: LockedOrder,
  delayMs = 0,
): Promise<void> {
  if (paybill_until !== null) await queueJob(tx, promptEnded, { orderId: id }, delayMs)
}

/** Sends refunds and payouts. They have their own lane, so that no sale waits for them. */
export const refundLane = declareLane('refund', { atOnce: 4 })

export const refundDue = declareJob<{ paymentId: string }>('payments.refund_due', refundLane)

/** A refund or a part of a payout. */
type Outgoing = { purpose: Purpose; id: string }

/** Sends money that is due to go out. */
export const payOutgoing = declareJob<Outgoing>('payments.pay_out', refundLane)

/** Reads a stored result that M-Pesa posted for an attempt or a query. */
export const resultReceived = declareJob<{ callbackId: number }>(
  'payments.result_received',
  refundLane,
)

/** Status queries have a lane of their own, because each may take half a minute while M-Pesa is silent. */
export const refundQueryLane = declareLane('refund_question', { atOnce: 4 })

/**
 * Queries M-Pesa about an attempt without a result. `nextAt` is the time of the money's next check
 * at the time when the job was queued. If the money has a different time now, the job does nothing.
 */
export const queryAttempt = declareJob<Outgoing & { nextAt: string }>(
  'payments.query_attempt',
  refundQueryLane,
)

/** Queries M-Pesa about an attempt whose result came after the attempt was given up. */
export const queryEnded = declareJob<Outgoing & { attemptId: string }>(
  'payments.query_ended',
  refundQueryLane,
)
