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
  /** Notified, and shown in lists. */
  phone: string
  /** The payer's number, plain or masked. '' if M-Pesa did not report the number. */
  payer: string
  at: Date | null
  /** M-Pesa's list, its confirmation, or an admin. */
  cause: 'pull' | 'c2b' | 'admin'
  /** When the list showed a receipt that an admin attaches. */
  listedAt?: Date | null
}

/** Adds a sale if the order waits for exactly this amount. Otherwise the money is due back. */
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
    // The price. The amount that was taken may differ from the price by any number of cents.
    amount_cents: order.amount_cents,
    confirmed_amount_cents: amountCents,
    callback_token: newToken(),
    use: sold ? 'sale' : 'suspense',
    receipt,
    payer,
    cause,
    listedAt: cause === 'pull' ? now : listedAt,
    // Readings search for an unlisted receipt from this time on.
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
