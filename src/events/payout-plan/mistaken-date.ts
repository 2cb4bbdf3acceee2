import { auditEvent } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isDay } from '../../platform/values/nairobi.rules.ts'
import { lockOwnEvent } from '../check-event.ts'
import { markMistaken, selectKnownDate } from './mistaken-date.sql.ts'

/**
 * Takes a mistaken date out of the dates that an event had, so that its money waits only for its
 * present date and its other dates. Repeating the call changes nothing. Throws event_not_found, or
 * 422 at `date` if it is no earlier date, or if buyers may still expect the event on it.
 */
export async function takeOutDate(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { id, date, words }: { id: string; date: string; words: string },
): Promise<void> {
  if (!isDay(date)) refuseField('date', 'date must be a day such as 2027-03-14.')
  await inTransaction(db, async (tx) => {
    const event = await lockOwnEvent(tx, viewer, id)
    const known = await selectKnownDate(tx, event.id, date)
    if (known.is_present) refuseField('date', 'This is the date of the event. Reschedule it first.')
    if (!known.is_earlier) refuseField('date', 'The event never had this date.')
    if (known.is_mistaken) return
    if (!known.is_told) {
      const text = 'Buyers may expect the event on this date. Reschedule it again and notify them.'
      refuseField('date', text)
    }
    await markMistaken(tx, event.id, date)
    const entry = { action: 'event_date_mistaken', after: { date, words }, now: clock.now() }
    await auditEvent(tx, viewer, event, entry)
  })
}
