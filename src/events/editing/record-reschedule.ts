import type { Tx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { hasBuyers, insertChange } from '../event-change.sql.ts'
import { eventMoved } from '../jobs.ts'
import { isMoved, requestUntil, type Schedule } from '../reschedule.rules.ts'

type Move = { old: Schedule; new: Schedule; notifyBuyers: boolean; by: string; now: Date }

/**
 * Records that an event with orders has another date, time or venue: its buyers are notified and
 * may request a refund. The caller holds the event's lock.
 */
export async function recordMove(
  tx: Tx,
  event: { id: string; cancelled_at: Date | null },
  move: Move,
): Promise<void> {
  const [old, moved] = [shortTime(move.old), shortTime(move.new)]
  if (event.cancelled_at !== null || !isMoved(old, moved)) return
  if (!(await hasBuyers(tx, event.id))) return
  const id = newId()
  await insertChange(tx, {
    id,
    event_id: event.id,
    old,
    new: moved,
    changedBy: move.by,
    notifyBuyers: move.notifyBuyers,
    announced_at: move.now,
    request_until: requestUntil(move.now),
  })
  if (move.notifyBuyers) await queueJob(tx, eventMoved, { changeId: id, after: null })
}

/** Shortens the time to HH:MM. */
function shortTime({ date, time, location }: Schedule): Schedule {
  return { date, time: time.slice(0, 5), location }
}
