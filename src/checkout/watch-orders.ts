import { setTimeout as delay, setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Db } from '../platform/database/db.ts'
import type { Log } from '../platform/log.ts'
import { selectChangedOrders } from './checkout.sql.ts'
import { type ClientLimits, LongPollClients, type WaitResult } from './long-poll-clients.ts'
import type { ReadOrder } from './read-order.ts'
import { type SharedRead, shareReads } from './shared-reads.ts'

export type OrderWatcher = {
  /** Reads the order; null if there is none. Concurrent callers share one read. */
  read: SharedRead<ReadOrder>
  /** True if one more client of this IP address may wait. Check this before `untilChanged`. */
  hasCapacity(address: string): boolean
  /** Resolves when the order's mark differs from the mark in `seen`, or after `ms`. */
  untilChanged(seen: ReadOrder['seen'], address: string, ms: number): Promise<WaitResult>
  /** Ends all waits because the process is about to exit. Later waits end immediately. */
  stop(): void
  isStopped(): boolean
}

const POLL_MS = 150
/**
 * The pause after a poll, as a multiple of the poll's duration. With more clients the query is
 * slower, so polls are rarer.
 */
const PAUSE_FACTOR = 4
/** Calls that begin to wait within this time share one read of their orders. */
const READ_PAUSE_MS = 50
/**
 * The number of responses that are written before other requests may run, because writing blocks
 * the event loop.
 */
const ENDED_PER_TURN = 25
/** The number of changed orders that are read before the first clients get their response. */
const READ_PER_BATCH = 250

type ReadOrders = (ids: string[]) => Promise<Map<string, ReadOrder>>

/**
 * Polls the database for all waiting clients in one statement, and reads the changed orders in one
 * statement per READ_PER_BATCH orders. So the number of statements does not grow with the number of
 * clients.
 */
export function watchOrders(
  deps: { db: Db; log: Log; readOrders: ReadOrders },
  limits: ClientLimits,
): OrderWatcher {
  const clients = new LongPollClients(limits)
  let polling = false
  let stopped = false

  async function poll(): Promise<void> {
    polling = true
    while (!clients.isEmpty() && !stopped) {
      let tookMs = 0
      try {
        const began = performance.now()
        const changed = await selectChangedOrders(deps.db, clients.known())
        tookMs = performance.now() - began
        await endChanged(deps.readOrders, changed, clients)
      } catch (error) {
        deps.log.error({ err: error }, 'polling changed orders failed')
      }
      await delay(Math.max(POLL_MS, PAUSE_FACTOR * tookMs))
    }
    polling = false
    clients.endAll()
  }

  return {
    read: shareReads(deps.readOrders, READ_PAUSE_MS),
    hasCapacity: (address) => clients.hasCapacity(address),
    untilChanged: (seen, address, ms) => {
      const result = clients.wait(seen, address, ms)
      if (!polling) void poll()
      return result
    },
    stop: () => {
      stopped = true
    },
    isStopped: () => stopped,
  }
}

async function endChanged(
  readOrders: ReadOrders,
  changed: string[],
  clients: LongPollClients,
): Promise<void> {
  for (let at = 0; at < changed.length; at += READ_PER_BATCH) {
    const orders = await readOrders(changed.slice(at, at + READ_PER_BATCH))
    const ends = [...orders.values()].flatMap((order) =>
      clients.behind(order.seen).map((client) => () => client.end(order)),
    )
    for (const [index, end] of ends.entries()) {
      if (index % ENDED_PER_TURN === ENDED_PER_TURN - 1) await yieldToOthers()
      end()
    }
  }
}
