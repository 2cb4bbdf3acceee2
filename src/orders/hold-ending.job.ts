import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

/** Apart: while a provider is slow to answer a question, what it told by itself is settled all the same. */
export const queryLane = declareLane('query')

/** A hold is past its end while a payment is open: M-Pesa is asked before it goes. */
export const holdEnding = declareJob<{ orderId: string }>('orders.hold_ending', queryLane)
