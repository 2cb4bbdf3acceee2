import { isOpen, type SaleStop } from '../../events/sales.rules.ts'
import { isUnpaid, type OrderState } from '../../orders/order.rules.ts'
import type { PaybillCall, PaybillRefusal } from '../mpesa/paybill-call.rules.ts'

/** The order that a payment names, as far as it says whether the money would buy tickets. */
export type PayableOrder = {
  state: OrderState
  amount_cents: number
  hold_state: 'held' | 'sold' | 'released'
  hold_expires_at: Date
  hold_ends_at: Date
  sale_stop: SaleStop | null
  /** A prompt of it may be on a phone: this may be its payment. */
  is_prompted: boolean
}

/** Whether the order waits for money, and has its tickets. */
export function isWaiting(order: PayableOrder, now: Date): boolean {
  if (!isUnpaid(order) || !isOpen(order.sale_stop)) return false
  if (order.is_prompted) return true
  // While a payment may be open the end is put off, but not the last one.
  const end = order.state === 'pending' ? order.hold_ends_at : order.hold_expires_at
  return order.hold_state === 'held' && end > now
}

/**
 * Why M-Pesa is to refuse a payment before it takes the money; null where it is to go on. A payment
 * by prompt is asked about like one by hand, and looks the same.
 */
export function refusalOf(
  call: PaybillCall,
  order: PayableOrder | null,
  { shortcode, now }: { shortcode: string; now: Date },
): PaybillRefusal | null {
  if (call.kind === 'unreadable') return 'other'
  if (call.shortcode !== '' && call.shortcode !== shortcode) return 'shortcode'
  // What has ended is an account no longer.
  if (order === null || !isWaiting(order, now)) return 'account'
  return call.amountCents === order.amount_cents ? null : 'amount'
}
