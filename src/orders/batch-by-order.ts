import { batchByDatabase } from '../platform/database/batch.ts'
import { type Db, inTransaction, isLockTimeout, type Tx } from '../platform/database/db.ts'
import { lockFreeOrders } from './orders.sql.ts'

type OrderTask = { deps: { db: Db }; orderId: string }

type Steps<T, R> = {
  /**
   * Locks further rows of the orders, always in the same sequence. With `skips`, skips rows locked
   * elsewhere. Returns the orders with such a row, each with all rows that it needs.
   */
  lock: (tx: Tx, orderIds: string[], skips: boolean) => Promise<Map<string, string[]>>
  /** Waits until no other transaction has this row locked. */
  wait: (tx: Tx, needed: string) => Promise<void>
  work: (tx: Tx, task: T) => Promise<R>
}

/** A task is deferred if another transaction has locked its order ('order') or rows it needs. */
type TaskEnd<R> = { result: R } | { lockedElsewhere: 'order' | string[] }

/** The numbers of tasks in progress and of batches that wait for rows locked elsewhere. */
type Progress = { tasks: number; waiting: number }

type WaitingTask<T> = { task: T; needed: string[] }

/**
 * Batches work on orders. A batch is one transaction that locks all orders by id, then works in the
 * order of the calls. A failing batch is halved until the failing task runs alone and throws.
 *
 * A row locked elsewhere delays only tasks that need it. The batch skips locked orders, waits for
 * other rows until the lock time-out, and moves tasks whose rows stay locked to a separate queue.
 */
export function batchByOrder<T extends OrderTask, R>(steps: Steps<T, R>): (task: T) => Promise<R> {
  const inProgress = new WeakMap<Db, Progress>()
  const batch = batchByDatabase<T, TaskEnd<R>>((tasks) =>
    runBatch(steps, tasks, inProgress.get(tasks[0]!.deps.db)!.waiting > 0),
  )
  const waitForRows = batchByDatabase<WaitingTask<T>, TaskEnd<R>>(async (all) => {
    const [{ task, needed }] = all as [WaitingTask<T>]
    const progress = inProgress.get(task.deps.db)!
    progress.waiting += 1
    await waitForEach(steps.wait, task.deps.db, needed).finally(() => {
      progress.waiting -= 1
    })
    return await runTasks(
      steps,
      all.map((one) => one.task),
      false,
    )
  })
  const runAlone = (task: T) => inTransaction(task.deps.db, (tx) => steps.work(tx, task))

  async function runInBatch(task: T): Promise<R> {
    const { db } = task.deps
    let end = await batch(db, 'all', task)
    if ('lockedElsewhere' in end && end.lockedElsewhere !== 'order') {
      const needed = end.lockedElsewhere
      end = await waitForRows(db, needed.join(), { task, needed })
    }
    return 'result' in end ? end.result : await runAlone(task)
  }

  return async (task) => {
    const progress = inProgress.get(task.deps.db) ?? { tasks: 0, waiting: 0 }
    inProgress.set(task.deps.db, progress)
    progress.tasks += 1
    try {
      // A single task delays no other task, so it may wait for its locks inside the transaction.
      return await (progress.tasks === 1 ? runAlone(task) : runInBatch(task))
    } finally {
      progress.tasks -= 1
    }
  }
}

/**
 * Waits for the rows without keeping a lock. PostgreSQL may abort the wait to end a deadlock
 * between other transactions. `inTransaction` then repeats the wait.
 */
async function waitForEach(wait: Steps<never, never>['wait'], db: Db, needed: string[]) {
  for (const row of needed) await inTransaction(db, (tx) => wait(tx, row))
}

/** Runs a batch. Waits for locked rows until the time-out; skips them if other tasks wait. */
async function runBatch<T extends OrderTask, R>(
  steps: Steps<T, R>,
  tasks: T[],
  isWaiting: boolean,
): Promise<TaskEnd<R>[]> {
  for (const skips of isWaiting ? [true] : [false, true]) {
    try {
      return await runTasks(steps, tasks, skips)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
    }
  }
  // `work` timed out on a lock that only some tasks need, so each task now runs alone.
  return tasks.map(() => ({ lockedElsewhere: 'order' }))
}

async function runTasks<T extends OrderTask, R>(
  { lock, work }: Steps<T, R>,
  tasks: T[],
  skips: boolean,
): Promise<TaskEnd<R>[]> {
  return await inTransaction(tasks[0]!.deps.db, async (tx) => {
    const ids = tasks.map(({ orderId }) => orderId)
    const free = await lockFreeOrders(tx, ids)
    const locked = await lock(tx, free, skips)
    const ends: TaskEnd<R>[] = []
    for (const task of tasks) {
      const lockedElsewhere = free.includes(task.orderId) ? locked.get(task.orderId) : 'order'
      ends.push(lockedElsewhere ? { lockedElsewhere } : { result: await work(tx, task) })
    }
    return ends
  })
}
