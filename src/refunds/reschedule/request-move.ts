import { lockSales } from '../../events/cancel.sql.ts'
import { type MoveInput, moveEvent, planMove } from '../../events/editing/reschedule-event.ts'
import { EventError } from '../../events/errors.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { askForMeasure, needsApproval } from '../approval/ask-measure.ts'
import { sumSold } from '../approval/measure-requests.sql.ts'

type MoveRequest = { schedule: MoveInput; tell: boolean; reason: string }

/**
 * Reschedules an event, or one of its days. If large refunds may follow (`needsApproval`), an
 * organizer's request only stops the sales, and waits for an admin. An organizer can reschedule
 * only a published event, and its buyers are always notified. Changes nothing if the event already
 * has this schedule.
 */
export async function requestMove(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  eventId: string,
  { schedule, tell, reason }: MoveRequest,
): Promise<{ waits: boolean }> {
  const isAdmin = viewer.role === 'admin'
  return await inTransaction(deps.db, async (tx) => {
    const planned = await planMove(tx, deps, viewer, { eventId, asked: schedule })
    if (!planned) return { waits: false }
    const { event, old, moved, day, freesPasses } = planned
    const part = day === null ? {} : { day, passes: freesPasses }
    if (!isAdmin && !event.is_published) throw new EventError('not_published')
    if (!isAdmin) await lockSales(tx, eventId)
    const sold = await sumSold(tx, eventId, part)
    if (await needsApproval(tx, deps, viewer, { eventId, sold, part })) {
      const now = deps.clock.now()
      const proposal = { kind: 'reschedule', schedule: moved, ...part } as const
      const dayDate = day === null ? undefined : old.date
      await askForMeasure(tx, deps, viewer, { event, proposal, reason, sold, now, dayDate })
      return { waits: true }
    }
    await moveEvent(tx, deps, viewer, { ...planned, tell: tell || !isAdmin })
    return { waits: false }
  })
}
