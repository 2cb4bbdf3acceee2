import { coalesceByDatabase } from '../platform/coalesce.ts'
import { type Db, inTransaction, type Tx } from '../platform/db.ts'
import { lockFreeOrders } from './orders.sql.ts'

const LOCKED = Symbol('somebody else has the order')

type OfOrder = { deps: { db: Db }; orderId: string }

/**
 * Work about orders that are there together, in one transaction and with one commit: in the order in
 * which they came, under the locks of all of them, taken by id. `lock` takes what else several of
 * them need, in an order of its own. An order that somebody else has keeps nobody waiting: it is
 * waited for afterwards, alone. A fault undoes all of them, and they are done by halves until what
 * made it stands alone and throws it.
 */
export function ordersTogether<I extends OfOrder, R>({
  lock,
  work,
}: {
  lock: (tx: Tx, orderIds: string[]) => Promise<void>
  work: (tx: Tx, item: I) => Promise<R>
}): (item: I) => Promise<R> {
  const line = coalesceByDatabase<I, R | typeof LOCKED>({
    again: (result) => (result === LOCKED ? 'alone' : null),
    run: (items) =>
      inTransaction(items[0]!.deps.db, async (tx) => {
        const [only] = items
        if (items.length === 1) return [await work(tx, only!)]
        const free = await lockFreeOrders(
          tx,
          items.map(({ orderId }) => orderId),
        )
        await lock(tx, free)
        const results: (R | typeof LOCKED)[] = []
        for (const item of items) {
          results.push(free.includes(item.orderId) ? await work(tx, item) : LOCKED)
        }
        return results
      }),
  })
  // Alone nothing is answered so.
  return async (item) => (await line(item.deps.db, 'all', item)) as R
}
