import { auditEvent } from '../accounts/audit-log.sql.ts'
import { requireReleased } from '../events/payout-plan/money-held.ts'
import { LedgerError } from '../ledger/errors.ts'
import { selectAttempts } from '../payments/outgoing/attempts.sql.ts'
import { looksLikeReceipt } from '../payments/outgoing/outgoing.rules.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { existsOtherReceipt } from '../refunds/refunds.sql.ts'
import { selectClaimFacts } from './claim-facts.sql.ts'
import { PayoutError } from './errors.ts'
import { BY_HAND, mayHaveLeft } from './payout.rules.ts'
import { maskedLabel } from './payout-account.rules.ts'
import { lockPart, lockStopFacts, type PartRow } from './payout-parts.sql.ts'
import type { PaidByHand } from './payouts.contract.ts'
import { payoutFrozen } from './payouts.ts'
import { completePart, giveBackPart } from './settle-part.ts'

type ManualDeps = Pick<Deps, 'db' | 'env' | 'clock'>

async function lockFound(tx: Tx, id: string): Promise<PartRow> {
  const part = isUuid(id) ? await lockPart(tx, id) : undefined
  if (!part) throw new LedgerError('payout_not_found')
  return part
}

/**
 * Records that an admin paid a part, or found in M-Pesa's portal that M-Pesa had paid it. Throws
 * `payout_not_by_hand` unless the part was left to a person. If the money leaves only now, throws
 * the errors of `requireMayLeave`. A repeated call with the same reference changes nothing.
 */
export async function recordByHand(
  deps: ManualDeps,
  viewer: Viewer,
  id: string,
  { reference: typed, from }: PaidByHand,
): Promise<void> {
  const now = deps.clock.now()
  const tidy = typed.trim().replace(/\s+/g, ' ')
  const reference = from === 'bank' ? tidy : tidy.toUpperCase()
  if (reference === '') refuseField('reference', 'reference is required.')
  const record = inTransaction(deps.db, async (tx) => {
    if (isUuid(id)) await lockStopFacts(tx, id)
    const part = await lockFound(tx, id)
    if (part.state === 'done' && part.reference === reference && part.paid_from === from) return
    if (part.state !== 'manual') throw new PayoutError('payout_not_by_hand')
    // A payment that M-Pesa did not answer may have left before, so `requireMayLeave` is skipped.
    const isLeaving =
      from === 'bank' || !(part.is_perhaps_paid || mayHaveLeft(await selectAttempts(tx, part.id)))
    if (isLeaving) await requireMayLeave(tx, part, now)
    if (from !== 'bank') await requireReceipt(tx, reference, part.id)
    const paid = { from, reference, chargeCents: 0, cause: BY_HAND, now, isLeaving }
    await completePart(deps, tx, part, paid)
    const account = maskedLabel(part)
    const after = { amount: toKes(part.amount_cents), account, reference, from }
    await auditEvent(tx, viewer, eventOf(part), { action: 'payout_paid_by_hand', after, now })
  })
  await record.catch((error) => {
    if (isUniqueViolation(error, 'payout_part__receipt')) refuseTaken()
    throw error
  })
}

/**
 * Throws `payout_frozen` if the event is cancelled or has an open request to cancel or reschedule
 * it, `money_held` or `payouts_frozen` if the money is not released, and `beyond_available` if
 * coming refunds need the money. The caller has locked the organizer's events.
 */
async function requireMayLeave(tx: Tx, part: PartRow, now: Date): Promise<void> {
  if (part.is_cancelled) throw payoutFrozen(part)
  requireReleased(part, now)
  if (part.is_frozen) throw payoutFrozen(part)
  const facts = await selectClaimFacts(tx, part.event_id, now)
  const refuse = (text: string): never => {
    throw new PayoutError('beyond_available', { text, details: { available: 0 } })
  }
  if (facts.is_claimed || facts.is_uncovered) {
    refuse('Buyers may claim this money as refunds. Put it back into the balance.')
  }
  if (facts.may_be_uncovered) {
    refuse(
      'A request to cancel or reschedule another event of this organizer waits, and its refunds may need this money. Decide about it first.',
    )
  }
}

async function requireReceipt(tx: Tx, receipt: string, id: string): Promise<void> {
  if (!looksLikeReceipt(receipt)) {
    refuseField('reference', 'An M-PESA receipt has ten letters and numbers, such as UKR1AB23CD.')
  }
  if (await existsOtherReceipt(tx, receipt, id)) refuseTaken()
}

function refuseTaken(): never {
  refuseField('reference', 'This M-PESA receipt belongs to another payment.')
}

/** Puts the money of a part back into the balance, because an admin found that nothing was paid. */
export async function giveBackByHand(
  deps: ManualDeps,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const part = await lockFound(tx, id)
    if (part.state === 'given_back') return
    if (part.state !== 'manual') throw new PayoutError('payout_not_by_hand')
    await giveBackPart(deps, tx, part, { cause: BY_HAND, reason, now })
    const after = { amount: toKes(part.amount_cents), words: reason }
    await auditEvent(tx, viewer, eventOf(part), { action: 'payout_given_back', after, now })
  })
}

const eventOf = (part: PartRow) => ({ id: part.event_id, title: part.event_title })
