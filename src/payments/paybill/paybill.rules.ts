import { isOpen, type SaleStop } from '../../events/sales.rules.ts'
import { isUnpaid, type OrderState } from '../../orders/order.rules.ts'
import type { PaybillCall, PaybillRefusal } from '../mpesa/paybill-call.rules.ts'

export type PayableOrder = {
  state: OrderState
  amount_cents: number
  hold_state: 'held' | 'sold' | 'released'
  hold_expires_at: Date
  hold_ends_at: Date
  sale_stop: SaleStop | null
  /** Whether a prompt may be on a phone. The payment may then belong to the prompt. */
  is_prompted: boolean
}

/** Whether the order waits for money and its tickets are held. */
export function isWaiting(order: PayableOrder, now: Date): boolean {
  if (!isUnpaid(order) || !isOpen(order.sale_stop)) return false
  if (order.is_prompted) return true
  // While a payment may be open, `hold_ends_at` counts.
  const end = order.state === 'pending' ? order.hold_ends_at : order.hold_expires_at
  return order.hold_state === 'held' && end > now
}

/** Null accepts the payment. M-Pesa also validates payments of prompts, with the same fields. */
export function refusalOf(
  call: PaybillCall,
  order: PayableOrder | null,
  { shortcode, now }: { shortcode: string; now: Date },
): PaybillRefusal | null {
  if (call.kind === 'unreadable') return 'other'
  if (call.shortcode !== '' && call.shortcode !== shortcode) return 'shortcode'
  // The code of an expired order is no longer a valid account number.
  if (order === null || !isWaiting(order, now)) return 'account'
  return call.amountCents === order.amount_cents ? null : 'amount'
}
