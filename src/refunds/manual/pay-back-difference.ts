import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { queueSms } from '../../messages/outbox.ts'
import { PaymentError } from '../../payments/errors.ts'
import { owePart } from '../../payments/owe.ts'
import { lockOpenDifference } from '../../payments/unmatched/open-difference.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { dueBy, shortDay } from '../business-days.rules.ts'
import { refundRequestedSms } from '../refund-sms.rules.ts'
import { insertRefund } from '../refunds.sql.ts'
import { payRefund } from '../sending/pay-refund.job.ts'

/**
 * M-Pesa took more than the sale asked for: what is over goes back to who paid, and the tickets stay
 * as they are. Once. Answers the refund's id.
 */
export async function payBackDifference(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  paymentId: string,
): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const { order, payment, cents: amountCents } = await lockOpenDifference(tx, paymentId, now)
    // Less was taken: there is nothing over.
    if (amountCents < 0) throw new PaymentError('no_difference')
    const id = newId()
    const isNew = await insertRefund(tx, {
      ...{ id, paymentId, orderId: order.id, eventId: order.event_id, amountCents, now },
      ...{ isWhole: false, isRest: false, isCash: false },
      ...{ reason: 'wrong_amount', words: '', requestedBy: viewer.accountId },
    })
    assert(isNew, `the payment ${paymentId} under lock is gone`)
    const owed = { refundId: id, amountCents, takenBack: null, now }
    await owePart(tx, { id: paymentId, order }, owed)
    await queueJob(tx, payRefund, { refundId: id })
    await queueSms(tx, {
      phone: payment.phone,
      body: refundRequestedSms({
        language: order.language,
        eventTitle: order.event_title,
        amountKes: toKes(amountCents),
        code: order.code,
        // Cash is taken to the shilling.
        isCash: false,
        by: shortDay(dueBy(nairobiDate(now)), order.language),
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
