import { OrderError } from '../orders/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { tooManyRequests } from '../platform/limits/limits.ts'
import type { OrderPhase, OrderReply } from './checkout.contract.ts'
import type { ReadOrder } from './read-order.ts'
import type { OrderWatcher } from './watch-orders.ts'

/**
 * Retry-After, in seconds, for a client whose IP address has too many long polls. Within this time,
 * some of the address's polls end.
 */
const CROWDED_RETRY_S = 5

const LONGEST_WAIT_S = 25

export type Wait = {
  ms: number
  /**
   * The event that ends the wait: any change, or the order's final result. A wait for the result
   * also ends if the prompt's time is over and the payment is still being confirmed.
   */
  until: 'changed' | 'settled'
  /**
   * The phase that the caller has seen. If the order is in another phase, returns without waiting.
   */
  seen?: OrderPhase | undefined
  first?: ReadOrder | undefined
}

/** Converts a long poll's parameters to a wait of at most LONGEST_WAIT_S. */
export function longPoll(seconds: string, seen: OrderPhase | undefined): Wait {
  return { ms: Math.min(LONGEST_WAIT_S, Number(seconds)) * 1000, until: 'changed', seen }
}

/**
 * Reads the order, waiting up to `ms` for a change. Throws order_not_found, and too_many_requests
 * if too many clients of the IP address wait. A wait for the result never throws too_many_requests:
 * it returns the order as it is, because the caller has just placed the order.
 */
export async function waitForOrder(
  watcher: OrderWatcher,
  id: string,
  address: string,
  { ms, until, seen: seenPhase, first: known }: Wait,
): Promise<ReadOrder> {
  const end = performance.now() + ms
  // Thousands of clients may wait, so a long poll accepts a delayed and shared first read.
  const when = ms > 0 && until === 'changed' ? 'soon' : 'now'
  const first = known ?? (isUuid(id) ? await watcher.read(id.toLowerCase(), when) : null)
  if (!first) throw new OrderError('order_not_found')
  let order = first
  for (;;) {
    const { seen, reply, changesInMs } = order
    const left = end - performance.now()
    if (
      reply.status !== 'pending' ||
      left <= 0 ||
      watcher.isStopped() ||
      (until === 'settled' && reply.phase === 'confirming' && changesInMs === null) ||
      (until === 'changed' && (hasChanged(first, order) || isOtherPhase(reply, seenPhase)))
    )
      return order
    if (!watcher.hasCapacity(address)) {
      if (until === 'settled') return order
      throw tooManyRequests(CROWDED_RETRY_S)
    }
    // The end of a countdown changes the reply although no row changes.
    const ends = changesInMs === null ? left : changesInMs + 50
    const result = await watcher.untilChanged(seen, address, Math.min(left, ends))
    if (result === 'evicted') return order
    order = result === 'timeout' ? (await watcher.read(seen.id, 'soon'))! : result
  }
}

function hasChanged(before: ReadOrder, now: ReadOrder): boolean {
  return before.seen.mark !== now.seen.mark || phaseOf(before) !== phaseOf(now)
}

function isOtherPhase(reply: OrderReply, seen: OrderPhase | undefined): boolean {
  return seen !== undefined && reply.status === 'pending' && reply.phase !== seen
}

function phaseOf({ reply }: ReadOrder): string | null {
  return reply.status === 'pending' ? reply.phase : null
}
