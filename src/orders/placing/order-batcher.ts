import { assert } from '../../platform/assert.ts'
import { batchByDatabase } from '../../platform/database/batch.ts'
import { AppError } from '../../platform/errors.ts'
import type { AdmissionPolicy } from './admission.ts'
import type { OrderRow } from './order-row.ts'
import { isSamePhone } from './order-verdicts.ts'
import { type OrderResult, type PlaceDeps, type PlacedOrder, placeOrders } from './place-orders.ts'

type OrderTask = { deps: PlaceDeps; order: OrderRow; policy: AdmissionPolicy }

/** Batches of all events. They wait for no lock, so that no event holds up the others. */
const batchAll = batcher({ skipLocked: true })

/** A queue per event, for orders that have to wait for a lock. */
const batchEvent = batcher({ skipLocked: false })

/**
 * Places an order in one transaction with all orders that this process received while the transaction
 * before was running, first come first served. Throws AppError for a refusal.
 */
export async function enqueueOrder(task: OrderTask): Promise<PlacedOrder> {
  const { deps, order, policy } = task
  const result =
    (await batchAll(deps.db, policy.name, task)) ??
    (await batchEvent(deps.db, `${order.event_id} ${policy.name}`, task))
  assert(result, 'an order that waits for its locks has a result')
  if (result instanceof AppError) throw result
  return result
}

/** The result of an order is null if a lock was not free. */
function batcher(lock: { skipLocked: boolean }) {
  return batchByDatabase<OrderTask, OrderResult | null>(async (tasks) => {
    const [{ deps, policy }] = tasks as [OrderTask]
    return await placeOrders({ deps, policy, orders: tasks.map(({ order }) => order), ...lock })
  }, isRepeat)
}

/** The second order of a phone may replace the first, so it is judged after the first is placed. */
function isRepeat({ order }: OrderTask, { order: later }: OrderTask): boolean {
  return order.id === later.id || isSamePhone(order, later)
}
