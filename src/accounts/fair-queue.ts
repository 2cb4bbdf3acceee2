import type { AppError } from '../platform/errors.ts'
import { tooManyRequests } from '../platform/limits/limits.ts'

type Limits = {
  /** The number of tasks that run at the same time. */
  atOnce: number
  /** The maximum number of waiting tasks, for one address and for all addresses. */
  perAddress: number
  all: number
  /** The pause after each task, as a multiple of its duration. Leaves the processor to buyers. */
  rest: number
}

type WaitingTask = { start: () => void; refuse: (error: AppError) => void }

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER_S = 2
const BUSY_TEXT = 'Too many people are signing in.'

/**
 * Runs at most `atOnce` tasks at a time. Waiting IP addresses take turns, so an address with a
 * hundred tasks delays only itself. The tasks of one address run in order. If the queue of an
 * address is full, its new task is refused immediately. If the queue of all addresses is full, the
 * last task of the address with the most tasks is refused, so that a task of another address fits.
 */
export function makeFairQueue(
  { atOnce, perAddress, all, rest }: Limits,
  later: (run: () => void, ms: number) => void = setTimeout,
) {
  /** Waiting tasks by address, in the order in which the addresses may run their next tasks. */
  const queues = new Map<string, WaitingTask[]>()
  let running = 0
  let waiting = 0

  /**
   * Finds the longest queue. Its last task is refused if an address with only `own` waiting tasks
   * needs the space. Undefined if no queue is longer than `own` + 1.
   */
  function findLongest(own: number): WaitingTask[] | undefined {
    const [longest] = [...queues.values()].sort((a, b) => b.length - a.length)
    return longest && longest.length > own + 1 ? longest : undefined
  }

  /** Throws if a task of this address would be refused now. */
  function expectCapacity(address: string): void {
    const own = queues.get(address)?.length ?? 0
    const isFull = own >= perAddress || (waiting >= all && !findLongest(own))
    if (isFull) throw busy()
  }

  async function waitForSlot(address: string): Promise<void> {
    expectCapacity(address)
    const queue = queues.get(address) ?? []
    if (waiting >= all) {
      findLongest(queue.length)?.pop()?.refuse(busy())
      waiting--
    }
    waiting++
    queues.set(address, queue)
    await new Promise<void>((start, refuse) => queue.push({ start, refuse }))
  }

  /** Starts the next waiting task when a task has ended, so that no new task overtakes it. */
  function runNext(): void {
    const [next] = queues
    if (!next) {
      running--
      return
    }
    const [address, queue] = next
    queues.delete(address)
    const first = queue.shift()
    if (queue.length > 0) queues.set(address, queue)
    waiting--
    first?.start()
  }

  async function run<T>(address: string, task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await waitForSlot(address)
    else running++
    const began = performance.now()
    try {
      return await task()
    } finally {
      const restMs = (performance.now() - began) * rest
      // The caller gets its result before the pause.
      if (restMs > 0) later(runNext, restMs)
      else runNext()
    }
  }

  return { run, expectCapacity }
}

function busy(): AppError {
  // 429 instead of 503, because the log records each 503 as a fault of ours.
  return tooManyRequests(RETRY_AFTER_S, BUSY_TEXT)
}
