export type PaymentState = 'created' | 'prompting' | 'prompted' | 'unknown' | 'confirmed' | 'failed'

/** The allowed changes of a payment's state. `confirmed` is final. */
const PAYMENT_CHANGES: Record<PaymentState, readonly PaymentState[]> = {
  // `confirmed` if M-Pesa responded 'later' and took the money nevertheless.
  created: ['prompting', 'failed', 'confirmed'],
  prompting: ['prompted', 'failed', 'unknown', 'created', 'confirmed'],
  prompted: ['unknown', 'confirmed', 'failed'],
  unknown: ['confirmed', 'failed'],
  // Only a receipt confirms a failed payment: a query cannot undo an earlier report.
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

/** The next age at which M-Pesa is queried. Null after the last age. */
export function nextQueryAge(ages: readonly number[], ageMs: number): number | null {
  return ages.find((age) => age > ageMs) ?? null
}

/** The kinds of money that goes out: a refund, or a part of a payout. */
export type Purpose = 'refund' | 'payout'
