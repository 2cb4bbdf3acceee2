import { isOpen, type SaleStop } from '../events/sales.rules.ts'
import { declareErrors } from '../platform/errors.ts'
import { orderTimes } from './declarations.ts'

export class OrderError extends declareErrors({
  order_not_found: [404, 'Order not found'],
  too_many: [422, 'That is more than one order may hold of this ticket type.'],
  nothing_to_pay: [422, 'There is nothing to pay. Choose at least one ticket that has a price.'],
  over_limit: [422, 'Choose fewer tickets'],
  sold_out: [409, 'These tickets are sold out.'],
  sales_closed: [409, 'Ticket sales have ended'],
  amount_changed: [409, 'The price has changed. Please check the new total.'],
  order_conflict: [409, 'This order number is already in use for another purchase.'],
  payment_open: [
    409,
    'A payment for this event is still open on this phone. Answer it, or wait until it ends, then try again.',
  ],
  too_many_unpaid: [
    429,
    'Too many tickets are waiting to be paid from your network. They are not sold out: please try again in a moment.',
  ],
  prompt_open: [409, 'A payment prompt is still open on this phone. Answer it first.'],
  already_paid: [409, 'This order is already paid.'],
  too_late: [409, 'This order is too old to be paid. Please start again.'],
}) {}

/** `sold_out` for an event that its organizer ticked, else `sales_closed`. */
export function saleStopped(stop: SaleStop): OrderError {
  return new OrderError(isOpen(stop) ? 'sold_out' : 'sales_closed')
}

/** Says nothing about the other order: the phone number may be a stranger's. */
export function paymentOpen(timeScale: number): OrderError {
  const { promptOpenMs } = orderTimes(timeScale)
  return new OrderError('payment_open', { retryAfter: Math.ceil(promptOpenMs / 1000) })
}

/** `heldUntil`: when the first hold of the address for this event ends. */
export function tooManyUnpaid(heldUntil: Date | null, now: Date): OrderError {
  const seconds = heldUntil ? (heldUntil.getTime() - now.getTime()) / 1000 : 0
  return new OrderError('too_many_unpaid', { retryAfter: Math.max(1, Math.ceil(seconds)) })
}
