import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { post } from '../../ledger/entries.ts'
import { transfer } from '../../ledger/ledger.rules.ts'
import { PaymentError } from '../../payments/errors.ts'
import { lockStrayReceipt } from '../../payments/stray.sql.ts'
import { markStrayDue } from '../../payments/unmatched/stray-receipts.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { isPlainPhone } from '../../platform/values/phone.rules.ts'
import { RefundError } from '../errors.ts'
import { insertStrayRefund } from '../refunds.sql.ts'
import { payRefund } from '../sending/pay-refund.job.ts'
import { tellStrayPayer } from '../tell-stray-payer.ts'

/** Money under no order's code goes back to who paid. Answers the refund's id. */
export async function payBackReceipt(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  receipt: string,
): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const stray = await lockStrayReceipt(tx, receipt)
    if (!stray) throw new PaymentError('receipt_not_found')
    if (stray.state !== 'open') throw new RefundError('receipt_used')
    // A confirmation alone may be invented: nothing goes back that no list has shown.
    if (stray.listed_at === null) throw new RefundError('receipt_unlisted')
    assert(await markStrayDue(tx, receipt), 'a receipt under lock moved')
    const id = newId()
    const phone = isPlainPhone(stray.msisdn) ? stray.msisdn : null
    const { amount_cents: amountCents } = stray
    const isNew = await insertStrayRefund(tx, {
      id,
      receipt,
      phone,
      amountCents,
      words: '',
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
    await queueJob(tx, payRefund, { refundId: id })
    if (phone) await tellStrayPayer(tx, { id, receipt, amountCents, phone }, { proof: null, now })
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
