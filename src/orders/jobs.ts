import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

export const pushLane = declareLane('push')

/** Sends the first prompt of an order, and each further prompt that the buyer requests. */
export const orderPlaced = declareJob<{ orderId: string; attempt: number }>(
  'orders.placed',
  pushLane,
)

/** Prompts another number: when the buyer gives it, and when the previous number has failed. */
export const phoneChanged = declareJob<{ orderId: string }>('orders.phone_changed', pushLane)

/** A lane of its own, so that M-Pesa's slow responses do not delay the settling of payments. */
export const queryLane = declareLane('query')

/** Queries M-Pesa about an open payment before the hold of its order ends. */
export const holdEnding = declareJob<{ orderId: string }>('orders.hold_ending', queryLane)

export const issueLane = declareLane('issue')

export const orderPaid = declareJob<{ orderId: string }>('orders.paid', issueLane)
