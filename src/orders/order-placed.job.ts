import { declareJob } from '../platform/jobs.ts'

/** An order wants its prompt. Queued with the hold, and again when the buyer tries again. */
export const orderPlaced = declareJob<{ orderId: string; attempt: number }>('orders.placed', 'push')
