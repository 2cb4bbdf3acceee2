/** How the money went back. `returned`: M-Pesa took the payment back on its own. */
export const REFUND_WAYS = ['reversal', 'b2c', 'manual', 'returned'] as const
export type RefundWay = (typeof REFUND_WAYS)[number]

export type RefundState = 'due' | 'sending' | 'sent' | 'done' | 'unknown' | 'refused' | 'manual'

/** Allowed changes of a refund's state. `done` is final. */
const REFUND_CHANGES: Record<RefundState, readonly RefundState[]> = {
  due: ['sending', 'manual', 'done'],
  // `done` if the result comes before the response to the request; `due` again if M-Pesa asked us to
  // retry later.
  sending: ['sent', 'due', 'unknown', 'refused', 'done', 'manual'],
  sent: ['done', 'due', 'unknown', 'refused', 'manual'],
  // `due` again if certainly nothing was paid, or if another attempt cannot pay twice.
  unknown: ['done', 'due', 'sent', 'refused', 'manual'],
  refused: ['due', 'manual', 'done'],
  manual: ['due', 'done'],
  done: [],
}

export const REFUND_STATES = Object.keys(REFUND_CHANGES) as RefundState[]

export function refundStatesBefore(to: RefundState): RefundState[] {
  return REFUND_STATES.filter((from) => REFUND_CHANGES[from].includes(to))
}

/** States in which an attempt is open and M-Pesa may be paying. */
export const ON_ITS_WAY = ['sending', 'sent', 'unknown'] as const satisfies RefundState[]

export function isOnItsWay(state: RefundState): boolean {
  return ON_ITS_WAY.some((known) => known === state)
}

/**
 * Accounts from which an admin can pay a refund. M-Pesa's portal pays from the same accounts as our
 * own requests, and gives a receipt too.
 */
export const BY_HAND = {
  utility: 'b2c',
  collection: 'reversal',
  bank: 'manual',
  cash: 'manual',
} as const

export type PaidFrom = keyof typeof BY_HAND

/** M-Pesa receipts have ten characters, both letters and digits. */
export function looksLikeReceipt(reference: string): boolean {
  return /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{10}$/i.test(reference.trim())
}

export const REFUND_REASONS = [
  'paid_twice',
  'no_capacity',
  'phone_limit',
  'event_closed',
  'cancelled',
  'moved',
  'wrong_amount',
  'unexplained',
  'significant_change',
  'technical_error',
  'booked_twice',
  'stray',
  'returned',
  'other',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/**
 * The refund reason for a cause that `recordRefundDue` wrote. Any other cause counts as 'other', an
 * admin's decision.
 */
export function reasonOf(cause: string): RefundReason {
  if (cause === 'already_paid') return 'paid_twice'
  return REFUND_REASONS.find((reason) => reason === cause) ?? 'other'
}

/** The reason for a cause that `recordRefundDue` wrote, for admins. */
export function reasonInWords(cause: string): string {
  return REASON_WORDS[reasonOf(cause)]
}

const REASON_WORDS: Record<RefundReason, string> = {
  paid_twice: 'the order was paid twice',
  no_capacity: 'the tickets were sold out when the money came',
  phone_limit: 'the phone number had the most tickets that it may buy',
  event_closed: 'sales had ended when the money came',
  cancelled: 'the event was cancelled',
  moved: 'the buyer cannot come on the new date',
  wrong_amount: 'the amount was wrong',
  unexplained: 'M-PESA never confirmed the amount',
  significant_change: 'the event changed',
  technical_error: 'a technical error',
  booked_twice: 'the buyer booked twice',
  stray: 'no order was found for the money',
  returned: 'M-PESA took the payment back',
  other: "an admin's decision",
}

/** Reasons for which the refund policy makes an exception. An organizer can choose only these. */
export const POLICY_REASONS = ['significant_change', 'technical_error', 'booked_twice'] as const

/** Reasons that an admin can choose. */
export const ADMIN_REASONS = [...POLICY_REASONS, 'other'] as const

/** Whether an attempt to move money ended without any result from M-Pesa. */
export function wasLost(calls: readonly PastCall[]): boolean {
  return calls.some(isLost)
}

function isLost({ kind, result_code }: PastCall): boolean {
  return movesMoney(kind) && result_code === NOT_FOUND
}

/** Whether requests of this kind move money. The other kinds are queries. */
function movesMoney(kind: string): boolean {
  return kind === 'reversal' || kind === 'b2c' || kind === 'b2b'
}

/** Whether a result of M-Pesa says that the last attempt moved no money. */
export function wasLookedAt(calls: readonly PastCall[]): boolean {
  return calls.findLast(({ kind }) => movesMoney(kind))?.state === 'refused'
}

type Payable = {
  is_whole: boolean
  /** Whether M-Pesa may have refunded the payment in the time that a restored database has lost. */
  is_perhaps_paid?: boolean
  amount_cents: number
  phone: string | null
  /** The receipt of the payment to refund. */
  mpesa_receipt: string | null
}

type PastCall = { kind: string; state: string; result_code: string | null }

/** M-Pesa's code for a Reversal of a payment that was reversed before, by us or by Safaricom. */
export const ALREADY_REVERSED = 'R000001'

/** The result code of a query if M-Pesa still has the payment to refund. */
const STANDING = 'standing'

/** M-Pesa's result code of a B2C payment for which the account holds too little. */
export const ACCOUNT_SHORT = '1'

/** The result code of a query without any usable answer. */
export const SILENT = 'silent'

/**
 * Whether M-Pesa must be queried about the payment before anything else is sent. Safaricom may have
 * reversed the payment for the payer, and a B2C payment would pay a second time. M-Pesa's answer
 * counts if it is not older than `since`.
 */
export function isReceiptInDoubt(
  way: 'reversal' | 'b2c' | 'manual',
  calls: readonly (PastCall & { since: Date })[],
  since: Date,
): boolean {
  const last = calls.findLast(({ kind }) => movesMoney(kind))
  if (way !== 'b2c' && last?.result_code !== ALREADY_REVERSED) return false
  // Take the latest answer, even if a later query is open. Otherwise two queries at a time would
  // cause queries without end.
  const answer = calls.findLast(({ result_code }) => result_code !== null)
  const isKnown = answer?.kind === 'receipt' && answer.result_code === STANDING
  return !(isKnown && answer.since >= since)
}

/** Whether M-Pesa has given no usable answer about the payment so often that an admin must look. */
export function isReceiptUnclear(calls: readonly PastCall[]): boolean {
  const isOpenOrSilent = ({ result_code }: PastCall) => [null, SILENT].includes(result_code)
  return calls.filter((call) => call.kind === 'receipt' && isOpenOrSilent(call)).length >= LOST_MAX
}

/** The refund needs manual review: M-Pesa masked the payer, and no Reversal is possible. */
export const PAYER_UNKNOWN = 'payer_unknown'

/** The result code of an attempt for which M-Pesa never had a result. */
export const NOT_FOUND = 'not found'

/** Why a refund with a lost attempt needs manual review. */
export const LOST = { reversal: 'reversal_lost', b2c: 'payment_lost' } as const

/**
 * The result code of an attempt that paid a refund a second time and that no admin has settled yet.
 */
export const DUPLICATE = 'twice'

/** Whether a Reversal ended without a result, so that M-Pesa may have carried it out. */
export function isReversalLost(calls: readonly PastCall[]): boolean {
  return wasLost(calls.filter(({ kind }) => kind === 'reversal'))
}

/** Number of attempts without a result after which the refund needs manual review. */
const LOST_MAX = 5

/**
 * Number of refused Reversals, following a Reversal without a result, after which the refund needs
 * manual review.
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
  calls: readonly PastCall[],
): 'reversal' | 'b2c' | 'manual' {
  if (refund.amount_cents % 100 !== 0 || calls.filter(isLost).length >= LOST_MAX) return 'manual'
  if (calls.some(({ result_code }) => result_code === ALREADY_REVERSED)) return 'manual'
  const refused = (kind: string) =>
    calls.filter((call) => call.kind === kind && call.state === 'refused').length
  // If a restored database may have lost a B2C payment of this refund, pay by B2C: M-Pesa refuses a
  // second B2C payment with the same id, but would carry out a Reversal as well.
  const mayReverse = !refund.is_perhaps_paid || isReversalLost(calls)
  if (mayReverse && refund.is_whole && refund.mpesa_receipt !== null) {
    if (refused('reversal') === 0) return 'reversal'
    if (isReversalLost(calls)) {
      return refused('reversal') < LOST_REFUSED_MAX ? 'reversal' : 'manual'
    }
  }
  return refund.phone !== null && refused('b2c') === 0 ? 'b2c' : 'manual'
}

/** Whether the refund could be paid by B2C if the payer's number were known. */
export function wantsPayer(refund: Payable, calls: readonly PastCall[]): boolean {
  return refund.phone === null && nextWay({ ...refund, phone: 'known' }, calls) === 'b2c'
}

/**
 * Returns the attempt by which the money may be on its way. The database allows one such attempt
 * (`refund_attempt__open`).
 */
export function openRefundAttempt<T extends { kind: string; state: string }>(
  calls: readonly T[],
): T | undefined {
  const isOpen = (state: string) => ['asking', 'asked', 'unknown'].includes(state)
  return calls.findLast(({ kind, state }) => movesMoney(kind) && isOpen(state))
}

/** How often M-Pesa was queried about an attempt. */
export function countQueries(
  calls: readonly { about: string | null }[],
  { id }: { id: string },
): number {
  return calls.filter(({ about }) => about === id).length
}

export function isOpenCall(
  calls: readonly { id: string; kind: string; state: string }[],
  id: string,
): boolean {
  return openRefundAttempt(calls)?.id === id
}

/** The pause before the next try in ms. It doubles with each try, up to 360 times `firstMs`. */
export function backoffMs(tries: number, firstMs: number): number {
  return Math.min(360 * firstMs, firstMs * 2 ** Math.min(tries, 20))
}
