import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { PaymentError } from '../errors.ts'
import { insertExplanation, lockUnexplained } from './explanations.sql.ts'

/**
 * Records an admin's explanation of a payment that M-Pesa's list did not show, for example from
 * M-Pesa's statement. The explanation ends the alert, and the use of the money does not change.
 * Does nothing if the payment has an explanation.
 */
export async function explainPayment(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  if (!isUuid(id)) throw new PaymentError('payment_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const payment = await lockUnexplained(tx, id)
    if (!payment) throw new PaymentError('payment_not_found')
    if (payment.is_explained) return
    if (!payment.is_open) throw new PaymentError('nothing_to_explain')
    await insertExplanation(tx, { id, reason, by: viewer.accountId, now })
    const { order_code, mpesa_receipt, event_id } = payment
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'payment_explained',
        subject: mpesa_receipt ?? order_code,
        eventId: event_id,
        after: { words: reason },
      },
    ])
  })
}
