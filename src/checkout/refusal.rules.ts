// The meaning of a refused purchase. A separate file, because every visit loads
// `purchase.rules.ts`.
import { formatKes } from '../platform/values/money.rules.ts'
import { PAYMENT_FAILED, type Refusal, type Refused } from './purchase.rules.ts'

export function refusalText(refusal: Omit<Refusal, 'ok'>): string {
  if (refusal.code === 'amount_changed' && refusal.amount !== undefined) {
    const total = formatKes(Math.ceil(refusal.amount))
    return `The price has changed. The new total is ${total}. Nothing was charged. Pay again to confirm.`
  }
  if (refusal.code === 'orders_unavailable') return refusal.error
  if (refusal.status === 0 || refusal.status >= 500) return PAYMENT_FAILED
  return refusal.error || PAYMENT_FAILED
}

/** Refusals because of too few tickets or a code's end. The page then reads the event again. */
const SHORT = ['few_left', 'all_taken', 'sold_out', 'code_used_up', 'unknown_code']

/** The facts of a refusal that the form needs. */
export function refusedBy({ code, order_id }: Omit<Refusal, 'ok'>): Refused {
  const isShort = SHORT.includes(code)
  const isWrongProof = code === 'wrong_code' && { isWrongProof: true as const }
  return { isShort, ownOrder: order_id ?? null, ...isWrongProof }
}
