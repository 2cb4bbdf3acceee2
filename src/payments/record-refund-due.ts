import { isOpen } from '../events/sales.rules.ts'
import type { SoldFor } from '../ledger/ledger.rules.ts'
import { queueSms } from '../messages/outbox.ts'
import { isUnpaid } from '../orders/order.rules.ts'
import type { LockedOrder } from '../orders/orders.sql.ts'
import type { Unsold } from '../orders/sales/sales.ts'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { refundDue } from './jobs.ts'
import {
  cancelledMoneySms,
  phoneLimitSms,
  refundDueSms,
  secondPaymentSms,
  wrongAmountEndedSms,
  wrongAmountSms,
} from './payment-sms.rules.ts'
import { changePaymentUse, hasPriceSteps } from './payments.sql.ts'
import { postOwed } from './postings.ts'

/**
 * The reason why a sold payment is due back: a reason that an admin chose, a cancelled or
 * rescheduled event, or a payment that M-Pesa took back.
 */
export type TakeBackReason =
  | 'cancelled'
  | 'moved'
  | 'significant_change'
  | 'technical_error'
  | 'booked_twice'
  | 'organizer_decision'
  | 'returned'
  | 'other'

/**
 * The reason for the refund: the money bought no tickets, M-Pesa took an amount other than the
 * price, the amount was never known, or a sale was taken back.
 */
export type RefundDueReason = Unsold | 'wrong_amount' | 'unexplained' | TakeBackReason

type OwedPayment = {
  id: string
  /** The payer's phone, which gets the SMS. */
  phone: string
  /**
   * The order as it was when the money came in. The SMS must not say that a buyer's tickets are
   * lost if the buyer has tickets.
   */
  order: Pick<
    LockedOrder,
    | 'id'
    | 'state'
    | 'code'
    | 'event_title'
    | 'amount_cents'
    | 'language'
    | 'sale_stop'
    | 'event_cancelled'
    | 'max_per_phone'
  >
}

type Owed = {
  amountCents: number
  reason: RefundDueReason
  now: Date
  /** The amounts that `reverseSale` returned. Absent if the money was in suspense. */
  takenBack?: SoldFor | null
  /** The ledger account of the difference between the payment and the sale. */
  restFrom?: 'suspense' | 'differences'
  /** The SMS to send instead of the usual text. */
  sms?: string
}

/**
 * Records that the part of a confirmed payment that has not been refunded yet is owed to the payer,
 * and notifies the payer. No other function records this. The caller has locked the order and the
 * payment.
 */
export async function recordRefundDue(
  tx: Tx,
  { id, phone, order }: OwedPayment,
  { amountCents, reason, now, takenBack = null, restFrom, sms }: Owed,
): Promise<void> {
  const change = { cause: reason, now, detail: { amount_cents: amountCents } }
  const isDue = await changePaymentUse(tx, id, 'refund_due', change)
  assert(isDue, `the money of the payment ${id} was refunded before, or never came`)
  await postOwed(
    tx,
    { id, orderId: order.id, now },
    { movement: `payment:${id}:owed`, amountCents, from: takenBack, restFrom },
  )
  await queueSms(tx, {
    phone,
    body: sms ?? (await writeRefundDue(tx, order, amountCents, reason)),
    dedupeKey: `refund_due:${id}`,
    orderId: order.id,
    now,
  })
  await queueJob(tx, refundDue, { paymentId: id })
}

async function writeRefundDue(
  tx: Tx,
  order: OwedPayment['order'],
  amountCents: number,
  reason: RefundDueReason,
): Promise<string> {
  const money = {
    language: order.language,
    eventTitle: order.event_title,
    amountKes: toKes(amountCents),
    code: order.code,
  }
  // The event was cancelled after the order was locked.
  const isCancelled =
    order.event_cancelled || (reason === 'event_closed' && isOpen(order.sale_stop))
  if (isCancelled) return cancelledMoneySms(money)
  if (order.state === 'paid' || order.state === 'issued') return secondPaymentSms(money)
  if (reason === 'phone_limit' && order.max_per_phone !== null) {
    return phoneLimitSms({ ...money, max: order.max_per_phone })
  }
  if (reason !== 'wrong_amount' || !isUnpaid(order) || !isOpen(order.sale_stop)) {
    return refundDueSms(money)
  }
  const priceKes = toKes(order.amount_cents)
  if (order.state !== 'expired') return wrongAmountSms({ ...money, priceKes })
  // A new order may cost another amount if the price depends on steps.
  return wrongAmountEndedSms({
    ...money,
    priceKes: (await hasPriceSteps(tx, order.id)) ? null : priceKes,
  })
}

/**
 * Makes a part of a payment due back: some of its tickets, or the excess over the price. The
 * payment's use does not change, because its other part is still sold. The caller has locked the
 * order and the payment.
 */
export async function recordPartDue(
  tx: Tx,
  { id, order }: Pick<OwedPayment, 'id'> & { order: Pick<LockedOrder, 'id'> },
  owed: { refundId: string; amountCents: number; takenBack: SoldFor | null; now: Date },
): Promise<void> {
  const { refundId, amountCents, takenBack, now } = owed
  const movement = `refund:${refundId}:owed`
  await postOwed(tx, { id, orderId: order.id, now }, { movement, amountCents, from: takenBack })
}
