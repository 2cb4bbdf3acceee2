import { type Db, isDatabaseUnavailable } from './db.ts'

/** A larger batch would keep its locks too long, and delay the next batch. */
const BATCH_MAX = 100

/** Processes all items in one commit, in this order. If it throws, no item was processed. */
type Run<I, R> = (items: I[]) => Promise<R[]>

/** Whether two items must not be in one batch. If so, the later item begins the next batch. */
type Clash<I> = (earlier: I, later: I) => boolean

type Entry<I, R> = {
  item: I
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Batches calls per key. The first call runs immediately; calls that arrive while it runs form the
 * next batch. No timer. A failed item never fails its neighbours.
 */
export function batchByKey<I, R>(
  run: Run<I, R>,
  clash: Clash<I> = () => false,
): (key: string, item: I) => Promise<R> {
  const waiting = new Map<string, Entry<I, R>[]>()

  async function drainQueue(key: string, entries: Entry<I, R>[]): Promise<void> {
    while (entries.length > 0) await settle(run, entries.splice(0, batchLength(entries, clash)))
    waiting.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const entry = { item, resolve, reject }
      const queue = waiting.get(key)
      if (queue) {
        queue.push(entry)
        return
      }
      const entries = [entry]
      waiting.set(key, entries)
      void drainQueue(key, entries)
    })
}

export function batchByDatabase<I, R>(
  run: Run<I, R>,
  clash?: Clash<I>,
): (db: Db, key: string, item: I) => Promise<R> {
  const batches = new WeakMap<Db, (key: string, item: I) => Promise<R>>()
  return (db, key, item) => {
    const batch = batches.get(db) ?? batchByKey(run, clash)
    batches.set(db, batch)
    return batch(key, item)
  }
}

function batchLength<I>(entries: readonly { item: I }[], clash: Clash<I>): number {
  const most = entries.slice(0, BATCH_MAX)
  const end = most.findIndex(({ item }, at) =>
    most.slice(0, at).some((earlier) => clash(earlier.item, item)),
  )
  return end === -1 ? most.length : end
}

/**
 * Runs a batch and settles its entries. If the batch fails, its halves run separately, until the
 * failing item is alone. If the database is unavailable, all entries of the batch are rejected
 * instead.
 */
async function settle<I, R>(run: Run<I, R>, entries: Entry<I, R>[]): Promise<void> {
  try {
    const results = await run(entries.map(({ item }) => item))
    for (const [index, { resolve }] of entries.entries()) resolve(results[index]!)
  } catch (error) {
    if (entries.length === 1 || isDatabaseUnavailable(error)) {
      for (const { reject } of entries) reject(error)
      return
    }
    const half = Math.ceil(entries.length / 2)
    await settle(run, entries.slice(0, half))
    await settle(run, entries.slice(half))
  }
}
