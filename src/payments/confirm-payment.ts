import { queueSms } from '../messages/queue-sms.ts'
import { suspenseSms } from '../messages/sms.rules.ts'
import { isUnpaid } from '../orders/order.rules.ts'
import { type LockedOrder, lockOrder } from '../orders/orders.sql.ts'
import { sellOrder } from '../orders/sell-order.ts'
import type { Tx } from '../platform/db.ts'
import { toKes } from '../platform/money.rules.ts'
import { keepReceipt } from './keep-receipt.ts'
import {
  changePaymentState,
  lockPayment,
  type PaymentRow,
  type PaymentUse,
  recordReceipt,
} from './payments.sql.ts'
import { tellRefundDue } from './tell-refund-due.ts'

/** What M-Pesa said: a query proves the payment and names neither receipt nor amount. */
export type Proof = {
  cause: 'callback' | 'query' | 'pull'
  money: { receipt: string; amountCents: number } | null
}

export type Confirmation =
  | 'confirmed'
  | 'receipt_added'
  | 'other_receipt'
  | 'settled'
  | 'repeat'
  | 'not_proved'

/**
 * Records that a payment was made and gives the money its use, in the caller's transaction: a sale,
 * a refund that is due, or suspense where a callback names another amount. Any number of proofs in
 * any order come to the same end.
 *
 * `not_proved`: a query cannot revive a payment that failed, nor make a second payment of an order
 * that is paid. Its money may stand under another prompt already, where Pull Transactions put it;
 * only a receipt of its own shows that there are two.
 */
export async function confirmPayment(
  tx: Tx,
  payment: { id: string; orderId: string },
  proof: Proof,
  now: Date,
): Promise<Confirmation> {
  const order = await lockOrder(tx, payment.orderId, now)
  if (!order) throw new Error(`the payment ${payment.id} has no order`)
  const row = await lockPayment(tx, payment.id)
  if (row.state === 'confirmed') return await addReceipt(tx, { order, payment: row, now }, proof)
  if (!proof.money && (row.state === 'failed' || !isUnpaid(order))) return 'not_proved'
  const found = { order, payment: row, now }
  const use = await decideUse(tx, found, proof)
  const changed = await changePaymentState(tx, row.id, 'confirmed', {
    cause: proof.cause,
    settledBy: proof.cause,
    resultCode: '0',
    use,
    now,
  })
  // Else tickets would be sold for money that no row has.
  if (!changed) throw new Error(`the payment ${row.id} cannot be confirmed from ${row.state}`)
  if (proof.money) {
    await recordReceipt(tx, row.id, { ...proof.money, use, cause: proof.cause, now })
  }
  await tellBuyer(tx, found, use, proof)
  return 'confirmed'
}

type Found = { order: LockedOrder; payment: PaymentRow; now: Date }

async function decideUse(
  tx: Tx,
  { order, payment, now }: Found,
  proof: Proof,
): Promise<PaymentUse> {
  if (proof.money && proof.money.amountCents !== payment.amount_cents) {
    // Only the callback is known to be wrong about amounts; Pull lists what was really taken.
    return proof.cause === 'pull' ? 'refund_due' : 'suspense'
  }
  const paidBy = { ...order, phone: payment.phone }
  const sale = await sellOrder(tx, paidBy, `payment ${proof.cause}`, now)
  return sale === 'sold' ? 'sale' : 'refund_due'
}

async function addReceipt(tx: Tx, found: Found, { cause, money }: Proof): Promise<Confirmation> {
  const { payment, now } = found
  if (!money) return 'repeat'
  if (payment.use === 'suspense') {
    if (cause !== 'pull') return 'repeat'
    const use = await decideUse(tx, found, { cause, money })
    await recordReceipt(tx, payment.id, { ...money, use, cause, now })
    await tellBuyer(tx, found, use, { cause, money })
    return 'settled'
  }
  if (payment.mpesa_receipt !== null) {
    const same = payment.mpesa_receipt === money.receipt
    return same || cause !== 'callback' ? 'repeat' : await keepOther(tx, found, money)
  }
  // Confirmed by a query: a callback with another amount is left for Pull to contradict.
  if (cause !== 'pull' && money.amountCents !== payment.amount_cents) return 'repeat'
  await recordReceipt(tx, payment.id, { ...money, use: payment.use as PaymentUse, cause, now })
  return 'receipt_added'
}

/** Pull gave this payment the receipt of another prompt of its order; here comes its own. */
async function keepOther(
  tx: Tx,
  { order, payment: { phone, amount_cents }, now }: Found,
  { receipt, amountCents }: NonNullable<Proof['money']>,
): Promise<Confirmation> {
  // A callback with another amount is left for Pull to contradict.
  if (amountCents !== amount_cents) return 'repeat'
  await keepReceipt(tx, order, { receipt, amountCents, phone, cause: 'callback' }, now)
  return 'other_receipt'
}

/** Tickets have an SMS of their own; here the buyer hears where else the money is. */
async function tellBuyer(tx: Tx, found: Found, use: PaymentUse, { money }: Proof): Promise<void> {
  const { order, payment, now } = found
  // A query names no amount; the prompt did.
  const amountCents = money?.amountCents ?? payment.amount_cents
  if (use === 'refund_due') {
    await tellRefundDue(
      tx,
      order,
      { paymentId: payment.id, phone: payment.phone, amountCents },
      now,
    )
  }
  if (use !== 'suspense') return
  const { event_title: eventTitle, code } = order
  await queueSms(tx, {
    phone: payment.phone,
    body: suspenseSms({ eventTitle, amountKes: toKes(amountCents), code }),
    dedupeKey: `suspense:${payment.id}`,
    now,
  })
}
