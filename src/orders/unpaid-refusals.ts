import { OrderError } from './errors.ts'
import { orderTimes } from './times.ts'

/** Says nothing of the other order: whoever asks may have typed a stranger's phone. */
export function paymentOpen(timeScale: number): OrderError {
  const { promptOpenMs } = orderTimes(timeScale)
  return new OrderError('payment_open', { retryAfter: Math.ceil(promptOpenMs / 1000) })
}

/** `heldUntil`: when the first hold of the address ends; it may wait for M-Pesa's word since. */
export function tooManyUnpaid(heldUntil: Date | null, now: Date): OrderError {
  const seconds = heldUntil === null ? 0 : (heldUntil.getTime() - now.getTime()) / 1000
  return new OrderError('too_many_unpaid', { retryAfter: Math.max(1, Math.ceil(seconds)) })
}
