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

/** Batches orders of all events. Never waits for a lock, so that no event delays other events. */
const batchAll = batcher({ skipLocked: true })

/** Batches orders that must wait for a lock, separately for each event. */
const batchEvent = batcher({ skipLocked: false })

/**
 * Places an order: holds its tickets and queues the prompt. If the id exists, returns the existing
 * order. Orders that arrive during a transaction share the next transaction, in the order of their
 * arrival. Throws an AppError for every refusal. A refused order writes no row. Ids must be UUIDs.
 * The phone and the email must be in stored form, and the ticket types distinct.
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

/** Whether a later order must wait, because it may replace the first order of its phone. */
function isRepeat({ order }: OrderTask, { order: later }: OrderTask): boolean {
  return order.id === later.id || isSamePhone(order, later)
}
