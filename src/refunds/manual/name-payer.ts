import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { maskPhone } from '../../platform/values/phone.rules.ts'
import { RefundError } from '../errors.ts'
import { wantsPayer } from '../refund.rules.ts'
import { changeRefundState, lockRefund, setPayer } from '../refunds.sql.ts'
import { selectCalls } from '../sending/calls.sql.ts'
import { payRefund } from '../sending/pay-refund.job.ts'
import { tellStrayPayer } from '../tell-stray-payer.ts'

/**
 * M-Pesa masked who paid, and a person has found out, and says how: the money goes to that number. The
 * order's own phone is nobody's word of who paid. Once: a second number would be a second payer.
 */
export async function namePayer(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { id, phone, words }: { id: string; phone: string; words: string },
): Promise<void> {
  if (!isUuid(id)) throw new RefundError('refund_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const refund = await lockRefund(tx, id)
    if (!refund) throw new RefundError('refund_not_found')
    const isWaiting = refund.state === 'manual' && wantsPayer(refund, await selectCalls(tx, id))
    if (!isWaiting || !(await setPayer(tx, id, phone))) throw new RefundError('payer_not_wanted')
    const change = { cause: 'payer named', now, nextAt: now }
    if (!(await changeRefundState(tx, id, 'due', change))) throw new RefundError('payer_not_wanted')
    await queueJob(tx, payRefund, { refundId: id })
    // Nobody was told that this money goes back: no order names a buyer, and who paid was not known.
    const { stray_receipt: receipt, amount_cents: amountCents } = refund
    if (receipt) await tellStrayPayer(tx, { id, receipt, amountCents, phone }, { proof: null, now })
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'refund_payer_named',
        subject: id,
        eventId: refund.event_id,
        after: { phone: maskPhone(phone), words },
      },
    ])
  })
}
