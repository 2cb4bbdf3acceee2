import { refundLane } from '../payments/jobs.ts'
import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

/** Sends a refund that is due. */
export const payRefund = declareJob<{ refundId: string }>('refunds.pay', refundLane)

/** Reads a stored result of M-Pesa for a refund attempt. */
export const resultReceived = declareJob<{ callbackId: number }>(
  'refunds.result_received',
  refundLane,
)

/** Status queries have a lane of their own, because each may take half a minute while M-Pesa is silent. */
export const refundQueryLane = declareLane('refund_question', { atOnce: 4 })

/**
 * Asks M-Pesa about an attempt without a result. `nextAt` is the refund's next look as set when the job
 * was queued; the job does nothing if the refund has moved on since.
 */
export const queryAttempt = declareJob<{ refundId: string; nextAt: string }>(
  'refunds.ask',
  refundQueryLane,
)

/** Asks M-Pesa for the charge of a B2C payment, which the payment's result does not state. */
export const queryCharge = declareJob<{ refundId: string }>('refunds.ask_charge', refundQueryLane)

export const cancelLane = declareLane('cancel', { atOnce: 1 })

/** Takes back a page of a cancelled event's orders, those after `after`. */
export const cancelOrders = declareJob<{ eventId: string; after: string | null }>(
  'refunds.cancel_orders',
  cancelLane,
)
