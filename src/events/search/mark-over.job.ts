import type { Deps } from '../../platform/database/deps.ts'
import { lastEndedDay } from '../sales.rules.ts'
import { markOver } from './found-events.sql.ts'

const BATCH = 500
const DAY_MS = 24 * 3600_000

/**
 * Marks events as over, a day after the end of their sales. A process whose clock is slow still
 * counts these events as on sale during this day, and must find them.
 */
export async function markEventsOver({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = lastEndedDay(clock.now().getTime() - DAY_MS)
  for (let marked = BATCH; marked === BATCH; ) marked = await markOver(db, before, BATCH)
}
