import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { ticketTimes } from '../times.ts'
import { deleteUnconfirmed } from './transfer.sql.ts'

const BATCH = 500

/** To whom somebody meant to send a ticket and did not is nobody's business: these phones never agreed. */
export async function forgetTransfers(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
): Promise<'done' | 'more'> {
  const { keepUnconfirmedMs } = ticketTimes(deps.timeScale)
  const before = new Date(deps.clock.now().getTime() - keepUnconfirmedMs)
  const count = await inTransaction(deps.db, (tx) => deleteUnconfirmed(tx, before, BATCH))
  return count < BATCH ? 'done' : 'more'
}
