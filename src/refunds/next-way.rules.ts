import {
  ALREADY_REVERSED,
  LOST_MAX,
  lostAttempts,
  movesMoney,
} from '../payments/outgoing/outgoing.rules.ts'

/** Whether M-Pesa gave a final result for the last attempt, which proves that no money moved. */
export function wasLookedAt(attempts: readonly PastAttempt[]): boolean {
  return attempts.findLast(({ kind }) => movesMoney(kind))?.is_final ?? false
}

type Payable = {
  is_whole: boolean
  /** Whether M-Pesa may have paid this refund in the period that a restored database has lost. */
  is_perhaps_paid?: boolean
  amount_cents: number
  phone: string | null
  /** The receipt of the payment to refund. */
  mpesa_receipt: string | null
}

type PastAttempt = { kind: string; is_final: boolean; result_code: string | null }

/** The result code of a query that shows that M-Pesa still has the payment. */
const STANDING = 'standing'

/** The result code of a query without any usable answer. */
export const SILENT = 'silent'

/**
 * Whether M-Pesa must be queried about the payment before anything else is sent: Safaricom may have
 * reversed the payment for the payer, and a B2C payment would then pay twice. M-Pesa's last answer
 * counts only if it is not older than `since`.
 */
export function isReceiptInDoubt(
  way: 'reversal' | 'b2c' | 'manual',
  attempts: readonly (PastAttempt & { since: Date })[],
  since: Date,
): boolean {
  const last = attempts.findLast(({ kind }) => movesMoney(kind))
  if (way !== 'b2c' && last?.result_code !== ALREADY_REVERSED) return false
  // Uses the latest answer, even if a later query is still open. Otherwise two queries at the same
  // time would cause queries without end.
  const answer = attempts.findLast(({ result_code }) => result_code !== null)
  const isKnown = answer?.kind === 'receipt' && answer.result_code === STANDING
  return !(isKnown && answer.since >= since)
}

/** Whether LOST_MAX queries about the payment got no usable answer, so that an admin must look. */
export function isReceiptUnclear(attempts: readonly PastAttempt[]): boolean {
  const isOpenOrSilent = ({ result_code }: PastAttempt) => [null, SILENT].includes(result_code)
  return attempts.filter((one) => one.kind === 'receipt' && isOpenOrSilent(one)).length >= LOST_MAX
}

/** Whether a Reversal ended without a result, so that M-Pesa may have carried it out. */
export function isReversalLost(attempts: readonly PastAttempt[]): boolean {
  return lostAttempts(attempts).some(({ kind }) => kind === 'reversal')
}

/**
 * The number of refused Reversals after a Reversal without a result. At this number the refund
 * needs manual review.
 */
const LOST_REFUSED_MAX = 4

/**
 * Chooses the next way to refund an amount in whole shillings:
 *
 * - a Reversal, only of a whole payment;
 * - after a refused Reversal, B2C to the payer's number, if the number is known;
 * - if neither is possible, manual review.
 *
 * An amount with cents needs manual review.
 *
 * After a Reversal without a result, a refusal proves nothing, and B2C could pay a second time. The
 * Reversal is repeated instead (M-Pesa carries out only one) until M-Pesa reports success or
 * LOST_MAX or LOST_REFUSED_MAX is reached. If M-Pesa says both that the payment was reversed and that
 * it was not, an admin decides.
 */
export function nextWay(
  refund: Payable,
  attempts: readonly PastAttempt[],
): 'reversal' | 'b2c' | 'manual' {
  if (refund.amount_cents % 100 !== 0 || lostAttempts(attempts).length >= LOST_MAX) return 'manual'
  if (attempts.some(({ result_code }) => result_code === ALREADY_REVERSED)) return 'manual'
  const refused = (kind: string) =>
    attempts.filter((one) => one.kind === kind && one.is_final).length
  // If a restored database may have lost a B2C payment of this refund, pay by B2C: M-Pesa refuses a
  // second B2C payment with the same id, but would carry out a Reversal as well.
  const mayReverse = !refund.is_perhaps_paid || isReversalLost(attempts)
  if (mayReverse && refund.is_whole && refund.mpesa_receipt !== null) {
    if (refused('reversal') === 0) return 'reversal'
    if (isReversalLost(attempts)) {
      return refused('reversal') < LOST_REFUSED_MAX ? 'reversal' : 'manual'
    }
  }
  return refund.phone !== null && refused('b2c') === 0 ? 'b2c' : 'manual'
}

/** Whether the refund could be paid by B2C if the payer's number were known. */
export function wantsPayer(refund: Payable, attempts: readonly PastAttempt[]): boolean {
  return refund.phone === null && nextWay({ ...refund, phone: 'known' }, attempts) === 'b2c'
}
