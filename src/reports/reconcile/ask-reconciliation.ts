import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { reconciliationWanted } from './reconcile.job.ts'
import { existsRunning, insertReconciliation } from './reconciliation.sql.ts'

/** A comparison that has been running for longer than this has died. Its job will run again. */
const RUNNING_MS = 2 * 60_000

/** Starts a comparison for an admin, unless a comparison is already running. */
export async function askReconciliation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: string,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const isRunning = await existsRunning(tx, new Date(now.getTime() - RUNNING_MS))
    if (!isRunning) {
      const id = newId()
      await insertReconciliation(tx, { id, requestedBy: by, now })
      await queueJob(tx, reconciliationWanted, { id })
    }
    await insertAudit(tx, { accountId: by, at: now }, [
      { action: 'looked_again', subject: 'Books and M-PESA' },
    ])
  })
}
