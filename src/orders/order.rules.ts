export type OrderState =
  | 'pending'
  | 'failed'
  | 'expired'
  | 'paid'
  | 'issued'
  | 'refund_due'
  | 'refunded'

/**
 * The states to which an order in each state may change. An update to any other state changes no
 * row.
 */
const ORDER_CHANGES: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'failed', 'expired'],
  failed: ['pending', 'expired', 'paid', 'refund_due'],
  expired: ['pending', 'paid', 'refund_due'],
  paid: ['issued', 'refund_due'],
  issued: ['refund_due'],
  refund_due: ['refunded'],
  refunded: [],
}

export const ORDER_STATES = Object.keys(ORDER_CHANGES) as OrderState[]

/** True until the order is paid, even if its hold has ended. */
export function isUnpaid({ state }: { state: OrderState }): boolean {
  return state === 'pending' || state === 'failed' || state === 'expired'
}

/**
 * The other phone number that the buyer gave, to be prompted once no prompt of the order is open.
 * Null if the buyer gave no other number, or if the order is neither pending nor failed.
 */
export function nextPhone(order: {
  state: OrderState
  phone: string
  recipient_phone: string | null
}): string | null {
  const isWaiting = order.state === 'pending' || order.state === 'failed'
  return isWaiting && order.recipient_phone !== order.phone ? order.recipient_phone : null
}

/**
 * The phone that gets an order's tickets: the number that the buyer named, or else the phone that
 * paid, or else the number that was prompted last (decisions/0036).
 */
export function phoneForTickets(
  { recipient_phone, phone }: { recipient_phone: string | null; phone: string },
  payer: string | null,
): string {
  return recipient_phone ?? payer ?? phone
}

/** The states from which an order may change to `to`. */
export function statesBefore(to: OrderState): OrderState[] {
  return ORDER_STATES.filter((from) => ORDER_CHANGES[from].includes(to))
}
