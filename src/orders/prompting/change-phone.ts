import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { OrderError, paymentOpen } from '../errors.ts'
import { phoneChanged } from '../jobs.ts'
import { existsOpenPayment, findOpenOrder, setRecipientPhone } from '../open-orders.sql.ts'
import { isUnpaid } from '../order.rules.ts'
import { lockOrder } from '../orders.sql.ts'

/**
 * `expired`: the number is stored, but the order has expired and gets no prompt until the buyer
 * requests one.
 */
export type ChangedPhone = 'as it was' | 'waits' | 'expired'

/**
 * Stores another phone number of the buyer, even while a prompt is open. The number is prompted once no
 * prompt of the order is open: by the job queued here, or when that prompt ends. A repeated call changes
 * nothing. Throws AppError: order_not_found, already_paid, payment_open.
 */
export async function changePhone(
  { db, clock, timeScale }: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
  id: string,
  phone: string,
  afterMs = 0,
): Promise<ChangedPhone> {
  return await inTransaction(db, async (tx) => {
    const now = clock.now()
    // A concurrent payment holds the order lock. Once it commits, the phone number is final.
    const order = await lockOrder(tx, id, now)
    if (!order) throw new OrderError('order_not_found')
    if (!isUnpaid(order)) throw new OrderError('already_paid')
    if ((order.recipient_phone ?? order.phone) === phone) return 'as it was'
    const otherId = await findOpenOrder(tx, { phone, eventId: order.event_id, exceptId: id })
    if (otherId && (await existsOpenPayment(tx, otherId))) throw paymentOpen(timeScale)
    await setRecipientPhone(tx, id, phone, now)
    if (order.state === 'expired') return 'expired'
    await queueJob(tx, phoneChanged, { orderId: id }, afterMs)
    return 'waits'
  })
}
