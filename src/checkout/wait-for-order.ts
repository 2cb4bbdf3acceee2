import { OrderError } from '../orders/errors.ts'
import { AppError } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import type { OrderPhase, OrderReply } from './checkout.contract.ts'
import type { ReadOrder } from './read-order.ts'
import type { OrderWatcher } from './watch-orders.ts'

/** When to ask again: who waits elsewhere at this address is answered by then. */
const CROWDED_RETRY_S = 5

/** Of one call. */
const LONGEST_WAIT_S = 25

export type Wait = {
  ms: number
  /**
   * What is waited for: any change, or a settled order. One that is still being confirmed when its
   * prompt's time ends, and not before, ends the wait too.
   */
  until: 'changed' | 'settled'
  /** Where it stood when the caller last heard of it: what came since then is news as well. */
  seen?: OrderPhase | undefined
  /** The order as it is known to be, where nobody has to look. */
  first?: ReadOrder | undefined
}

/** How a call waits that asks for news within so many seconds of an order that stood there. */
export function newsWithin(seconds: string, seen: OrderPhase | undefined): Wait {
  return { ms: Math.min(LONGEST_WAIT_S, Number(seconds)) * 1000, until: 'changed', seen }
}

/**
 * The order as it is, or as it becomes within `ms`. Throws order_not_found; and too_many_requests
 * where too many of the address wait, unless the order is to settle: that one was just placed, and
 * is answered as it stands.
 */
export async function waitForOrder(
  watcher: OrderWatcher,
  id: string,
  address: string,
  { ms, until, seen: told, first: known }: Wait,
): Promise<OrderReply> {
  const end = Date.now() + ms
  // Thousands wait, and a look that only begins a wait is in no hurry.
  const when = ms > 0 && until === 'changed' ? 'soon' : 'now'
  const first = known ?? (isUuid(id) ? await watcher.read(id.toLowerCase(), when) : null)
  if (!first) throw new OrderError('order_not_found')
  let { seen, reply, changesInMs } = first
  for (;;) {
    const left = end - Date.now()
    if (
      reply.status !== 'pending' ||
      left <= 0 ||
      watcher.isStopped() ||
      (until === 'settled' && reply.phase === 'confirming' && changesInMs === null) ||
      (until === 'changed' && (isNews(first, { seen, reply }) || isElsewhere(reply, told)))
    )
      return reply
    if (!watcher.hasRoom(address)) {
      if (until === 'settled') return reply
      throw new AppError('too_many_requests', { retryAfter: CROWDED_RETRY_S })
    }
    // The countdown ends without any row changing.
    const ends = changesInMs === null ? left : changesInMs + 50
    const news = await watcher.untilChanged(seen, address, Math.min(left, ends))
    if (news === 'displaced') return reply
    ;({ seen, reply, changesInMs } =
      news === 'over' ? (await watcher.read(seen.id, 'soon'))! : news)
  }
}

type Stood = Pick<ReadOrder, 'seen' | 'reply'>

function isNews(before: Stood, now: Stood): boolean {
  return before.seen.mark !== now.seen.mark || phaseOf(before) !== phaseOf(now)
}

function isElsewhere(reply: OrderReply, told: OrderPhase | undefined): boolean {
  return told !== undefined && reply.status === 'pending' && reply.phase !== told
}

function phaseOf({ reply }: Stood): string | null {
  return reply.status === 'pending' ? reply.phase : null
}
