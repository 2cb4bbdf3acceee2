import { auditEvent } from '../../accounts/audit-log.sql.ts'
import { spend } from '../../messages/budget/budget.ts'
import { adviceAbout } from '../../messages/stranger-words.rules.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { hasBuyers } from '../cancel.sql.ts'
import { moveDay, shiftDays } from '../days/changed-days.sql.ts'
import { daysApart } from '../days/day-counts.rules.ts'
import { selectDays } from '../days/days.sql.ts'
import { findHeldDay, planDayMove, requireKeptTime } from '../days/move-day.ts'
import { timeOfSave } from '../edit.rules.ts'
import { EventError } from '../errors.ts'
import { endEarlierChanges, insertChange } from '../event-change.sql.ts'
import { eventMoved } from '../jobs.ts'
import { isMoved, requestUntil, type Schedule } from '../reschedule.rules.ts'
import { type LockedEvent, lockEvent, updateEvent } from './event-edit.sql.ts'
import { requireDate, requireStart } from './own-drafts.ts'
import { readEventInput } from './parse-event.ts'
import { wordsInVenue } from './words-to-check.ts'

/** The requested schedule of an event, or of its day with the number `day`. */
export type MoveInput = Partial<Schedule> & { day?: number; passes?: boolean }

type PlannedMove = {
  event: LockedEvent
  old: Schedule
  moved: Schedule
  /** The number of the moved day; null if the whole event moves. */
  day: number | null
  /** Whether holders of passes may request a refund because of this day. */
  freesPasses: boolean
}

/**
 * Locks the event and reads the requested schedule. Returns null if the event, or its day, has this
 * schedule already. All days of an event move by the same number of days. Throws event_not_found,
 * event_cancelled, day_cancelled, or an AppError that names the field at fault.
 */
export async function planMove(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  viewer: Viewer,
  { eventId, asked: { day, passes = true, ...asked } }: { eventId: string; asked: MoveInput },
): Promise<PlannedMove | null> {
  if (!isUuid(eventId)) throw new EventError('event_not_found')
  const { date, time, location } = readEventInput(asked, deps.env.publicOrigin)
  const event = await lockEvent(tx, viewer, eventId)
  if (!event) throw new EventError('event_not_found')
  if (event.cancelled_at !== null) throw new EventError('event_cancelled')
  requireStart(event)
  const days = await selectDays(tx, eventId)
  if (day !== undefined) {
    const one = findHeldDay(days, day)
    requireDate(viewer, { ...event, date: one.date }, { date, now: deps.clock.now() })
    const planned = planDayMove(days, one, { date, time, location }, event.location)
    return planned && { event, ...planned, day, freesPasses: passes }
  }
  if (location !== undefined && location !== event.location) requirePlainVenue(viewer, location)
  requireDate(viewer, event, { date, now: deps.clock.now() })
  const old = scheduleOf(event)
  const moved = scheduleOf({
    date: date ?? old.date,
    time: time ?? old.time,
    location: location ?? old.location,
  })
  if (days.length > 0) requireKeptTime(old, moved)
  return isMoved(old, moved) ? { event, old, moved, day: null, freesPasses: true } : null
}

/** The schedule with its time as HH:MM. */
const scheduleOf = ({ date, time, location }: Schedule): Schedule => ({
  date,
  time: time.slice(0, 5),
  location,
})

/**
 * Throws 422 at `location` if an organizer's venue contains a link, a number or words about money,
 * which strangers would read in SMS.
 */
function requirePlainVenue(viewer: Viewer, location: string): void {
  const [first] = viewer.role === 'admin' ? [] : wordsInVenue(location)
  if (first) refuseField('location', adviceAbout(first))
}

/** Reschedules an event that `planMove` has locked. */
export async function moveEvent(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  viewer: Viewer,
  planned: PlannedMove & { tell: boolean },
): Promise<void> {
  const { event, old, moved, day } = planned
  const now = timeOfSave(deps.clock.now(), event)
  if (day === null) {
    await updateEvent(tx, event.id, { ...moved, updated_at: now })
    const by = daysApart(old.date, moved.date)
    if (event.highest_day > 0 && by !== 0) await shiftDays(tx, event.id, by)
  } else {
    await updateEvent(tx, event.id, { updated_at: now })
    await moveDay(tx, event.id, { n: day, ...moved })
  }
  await recordMove(tx, deps, viewer, { ...planned, now })
  const action = day === null ? 'event_moved' : 'event_day_moved'
  await auditEvent(tx, viewer, event, { action, before: old, after: moved, now })
}

/**
 * Records the reschedule of an event that has orders. If `tell` is true, buyers are notified and may
 * request a refund. Throws too_many_requests if the organizer has rescheduled too often today.
 */
async function recordMove(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  viewer: Viewer,
  { event, old, moved, day, freesPasses, tell, now }: PlannedMove & { tell: boolean; now: Date },
): Promise<void> {
  if (!(await hasBuyers(tx, event.id))) return
  const id = newId()
  let tellAt: Date | null = null
  if (tell) {
    const organizerId = event.organizer_id ?? event.id
    await spend(tx, deps, viewer, { budget: 'moves', organizerId })
    tellAt = await endEarlierChanges(tx, { eventId: event.id, day, now })
  }
  await insertChange(tx, {
    id,
    event_id: event.id,
    old,
    new: moved,
    changedBy: viewer.accountId,
    tellAt,
    announced_at: now,
    request_until: requestUntil(tellAt ?? now),
    day,
    is_cancellation: false,
    frees_passes: freesPasses,
    daysAfter: day === null ? event.days_after : 0,
    sold: null,
  })
  // If the buyers are notified later, the sweep queues the job.
  if (tellAt && tellAt <= now) await queueJob(tx, eventMoved, { changeId: id, after: null })
}
