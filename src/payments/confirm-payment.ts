import type { SoldFor } from '../ledger/ledger.rules.ts'
import { queueSms } from '../messages/outbox.ts'
import { isUnpaid } from '../orders/order.rules.ts'
import { type LockedOrder, lockOrder } from '../orders/orders.sql.ts'
import { sellOrder } from '../orders/sales/sales.ts'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { bookReceipt } from './book-receipt.ts'
import { suspenseSms } from './payment-sms.rules.ts'
import { changePaymentUse, lockPayment, movePayment, type PaymentRow } from './payments.sql.ts'
import { postSale, postTaken, postUnmatchedEnd } from './postings.ts'
import { type RefundDueReason, recordRefundDue } from './record-refund-due.ts'

/** The proof of a payment. `money` is null for a query, which returns no receipt or amount. */
export type Proof = {
  /** 'c2b' is M-Pesa's confirmation, which M-Pesa also sends for prompts. */
  cause: 'callback' | 'query' | 'pull' | 'c2b'
  money: { receipt: string; amountCents: number } | null
}

export type Confirmation = 'confirmed' | 'receipt_added' | 'settled' | 'repeat' | 'not_proved'

/**
 * Decides the use of the money: a sale, due back, or in suspense if a callback reports a wrong
 * amount. Any number of proofs in any order leads to the same result.
 *
 * Returns `not_proved` if the proof does not count: a second success with another receipt; after a
 * failure, any proof but M-Pesa's list; for a paid order, a query, which may mean another prompt's
 * money.
 */
export async function confirmPayment(
  tx: Tx,
  payment: { id: string; orderId: string },
  proof: Proof,
  now: Date,
): Promise<Confirmation> {
  const order = await lockOrder(tx, payment.orderId, now)
  assert(order, `the payment ${payment.id} has no order`)
  const row = await lockPayment(tx, payment.id)
  if (row.state === 'confirmed') return await addReceipt(tx, { order, payment: row, now }, proof)
  if (proof.cause !== 'pull' && row.state === 'failed') return 'not_proved'
  if (!proof.money && !isUnpaid(order)) return 'not_proved'
  const found = { order, payment: row, now }
  const disposition = await decideDisposition(tx, found, proof)
  const sold = typeof disposition === 'string' ? null : disposition
  const changed = await movePayment(tx, row.id, 'confirmed', {
    cause: proof.cause,
    settledBy: proof.cause,
    resultCode: '0',
    use: sold ? 'sale' : 'suspense',
    money: proof.money,
    now,
  })
  // Otherwise tickets could be sold for money that no row records.
  assert(changed, `the payment ${row.id} is not confirmed from ${row.state}`)
  // A query reports no amount, so the prompt's amount counts.
  const { receipt, amountCents } = proof.money ?? { receipt: null, amountCents: row.amount_cents }
  const { stray_cents } = changed
  if (receipt !== null && stray_cents !== null) {
    await postUnmatchedEnd(tx, { receipt, amountCents: stray_cents, now }, 'found')
  }
  await postTaken(tx, bookedOf(found), { receipt, amountCents }, sold)
  await endSuspense(tx, found, disposition, amountCents)
  return 'confirmed'
}

type Found = { order: LockedOrder; payment: PaymentRow; now: Date }
/** `unverified` until Pull Transactions shows the amount. A reason if the money is due back. */
type Disposition = SoldFor | 'unverified' | RefundDueReason

const bookedOf = ({ order, payment, now }: Found) => ({ id: payment.id, orderId: order.id, now })

async function decideDisposition(
  tx: Tx,
  { order, payment, now }: Found,
  proof: Proof,
): Promise<Disposition> {
  if (proof.money && proof.money.amountCents !== payment.amount_cents) {
    // Only callbacks are known to report wrong amounts; the list has the amount really taken.
    return proof.cause === 'pull' ? 'wrong_amount' : 'unverified'
  }
  const paidBy = { ...order, phone: payment.phone }
  return await sellOrder(tx, paidBy, `payment ${proof.cause}`, now)
}

/** Makes money due back for a reason, or notifies the buyer of an unverified amount. */
async function endSuspense(
  tx: Tx,
  found: Found,
  disposition: Disposition,
  amountCents: number,
): Promise<void> {
  const { order, payment, now } = found
  // The buyer of a sale gets the ticket SMS instead.
  if (typeof disposition !== 'string') return
  if (disposition !== 'unverified') {
    await recordRefundDue(
      tx,
      { id: payment.id, phone: payment.phone, order },
      { amountCents, reason: disposition, now },
    )
    return
  }
  const { event_title: eventTitle, code, language } = order
  await queueSms(tx, {
    phone: payment.phone,
    body: suspenseSms({ language, eventTitle, amountKes: toKes(amountCents), code }),
    dedupeKey: `suspense:${payment.id}`,
    orderId: order.id,
    now,
  })
}

async function addReceipt(tx: Tx, found: Found, { cause, money }: Proof): Promise<Confirmation> {
  const { payment, now } = found
  if (!money) return 'repeat'
  if (cause !== 'pull' && payment.mpesa_receipt !== null) {
    return payment.mpesa_receipt === money.receipt ? 'repeat' : 'not_proved'
  }
  if (payment.use === 'suspense') {
    if (cause !== 'pull') return 'repeat'
    const disposition = await decideDisposition(tx, found, { cause, money })
    await bookReceipt(tx, bookedOf(found), { ...money, cause })
    if (typeof disposition !== 'string') {
      const isSale = await changePaymentUse(tx, payment.id, 'sale', { cause, now })
      assert(isSale, `the payment ${payment.id} left suspense while it was locked`)
      await postSale(tx, bookedOf(found), disposition)
    }
    await endSuspense(tx, found, disposition, money.amountCents)
    return 'settled'
  }
  if (payment.mpesa_receipt !== null) return 'repeat'
  // A query confirmed the payment. Pull Transactions decides about this different amount.
  if (cause !== 'pull' && money.amountCents !== payment.amount_cents) return 'repeat'
  await bookReceipt(tx, bookedOf(found), { ...money, cause })
  return 'receipt_added'
}
