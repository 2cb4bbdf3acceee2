import { queueSms } from '../messages/queue-sms.ts'
import { refundDueSms, secondPaymentSms } from '../messages/sms.rules.ts'
import type { LockedOrder } from '../orders/orders.sql.ts'
import type { Tx } from '../platform/db.ts'
import { toKes } from '../platform/money.rules.ts'

/**
 * Tells who paid that this money goes back. `order` is as it was when the money came: one that was
 * paid before keeps its tickets, and the buyer must not think that they are lost.
 */
export async function tellRefundDue(
  tx: Tx,
  order: LockedOrder,
  paid: { paymentId: string; phone: string; amountCents: number },
  now: Date,
): Promise<void> {
  const hasTickets = order.state === 'paid' || order.state === 'issued'
  const write = hasTickets ? secondPaymentSms : refundDueSms
  const { event_title: eventTitle, code } = order
  await queueSms(tx, {
    phone: paid.phone,
    body: write({ eventTitle, amountKes: toKes(paid.amountCents), code }),
    dedupeKey: `refund_due:${paid.paymentId}`,
    now,
  })
}
