import { post } from '../ledger/entries.ts'
import { type LedgerAccount, type LedgerLine, transfer } from '../ledger/ledger.rules.ts'
import { queueSms } from '../messages/outbox.ts'
import { type LockedOrder, lockOrder } from '../orders/orders.sql.ts'
import { closeRefund, closeRefundedLines } from '../orders/sales/sales.ts'
import { changePaymentUse, lockPayment } from '../payments/payments.sql.ts'
import { markUnmatchedRefunded } from '../payments/unmatched-receipts.sql.ts'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { notifyUnmatchedPayer } from './notify-payer.ts'
import type { RefundWay } from './refund.rules.ts'
import { isTakenBack } from './refund-note.rules.ts'
import { refundDoneSms } from './refund-sms.rules.ts'
import {
  changeRefundState,
  existsOpenRefund,
  type LockedRefund,
  lockRefund,
  selectRefundOrder,
  setCharge,
} from './refunds.sql.ts'

/** Locks the order and then the refund. All code locks them in this order, to avoid deadlocks. */
export async function lockRefundAndOrder(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ refund: LockedRefund; order: LockedOrder | null } | null> {
  const orderId = await selectRefundOrder(tx, id)
  const order = orderId ? await lockOrder(tx, orderId, now) : undefined
  const refund = await lockRefund(tx, id)
  if (!refund) return null
  if (refund.payment_id) await lockPayment(tx, refund.payment_id)
  return { refund, order: order ?? null }
}

type PaidBack = {
  way: RefundWay
  receipt: string | null
  /** M-Pesa's charge in cents. */
  chargeCents: number
  cause: string
  now: Date
}

/** The ledger account from which each kind of refund is paid. */
const FROM = {
  reversal: 'collection',
  b2c: 'utility',
  manual: 'bank',
  returned: 'collection',
} as const satisfies Record<PaidBack['way'], LedgerAccount>

/**
 * Records that the refund has been paid (in the ledger, on the payment and on the order) and
 * notifies the buyer. The caller has locked all rows. Returns false if the refund was done before.
 */
export async function completeRefund(
  tx: Tx,
  { refund, order }: { refund: LockedRefund; order: LockedOrder | null },
  paid: PaidBack,
): Promise<boolean> {
  const { now, cause, way, receipt } = paid
  const change = { cause, now, nextAt: null, way, receipt }
  if (!(await changeRefundState(tx, refund.id, 'done', change))) return false
  await postPaidBack(tx, refund, paid)
  if (refund.unmatched_receipt) {
    assert(await markUnmatchedRefunded(tx, refund.unmatched_receipt), 'receipt already refunded')
    await notifyUnmatchedDone(tx, refund, paid)
    return true
  }
  assert(order && refund.payment_id, `the refund ${refund.id} has no order`)
  if (refund.is_rest) {
    const isBack = await changePaymentUse(tx, refund.payment_id, 'refunded', { cause, now })
    assert(isBack, `the payment ${refund.payment_id} was not due back`)
  }
  if (!(await existsOpenRefund(tx, order.id))) {
    if (order.state === 'refund_due') await closeRefund(tx, order, cause, now)
    else await closeRefundedLines(tx, order)
  }
  const { phone } = await lockPayment(tx, refund.payment_id)
  // For a returned payment, the SMS about the voided tickets has said that M-Pesa returned the
  // money.
  if (refund.reason !== 'returned')
    await notifyDone(tx, { refund, order, notifiedPhone: phone }, paid)
  return true
}

/**
 * Notifies the phone that was notified when the refund became due. Also notifies the payer, if
 * M-Pesa named a different phone.
 */
async function notifyDone(
  tx: Tx,
  {
    refund,
    order,
    notifiedPhone,
  }: { refund: LockedRefund; order: LockedOrder; notifiedPhone: string },
  { way, receipt, now }: PaidBack,
): Promise<void> {
  const body = refundDoneSms({
    language: order.language,
    eventTitle: order.event_title,
    amountKes: toKes(refund.amount_cents),
    code: order.code,
    way,
    receipt,
    isCash: refund.is_cash,
  })
  const dedupeKey = `refund_done:${refund.id}` as const
  await queueSms(tx, { phone: notifiedPhone, body, dedupeKey, orderId: order.id, now })
  if (refund.phone === null || refund.phone === notifiedPhone) return
  const sms = { phone: refund.phone, body, dedupeKey: `${dedupeKey}:payer` as const }
  await queueSms(tx, { ...sms, orderId: order.id, now })
}

async function notifyUnmatchedDone(
  tx: Tx,
  {
    id,
    unmatched_receipt: receipt,
    amount_cents: amountCents,
    phone,
    is_cash: isCash,
  }: LockedRefund,
  { way, receipt: proof, now }: PaidBack,
): Promise<void> {
  if (receipt === null || phone === null) return
  const notice = { proof: { way, receipt: proof, isCash }, now }
  await notifyUnmatchedPayer(tx, { id, receipt, amountCents, phone }, notice)
}

/**
 * Posts a refund in cash. The organizer pays the refund, because the organizer kept the cash.
 */
async function postCashBack(tx: Tx, refund: LockedRefund, { now }: PaidBack): Promise<void> {
  const { id, event_id: eventId, amount_cents: amountCents, order_id } = refund
  assert(eventId, `the refund ${id} is of no event`)
  await post(tx, {
    movement: `refund:${id}:returned`,
    kind: 'payout',
    at: now,
    orderId: order_id ?? undefined,
    reference: 'Cash',
    lines: [
      { account: 'organizer', eventId, amountCents: -amountCents },
      { account: 'cash', amountCents },
    ],
  })
}

/**
 * The ledger account to credit for a refund: the account that paid. If M-Pesa took the payment
 * back, no money moves now, because `recordReturn` has debited the loss: to the organizer for
 * tickets that were still sold, and to `differences` for refunds that were already due. Returns
 * the account that bears this refund's part of the loss.
 */
function payerOf(refund: LockedRefund, way: RefundWay): Pick<LedgerLine, 'account' | 'eventId'> {
  if (refund.is_cash) return { account: 'cash' }
  if (way !== 'returned' || refund.returned_at === null) return { account: FROM[way] }
  const isBorne = isTakenBack(refund) && refund.created_at > refund.returned_at
  return isBorne ? { account: 'organizer', eventId: refund.event_id! } : { account: 'differences' }
}

async function postPaidBack(tx: Tx, refund: LockedRefund, paid: PaidBack): Promise<void> {
  const entry = {
    at: paid.now,
    orderId: refund.order_id ?? undefined,
    reference: paid.receipt,
  }
  await post(tx, {
    ...entry,
    movement: `refund:${refund.id}:paid_back`,
    kind: paid.way === 'returned' ? 'returned' : 'paid_back',
    paymentId: refund.payment_id ?? undefined,
    lines: [
      { account: 'buyers', amountCents: refund.amount_cents },
      { ...payerOf(refund, paid.way), amountCents: -refund.amount_cents },
    ],
  })
  if (refund.is_cash) await postCashBack(tx, refund, paid)
  await bookCharge(tx, refund, paid)
}

async function bookCharge(
  tx: Tx,
  { id, order_id }: LockedRefund,
  { way, receipt, chargeCents, now }: PaidBack,
): Promise<void> {
  await setCharge(tx, id, chargeCents)
  if (chargeCents === 0) return
  await post(tx, {
    at: now,
    orderId: order_id ?? undefined,
    reference: receipt,
    movement: `refund:${id}:charge`,
    kind: 'charge',
    lines: transfer(FROM[way], 'charges', chargeCents),
  })
}

/**
 * Records a second payment of a refund, once per attempt. Nothing was owed any more, so the second
 * payment is our loss until an admin recovers it.
 */
export async function recordDoubleRefund(
  tx: Tx,
  refund: LockedRefund,
  { attemptId, ...paid }: PaidBack & { attemptId: string },
): Promise<void> {
  const entry = { at: paid.now, orderId: refund.order_id ?? undefined, reference: paid.receipt }
  await post(tx, {
    ...entry,
    movement: `refund:${refund.id}:paid_twice:${attemptId}`,
    kind: 'paid_back',
    lines: transfer(FROM[paid.way], 'differences', refund.amount_cents),
  })
  if (!paid.chargeCents) return
  await post(tx, {
    ...entry,
    movement: `refund:${refund.id}:charge:${attemptId}`,
    kind: 'charge',
    lines: transfer(FROM[paid.way], 'charges', paid.chargeCents),
  })
}
