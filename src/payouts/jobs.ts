import { refundLane } from '../payments/jobs.ts'
import { declareJob } from '../platform/jobs/jobs.ts'
import { refundQueryLane } from '../refunds/jobs.ts'

// Payouts share the lanes of refunds, because both call M-Pesa.

/** Sends a due part of a payout. */
export const payPart = declareJob<{ partId: string }>('payouts.pay', refundLane)

/** Reads a stored result that M-Pesa posted for a call. */
export const payoutResultReceived = declareJob<{ callbackId: number }>(
  'payouts.result_received',
  refundLane,
)

/**
 * Queries M-Pesa about a call without a result. `nextAt` is the part's `next_at` when the job was
 * queued. If the part's `next_at` has changed since then, the job does nothing.
 */
export const askPart = declareJob<{ partId: string; nextAt: string }>(
  'payouts.ask',
  refundQueryLane,
)

/** Queries M-Pesa about a call whose result came after the call was given up. */
export const askEnded = declareJob<{ partId: string; callId: string }>(
  'payouts.ask_ended',
  refundQueryLane,
)
