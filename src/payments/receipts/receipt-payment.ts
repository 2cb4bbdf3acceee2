import type { LockedOrder } from '../../orders/orders.sql.ts'
import { sellOrder } from '../../orders/sales/sales.ts'
import type { Tx } from '../../platform/database/db.ts'
import { newId, newToken } from '../../platform/ids.ts'
import { isPlainPhone } from '../../platform/values/phone.rules.ts'
import { insertReceiptPayment } from '../payments.sql.ts'
import { postTaken, postUnmatchedEnd } from '../postings.ts'
import { recordRefundDue } from '../record-refund-due.ts'

type FoundMoney = {
  receipt: string
  amountCents: number
  /** The phone that is notified, and under which lists show the payment. */
  phone: string
  /** The payer as M-Pesa reports it, plain or masked; '' if M-Pesa does not report a payer. */
  payer: string
  at: Date | null
  /**
   * The source of the receipt: M-Pesa's list, its confirmation, or an admin who found the order.
   */
  cause: 'pull' | 'c2b' | 'admin'
  /**
   * When the list showed the receipt. Given only for a receipt that an admin attaches. A receipt
   * from the list counts as listed now, and a confirmed receipt as not listed yet.
   */
  listedAt?: Date | null
}

/**
 * Records a receipt that belongs to no prompt of its order as a separate payment. The payment is a
 * sale if the order still waits for exactly this amount, and due back if not.
 */
export async function addReceiptPayment(
  tx: Tx,
  order: LockedOrder,
  { receipt, amountCents, phone, payer, at, cause, listedAt = null }: FoundMoney,
  now: Date,
): Promise<void> {
  const sale =
    amountCents === order.amount_cents
      ? await sellOrder(tx, { ...order, phone }, `payment ${cause}`, now)
      : 'wrong_amount'
  const sold = typeof sale === 'string' ? null : sale
  const id = newId()
  const { stray_cents } = await insertReceiptPayment(tx, {
    id,
    order_id: order.id,
    phone,
    payer_masked: !isPlainPhone(payer),
    // The order's price; the amount taken may differ by any number of cents.
    amount_cents: order.amount_cents,
    confirmed_amount_cents: amountCents,
    callback_token: newToken(),
    use: sold ? 'sale' : 'suspense',
    receipt,
    payer,
    cause,
    listedAt: cause === 'pull' ? now : listedAt,
    // A receipt that the list has not shown yet is searched from the time of its payment on.
    paidAt: cause !== 'pull' && at !== null && at < now && at > order.created_at ? at : now,
    now,
  })
  if (stray_cents !== null) {
    await postUnmatchedEnd(tx, { receipt, amountCents: stray_cents, now }, 'found')
  }
  await postTaken(tx, { id, orderId: order.id, now }, { receipt, amountCents }, sold)
  if (typeof sale === 'string') {
    await recordRefundDue(tx, { id, phone, order }, { amountCents, reason: sale, now })
  }
}
