import type { NewOrder } from '../new-order.rules.ts'
import { type AdmissionPolicy, NO_LIMITS } from './admission.ts'
import { enqueueOrder } from './order-batcher.ts'
import { toOrderRow } from './order-row.ts'
import type { PlaceDeps, PlacedOrder } from './place-orders.ts'

export type { PlacedOrder }

/**
 * Sets tickets aside for a buyer and queues the prompt. A second call with the same order id returns
 * the same order. Throws AppError for every refusal, and then no row is left. Ids are UUIDs, the phone
 * and the email address have their stored form, and each ticket type stands in one line.
 */
export async function placeOrder(
  deps: PlaceDeps,
  order: NewOrder & { orderId: string },
  policy: AdmissionPolicy = NO_LIMITS,
): Promise<PlacedOrder> {
  return await enqueueOrder({ deps, order: toOrderRow(order), policy })
}
