export type OrderState =
  | 'pending'
  | 'failed'
  | 'expired'
  | 'paid'
  | 'issued'
  | 'refund_due'
  | 'refunded'

/** An update to any other state changes no row. */
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

/** The other number that the buyer gave, to be prompted once no prompt of the order is open. */
export function nextPhone(order: {
  state: OrderState
  phone: string
  recipient_phone: string | null
}): string | null {
  const isWaiting = order.state === 'pending' || order.state === 'failed'
  return isWaiting && order.recipient_phone !== order.phone ? order.recipient_phone : null
}

/** The number that the buyer named last, or the number prompted last. */
export function recipientPhone({
  recipient_phone,
  phone,
}: {
  recipient_phone: string | null
  phone: string
}): string {
  return recipient_phone ?? phone
}

/** The number that the buyer named, or the payer, or the number prompted last (decisions/0036). */
export function phoneForTickets(
  { recipient_phone, phone }: { recipient_phone: string | null; phone: string },
  payer: string | null,
): string {
  return recipient_phone ?? payer ?? phone
}

export function statesBefore(to: OrderState): OrderState[] {
  return ORDER_STATES.filter((from) => ORDER_CHANGES[from].includes(to))
}
