import type { AppError } from '../platform/errors.ts'
import { tooManyRequests } from '../platform/limits/limits.ts'

type Limits = {
  /** The number of tasks that run at the same time. */
  atOnce: number
  /** The number of tasks that may wait, for one address and for all addresses. */
  perAddress: number
  all: number
  /**
   * The time for which a slot stays empty after a task, as a multiple of the task's duration.
   * Leaves the processor to buyers.
   */
  rest: number
}

type WaitingTask = { start: () => void; refuse: (error: AppError) => void }

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER_S = 2
const BUSY_TEXT = 'Too many people are signing in.'

/**
 * Runs tasks in a limited number of slots. Waiting IP addresses get slots in turn, so an address
 * with a hundred tasks only delays itself; the tasks of one address run in order. A task is refused
 * immediately if the queue is full for its address. If the queue is full for all addresses, the
 * last task of the address with the most tasks is refused in favour of an address with fewer.
 */
export function makeFairQueue(
  { atOnce, perAddress, all, rest }: Limits,
  later: (run: () => void, ms: number) => void = setTimeout,
) {
  /** Waiting tasks by address, in the order in which the addresses get their next slots. */
  const queues = new Map<string, WaitingTask[]>()
  let running = 0
  let waiting = 0

  /**
   * Finds the longest queue, which gives up a task in favour of an address with `own` tasks.
   * Undefined if no queue is longer than `own` + 1.
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

  /** Gives the slot to the next waiting task, so that no new task overtakes a waiting task. */
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
