import type { LockedOrder } from '../orders/orders.sql.ts'
import { sellOrder } from '../orders/sell-order.ts'
import type { Tx } from '../platform/db.ts'
import { newId, newToken } from '../platform/ids.ts'
import { insertReceiptPayment, type PaymentUse } from './payments.sql.ts'
import { tellRefundDue } from './tell-refund-due.ts'

/**
 * Keeps a receipt for an order that none of its prompts explains, as a payment of its own: a sale
 * where the order still wants the money, else due back, and the buyer is told.
 */
export async function keepReceipt(
  tx: Tx,
  order: LockedOrder,
  paid: { receipt: string; amountCents: number; phone: string; cause: 'callback' | 'pull' },
  now: Date,
): Promise<void> {
  const { receipt, amountCents, phone, cause } = paid
  let use: PaymentUse = 'refund_due'
  if (amountCents === order.amount_cents) {
    const sale = await sellOrder(tx, { ...order, phone }, `payment ${cause}`, now)
    if (sale === 'sold') use = 'sale'
  }
  const id = newId()
  await insertReceiptPayment(tx, {
    id,
    order_id: order.id,
    phone,
    // What the order asks for; what was taken may be anything, to the cent.
    amount_cents: order.amount_cents,
    confirmed_amount_cents: amountCents,
    callback_token: newToken(),
    use,
    receipt,
    cause,
    now,
  })
  if (use === 'refund_due')
    await tellRefundDue(tx, order, { paymentId: id, phone, amountCents }, now)
}
