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

/**
 * Batches the orders of all events. Waits for no lock, so that one event cannot delay other events.
 */
const batchAll = batcher({ skipLocked: true })

/** A queue per event, for orders that have to wait for a lock. */
const batchEvent = batcher({ skipLocked: false })

/**
 * Sets tickets aside for a buyer and queues the prompt. A second call with the same order id
 * returns the existing order. All orders that this process received while its previous transaction
 * was running are placed in one transaction, first come first served. Throws AppError for every
 * refusal; a refused order writes no row. Ids must be UUIDs, phone and email address must have
 * their stored form, and no ticket type may be in two lines.
 */
export async function placeOrder(
  deps: PlaceDeps,
  newOrder: NewOrder & { orderId: string },
  policy: AdmissionPolicy = NO_LIMITS,
): Promise<PlacedOrder> {
  const order = toOrderRow(newOrder)
  const task = { deps, order, policy }
  const result =
    (await batchAll(deps.db, policy.name, task)) ??
    (await batchEvent(deps.db, `${order.event_id} ${policy.name}`, task))
  assert(result, 'an order that waits for its locks has a result')
  if (result instanceof AppError) throw result
  return result
}

/**
 * Makes a function that places an order in a batch. With `skipLocked`, the function returns null if
 * another transaction has locked rows that the order needs.
 */
function batcher(lock: { skipLocked: boolean }) {
  return batchByDatabase<OrderTask, OrderResult | null>(async (tasks) => {
    const [{ deps, policy }] = tasks as [OrderTask]
    return await placeOrders({ deps, policy, orders: tasks.map(({ order }) => order), ...lock })
  }, isRepeat)
}

/**
 * Whether the later order must wait for the next batch. The second order of a phone may replace the
 * first, so it is judged after the first is placed.
 */
function isRepeat({ order }: OrderTask, { order: later }: OrderTask): boolean {
  return order.id === later.id || isSamePhone(order, later)
}
