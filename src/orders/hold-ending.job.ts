import { declareJob } from '../platform/jobs.ts'

/** A hold is past its end while a payment is open: M-Pesa is asked before it goes. */
export const holdEnding = declareJob<{ orderId: string }>('orders.hold_ending', 'query')
