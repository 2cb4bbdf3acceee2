import { insertAudit } from '../../accounts/audit-log.sql.ts'
import {
  pauseChange,
  resumeChange,
  selectDayCancellation,
} from '../../events/days/cancelled-days.sql.ts'
import { eventMoved } from '../../events/jobs.ts'
import { type Db, inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { RefundError } from '../errors.ts'

export type OneDay = { eventId: string; day: string }

/** The cancellation of this day. Throws not_cancelled. */
export async function findDayCancellation(db: Db, { eventId, day }: OneDay) {
  const isDay = isUuid(eventId) && /^\d{1,2}$/.test(day)
  const found = isDay ? await selectDayCancellation(db, eventId, Number(day)) : undefined
  if (!found) throw new RefundError('not_cancelled')
  return found
}

/**
 * Pauses or resumes the refunds and notices of a cancelled day. Refunds that are due already are paid
 * even during a pause, and a sweep ends a paused cancellation of which nothing is left. A finished
 * cancellation stays finished.
 */
export async function pauseDay(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { isPause, ...of }: OneDay & { isPause: boolean },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const { id, date } = await findDayCancellation(tx, of)
    if (!(await (isPause ? pauseChange(tx, id) : resumeChange(tx, id, now)))) return
    if (!isPause) await queueJob(tx, eventMoved, { changeId: id, after: null })
    const action = isPause ? 'cancellation_paused' : 'cancellation_resumed'
    const { eventId } = of
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action, subject: eventId, eventId, after: { date } },
    ])
  })
}
