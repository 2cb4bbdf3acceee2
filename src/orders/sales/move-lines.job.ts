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
 * After an event was given to another organizer, moves its paid order lines to that organizer,
 * BATCH lines at a time. Until all lines have moved, the lists of organizers read such events
 * separately, so that no line is missing.
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
