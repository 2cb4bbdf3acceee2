import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { OrderError } from '../../orders/errors.ts'
import { recipientPhone } from '../../orders/order.rules.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { isPlainPhone } from '../../platform/values/phone.rules.ts'
import { PaymentError } from '../errors.ts'
import type { PaymentUse } from '../payment.rules.ts'
import { selectPaymentsByReceipt } from '../receipts/listed.sql.ts'
import { addReceiptPayment } from '../receipts/receipt-payment.ts'
import { lockUnmatchedReceipt } from '../unmatched-receipts.sql.ts'

type Attached = { order_id: string; use: PaymentUse }

/**
 * Attaches a receipt to the order that an admin names. The receipt becomes a payment of the order:
 * a sale if the order still waits for exactly this amount, and due back if not. A repeated call
 * returns the same result. Throws order_not_found, receipt_not_found or receipt_taken. Without
 * `unlisted`, also throws receipt_not_listed if M-Pesa's list has not shown the receipt, because
 * only the list proves a receipt: anyone who knows the callback address can report one.
 */
export async function attachReceipt(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { receipt, orderId, unlisted }: { receipt: string; orderId: string; unlisted: boolean },
): Promise<Attached> {
  if (!isUuid(orderId)) throw new OrderError('order_not_found')
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const order = await lockOrder(tx, orderId, now)
    if (!order) throw new OrderError('order_not_found')
    const stray = await lockUnmatchedReceipt(tx, receipt)
    if (!stray) throw new PaymentError('receipt_not_found')
    if (stray.state !== 'open') return await refuseUnlessSame(tx, receipt, order.id)
    const { amount_cents: amountCents, msisdn: payer, paid_at: at, listed_at: listedAt } = stray
    if (listedAt === null && !unlisted) throw new PaymentError('receipt_not_listed')
    const phone = isPlainPhone(payer) ? payer : recipientPhone(order)
    const money = { receipt, amountCents, phone, payer, at, listedAt, cause: 'admin' } as const
    await addReceiptPayment(tx, order, money, now)
    const entry = { action: 'receipt_attached', subject: receipt, eventId: order.event_id }
    const proof = listedAt === null ? { listed: false } : {}
    const after = { order: order.code, amount: toKes(amountCents), ...proof }
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [{ ...entry, after }])
    return await readAttached(tx, receipt)
  })
}

async function refuseUnlessSame(tx: Tx, receipt: string, orderId: string): Promise<Attached> {
  const payments = await selectPaymentsByReceipt(tx, [receipt])
  if (payments.get(receipt)?.order_id !== orderId) throw new PaymentError('receipt_taken')
  return await readAttached(tx, receipt)
}

async function readAttached(tx: Tx, receipt: string): Promise<Attached> {
  const payment = (await selectPaymentsByReceipt(tx, [receipt])).get(receipt)
  assert(payment?.use, 'a receipt that was attached has no payment')
  return { order_id: payment.order_id, use: payment.use as PaymentUse }
}
