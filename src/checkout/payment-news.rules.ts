import { formatKes } from '../platform/values/money.rules.ts'
import type { OrderReply, SettledOrder } from './checkout.contract.ts'
import { totalKes } from './choice.rules.ts'
import { EXPIRED_UNKNOWN, FAILED_UNKNOWN, REFUND_DUE } from './order-messages.rules.ts'
import type { KeptPurchase, StoredOrder } from './purchase.rules.ts'
import { type SuccessState, successState } from './success-state.rules.ts'

/** The notice about a payment that this browser began on another page. */
export type PaymentNews = {
  look: 'used' | 'good'
  text: string
  way: { label: string; to: string; state?: SuccessState }
  /**
   * Changes to the stored purchase after the visitor has seen the notice. Null while the payment is
   * open.
   */
  seen: Partial<KeptPurchase> | null
}

/**
 * Messages about orders whose money may have been taken or is due back. For these orders 'nothing
 * was paid' would be wrong.
 */
const UNSURE = [EXPIRED_UNKNOWN, FAILED_UNKNOWN, REFUND_DUE]

export function newsOf(kept: StoredOrder, reply: OrderReply): PaymentNews {
  const { eventTitle: title, eventId } = kept
  const event = `/event/${eventId}`
  if (reply.status === 'pending') {
    const total = totalKes(kept.lines)
    const text =
      total === 0
        ? `Your tickets are on their way: ${title}`
        : `Payment in progress: ${formatKes(total)} for ${title}`
    return { look: 'used', text, way: { label: 'Continue', to: event }, seen: null }
  }
  if (reply.status === '0') {
    const paid = successState(reply, kept)
    const way = { label: 'Show my tickets', to: '/success', state: paid }
    const seen = { order: null, paid }
    return { look: 'good', text: `Your tickets are ready: ${title}`, way, seen }
  }
  return { look: 'used', ...failureNews(reply, title, event), seen: leftOf(kept, reply) }
}

/** The notice about an order that this browser sent but the server does not know. */
export function newsOfNone({ eventTitle, eventId, lines }: StoredOrder): PaymentNews {
  const way = { label: 'Try again', to: `/event/${eventId}` }
  return {
    look: 'used',
    text:
      totalKes(lines) === 0
        ? `You did not get the tickets: ${eventTitle}.`
        : `Payment not completed: ${eventTitle}.`,
    way,
    seen: { order: null },
  }
}

function failureNews({ status, message }: SettledOrder, title: string, to: string) {
  if (status === 'refund_due' || status === 'refunded') {
    return { text: `${title}: ${message}`, way: { label: 'Back to the event', to } }
  }
  const isSure = !UNSURE.includes(message)
  const text = isSure ? `Payment not completed: ${title}. ${message}` : `${title}: ${message}`
  return { text, way: { label: 'Try again', to } }
}

/**
 * The change to the stored purchase after its order failed. An order that can be prompted again
 * stays stored. The next payment then prompts for this order instead of replacing it.
 */
function leftOf(kept: StoredOrder, { can_retry }: SettledOrder): Partial<KeptPurchase> {
  return { order: can_retry ? { ...kept, retry: true, unsure: false } : null }
}
