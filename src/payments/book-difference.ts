import { insertAudit } from '../accounts/audit-log.sql.ts'
import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { toKes } from '../platform/money.rules.ts'
import type { Viewer } from '../platform/viewer.ts'
import { lockOpenDifference } from './open-difference.ts'
import { postDifference } from './postings.ts'

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
