import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { postDifference } from '../postings.ts'
import { lockOpenDifference } from './open-difference.ts'

/**
 * M-Pesa took another amount than the sale's, and the tickets stay as they are: what is missing is
 * ours to bear, and what is over ours to keep, for the reason that is said. Once.
 */
export async function bookDifference(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { id, words }: { id: string; words: string },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const { order, payment, cents } = await lockOpenDifference(tx, id, now)
    await postDifference(tx, { id, orderId: order.id, now }, cents)
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'difference_booked',
        subject: payment.mpesa_receipt ?? order.code,
        eventId: order.event_id,
        after: { amount: toKes(cents), words },
      },
    ])
  })
}
