import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import {
  areGiven,
  deleteGiven,
  lockGivenEvent,
  markGivenSeen,
  moveLines,
} from './given-events.sql.ts'

const BATCH = 5000

/**
 * Moves the paid lines of events that changed their organizer to the new organizer, BATCH lines at
 * a time. Lists are right in the meantime, because they read such events separately.
 */
export async function moveGivenLines({ db }: Pick<Deps, 'db'>): Promise<void> {
  if (!(await isDue(db, areGiven()))) return
  for (let goesOn = true; goesOn; ) {
    goesOn = await inTransaction(db, async (tx) => {
      const eventId = await lockGivenEvent(tx)
      if (eventId === null) return false
      const moved = await moveLines(tx, eventId, BATCH)
      if (moved < BATCH) await deleteGiven(tx, eventId)
      return true
    })
  }
  await inTransaction(db, markGivenSeen)
}
