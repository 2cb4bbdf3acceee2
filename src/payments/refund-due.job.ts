import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

/** Behind it no sale waits. */
export const refundLane = declareLane('refund', { atOnce: 4 })

/** The money of a payment is due back, and wants to be paid. */
export const refundDue = declareJob<{ paymentId: string }>('payments.refund_due', refundLane)
