import { refundLane } from '../../payments/refund-due.job.ts'
import { declareJob } from '../../platform/jobs/jobs.ts'

/** What M-Pesa says of a call was stored and wants to be read. */
export const resultReceived = declareJob<{ callbackId: number }>(
  'refunds.result_received',
  refundLane,
)
