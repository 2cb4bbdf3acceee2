import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { RefundError } from '../errors.ts'
import { type RefundAsked, takeBack } from './take-back.ts'

/** Refunds an order or some of its tickets, for an admin. */
export async function requestRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  asked: Omit<RefundAsked, 'requestedBy'>,
): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const id = await takeBack(tx, { ...asked, requestedBy: viewer.accountId }, now)
    if (id === null) throw new RefundError('nothing_to_refund')
    const { orderId, reason, words, ticketNumbers } = asked
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'refund_requested',
        subject: orderId,
        after: { reason, words, tickets: ticketNumbers?.length ?? null },
      },
    ])
    return id
  })
}
