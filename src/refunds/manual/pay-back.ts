import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { post } from '../../ledger/entries.ts'
import { transfer } from '../../ledger/ledger.rules.ts'
import { queueSms } from '../../messages/outbox.ts'
import { smsShortDate } from '../../messages/sms.rules.ts'
import { PaymentError } from '../../payments/errors.ts'
import { payOutgoing } from '../../payments/jobs.ts'
import { recordPartDue } from '../../payments/record-refund-due.ts'
import { lockOpenDifference } from '../../payments/unmatched/differences.ts'
import { lockUnmatchedReceipt, markUnmatchedDue } from '../../payments/unmatched-receipts.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { isPlainPhone } from '../../platform/values/phone.rules.ts'
import { dueBy } from '../business-days.rules.ts'
import { RefundError } from '../errors.ts'
import { notifyUnmatchedPayer } from '../notify-payer.ts'
import { refundRequestedSms } from '../refund-sms.rules.ts'
import { insertRefund, insertUnmatchedRefund } from '../refunds.sql.ts'

/** Refunds money that belongs to no order. Returns the refund's id. */
export async function payBackReceipt(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  receipt: string,
): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const stray = await lockUnmatchedReceipt(tx, receipt)
    if (!stray) throw new PaymentError('receipt_not_found')
    if (stray.state !== 'open') throw new RefundError('receipt_used')
    // Anyone who knows the address can send a confirmation, so only receipts that M-Pesa's list
    // shows are refunded.
    if (stray.listed_at === null) throw new RefundError('receipt_unlisted')
    assert(await markUnmatchedDue(tx, receipt), 'a receipt under lock moved')
    const id = newId()
    const phone = isPlainPhone(stray.msisdn) ? stray.msisdn : null
    const { amount_cents: amountCents } = stray
    const isNew = await insertUnmatchedRefund(tx, {
      id,
      receipt,
      phone,
      amountCents,
      requestedBy: viewer.accountId,
      now,
    })
    assert(isNew, `two refunds of the receipt ${receipt}`)
    await post(tx, {
      movement: `stray:${receipt}:owed`,
      kind: 'owed',
      at: now,
      reference: receipt,
      lines: transfer('buyers', 'suspense', amountCents),
    })
    await queueJob(tx, payOutgoing, { purpose: 'refund', id })
    if (phone)
      await notifyUnmatchedPayer(tx, { id, receipt, amountCents, phone }, { proof: null, now })
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'receipt_paid_back',
        subject: receipt,
        after: { amount_cents: amountCents },
      },
    ])
    return id
  })
}

/**
 * Refunds the excess if M-Pesa took more than the price. Does so only once. The tickets stay valid.
 * Returns the refund's id.
 */
export async function payBackDifference(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  paymentId: string,
): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const { order, payment, cents: amountCents } = await lockOpenDifference(tx, paymentId, now)
    // M-Pesa took less than the price, so there is no excess.
    if (amountCents < 0) throw new PaymentError('no_difference')
    const id = newId()
    const isNew = await insertRefund(tx, {
      id,
      paymentId,
      orderId: order.id,
      eventId: order.event_id,
      amountCents,
      isWhole: false,
      isRest: false,
      isCash: false,
      reason: 'wrong_amount',
      requestedBy: viewer.accountId,
      now,
    })
    assert(isNew, `the payment ${paymentId} under lock is gone`)
    const owed = { refundId: id, amountCents, takenBack: null, now }
    await recordPartDue(tx, { id: paymentId, order }, owed)
    await queueJob(tx, payOutgoing, { purpose: 'refund', id })
    await queueSms(tx, {
      phone: payment.phone,
      body: refundRequestedSms({
        language: order.language,
        eventTitle: order.event_title,
        amountKes: toKes(amountCents),
        code: order.code,
        // Cash sales have no excess, because the steward takes the exact amount.
        isCash: false,
        by: smsShortDate(dueBy(nairobiDate(now)), order.language),
      }),
      dedupeKey: `refund_requested:${id}`,
      orderId: order.id,
      now,
    })
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'difference_paid_back',
        subject: payment.mpesa_receipt ?? order.code,
        eventId: order.event_id,
        after: { amount: toKes(amountCents) },
      },
    ])
    return id
  })
}
