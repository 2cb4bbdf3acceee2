import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { eachRow } from '../platform/database/each-row.ts'
import { endHolds } from './holds.ts'
import { lockOpenOrders, selectOpenOrders, selectUnprompted } from './open-orders.sql.ts'

const BATCH = 50

type EndDeps = Pick<Deps, 'db' | 'log' | 'clock'>

/**
 * Ends the open orders of an event that was cancelled, whose types are closed. A prompt that is on its
 * phone, or may be, is let run: what is paid then comes back. An order that cannot be ended stops no
 * other.
 */
export async function endUnprompted(deps: EndDeps, eventId: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await selectOpenOrders(deps.db, eventId, after, BATCH)
    await endTogether(deps, ids)
    after = ids.at(-1) ?? null
    if (ids.length < BATCH) return
  }
}

/** In one transaction; where one of them has a fault, one by one. */
async function endTogether(deps: EndDeps, ids: string[]): Promise<void> {
  try {
    await end(deps, ids)
  } catch (error) {
    deps.log.error({ err: error }, 'open orders could not be ended together')
    await eachRow(deps.log, ids, (id) => end(deps, [id]))
  }
}

async function end({ db, clock }: EndDeps, ids: string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const open = await lockOpenOrders(tx, ids)
    await endHolds(tx, await selectUnprompted(tx, open), clock.now(), 'event_closed')
  })
}
