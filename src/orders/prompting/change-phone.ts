import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { OrderError } from '../errors.ts'
import { phoneChanged } from '../jobs.ts'
import type { OrderProof } from '../new-order.rules.ts'
import { setRecipientPhone } from '../open-orders.sql.ts'
import { isUnpaid, recipientPhone } from '../order.rules.ts'
import { lockOrder, setBuyer } from '../orders.sql.ts'
import { endOwnCommission } from '../phone-cap.sql.ts'
import { refuseAboveCap } from '../phone-cap.ts'
import { replaceOpenOrder } from './another-prompt.ts'

/** `expired`: the number is stored, but no prompt is sent until the buyer requests a prompt. */
export type ChangedPhone = 'as it was' | 'waits' | 'expired'

type NewPhone = OrderProof & { phone: string; email?: string | null; afterMs?: number }

/**
 * Stores a new phone number for the order. The number is prompted once no prompt of the order is
 * open. Replaces an open order of the new number. Throws AppError: order_not_found, already_paid,
 * payment_open, phone_limit.
 */
export async function changePhone(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
  id: string,
  { phone, email, afterMs = 0, ...proof }: NewPhone,
): Promise<ChangedPhone> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    // A concurrent payment holds the order lock. Once it commits, the phone number is final.
    const order = await lockOrder(tx, id, now)
    if (!order) throw new OrderError('order_not_found')
    if (!isUnpaid(order)) throw new OrderError('already_paid')
    // A refusal below rolls this change back.
    await setBuyer(tx, order, { phone: null, ...(email !== undefined && { email }) })
    if (recipientPhone(order) === phone) return 'as it was'
    await replaceOpenOrder(deps, tx, order, { phone, proof })
    await refuseAboveCap(tx, order, phone)
    await endOwnCommission(tx, id, phone)
    await setRecipientPhone(tx, id, phone, now)
    if (order.state === 'expired') return 'expired'
    await queueJob(tx, phoneChanged, { orderId: id }, afterMs)
    return 'waits'
  })
}
