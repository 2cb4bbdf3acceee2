import { insertAudit } from '../accounts/audit-log.sql.ts'
import { inTransaction, type Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { nairobiDate } from '../platform/nairobi.rules.ts'
import type { Viewer } from '../platform/viewer.ts'
import { isLate } from './business-days.rules.ts'
import { selectCalls } from './calls.sql.ts'
import { completeRefund, lockRefundAndOrder } from './complete-refund.ts'
import { RefundError } from './errors.ts'
import { wasLost } from './refund.rules.ts'
import type { LockedRefund } from './refunds.sql.ts'

/**
 * Somebody paid it back by hand, under this reference. Only what the shop has given up, or has not sent
 * though it is late: what is on its way by M-Pesa would be paid twice. The same reference again is no
 * fault.
 */
export async function recordManual(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
  reference: string,
): Promise<void> {
  if (!isUuid(id)) throw new RefundError('refund_not_found')
  if (reference === '') {
    const details = { field: 'reference' }
    throw new AppError('invalid_field', { text: 'reference is required.', details })
  }
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const locked = await lockRefundAndOrder(tx, id, now)
    if (!locked) throw new RefundError('refund_not_found')
    const { state, way, receipt, amount_cents } = locked.refund
    if (state === 'done' && way === 'manual' && receipt === reference) return
    const isOurs = state === 'due' && (await isForgotten(tx, locked.refund, now))
    if (state !== 'manual' && state !== 'refused' && !isOurs) throw new RefundError('not_by_hand')
    const paid = {
      way: 'manual',
      receipt: reference,
      chargeCents: 0,
      cause: 'by hand',
      now,
    } as const
    if (!(await completeRefund(tx, locked, paid))) throw new RefundError('not_by_hand')
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'refund_paid_by_hand', subject: id, after: { reference, amount_cents } },
    ])
  })
}

/** Late, and M-Pesa has nothing of it: what it never told of may yet be carried out. */
async function isForgotten(
  tx: Tx,
  { id, created_at }: Pick<LockedRefund, 'id' | 'created_at'>,
  now: Date,
): Promise<boolean> {
  if (!isLate(nairobiDate(created_at), nairobiDate(now))) return false
  return !wasLost(await selectCalls(tx, id))
}
