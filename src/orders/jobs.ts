import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

export const pushLane = declareLane('push')

/**
 * Sends the prompt of an order. Queued when the order is placed, and again when the buyer requests
 * another prompt.
 */
export const orderPlaced = declareJob<{ orderId: string; attempt: number }>(
  'orders.placed',
  pushLane,
)

/**
 * Prompts the next phone number of an order. Queued when the buyer gives the number, and when the
 * prompt to the previous number has failed.
 */
export const phoneChanged = declareJob<{ orderId: string }>('orders.phone_changed', pushLane)

/**
 * The lane for queries to M-Pesa. It is separate from other lanes, so that slow responses do not
 * delay the settling of payments.
 */
export const queryLane = declareLane('query')

/** Queries M-Pesa about an open payment before the hold of its order ends. */
export const holdEnding = declareJob<{ orderId: string }>('orders.hold_ending', queryLane)

export const issueLane = declareLane('issue')

/** Issues the tickets of a paid order. */
export const orderPaid = declareJob<{ orderId: string }>('orders.paid', issueLane)
