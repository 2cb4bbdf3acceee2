import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { payOutgoing } from '../../payments/jobs.ts'
import {
  reopenRefusals,
  selectAttempts,
  settleDuplicates,
} from '../../payments/outgoing/attempts.sql.ts'
import {
  isOnItsWay,
  looksLikeReceipt,
  lostAttempts,
} from '../../payments/outgoing/outgoing.rules.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { maskPhone } from '../../platform/values/phone.rules.ts'
import { isLate } from '../business-days.rules.ts'
import { completeRefund, lockRefundAndOrder } from '../complete-refund.ts'
import { RefundError } from '../errors.ts'
import { wantsPayer, wasLookedAt } from '../next-way.rules.ts'
import { notifyUnmatchedPayer } from '../notify-payer.ts'
import { BY_HAND, type PaidFrom } from '../refund.rules.ts'
import {
  changeRefundState,
  existsOtherReceipt,
  type LockedRefund,
  lockRefund,
  selectRefundFacts,
  setNextLook,
  setPayer,
} from '../refunds.sql.ts'

type ManualPayment = { reference: string; from: PaidFrom }

/**
 * Records a refund that an admin paid outside the shop from one of our accounts. The reference is
 * the M-Pesa receipt if M-Pesa's portal paid. Allowed for refunds that M-Pesa refused or that need
 * manual review, and for late refunds if M-Pesa can no longer carry out an attempt. Any other
 * refund could be paid twice. A repeated call with the same reference changes nothing.
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
    await auditRefund(tx, viewer, id, {
      action: 'refund_paid_by_hand',
      after: { reference, from },
      now,
    })
  })
}

type RefundEntry = { action: string; eventId?: string | null; after?: object; now: Date }

/** Writes an admin's action on a refund into the audit log, with the refund's amount and order. */
async function auditRefund(
  tx: Tx,
  { accountId }: Viewer,
  id: string,
  { now, after, ...entry }: RefundEntry,
): Promise<void> {
  const facts = await selectRefundFacts(tx, id)
  await insertAudit(tx, { accountId, at: now }, [
    { ...entry, subject: id, after: { ...facts, ...after } },
  ])
}

/** Throws `invalid_field` if the account or the reference is wrong. */
async function refuseWrong(
  tx: Tx,
  refund: LockedRefund,
  { reference, from }: ManualPayment,
): Promise<void> {
  if (reference === '') refuseField('reference', 'reference is required.')
  if ((from === 'cash') !== refund.is_cash) {
    refuseField('from', 'Cash payments are refunded in cash, all others are not.')
  }
  if (BY_HAND[from] === 'manual') return
  if (!looksLikeReceipt(reference)) {
    refuseField('reference', 'An M-PESA receipt has ten letters and numbers, such as UKR1AB23CD.')
  }
  if (await existsOtherReceipt(tx, reference, refund.id)) {
    refuseField('reference', 'This M-PESA receipt belongs to another payment.')
  }
}

/** Throws refund_not_found if no refund has this id. */
async function lockKnown(tx: Tx, id: string): Promise<LockedRefund> {
  const refund = isUuid(id) ? await lockRefund(tx, id) : undefined
  if (!refund) throw new RefundError('refund_not_found')
  return refund
}

/**
 * Whether the refund is late and each of its attempts has ended with a result. M-Pesa may still
 * carry out an attempt without a result.
 */
async function isForgotten(
  tx: Tx,
  { id, created_at }: Pick<LockedRefund, 'id' | 'created_at'>,
  now: Date,
): Promise<boolean> {
  if (!isLate(nairobiDate(created_at), nairobiDate(now))) return false
  return lostAttempts(await selectAttempts(tx, id)).length === 0
}

/**
 * Sends a refused refund again. If M-Pesa examined the last attempt, the next attempt gets a new
 * id. Otherwise the id stays, because an earlier attempt under this id may still be paid.
 */
export async function retryRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const refund = await lockKnown(tx, id)
    if (refund.state === 'due') return
    if (refund.state !== 'refused') throw new RefundError('not_by_hand')
    const isAnew = wasLookedAt(await selectAttempts(tx, id))
    // If M-Pesa examined the last attempt, allows every refused way again, even a Reversal.
    // Otherwise no way is reopened, because an earlier attempt without a result may still be paid.
    if (isAnew) await reopenRefusals(tx, id, now)
    const change = { cause: 'tried again', now, nextAt: now, isAnew }
    if (!(await changeRefundState(tx, id, 'due', change))) throw new RefundError('not_by_hand')
    await queueJob(tx, payOutgoing, { purpose: 'refund', id })
    await auditRefund(tx, viewer, id, { action: 'refund_retried', now })
  })
}

/**
 * Acts on a refund now instead of at its next scheduled time: sends a due refund, or queries M-Pesa
 * about an unclear refund. Does nothing to an attempt that is being sent at this moment, because
 * its response is still to come.
 */
export async function checkNow(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const refund = await lockKnown(tx, id)
    if (refund.state !== 'due' && !isOnItsWay(refund.state)) {
      throw new RefundError('not_waiting')
    }
    if (refund.state !== 'sending') await setNextLook(tx, id, now)
    if (refund.state === 'due') await queueJob(tx, payOutgoing, { purpose: 'refund', id })
    await auditRefund(tx, viewer, id, { action: 'refund_asked', now })
  })
}

/**
 * Sets the payer's number, which M-Pesa masked, to the number that an admin has found out. The
 * order's phone does not prove who paid. Allowed once per refund, so that two admins cannot name
 * two payers.
 */
export async function namePayer(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { id, phone, note }: { id: string; phone: string; note: string },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const refund = await lockKnown(tx, id)
    const isWaiting = refund.state === 'manual' && wantsPayer(refund, await selectAttempts(tx, id))
    if (!isWaiting || !(await setPayer(tx, id, phone))) throw new RefundError('payer_not_wanted')
    const change = { cause: 'payer named', now, nextAt: now }
    if (!(await changeRefundState(tx, id, 'due', change))) throw new RefundError('payer_not_wanted')
    await queueJob(tx, payOutgoing, { purpose: 'refund', id })
    // The payer has not been notified yet: no order names a buyer, and the number was unknown.
    const { unmatched_receipt: receipt, amount_cents: amountCents } = refund
    if (receipt)
      await notifyUnmatchedPayer(tx, { id, receipt, amountCents, phone }, { proof: null, now })
    await auditRefund(tx, viewer, id, {
      action: 'refund_payer_named',
      eventId: refund.event_id,
      after: { phone: maskPhone(phone), words: note },
      now,
    })
  })
}

/**
 * Records whether an admin recovered or wrote off a double refund. The loss stays in the ledger;
 * recovered money comes in as a payment.
 */
export async function explainDoubleRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { id, note }: { id: string; note: string },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const refund = await lockKnown(tx, id)
    if (!(await settleDuplicates(tx, id, now))) throw new RefundError('not_twice')
    await auditRefund(tx, viewer, id, {
      action: 'refund_second_settled',
      eventId: refund.event_id,
      after: { words: note },
      now,
    })
  })
}
