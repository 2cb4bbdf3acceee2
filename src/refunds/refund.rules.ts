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
  done: [],
  // `due` again if certainly nothing was paid, or if another attempt cannot pay twice.
  unknown: ['done', 'due', 'sent', 'refused', 'manual'],
  refused: ['due', 'manual', 'done'],
  manual: ['due', 'done'],
}

export const REFUND_STATES = Object.keys(REFUND_CHANGES) as RefundState[]

export function refundStatesBefore(to: RefundState): RefundState[] {
  return REFUND_STATES.filter((from) => REFUND_CHANGES[from].includes(to))
}

/**
 * Accounts from which an admin can pay a refund. M-Pesa's portal pays from the same accounts as our
 * own requests, and also issues a receipt.
 */
export const BY_HAND = {
  utility: 'b2c',
  collection: 'reversal',
  bank: 'manual',
  cash: 'manual',
} as const

export type PaidFrom = keyof typeof BY_HAND

export const REFUND_REASONS = [
  'paid_twice',
  'no_capacity',
  'code_used_up',
  'phone_limit',
  'event_closed',
  'cancelled',
  'moved',
  'wrong_amount',
  'unexplained',
  'significant_change',
  'technical_error',
  'booked_twice',
  'organizer_decision',
  'stray',
  'returned',
  'other',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/**
 * The refund reason for a cause that `recordRefundDue` wrote. Any other cause counts as 'other',
 * which means an admin's decision.
 */
export function reasonOf(cause: string): RefundReason {
  if (cause === 'already_paid') return 'paid_twice'
  return REFUND_REASONS.find((reason) => reason === cause) ?? 'other'
}

/** The reason for a cause that `recordRefundDue` wrote, for admins. */
export function reasonText(cause: string): string {
  return REASON_TEXTS[reasonOf(cause)]
}

const REASON_TEXTS: Record<RefundReason, string> = {
  paid_twice: 'the order was paid twice',
  no_capacity: 'the tickets were sold out when the money came',
  code_used_up: 'the code was used up when the money came',
  phone_limit: 'the phone number had the most tickets that it may buy',
  event_closed: 'sales had ended when the money came',
  cancelled: 'the event was cancelled',
  moved: 'the buyer cannot come on the new date',
  wrong_amount: 'the amount was wrong',
  unexplained: 'M-PESA never confirmed the amount',
  significant_change: 'the event changed',
  technical_error: 'a technical error',
  booked_twice: 'the buyer booked twice',
  organizer_decision: "the organizer's decision",
  stray: 'no order was found for the money',
  returned: 'M-PESA took the payment back',
  other: "an admin's decision",
}

/**
 * Reasons that an organizer can choose: the exceptions of the refund policy, and the organizer's own
 * decision.
 */
export const ORGANIZER_REASONS = [
  'significant_change',
  'technical_error',
  'booked_twice',
  'organizer_decision',
] as const

/** Reasons that an admin can choose. */
export const ADMIN_REASONS = [...ORGANIZER_REASONS, 'other'] as const

/** The refund needs manual review: M-Pesa masked the payer's number and cannot reverse it. */
export const PAYER_UNKNOWN = 'payer_unknown'

/** Why a refund needs manual review after an attempt whose result was lost. */
export const LOST = { reversal: 'reversal_lost', b2c: 'payment_lost' } as const

/** Refund links end in a token of this length. */
const TOKEN = '0'.repeat(16)

/** An example of an SMS with a refund link, with '…' in place of the token. */
export const withExampleLink = (origin: string, write: (link: string) => string): string =>
  write(`${origin}/r/${TOKEN}`).replace(TOKEN, '…')
