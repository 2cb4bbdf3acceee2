import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { ussdTimes } from './declarations.ts'
import { deleteOldSessions } from './ussd.sql.ts'

const BATCH = 500

/** Inputs are personal data, kept for 30 days for questions about a purchase. */
export async function forgetUssdSessions(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
): Promise<'done' | 'more'> {
  const before = new Date(deps.clock.now().getTime() - ussdTimes(deps.timeScale).keptMs)
  const count = await inTransaction(deps.db, (tx) => deleteOldSessions(tx, before, BATCH))
  return count < BATCH ? 'done' : 'more'
}
