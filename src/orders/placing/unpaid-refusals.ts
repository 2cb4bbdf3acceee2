import { OrderError } from '../errors.ts'
import { orderTimes } from '../times.ts'
import type { Share } from './hold-share.sql.ts'

/** Says nothing of the other order: whoever asks may have typed a stranger's phone. */
export function paymentOpen(timeScale: number): OrderError {
  const { promptOpenMs } = orderTimes(timeScale)
  return new OrderError('payment_open', { retryAfter: Math.ceil(promptOpenMs / 1000) })
}

/** Worth another try when the first hold of the address ends; it may wait for M-Pesa's word since. */
export function tooManyUnpaid(shares: readonly Pick<Share, 'held_until'>[], now: Date): OrderError {
  const ends = shares.flatMap(({ held_until }) => held_until?.getTime() ?? [])
  const seconds = ends.length > 0 ? (Math.min(...ends) - now.getTime()) / 1000 : 0
  return new OrderError('too_many_unpaid', { retryAfter: Math.max(1, Math.ceil(seconds)) })
}
