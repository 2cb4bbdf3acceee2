export type OrderState =
  | 'pending'
  | 'failed'
  | 'expired'
  | 'paid'
  | 'issued'
  | 'refund_due'
  | 'refunded'

/** The allowed changes of an order's state. An update to any other state changes no row. */
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

/** Whether the order is not paid. The hold of an unpaid order may have ended. */
export function isUnpaid({ state }: { state: OrderState }): boolean {
  return state === 'pending' || state === 'failed' || state === 'expired'
}

/** The other number that the buyer gave. It is prompted when no prompt of the order is open. */
export function nextPhone(order: {
  state: OrderState
  phone: string
  recipient_phone: string | null
}): string | null {
  const isWaiting = order.state === 'pending' || order.state === 'failed'
  return isWaiting && order.recipient_phone !== order.phone ? order.recipient_phone : null
}

/** The number that the buyer gave last, otherwise the number that was prompted last. */
export function recipientPhone({
  recipient_phone,
  phone,
}: {
  recipient_phone: string | null
  phone: string
}): string {
  return recipient_phone ?? phone
}

/** The buyer's chosen number, else the payer's, else the last prompted (decisions/0036). */
export function phoneForTickets(
  { recipient_phone, phone }: { recipient_phone: string | null; phone: string },
  payer: string | null,
): string {
  return recipient_phone ?? payer ?? phone
}

export function statesBefore(to: OrderState): OrderState[] {
  return ORDER_STATES.filter((from) => ORDER_CHANGES[from].includes(to))
}
