export type PaymentState = 'created' | 'prompting' | 'prompted' | 'unknown' | 'confirmed' | 'failed'

/** Every line along which a payment may change. `confirmed` is final. */
const PAYMENT_CHANGES: Record<PaymentState, readonly PaymentState[]> = {
  // Confirmed where M-Pesa said 'later' and took the money all the same.
  created: ['prompting', 'failed', 'confirmed'],
  prompting: ['prompted', 'failed', 'unknown', 'created', 'confirmed'],
  prompted: ['unknown', 'confirmed', 'failed'],
  unknown: ['confirmed', 'failed'],
  // Only by a receipt: a query cannot undo what a callback or another query said.
  failed: ['confirmed'],
  confirmed: [],
}

export function paymentStatesBefore(to: PaymentState): PaymentState[] {
  return (Object.keys(PAYMENT_CHANGES) as PaymentState[]).filter((from) =>
    PAYMENT_CHANGES[from].includes(to),
  )
}

/** What the money of a confirmed payment is. Until it is a sale or due back, it is in suspense. */
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

/** The next age, in ms from the prompt, at which to ask about it; null after the last. */
export function nextQueryAge(ages: readonly number[], ageMs: number): number | null {
  return ages.find((age) => age > ageMs) ?? null
}
