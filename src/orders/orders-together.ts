import { coalesceByDatabase } from '../platform/database/coalesce.ts'
import { type Db, inTransaction, isHeldElsewhere, type Tx } from '../platform/database/db.ts'
import { lockFreeOrders } from './orders.sql.ts'

type OfOrder = { deps: { db: Db }; orderId: string }

type Steps<I, R> = {
  /**
   * Takes what else several of these orders need, in an order of its own. What somebody else has is
   * waited for, or skipped: answers the orders that lack some of theirs, with what they need.
   */
  lock: (tx: Tx, orderIds: string[], skips: boolean) => Promise<Map<string, string[]>>
  /** Waits for what orders lacked, and keeps none of it. */
  wait: (db: Db, needed: string[]) => Promise<void>
  work: (tx: Tx, item: I) => Promise<R>
}

/** Done, or left because somebody else has the order ('order'), or what it needs. */
type End<R> = { result: R } | { lacks: 'order' | string[] }

/** How many are under way, and how many batches beside the line wait for what somebody else has. */
type Under = { all: number; waiting: number }

type Beside<I> = { item: I; needed: string[] }

/**
 * Work about orders that are there together, in one transaction and with one commit: in the order in
 * which they came, under the locks of all of them, taken by id. A fault undoes all of them, and they
 * are done by halves until what made it stands alone and throws it.
 *
 * What somebody else has keeps only those waiting that need it: an order of theirs is skipped, and
 * what else is locked for longer than a moment is left, with the orders that need it. They wait
 * beside the line, in which those that come meanwhile go on.
 */
export function ordersTogether<I extends OfOrder, R>(steps: Steps<I, R>): (item: I) => Promise<R> {
  const under = new WeakMap<Db, Under>()
  const line = coalesceByDatabase<I, End<R>>({
    again: () => null,
    run: (items) => pass(steps, items, under.get(items[0]!.deps.db)!.waiting > 0),
  })
  const beside = coalesceByDatabase<Beside<I>, End<R>>({
    again: () => null,
    run: async (all) => {
      const [{ item, needed }] = all as [Beside<I>]
      const now = under.get(item.deps.db)!
      now.waiting += 1
      await steps.wait(item.deps.db, needed).finally(() => {
        now.waiting -= 1
      })
      const items = all.map((one) => one.item)
      return await doAll(steps, items, false)
    },
  })
  const alone = (item: I) => inTransaction(item.deps.db, (tx) => steps.work(tx, item))

  async function goThroughLine(item: I): Promise<R> {
    const { db } = item.deps
    let end = await line(db, 'all', item)
    if ('lacks' in end && end.lacks !== 'order') {
      end = await beside(db, end.lacks.join(), { item, needed: end.lacks })
    }
    return 'result' in end ? end.result : await alone(item)
  }

  return async (item) => {
    const now = under.get(item.deps.db) ?? { all: 0, waiting: 0 }
    under.set(item.deps.db, now)
    now.all += 1
    try {
      // Nobody stands behind the first: it needs no locks but its own, and waits for them.
      return await (now.all === 1 ? alone(item) : goThroughLine(item))
    } finally {
      now.all -= 1
    }
  }
}

/** Others stand behind: it waits for a moment, or not at all where some wait beside the line already. */
async function pass<I extends OfOrder, R>(
  steps: Steps<I, R>,
  items: I[],
  isHeld: boolean,
): Promise<End<R>[]> {
  for (const skips of isHeld ? [true] : [false, true]) {
    try {
      return await doAll(steps, items, skips)
    } catch (error) {
      if (!isHeldElsewhere(error)) throw error
    }
  }
  // It is something that only the work of one of them locks: each finds out for itself.
  return items.map(() => ({ lacks: 'order' }))
}

async function doAll<I extends OfOrder, R>(
  { lock, work }: Steps<I, R>,
  items: I[],
  skips: boolean,
): Promise<End<R>[]> {
  return await inTransaction(items[0]!.deps.db, async (tx) => {
    const ids = items.map(({ orderId }) => orderId)
    const free = await lockFreeOrders(tx, ids)
    const lacking = await lock(tx, free, skips)
    const ends: End<R>[] = []
    for (const item of items) {
      const lacks = free.includes(item.orderId) ? lacking.get(item.orderId) : 'order'
      ends.push(lacks ? { lacks } : { result: await work(tx, item) })
    }
    return ends
  })
}
