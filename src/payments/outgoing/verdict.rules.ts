import type { B2cResult, ReversalResult, StatusResult } from '../mpesa/operation-result.rules.ts'
import { ALREADY_REVERSED, DUPLICATE } from './outgoing.rules.ts'

// The meaning of M-Pesa's results about an attempt and about the payment to refund. M-Pesa does not
// sign its reports and the callback URLs may leak, so only the result of a status query decides,
// and only if the result names the id of the query.

/** The code of a result that does not name the request, or that names another amount or payment. */
export const MISMATCH = 'mismatch'

/** Reported if an attempt expired in M-Pesa's queue. */
export const TIMEOUT = 'timeout'

/** A request to M-Pesa. Its id at M-Pesa is null if the response that states the id was lost. */
type Attempt = { kind: string; originator_conversation_id: string | null }

/** The facts of the money that are compared with M-Pesa's results. */
type Money = {
  amount_cents: number
  phone: string | null
  mpesa_receipt: string | null
  /** The till or paybill that a payment to a business goes to. */
  short_code?: string
}

export type Verdict =
  /** Paid by this attempt. `receipt` is null if M-Pesa says only that the payment was reversed. */
  | { kind: 'paid'; receipt: string | null; chargeCents: number }
  /** Certainly not paid by this attempt. */
  | { kind: 'refused'; status: string }
  | { kind: 'pending' }
  /** Money moved, but another amount or to another phone. */
  | { kind: 'differs' }
  /** M-Pesa's report says nothing about this attempt. */
  | { kind: 'silent' }

/**
 * Whether a result names the id that M-Pesa or we gave to the request. False while that id is not
 * known: the response that states the id was lost, or is still to come.
 */
export function namesRequest(
  { originator_conversation_id: known }: Pick<Attempt, 'originator_conversation_id'>,
  { originatorConversationId }: { originatorConversationId: string },
): boolean {
  return known !== null && originatorConversationId === known
}

/** The verdict of a status query about an attempt. */
export function verdictOfAttempt(result: StatusResult, attempt: Attempt, money: Money): Verdict {
  if (result.kind !== 'found') return { kind: 'silent' }
  // Without the attempt's id, only the payment's receipt can be queried.
  if (attempt.originator_conversation_id === null) {
    const isBack = verdictOfReceipt(result, money) === 'reversed'
    return isBack ? { kind: 'paid', receipt: null, chargeCents: 0 } : { kind: 'silent' }
  }
  const { subject, stage, receipt, status } = result
  const id = subject.originatorConversationId
  const isOfPayment = receipt !== null && receipt === money.mpesa_receipt
  // A failed payment has no receipt, so only the id can identify the payment.
  const isNamed = id === attempt.originator_conversation_id || (id === '' && receipt !== null)
  if (isOfPayment || !isNamed) return { kind: 'silent' }
  if (stage === 'failed') return { kind: 'refused', status }
  if (stage === 'reversed') return { kind: 'differs' }
  if (stage !== 'completed') return { kind: 'pending' }
  if (receipt === null) return { kind: 'silent' }
  const isOther =
    (result.amountCents !== null && result.amountCents !== money.amount_cents) ||
    (attempt.kind === 'b2c' && result.payee.phone !== null && result.payee.phone !== money.phone) ||
    (attempt.kind === 'b2b' && ![null, money.short_code].includes(result.payee.shortCode))
  if (isOther) return { kind: 'differs' }
  return { kind: 'paid', receipt, chargeCents: result.chargeCents ?? 0 }
}

/**
 * The verdict of a status query about the payment to refund: it stands, or M-Pesa has reversed it.
 * 'silent' if the response does not say.
 */
export function verdictOfReceipt(
  result: StatusResult,
  { mpesa_receipt: receipt }: Pick<Money, 'mpesa_receipt'>,
): 'standing' | 'reversed' | 'silent' {
  if (result.kind !== 'found' || receipt === null || result.receipt !== receipt) return 'silent'
  if (result.stage === 'reversed') return 'reversed'
  return result.stage === 'completed' ? 'standing' : 'silent'
}

/**
 * The code of a result, for the time until Transaction Status has confirmed the result. A success
 * that names another amount or payment than ours is a mismatch.
 */
export function reportedCode(
  result: Exclude<ReversalResult | B2cResult, { kind: 'unreadable' }>,
  attempt: Pick<Attempt, 'originator_conversation_id'>,
  { amount_cents, mpesa_receipt }: Money,
): string {
  if (!namesRequest(attempt, result)) return MISMATCH
  if (result.kind === 'already_reversed') return ALREADY_REVERSED
  if (result.kind !== 'done') return result.code
  const isOther =
    (result.amountCents !== null && result.amountCents !== amount_cents) ||
    ('originalReceipt' in result &&
      result.originalReceipt !== null &&
      result.originalReceipt !== mpesa_receipt)
  return isOther ? MISMATCH : '0'
}

/** Whether Transaction Status has settled the attempt for good. */
export function isSettled(attempt: { is_final: boolean; result_code: string | null }): boolean {
  const { is_final, result_code: code } = attempt
  return is_final || code === '0' || code === DUPLICATE
}

/**
 * M-Pesa's status of a request that timed out in M-Pesa's queue: the request was not examined, and
 * never will be.
 */
export const EXPIRED = 'Expired'

/**
 * The code to record for a refused attempt: the failure code that M-Pesa reported without proof, or
 * `status` if the report was missing, a success, a mismatch or a timeout. A status query returns no
 * code. A wrong code cannot cause a second payment.
 */
export function refusalCode(reported: string | null, status: string): string {
  return reported === null || ['0', MISMATCH, TIMEOUT].includes(reported) ? status : reported
}
