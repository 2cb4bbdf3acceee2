import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { endHolds } from './holds.ts'
import { lockOpenOrders, selectOpenOrders, selectUnprompted } from './open-orders.sql.ts'

const BATCH = 50

/**
 * Ends the open orders of an event that was cancelled, whose types are closed. A prompt that is on its
 * phone, or may be, is let run: what is paid then comes back.
 */
export async function endUnprompted(
  deps: Pick<Deps, 'db' | 'clock'>,
  eventId: string,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await selectOpenOrders(deps.db, eventId, after, BATCH)
    await inTransaction(deps.db, async (tx) => {
      const open = await lockOpenOrders(tx, ids)
      await endHolds(tx, await selectUnprompted(tx, open), deps.clock.now(), 'event_closed')
    })
    after = ids.at(-1) ?? null
    if (ids.length < BATCH) return
  }
}
