import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { RefundError } from '../errors.ts'
import { lockRefund, setNextLook } from '../refunds.sql.ts'
import { payRefund } from '../sending/pay-refund.job.ts'

/**
 * An admin will not wait for the next look: what is due is sent now, and of what is unclear M-Pesa is
 * asked now. What is being sent in this moment has its answer coming.
 */
export async function askNow(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new RefundError('refund_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const refund = await lockRefund(tx, id)
    if (!refund) throw new RefundError('refund_not_found')
    if (!['due', 'sending', 'sent', 'unknown'].includes(refund.state)) {
      throw new RefundError('not_waiting')
    }
    if (refund.state !== 'sending') await setNextLook(tx, id, now)
    if (refund.state === 'due') await queueJob(tx, payRefund, { refundId: id })
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'refund_asked', subject: id },
    ])
  })
}
