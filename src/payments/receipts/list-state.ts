import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { freeSlot } from '../../platform/limits/limits.sql.ts'
import { paymentTimes } from '../declarations.ts'
import {
  markUnavailable,
  ROUTINE_SLOT,
  recordListFailure,
  recordListRead,
} from './list-state.sql.ts'
import type { ReadPages } from './pulled-pages.ts'

type StateDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'timeScale'>

/**
 * Records the result of a reading. Raises one alert if the list is not available: immediately if
 * the list contradicts our receipts, after `checkMs` if M-Pesa does not respond.
 */
export async function recordReading(
  { db, log, clock, timeScale }: StateDeps,
  read: ReadPages,
  reading: { from: Date | null; startedAt: Date },
): Promise<void> {
  const { listLagMs, checkMs } = paymentTimes(timeScale)
  if (read.isWhole) {
    const until = new Date(reading.startedAt.getTime() - listLagMs)
    return await recordListRead(db, { from: reading.from, until })
  }
  const now = clock.now()
  await recordListFailure(db, read.reason, now)
  const before = read.contradicts ? now : new Date(now.getTime() - checkMs)
  const alarmed = await markUnavailable(db, before, now)
  if (!alarmed) return
  const { unavailable_since: since, reason } = alarmed
  log.error({ since, reason }, "M-Pesa's list of payments is not available")
}

/** Makes the next sweep read on from the end of the last complete reading. */
export async function readListSoon(tx: Tx): Promise<void> {
  await freeSlot(tx, ROUTINE_SLOT)
}
