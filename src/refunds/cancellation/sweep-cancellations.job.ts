import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { queueMissing } from '../../platform/jobs/jobs.ts'
import { refundTimes } from '../times.ts'
import { cancelOrders } from './cancel-orders.job.ts'
import { areCancellationsDue, takeCancellationsDue } from './cancellation.sql.ts'

/** Cancellations that a crash left, or of which something was still on its way. */
export async function sweepCancellations(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
): Promise<void> {
  const now = deps.clock.now()
  if (!(await isDue(deps.db, areCancellationsDue(now)))) return
  const until = new Date(now.getTime() + refundTimes(deps.timeScale).cancellingMaxMs)
  await inTransaction(deps.db, async (tx) => {
    const due = await takeCancellationsDue(tx, now, until)
    const jobs = due.map((eventId) => ({ eventId, after: null }))
    await queueMissing(tx, cancelOrders, 'eventId', jobs)
  })
}
