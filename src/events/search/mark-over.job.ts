import type { Deps } from '../../platform/database/deps.ts'
import { lastEndedDay } from '../sales.rules.ts'
import { markOver } from './found-events.sql.ts'

const BATCH = 500
const DAY_MS = 24 * 3600_000

/**
 * Marks events as over. Waits a day after the end of their sales, so that a process whose clock is
 * slow still finds events that it takes to be on sale.
 */
export async function markEventsOver({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = lastEndedDay(clock.now().getTime() - DAY_MS)
  for (let marked = BATCH; marked === BATCH; ) marked = await markOver(db, before, BATCH)
}
