import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { eachRow } from '../platform/database/each-row.ts'
import { endHolds } from './holds.ts'
import { lockOpenOrders, selectOpenOrders, selectUnprompted } from './open-orders.sql.ts'

const BATCH = 50

type EndDeps = Pick<Deps, 'db' | 'log' | 'clock'>

/**
 * Ends the open orders of a cancelled event. The event's ticket types are closed. Skips orders
 * with a prompt that may be open. If such an order is paid, the payment is refunded.
 */
export async function endUnprompted(deps: EndDeps, eventId: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await selectOpenOrders(deps.db, eventId, after, BATCH)
    await endTogether(deps, ids)
    after = ids.at(-1) ?? null
    if (ids.length < BATCH) return
  }
}

async function endTogether(deps: EndDeps, ids: string[]): Promise<void> {
  try {
    await end(deps, ids)
  } catch (error) {
    deps.log.error({ err: error }, 'orders: ending a batch failed, retrying one by one')
    await eachRow(deps.log, ids, (id) => end(deps, [id]))
  }
}

async function end({ db, clock }: EndDeps, ids: string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const open = await lockOpenOrders(tx, ids)
    await endHolds(tx, await selectUnprompted(tx, open), clock.now(), 'event_closed')
  })
}
