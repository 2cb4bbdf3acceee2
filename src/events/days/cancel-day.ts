import { auditEvent } from '../../accounts/audit-log.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { EventError } from '../errors.ts'
import type { EventDay } from '../event.rules.ts'
import { insertChange } from '../event-change.sql.ts'
import { eventMoved } from '../jobs.ts'
import { requestUntil } from '../reschedule.rules.ts'
import { closeDay } from './changed-days.sql.ts'
import { selectDays } from './days.sql.ts'
import { findDay } from './days.ts'

type LockedEvent = { id: string; title: string; location: string; cancelled_at: Date | null }

/**
 * Finds the day to cancel of an event that the caller has locked. A day that is cancelled already is
 * returned, too. Throws event_cancelled, last_day, or an AppError that names `day`.
 */
export async function findDayToCancel(tx: Tx, event: LockedEvent, n: number): Promise<EventDay> {
  const days = await selectDays(tx, event.id)
  const day = findDay(days, n)
  if (day.cancelled_at !== null) return day
  if (event.cancelled_at !== null) throw new EventError('event_cancelled')
  const others = days.filter((one) => one.n !== n && one.cancelled_at === null)
  if (others.length === 0) throw new EventError('last_day', { details: { field: 'day' } })
  return day
}

type DayCancel = {
  event: LockedEvent
  day: EventDay
  /** Whether holders of passes may request a refund of the whole pass. */
  freesPasses: boolean
  reason: string
  /** The sold tickets that are for this day only. */
  sold: { orders: number; tickets: number; amount_cents: number }
}

/**
 * Cancels one day of an event. The caller has locked the event and its ticket types. A job takes back
 * the tickets that are for no other day, and notifies the holders of passes.
 */
export async function cancelDay(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  viewer: Viewer,
  { event, day, freesPasses, reason, sold }: DayCancel,
): Promise<void> {
  // Reads the clock after the locks, so that each order placed before has an earlier time.
  const now = clock.now()
  await closeDay(tx, event.id, day.n, now)
  const id = newId()
  const schedule = { date: day.date, time: day.time, location: event.location }
  await insertChange(tx, {
    ...{ id, event_id: event.id, old: schedule, new: schedule, changedBy: viewer.accountId },
    ...{ tellAt: now, announced_at: now, request_until: requestUntil(now) },
    ...{ day: day.n, is_cancellation: true, frees_passes: freesPasses, daysAfter: 0, sold },
  })
  await queueJob(tx, eventMoved, { changeId: id, after: null })
  const { orders, amount_cents } = sold
  const after = { date: day.date, orders, amount: toKes(amount_cents), reason }
  await auditEvent(tx, viewer, event, { action: 'event_day_cancelled', after, now })
}
