export type PaymentState = 'created' | 'prompting' | 'prompted' | 'unknown' | 'confirmed' | 'failed'

/** Allowed changes of a payment's state. `confirmed` is final. */
const PAYMENT_CHANGES: Record<PaymentState, readonly PaymentState[]> = {
  // `confirmed` follows `created` if M-Pesa asked us to retry later and nevertheless took the
  // money.
  created: ['prompting', 'failed', 'confirmed'],
  prompting: ['prompted', 'failed', 'unknown', 'created', 'confirmed'],
  prompted: ['unknown', 'confirmed', 'failed'],
  unknown: ['confirmed', 'failed'],
  // Only a receipt can confirm a failed payment. A query cannot undo what a callback or another
  // query reported.
  failed: ['confirmed'],
  confirmed: [],
}

export function paymentStatesBefore(to: PaymentState): PaymentState[] {
  return (Object.keys(PAYMENT_CHANGES) as PaymentState[]).filter((from) =>
    PAYMENT_CHANGES[from].includes(to),
  )
}

/** The use of a confirmed payment's money: in suspense until it is a sale or due back. */
export type PaymentUse = 'suspense' | 'sale' | 'refund_due' | 'refunded'

const USE_CHANGES: Record<PaymentUse, readonly PaymentUse[]> = {
  suspense: ['sale', 'refund_due'],
  sale: ['refund_due'],
  refund_due: ['refunded'],
  refunded: [],
}

export function usesBefore(to: PaymentUse): PaymentUse[] {
  return (Object.keys(USE_CHANGES) as PaymentUse[]).filter((from) => USE_CHANGES[from].includes(to))
}

/** The next age, in ms from the prompt, at which to query M-Pesa; null after the last age. */
export function nextQueryAge(ages: readonly number[], ageMs: number): number | null {
  return ages.find((age) => age > ageMs) ?? null
}

/** The kinds of money that goes out: a refund, or a part of a payout. */
export type Purpose = 'refund' | 'payout'
