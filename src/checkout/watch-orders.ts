import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { selectOrderMarks } from './checkout.sql.ts'

export type OrderWatcher = {
  /** Resolves when the order's mark is another one than `seen`, or after `ms`. */
  untilChanged(order: { id: string; mark: string }, ms: number): Promise<void>
  /** From then on nobody waits: the process is ending. */
  stop(): void
  isStopped(): boolean
}

type Waiter = { orderId: string; mark: string; done: () => void }

const POLL_MS = 150

/** One query for all who wait, however many they are. */
export function watchOrders(db: Db, log: Log): OrderWatcher {
  const waiters = new Set<Waiter>()
  let polling = false
  let stopped = false

  async function poll(): Promise<void> {
    polling = true
    while (waiters.size > 0 && !stopped) {
      try {
        compare(await selectOrderMarks(db, [...new Set([...waiters].map((w) => w.orderId))]))
      } catch (error) {
        log.error({ err: error }, 'orders could not be watched')
      }
      await delay(POLL_MS)
    }
    polling = false
    for (const waiter of waiters) waiter.done()
  }

  function compare(marks: Map<string, string>): void {
    for (const waiter of waiters) {
      if (waiter.mark !== marks.get(waiter.orderId)) waiter.done()
    }
  }

  return {
    untilChanged: (order, ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => waiter.done(), ms)
        const waiter: Waiter = {
          orderId: order.id,
          mark: order.mark,
          done: () => {
            clearTimeout(timer)
            waiters.delete(waiter)
            resolve()
          },
        }
        waiters.add(waiter)
        if (!polling) poll()
      }),
    stop: () => {
      stopped = true
    },
    isStopped: () => stopped,
  }
}
