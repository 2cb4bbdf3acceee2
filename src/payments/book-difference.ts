import { insertAudit } from '../accounts/audit-log.sql.ts'
import { lockOrder } from '../orders/orders.sql.ts'
import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { isUuid } from '../platform/ids.ts'
import { toKes } from '../platform/money.rules.ts'
import type { Viewer } from '../platform/viewer.ts'
import { selectOpenDifference } from './differences.sql.ts'
import { PaymentError } from './errors.ts'
import { lockPayment, selectPaymentOrder } from './payments.sql.ts'
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
  if (!isUuid(id)) throw new PaymentError('payment_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const orderId = await selectPaymentOrder(tx, id)
    const order = orderId && (await lockOrder(tx, orderId, now))
    if (!order) throw new PaymentError('payment_not_found')
    const payment = await lockPayment(tx, id)
    const open = await selectOpenDifference(tx, id)
    if (payment.use !== 'sale' || open.cents === 0 || open.isBooked) {
      throw new PaymentError('no_difference')
    }
    await postDifference(tx, { id, orderId: order.id, now }, open.cents)
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'difference_booked',
        subject: payment.mpesa_receipt ?? order.code,
        eventId: order.event_id,
        after: { amount: toKes(open.cents), words },
      },
    ])
  })
}
