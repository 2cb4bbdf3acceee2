import { batchByDatabase } from '../platform/database/batch.ts'
import { type Db, inTransaction, isLockTimeout, type Tx } from '../platform/database/db.ts'
import { lockFreeOrders } from './orders.sql.ts'

type OrderTask = { deps: { db: Db }; orderId: string }

type Steps<T, R> = {
  /**
   * Locks further rows that these orders need, such as ticket types, always in the same sequence.
   * If `skips` is true, does not wait for rows that another transaction has locked. Returns each
   * order with a row that was not locked, together with all further rows that the order needs.
   */
  lock: (tx: Tx, orderIds: string[], skips: boolean) => Promise<Map<string, string[]>>
  /** Waits until no other transaction has this row locked. */
  wait: (tx: Tx, needed: string) => Promise<void>
  work: (tx: Tx, task: T) => Promise<R>
}

/**
 * The result of a task. The task is deferred if another transaction has locked its order ('order')
 * or rows that it needs.
 */
type TaskEnd<R> = { result: R } | { lockedElsewhere: 'order' | string[] }

/** The tasks in progress, and the number of batches that wait for rows locked elsewhere. */
type Progress = { tasks: number; waiting: number }

type WaitingTask<T> = { task: T; needed: string[] }

/**
 * Batches work on orders: one transaction and one commit per batch, in the order of the calls. All
 * orders of a batch are locked first, in the order of their ids. If a task fails, the batch is
 * rolled back and halved until the failing task is alone and throws.
 *
 * A row that another transaction has locked delays only the tasks that need the row. The batch
 * skips locked orders, and waits for other rows at most until the lock time-out. Tasks whose rows
 * stay locked move to a queue of their own, while later batches continue.
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
 * Waits for one row after the other until no other transaction has the row locked. Keeps no lock.
 * Later transactions queue behind this wait. To end a deadlock between other transactions,
 * PostgreSQL may abort the wait; `inTransaction` then repeats the wait.
 */
async function waitForEach(wait: Steps<never, never>['wait'], db: Db, needed: string[]) {
  for (const row of needed) await inTransaction(db, (tx) => wait(tx, row))
}

/**
 * Runs the tasks of a batch. Waits for locked rows until the time-out and then skips them; skips
 * them immediately if other tasks are waiting already (`isWaiting`).
 */
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
  // The last try skipped locked rows, so `work` timed out, waiting for a lock that only some tasks
  // need. Each task now runs alone, so that no other task waits for this lock.
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
