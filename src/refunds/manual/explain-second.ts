import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { RefundError } from '../errors.ts'
import { lockRefund } from '../refunds.sql.ts'
import { settleSeconds } from '../sending/calls.sql.ts'

/**
 * A person says what became of money that was paid back twice: asked for again, or borne. The books keep
 * it as ours to bear; what comes back is money that comes in.
 */
export async function explainSecond(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { id, words }: { id: string; words: string },
): Promise<void> {
  if (!isUuid(id)) throw new RefundError('refund_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const refund = await lockRefund(tx, id)
    if (!refund) throw new RefundError('refund_not_found')
    if (!(await settleSeconds(tx, id, now))) throw new RefundError('not_twice')
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'refund_second_settled', subject: id, eventId: refund.event_id, after: { words } },
    ])
  })
}
