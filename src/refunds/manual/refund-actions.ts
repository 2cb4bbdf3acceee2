import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { maskPhone } from '../../platform/values/phone.rules.ts'
import { isLate } from '../business-days.rules.ts'
import { completeRefund, lockRefundAndOrder } from '../complete-refund.ts'
import { RefundError } from '../errors.ts'
import { payRefund } from '../jobs.ts'
import { notifyStrayPayer } from '../notify-payer.ts'
import {
  BY_HAND,
  looksLikeReceipt,
  type PaidFrom,
  wantsPayer,
  wasLookedAt,
  wasLost,
} from '../refund.rules.ts'
import {
  changeRefundState,
  existsOtherReceipt,
  type LockedRefund,
  lockRefund,
  setNextLook,
  setPayer,
} from '../refunds.sql.ts'
import { closeRefusals, selectAttempts, settleDoubleRefunds } from '../sending/attempts.sql.ts'

type ManualPayment = { reference: string; from: PaidFrom }

/**
 * Somebody paid it back by hand, from one of our accounts, under this reference: M-Pesa's receipt, where
 * its portal paid. Only what the shop has given up, or has not sent though it is late: what is on its way
 * by M-Pesa would be paid twice. The same reference again is no fault.
 */
export async function recordManual(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
  { reference: typed, from }: ManualPayment,
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
async function refuseWrong(
  tx: Tx,
  refund: LockedRefund,
  { reference, from }: ManualPayment,
): Promise<void> {
  const wrong = (field: keyof ManualPayment, text: string) =>
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
  return !wasLost(await selectAttempts(tx, id))
}

/**
 * Sends once more what M-Pesa refused. Where it looked at the payment, nothing went out and the next is
 * another one; where it took no request at all, an earlier one under the same id may yet be paid.
 */
export async function retryRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new RefundError('refund_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const refund = await lockRefund(tx, id)
    if (!refund) throw new RefundError('refund_not_found')
    if (refund.state === 'due') return
    if (refund.state !== 'refused') throw new RefundError('not_by_hand')
    const isAnew = wasLookedAt(await selectAttempts(tx, id))
    // With it the way that came first is open again, which a payment that was lost must not meet.
    if (isAnew) await closeRefusals(tx, id, now)
    const change = { cause: 'tried again', now, nextAt: now, isAnew }
    if (!(await changeRefundState(tx, id, 'due', change))) throw new RefundError('not_by_hand')
    await queueJob(tx, payRefund, { refundId: id })
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'refund_retried', subject: id },
    ])
  })
}

/**
 * An admin will not wait for the next look: what is due is sent now, and of what is unclear M-Pesa is
 * asked now. What is being sent in this moment has its answer coming.
 */
export async function checkNow(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new RefundError('refund_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const refund = await lockRefund(tx, id)
    if (!refund) throw new RefundError('refund_not_found')
    if (!['due', 'sending', 'sent', 'unknown'].includes(refund.state)) {
      throw new RefundError('not_waiting')
    }
    if (refund.state !== 'sending') await setNextLook(tx, id, now)
    if (refund.state === 'due') await queueJob(tx, payRefund, { refundId: id })
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'refund_asked', subject: id },
    ])
  })
}

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
    const isWaiting = refund.state === 'manual' && wantsPayer(refund, await selectAttempts(tx, id))
    if (!isWaiting || !(await setPayer(tx, id, phone))) throw new RefundError('payer_not_wanted')
    const change = { cause: 'payer named', now, nextAt: now }
    if (!(await changeRefundState(tx, id, 'due', change))) throw new RefundError('payer_not_wanted')
    await queueJob(tx, payRefund, { refundId: id })
    // Nobody was told that this money goes back: no order names a buyer, and who paid was not known.
    const { stray_receipt: receipt, amount_cents: amountCents } = refund
    if (receipt)
      await notifyStrayPayer(tx, { id, receipt, amountCents, phone }, { proof: null, now })
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

/**
 * A person says what became of money that was paid back twice: asked for again, or borne. The books keep
 * it as ours to bear; what comes back is money that comes in.
 */
export async function explainDoubleRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { id, words }: { id: string; words: string },
): Promise<void> {
  if (!isUuid(id)) throw new RefundError('refund_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const refund = await lockRefund(tx, id)
    if (!refund) throw new RefundError('refund_not_found')
    if (!(await settleDoubleRefunds(tx, id, now))) throw new RefundError('not_twice')
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'refund_second_settled', subject: id, eventId: refund.event_id, after: { words } },
    ])
  })
}
