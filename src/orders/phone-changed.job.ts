import { declareJob } from '../platform/jobs/jobs.ts'
import { pushLane } from './order-placed.job.ts'

/** An order has a number to go on to; queued when it gets one, and when the prompt before has failed. */
export const phoneChanged = declareJob<{ orderId: string }>('orders.phone_changed', pushLane)
