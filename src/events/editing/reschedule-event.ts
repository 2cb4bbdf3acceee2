import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { EventError } from '../errors.ts'
import { isMoved, type Schedule } from '../reschedule.rules.ts'
import { lockEvent, updateEvent } from './event-edit.sql.ts'
import { readEventInput } from './parse-event.ts'
import { recordMove } from './record-reschedule.ts'

/**
 * Changes the date, time or venue of an event; its tickets stay valid. Repeating the same change
 * does nothing.
 */
export async function rescheduleEvent(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  eventId: string,
  { tell, ...asked }: Partial<Schedule> & { tell: boolean },
): Promise<void> {
  if (!isUuid(eventId)) throw new EventError('event_not_found')
  const { date, time, location } = readEventInput(asked, deps.env.publicOrigin)
  await inTransaction(deps.db, async (tx) => {
    const event = await lockEvent(tx, eventId)
    if (!event) throw new EventError('event_not_found')
    if (event.cancelled_at !== null) throw new EventError('event_cancelled')
    const old = { date: event.date, time: event.time, location: event.location }
    const moved = {
      date: date ?? old.date,
      time: time ?? old.time,
      location: location ?? old.location,
    }
    if (!isMoved(old, moved)) return
    const now = new Date(Math.max(deps.clock.now().getTime(), event.updated_at.getTime() + 1))
    await updateEvent(tx, event.id, { ...moved, updated_at: now })
    await recordMove(tx, event, { old, new: moved, notifyBuyers: tell, by: viewer.accountId, now })
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'event_moved', subject: event.title, eventId, before: old, after: moved },
    ])
  })
}
