import type { LockedOrder } from '../../orders/orders.sql.ts'
import { sellOrder } from '../../orders/sales/sales.ts'
import type { Tx } from '../../platform/database/db.ts'
import { newId, newToken } from '../../platform/ids.ts'
import { isPlainPhone } from '../../platform/values/phone.rules.ts'
import { insertReceiptPayment } from '../payments.sql.ts'
import { postTaken, postUnmatchedEnd } from '../postings.ts'
import { recordRefundDue } from '../record-refund-due.ts'

export type FoundMoney = {
  receipt: string
  amountCents: number
  /** The one that is told, and in whose lists it stands. */
  phone: string
  /** Who paid, as M-Pesa tells of him; '' where it does not. */
  payer: string
  at: Date | null
  /** Who says that it is the order's: M-Pesa's list, its confirmation, or an admin. */
  cause: 'pull' | 'c2b' | 'admin'
  /** When the list showed it, for an admin's; the list's own is shown now, and a confirmation's never yet. */
  listedAt?: Date | null
}

/**
 * Keeps a receipt of an order that none of its prompts explains, as a payment of its own: a sale if
 * the order still wants the money, else due back.
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
    // What the order asks for; what was taken may be anything, to the cent.
    amount_cents: order.amount_cents,
    confirmed_amount_cents: amountCents,
    callback_token: newToken(),
    use: sold ? 'sale' : 'suspense',
    receipt,
    payer,
    cause,
    listedAt: cause === 'pull' ? now : listedAt,
    // What the list has not shown is looked for from the time of the payment on.
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
