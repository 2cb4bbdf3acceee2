import { refundLane } from '../payments/jobs.ts'
import { declareJob } from '../platform/jobs/jobs.ts'
import { refundQueryLane } from '../refunds/jobs.ts'

// Payouts share the lanes of refunds, which go to M-Pesa too.

/** Sends a part of a payout that is due. */
export const payPart = declareJob<{ partId: string }>('payouts.pay', refundLane)

/** Reads a stored result that M-Pesa posted for a call. */
export const payoutResultReceived = declareJob<{ callbackId: number }>(
  'payouts.result_received',
  refundLane,
)

/**
 * Asks M-Pesa about a call without a result. `nextAt` is the time of the part's next check as it
 * was when the job was queued; if the part has another time now, the job does nothing.
 */
export const askPart = declareJob<{ partId: string; nextAt: string }>(
  'payouts.ask',
  refundQueryLane,
)

/** Asks M-Pesa about a call that was given up and of which a result came late. */
export const askEnded = declareJob<{ partId: string; callId: string }>(
  'payouts.ask_ended',
  refundQueryLane,
)
