import { refundLane } from '../payments/jobs.ts'
import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

/** Sends a refund that is due. */
export const payRefund = declareJob<{ refundId: string }>('refunds.pay', refundLane)

/** Reads a stored result that M-Pesa posted for a refund attempt. */
export const resultReceived = declareJob<{ callbackId: number }>(
  'refunds.result_received',
  refundLane,
)

/** Status queries have a lane of their own, because each may take half a minute while M-Pesa is silent. */
export const refundQueryLane = declareLane('refund_question', { atOnce: 4 })

/**
 * Queries M-Pesa about an attempt without a result. `nextAt` is the time of the refund's next check
 * at the time when the job was queued. If the refund has a different time now, the job does
 * nothing.
 */
export const queryAttempt = declareJob<{ refundId: string; nextAt: string }>(
  'refunds.ask',
  refundQueryLane,
)

/** Queries M-Pesa about an attempt whose result came after the attempt was given up. */
export const queryEnded = declareJob<{ refundId: string; attemptId: string }>(
  'refunds.ask_ended',
  refundQueryLane,
)

/** Queries about sold receipts have their own lane, so that refunds do not wait behind them. */
export const receiptCheckLane = declareLane('receipt_check', { atOnce: 2 })

/** Queries M-Pesa whether it still has the payment of a sale. */
export const checkReceipt = declareJob<{ paymentId: string }>(
  'refunds.check_receipt',
  receiptCheckLane,
)

export const cancelLane = declareLane('cancel', { atOnce: 1 })

/** Refunds one batch of a cancelled event's orders, starting after the order id `after`. */
export const cancelOrders = declareJob<{ eventId: string; after: string | null }>(
  'refunds.cancel_orders',
  cancelLane,
)
