import { assert } from '../../platform/assert.ts'
import { batchByDatabase } from '../../platform/database/batch.ts'
import { isDatabaseUnavailable } from '../../platform/database/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { AdmissionPolicy } from './admission.ts'
import type { OrderRow } from './order-row.ts'
import { isSamePhone } from './order-verdicts.ts'
import { type OrderResult, type PlaceDeps, type PlacedOrder, placeOrders } from './place-orders.ts'

type OrderTask = { deps: PlaceDeps; order: OrderRow; policy: AdmissionPolicy }

/** A result, the error that the database failed with, or null if a lock was not free. */
type TaskResult = OrderResult | { failure: unknown } | null

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
  if ('failure' in result) throw result.failure
  if (result instanceof AppError) throw result
  return result
}

function batcher(lock: { skipLocked: boolean }) {
  return batchByDatabase<OrderTask, TaskResult>(async (tasks) => {
    const results: TaskResult[] = []
    for (const part of splitRepeats(tasks)) results.push(...(await runPart(part, lock)))
    return results
  })
}

/** In each part no id, and no phone of an event, comes twice: the second order may replace the first. */
function splitRepeats(tasks: readonly OrderTask[]): OrderTask[][] {
  const parts: OrderTask[][] = []
  for (const task of tasks) {
    const part = parts.at(-1)
    const isRepeat = ({ order }: OrderTask) =>
      order.id === task.order.id || isSamePhone(order, task.order)
    if (part && !part.some(isRepeat)) part.push(task)
    else parts.push([task])
  }
  return parts
}

/** An order that makes the transaction fail fails alone. */
async function runPart(part: OrderTask[], lock: { skipLocked: boolean }): Promise<TaskResult[]> {
  const [{ deps, policy }] = part as [OrderTask]
  try {
    return await placeOrders({ deps, policy, orders: part.map(({ order }) => order), ...lock })
  } catch (failure) {
    if (part.length === 1 || isDatabaseUnavailable(failure)) return part.map(() => ({ failure }))
    const results: TaskResult[] = []
    for (const task of part) results.push(...(await runPart([task], lock)))
    return results
  }
}
