import { OrderError } from '../orders/errors.ts'
import type { Deps } from '../platform/deps.ts'
import type { OrderReply } from './checkout.contract.ts'
import { readOrder } from './read-order.ts'
import type { OrderWatcher } from './watch-orders.ts'

export type CheckoutDeps = Deps & { watcher: OrderWatcher }

/**
 * The order as it is, or as it becomes within `ms`. `until` says what is waited for: any change, or
 * a settled order; one that is still being confirmed after its prompt's time ends the wait too.
 */
export async function waitForOrder(
  deps: CheckoutDeps,
  id: string,
  ms: number,
  until: 'changed' | 'settled',
): Promise<OrderReply> {
  const end = Date.now() + ms
  for (;;) {
    const read = await readOrder(deps, id)
    if (!read) throw new OrderError('order_not_found')
    const { reply } = read
    const left = end - Date.now()
    if (
      reply.status !== 'pending' ||
      left <= 0 ||
      deps.watcher.isStopped() ||
      (reply.phase === 'confirming' && until === 'settled')
    )
      return reply
    // The countdown ends without any row changing.
    const promptEnds = reply.seconds_left === null ? left : reply.seconds_left * 1000 + 50
    await deps.watcher.untilChanged(read.seen, Math.min(left, promptEnds))
    if (until === 'changed') {
      const after = await readOrder(deps, id)
      if (after && (after.seen.mark !== read.seen.mark || Date.now() >= end)) return after.reply
    }
  }
}
