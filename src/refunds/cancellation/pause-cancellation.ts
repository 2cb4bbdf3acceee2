import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { RefundError } from '../errors.ts'
import { cancelOrders } from './cancel-orders.job.ts'
import { changeCancellationState, selectCancellation } from './cancellation.sql.ts'

/**
 * Stops taking orders of a cancelled event back, or goes on. What was taken back before is paid all
 * the same. One that is over stays so.
 */
export async function pauseCancellation(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { eventId, isPause }: { eventId: string; isPause: boolean },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!isUuid(eventId) || !(await selectCancellation(tx, eventId))) {
      throw new RefundError('not_cancelled')
    }
    const change = isPause
      ? ({ from: 'running', to: 'paused', nextAt: null } as const)
      : ({ from: 'paused', to: 'running', nextAt: now } as const)
    if (!(await changeCancellationState(tx, eventId, change))) return
    if (!isPause) await queueJob(tx, cancelOrders, { eventId, after: null })
    const action = isPause ? 'cancellation_paused' : 'cancellation_resumed'
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action, subject: eventId, eventId },
    ])
  })
}
