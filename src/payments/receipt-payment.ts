import type { LockedOrder } from '../orders/orders.sql.ts'
import { sellOrder } from '../orders/sales.ts'
import type { Tx } from '../platform/db.ts'
import { newId, newToken } from '../platform/ids.ts'
import { owe } from './owe.ts'
import { insertReceiptPayment } from './payments.sql.ts'
import { postStray, postTaken } from './postings.ts'

type Listed = {
  receipt: string
  amountCents: number
  phone: string
  /** Then `phone` is the order's, and only who is told. */
  isPayerMasked: boolean
}

/**
 * Keeps a receipt that M-Pesa lists for an order and that none of its prompts explains, as a payment of its own: a sale
 * if the order still wants the money, else due back.
 */
export async function addReceiptPayment(
  tx: Tx,
  order: LockedOrder,
  { receipt, amountCents, phone, isPayerMasked }: Listed,
  now: Date,
): Promise<void> {
  const sale =
    amountCents === order.amount_cents
      ? await sellOrder(tx, { ...order, phone }, 'payment pull', now)
      : 'wrong_amount'
  const sold = typeof sale === 'string' ? null : sale
  const id = newId()
  const { stray_cents } = await insertReceiptPayment(tx, {
    id,
    order_id: order.id,
    phone,
    payer_masked: isPayerMasked,
    // What the order asks for; what was taken may be anything, to the cent.
    amount_cents: order.amount_cents,
    confirmed_amount_cents: amountCents,
    callback_token: newToken(),
    use: sold ? 'sale' : 'suspense',
    receipt,
    now,
  })
  if (stray_cents !== null) {
    await postStray(tx, { receipt, amountCents: stray_cents, found: true, now })
  }
  await postTaken(tx, { id, orderId: order.id, now }, { receipt, amountCents }, sold)
  if (typeof sale === 'string') {
    await owe(tx, { id, phone, order }, { amountCents, reason: sale, now })
  }
}
