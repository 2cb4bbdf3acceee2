import type { SoldFor } from '../ledger/ledger.rules.ts'
import { queueSms } from '../messages/outbox.ts'
import { isUnpaid } from '../orders/order.rules.ts'
import { type LockedOrder, lockOrder } from '../orders/orders.sql.ts'
import { sellOrder } from '../orders/sales/sales.ts'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { bookReceipt } from './book-receipt.ts'
import { type OweReason, owe } from './owe.ts'
import { suspenseSms } from './payment-sms.rules.ts'
import { changePaymentUse, lockPayment, movePayment, type PaymentRow } from './payments.sql.ts'
import { postSale, postStrayIs, postTaken } from './postings.ts'

/** What M-Pesa said: a query proves the payment and names neither receipt nor amount. */
export type Proof = {
  /** c2b: M-Pesa confirmed it as a payment to our number, as it does of each. */
  cause: 'callback' | 'query' | 'pull' | 'c2b'
  money: { receipt: string; amountCents: number } | null
}

export type Confirmation = 'confirmed' | 'receipt_added' | 'settled' | 'repeat' | 'not_proved'

/**
 * Records that a payment was made and gives the money its use, in the caller's transaction: a sale,
 * due back, or suspense if a callback names another amount. Any number of proofs in any order come
 * to the same end.
 *
 * `not_proved`: a success is believed once. After the final answer only M-Pesa's list shows one: no
 * callback and no query revives a payment that failed, and no other receipt is a second payment. Nor
 * is a query's word for an order that is paid: its money may stand under another prompt already.
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
  const fate = await decideFate(tx, found, proof)
  const sold = typeof fate === 'string' ? null : fate
  const changed = await movePayment(tx, row.id, 'confirmed', {
    cause: proof.cause,
    settledBy: proof.cause,
    resultCode: '0',
    use: sold ? 'sale' : 'suspense',
    money: proof.money,
    now,
  })
  // Else tickets would be sold for money that no row has.
  assert(changed, `the payment ${row.id} is not confirmed from ${row.state}`)
  // A query names no amount; the prompt did.
  const { receipt, amountCents } = proof.money ?? { receipt: null, amountCents: row.amount_cents }
  const { stray_cents } = changed
  if (receipt !== null && stray_cents !== null) {
    await postStrayIs(tx, { receipt, amountCents: stray_cents, now }, 'found')
  }
  await postTaken(tx, bookedOf(found), { receipt, amountCents }, sold)
  await endSuspense(tx, found, fate, amountCents)
  return 'confirmed'
}

type Found = { order: LockedOrder; payment: PaymentRow; now: Date }
/** A sale, in doubt until Pull tells, or due back for this reason. */
type Fate = SoldFor | 'in_doubt' | OweReason

const bookedOf = ({ order, payment, now }: Found) => ({ id: payment.id, orderId: order.id, now })

async function decideFate(tx: Tx, { order, payment, now }: Found, proof: Proof): Promise<Fate> {
  if (proof.money && proof.money.amountCents !== payment.amount_cents) {
    // Only the callback is known to be wrong about amounts; Pull lists what was really taken.
    return proof.cause === 'pull' ? 'wrong_amount' : 'in_doubt'
  }
  const paidBy = { ...order, phone: payment.phone }
  return await sellOrder(tx, paidBy, `payment ${proof.cause}`, now)
}

/** The money is in suspense, but for a sale, until it is known to be due back. */
async function endSuspense(tx: Tx, found: Found, fate: Fate, amountCents: number): Promise<void> {
  const { order, payment, now } = found
  // Tickets have an SMS of their own.
  if (typeof fate !== 'string') return
  if (fate !== 'in_doubt') {
    await owe(
      tx,
      { id: payment.id, phone: payment.phone, order },
      { amountCents, reason: fate, now },
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
    const fate = await decideFate(tx, found, { cause, money })
    await bookReceipt(tx, bookedOf(found), { ...money, cause })
    if (typeof fate !== 'string') {
      const isSale = await changePaymentUse(tx, payment.id, 'sale', { cause, now })
      assert(isSale, `the payment ${payment.id} left suspense while it was locked`)
      await postSale(tx, bookedOf(found), fate)
    }
    await endSuspense(tx, found, fate, money.amountCents)
    return 'settled'
  }
  if (payment.mpesa_receipt !== null) return 'repeat'
  // Confirmed by a query: a callback with another amount is left for Pull to contradict.
  if (cause !== 'pull' && money.amountCents !== payment.amount_cents) return 'repeat'
  await bookReceipt(tx, bookedOf(found), { ...money, cause })
  return 'receipt_added'
}
