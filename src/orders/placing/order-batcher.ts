import { coalesceByDatabase } from '../../platform/database/coalesce.ts'
import { isDatabaseUnavailable } from '../../platform/database/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { AdmissionPolicy } from './admission.ts'
import type { OrderRow } from './new-order.ts'
import { type OrderResult, type PlaceDeps, type PlacedOrder, placeOrders } from './place-orders.ts'

type OrderTask = { deps: PlaceDeps; order: OrderRow; policy: AdmissionPolicy }

/** A result, or the error that the database failed with. */
type TaskResult = OrderResult | { failure: unknown }

const enqueue = coalesceByDatabase<OrderTask, TaskResult>({ run: runTasks, again: () => null })

/**
 * Places an order in one transaction with all orders for its event that this process received while the
 * transaction before was running, first come first served. Throws AppError for a refusal.
 */
export async function enqueueOrder(task: OrderTask): Promise<PlacedOrder> {
  const { deps, order, policy } = task
  const result = await enqueue(deps.db, `${order.event_id} ${policy.name}`, task)
  if ('failure' in result) throw result.failure
  if (result instanceof AppError) throw result
  return result
}

async function runTasks(tasks: OrderTask[]): Promise<TaskResult[]> {
  const results: TaskResult[] = []
  for (const part of splitRepeats(tasks)) results.push(...(await runPart(part)))
  return results
}

/** In each part no id and no phone comes twice: the second order may find or replace the first. */
function splitRepeats(tasks: readonly OrderTask[]): OrderTask[][] {
  const parts: OrderTask[][] = []
  for (const task of tasks) {
    const part = parts.at(-1)
    const isRepeat = ({ order }: OrderTask) =>
      order.id === task.order.id || order.phone === task.order.phone
    if (part && !part.some(isRepeat)) part.push(task)
    else parts.push([task])
  }
  return parts
}

/** An order that makes the transaction fail fails alone. */
async function runPart(part: OrderTask[]): Promise<TaskResult[]> {
  const [{ deps, policy }] = part as [OrderTask]
  try {
    return await placeOrders({ deps, policy, orders: part.map(({ order }) => order) })
  } catch (failure) {
    if (part.length === 1 || isDatabaseUnavailable(failure)) return part.map(() => ({ failure }))
    const results: TaskResult[] = []
    for (const task of part) results.push(...(await runPart([task])))
    return results
  }
}
