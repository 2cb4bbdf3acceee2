import { assert } from '../../platform/assert.ts'
import { batchByDatabase } from '../../platform/database/batch.ts'
import { AppError } from '../../platform/errors.ts'
import type { NewOrder } from '../new-order.rules.ts'
import { type AdmissionPolicy, NO_LIMITS } from './admission.ts'
import { type OrderRow, toOrderRow } from './order-row.ts'
import { isSamePhone } from './order-verdicts.ts'
import { type OrderResult, type PlaceDeps, type PlacedOrder, placeOrders } from './place-orders.ts'

export type { PlacedOrder }

type OrderTask = { deps: PlaceDeps; order: OrderRow; policy: AdmissionPolicy }

/** Batches the orders of all events without waiting for a lock, so that no event delays another. */
const batchAll = batcher({ skipLocked: true })

/** Queues orders that wait for a lock, per event. */
const batchEvent = batcher({ skipLocked: false })

/**
 * Sets tickets aside and queues the prompt; a repeated id returns the existing order. Orders that
 * arrive during a transaction share the next one, in their order of arrival. Throws AppError for
 * every refusal, which writes no row. Ids must be UUIDs, phone and email in stored form, ticket
 * types distinct.
 */
export async function placeOrder(
  deps: PlaceDeps,
  newOrder: NewOrder & { orderId: string },
  policy: AdmissionPolicy = NO_LIMITS,
): Promise<PlacedOrder> {
  const { paymentMethod, provenPhone, phone } = newOrder
  assert(paymentMethod !== 'free' || provenPhone === phone, 'a free order has a proven phone')
  const order = toOrderRow(newOrder)
  const task = { deps, order, policy }
  const result =
    (await batchAll(deps.db, policy.name, task)) ??
    (await batchEvent(deps.db, `${order.event_id} ${policy.name}`, task))
  assert(result, 'an order that waits for its locks has a result')
  if (result instanceof AppError) throw result
  return result
}

/** Places batches. With `skipLocked`, a result is null if rows of the order are locked. */
function batcher(lock: { skipLocked: boolean }) {
  return batchByDatabase<OrderTask, OrderResult | null>(async (tasks) => {
    const [{ deps, policy }] = tasks as [OrderTask]
    return await placeOrders({ deps, policy, orders: tasks.map(({ order }) => order), ...lock })
  }, isRepeat)
}

/** A phone's second order may replace the first, so it is judged after the first is placed. */
function isRepeat({ order }: OrderTask, { order: later }: OrderTask): boolean {
  return order.id === later.id || isSamePhone(order, later)
}
