import { lockSales } from '../../events/cancel.sql.ts'
import type { lockOwnEvent } from '../../events/check-event.ts'
import { cancelDay, findDayToCancel } from '../../events/days/cancel-day.ts'
import { selectCancelledDay } from '../../events/event-change.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { notifyOrganizer } from '../../requests/notices.ts'
import { selectRequest } from '../../requests/requests.sql.ts'
import { settle } from '../../requests/requests.ts'
import { formatDate } from '../../ui/dates.rules.ts'
import { askForMeasure, needsApproval } from '../approval/ask-measure.ts'
import {
  type MeasuredPart,
  type MeasuredTotals,
  type MeasureProposal,
  type SoldTotals,
  sumSold,
} from '../approval/measure-requests.sql.ts'
import { RefundError } from '../errors.ts'

type LockedEvent = Awaited<ReturnType<typeof lockOwnEvent>>
type Day = MeasuredPart & { day: number }

/**
 * Cancels one day of an event that the caller has locked, or requests this as `cancelEvent` does.
 * Returns the sums of the tickets for this day only. A repeated call returns the same sums.
 */
export async function cancelDayOf(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  viewer: Viewer,
  {
    event,
    reason,
    part: { day: n, passes = true },
  }: { event: LockedEvent; reason: string; part: Day },
): Promise<SoldTotals & { waits: boolean }> {
  const part = { day: n, passes }
  const day = await findDayToCancel(tx, event, n)
  const before = day.cancelled_at === null ? undefined : await selectCancelledDay(tx, event.id, n)
  if (before) return { ...before, waits: false }
  await lockSales(tx, event.id)
  const [dayOnly, most] = await sumsOf(tx, event.id, part)
  if (viewer.role !== 'admin' && !event.is_published && most.orders > 0) {
    throw new RefundError('admin_cancels')
  }
  const now = deps.clock.now()
  if (await needsApproval(tx, deps, viewer, { eventId: event.id, sold: most, part })) {
    const proposal = { kind: 'cancel', schedule: null, ...part } as const
    const asked = { event, proposal, reason, sold: most, now, dayDate: day.date }
    await askForMeasure(tx, deps, viewer, asked)
    return { ...dayOnly, waits: true }
  }
  await cancelDay(tx, deps, viewer, { event, day, freesPasses: passes, reason, sold: dayOnly })
  if (await isAsked(tx, event.id, n)) {
    await settle(tx, viewer, { kind: 'measure', id: event.id, to: 'approved', now })
    await notifyOrganizer(tx, deps, event, { ...cancelledDayNotice(day.date, passes), now })
  }
  return { ...dayOnly, waits: false }
}

/** The sums of the tickets for this day only, and of all tickets that its cancellation may refund. */
async function sumsOf(
  tx: Tx,
  eventId: string,
  part: Day,
): Promise<[MeasuredTotals, MeasuredTotals]> {
  const dayOnly = await sumSold(tx, eventId, { ...part, passes: false })
  return [dayOnly, part.passes ? await sumSold(tx, eventId, part) : dayOnly]
}

/** Whether a request to cancel this day waits. */
async function isAsked(tx: Tx, eventId: string, n: number): Promise<boolean> {
  const request = await selectRequest<MeasureProposal>(tx, 'measure', eventId)
  const { kind, day } = request?.proposal ?? {}
  return request?.state === 'sent' && kind === 'cancel' && day === n
}

/** Cancels the day of an approved request. The caller has locked event and ticket types. */
export async function cancelDayLocked(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  viewer: Viewer,
  {
    event,
    reason,
    part: { day: n, passes = true },
  }: { event: LockedEvent; reason: string; part: Day },
) {
  const day = await findDayToCancel(tx, event, n)
  if (day.cancelled_at === null) {
    const sold = await sumSold(tx, event.id, { day: n, passes: false })
    await cancelDay(tx, deps, viewer, { event, day, freesPasses: passes, reason, sold })
  }
  return cancelledDayNotice(day.date, passes)
}

/** The notice to the organizer about an approved cancellation of one day. */
function cancelledDayNotice(date: string, freesPasses: boolean) {
  const passes = freesPasses ? 'Holders of passes may ask for a refund.' : 'Passes stay valid.'
  const text = `${formatDate(date)} is cancelled, as you requested. Its day tickets are refunded. ${passes}`
  return { what: 'Day cancelled', text }
}
