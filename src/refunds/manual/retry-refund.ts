import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { RefundError } from '../errors.ts'
import { wasLookedAt } from '../refund.rules.ts'
import { changeRefundState, lockRefund } from '../refunds.sql.ts'
import { closeRefusals, selectCalls } from '../sending/calls.sql.ts'
import { payRefund } from '../sending/pay-refund.job.ts'

/**
 * Sends once more what M-Pesa refused. Where it looked at the payment, nothing went out and the next is
 * another one; where it took no request at all, an earlier one under the same id may yet be paid.
 */
export async function retryRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new RefundError('refund_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const refund = await lockRefund(tx, id)
    if (!refund) throw new RefundError('refund_not_found')
    if (refund.state === 'due') return
    if (refund.state !== 'refused') throw new RefundError('not_by_hand')
    const isAnew = wasLookedAt(await selectCalls(tx, id))
    // With it the way that came first is open again, which a payment that was lost must not meet.
    if (isAnew) await closeRefusals(tx, id, now)
    const change = { cause: 'tried again', now, nextAt: now, isAnew }
    if (!(await changeRefundState(tx, id, 'due', change))) throw new RefundError('not_by_hand')
    await queueJob(tx, payRefund, { refundId: id })
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'refund_retried', subject: id },
    ])
  })
}
