import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

/** Queries about sold receipts have their own lane, so that refunds do not wait behind them. */
export const receiptCheckLane = declareLane('receipt_check', { atOnce: 2 })

/** The job that queries M-Pesa whether it still has the payment of a sale. */
export const checkReceipt = declareJob<{ paymentId: string }>(
  'refunds.check_receipt',
  receiptCheckLane,
)

export const cancelLane = declareLane('cancel', { atOnce: 1 })

/** The job that refunds a batch of a cancelled event's orders, after the order id `after`. */
export const cancelOrders = declareJob<{ eventId: string; after: string | null }>(
  'refunds.cancel_orders',
  cancelLane,
)
