import { setTimeout as delay, setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { selectOrderMarks } from './checkout.sql.ts'
import type { ReadOrder } from './read-order.ts'
import { shareReads } from './shared-reads.ts'
import { type Bounds, type News, type Waiter, WaitingList } from './waiting-list.ts'

export type OrderWatcher = {
  /** The order as it is; those who ask at the same time share one read. Null if there is none. */
  read(id: string): Promise<ReadOrder | null>
  /** Whether one more from this address may wait; only then ask for news. */
  hasRoom(address: string): boolean
  /** Ends when the order's mark is another one than in `seen`, and after `ms` in any case. */
  untilChanged(seen: ReadOrder['seen'], address: string, ms: number): Promise<News>
  /** From then on nobody waits: the process is ending. */
  stop(): void
  isStopped(): boolean
}

const POLL_MS = 150
/** So many are answered before others have their turn: each answer is work of this one thread. */
const ANSWERED_AT_ONCE = 25

/**
 * One query for all who wait, however many they are, and for each order that changed one read,
 * whose answer all get who wait for it.
 */
export function watchOrders(
  deps: { db: Db; log: Log; readOrder: (id: string) => Promise<ReadOrder | null> },
  bounds: Bounds,
): OrderWatcher {
  const read = shareReads(deps.readOrder)
  const waiting = new WaitingList(bounds)
  let polling = false
  let stopped = false

  async function poll(): Promise<void> {
    polling = true
    while (!waiting.isEmpty() && !stopped) {
      try {
        await tellChanges(deps.db, waiting, read)
      } catch (error) {
        deps.log.error({ err: error }, 'orders could not be watched')
      }
      await delay(POLL_MS)
    }
    polling = false
    waiting.endAll()
  }

  return {
    read,
    hasRoom: (address) => waiting.hasRoom(address),
    untilChanged: (seen, address, ms) => {
      const news = waiting.wait(seen, address, ms)
      if (!polling) poll()
      return news
    },
    stop: () => {
      stopped = true
    },
    isStopped: () => stopped,
  }
}

async function tellChanges(
  db: Db,
  waiting: WaitingList,
  read: OrderWatcher['read'],
): Promise<void> {
  const marks = await selectOrderMarks(db, waiting.orderIds())
  for (const [id, mark] of marks) {
    if (waiting.of(id).every((waiter) => waiter.mark === mark)) continue
    const news = await read(id)
    if (news) await tell(waiting.of(id), news)
  }
}

async function tell(waiters: Waiter[], news: ReadOrder): Promise<void> {
  const behind = waiters.filter(({ mark }) => mark !== news.seen.mark)
  for (const [index, waiter] of behind.entries()) {
    if (index % ANSWERED_AT_ONCE === ANSWERED_AT_ONCE - 1) await yieldToOthers()
    waiter.done(news)
  }
}
