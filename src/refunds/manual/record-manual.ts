import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { isLate } from '../business-days.rules.ts'
import { completeRefund, lockRefundAndOrder } from '../complete-refund.ts'
import { RefundError } from '../errors.ts'
import { BY_HAND, looksLikeReceipt, type PaidFrom, wasLost } from '../refund.rules.ts'
import { existsOtherReceipt, type LockedRefund } from '../refunds.sql.ts'
import { selectCalls } from '../sending/calls.sql.ts'

type Paid = { reference: string; from: PaidFrom }

/**
 * Somebody paid it back by hand, from one of our accounts, under this reference: M-Pesa's receipt, where
 * its portal paid. Only what the shop has given up, or has not sent though it is late: what is on its way
 * by M-Pesa would be paid twice. The same reference again is no fault.
 */
export async function recordManual(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
  { reference: typed, from }: Paid,
): Promise<void> {
  if (!isUuid(id)) throw new RefundError('refund_not_found')
  const now = deps.clock.now()
  const way = BY_HAND[from]
  const reference = way === 'manual' ? typed : typed.toUpperCase()
  await inTransaction(deps.db, async (tx) => {
    const locked = await lockRefundAndOrder(tx, id, now)
    if (!locked) throw new RefundError('refund_not_found')
    const { refund } = locked
    if (refund.state === 'done' && refund.way === way && refund.receipt === reference) return
    await refuseWrong(tx, refund, { reference, from })
    const isOurs = refund.state === 'due' && (await isForgotten(tx, refund, now))
    if (refund.state !== 'manual' && refund.state !== 'refused' && !isOurs) {
      throw new RefundError('not_by_hand')
    }
    const paid = { way, receipt: reference, chargeCents: 0, cause: 'by hand', now }
    if (!(await completeRefund(tx, locked, paid))) throw new RefundError('not_by_hand')
    const { amount_cents } = refund
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'refund_paid_by_hand', subject: id, after: { reference, from, amount_cents } },
    ])
  })
}

/** What cannot be, by the name of its field. */
async function refuseWrong(tx: Tx, refund: LockedRefund, { reference, from }: Paid): Promise<void> {
  const wrong = (field: keyof Paid, text: string) =>
    new AppError('invalid_field', { text, details: { field } })
  if (reference === '') throw wrong('reference', 'reference is required.')
  if ((from === 'cash') !== refund.is_cash) {
    throw wrong('from', 'What was paid in cash goes back in cash, and nothing else does.')
  }
  if (BY_HAND[from] === 'manual') return
  if (!looksLikeReceipt(reference)) {
    const text = 'An M-PESA receipt has ten letters and digits, such as UKR1AB23CD.'
    throw wrong('reference', text)
  }
  if (await existsOtherReceipt(tx, reference, refund.id)) {
    throw wrong('reference', 'This M-PESA receipt is of other money.')
  }
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
