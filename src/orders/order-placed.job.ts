import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

export const pushLane = declareLane('push')

/** An order wants its prompt. Queued with the hold, and again when the buyer tries again. */
export const orderPlaced = declareJob<{ orderId: string; attempt: number }>(
  'orders.placed',
  pushLane,
)
