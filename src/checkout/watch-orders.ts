import { setTimeout as delay, setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Db } from '../platform/database/db.ts'
import type { Log } from '../platform/log.ts'
import { selectChangedOrders } from './checkout.sql.ts'
import type { ReadOrder } from './read-order.ts'
import { type SharedRead, shareReads } from './shared-reads.ts'
import { type Bounds, type News, type Waiter, WaitingList } from './waiting-list.ts'

export type OrderWatcher = {
  /** The order as it is; those who ask at the same time share one read. Null if there is none. */
  read: SharedRead<ReadOrder>
  /** Whether one more from this address may wait; only then ask for news. */
  hasRoom(address: string): boolean
  /** Ends when the order's mark is another one than in `seen`, and after `ms` in any case. */
  untilChanged(seen: ReadOrder['seen'], address: string, ms: number): Promise<News>
  /** From then on nobody waits: the process is ending. */
  stop(): void
  isStopped(): boolean
}

const POLL_MS = 150
/** The more wait, the longer the look takes: so many times that it rests. */
const RESTS = 4
/** Who asks in order to wait is answered this much later at most, with all who came meanwhile. */
const READ_PAUSE_MS = 50
/** So many are answered before others have their turn: each answer is work of this one thread. */
const ANSWERED_AT_ONCE = 25
/** Of those that changed, so many are read before the first of them are answered. */
const READ_AT_ONCE = 250

type ReadOrders = (ids: string[]) => Promise<Map<string, ReadOrder>>

/**
 * One query for all who wait, however many they are, and one for the orders of them that changed,
 * whose answers all get who wait for these.
 */
export function watchOrders(
  deps: { db: Db; log: Log; readOrders: ReadOrders },
  bounds: Bounds,
): OrderWatcher {
  const waiting = new WaitingList(bounds)
  let polling = false
  let stopped = false

  async function poll(): Promise<void> {
    polling = true
    while (!waiting.isEmpty() && !stopped) {
      let tookMs = 0
      try {
        const began = performance.now()
        const changed = await selectChangedOrders(deps.db, waiting.known())
        tookMs = performance.now() - began
        await tellChanges(deps.readOrders, changed, waiting)
      } catch (error) {
        deps.log.error({ err: error }, 'orders could not be watched')
      }
      await delay(Math.max(POLL_MS, RESTS * tookMs))
    }
    polling = false
    waiting.endAll()
  }

  return {
    read: shareReads(deps.readOrders, READ_PAUSE_MS),
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
  readOrders: ReadOrders,
  changed: string[],
  waiting: WaitingList,
): Promise<void> {
  for (let at = 0; at < changed.length; at += READ_AT_ONCE) {
    const news = await readOrders(changed.slice(at, at + READ_AT_ONCE))
    await tell([...news].flatMap(([id, order]) => behind(waiting.of(id), order)))
  }
}

type Told = { waiter: Waiter; news: ReadOrder }

function behind(waiters: Waiter[], news: ReadOrder): Told[] {
  return waiters.filter(({ mark }) => mark !== news.seen.mark).map((waiter) => ({ waiter, news }))
}

async function tell(all: Told[]): Promise<void> {
  for (const [index, { waiter, news }] of all.entries()) {
    if (index % ANSWERED_AT_ONCE === ANSWERED_AT_ONCE - 1) await yieldToOthers()
    waiter.done(news)
  }
}
