import { formatKes } from '../platform/money.rules.ts'
import type { PendingOrder, SettledOrder } from './checkout.contract.ts'
import { type ChosenLine, sameTickets } from './choice.rules.ts'
import { PAYMENT_FAILED } from './order-wait.rules.ts'
import type { SuccessState } from './success-state.rules.ts'

/** Where a purchase stands on the event page. */
export type PurchaseStep =
  | { at: 'choosing' }
  | { at: 'form'; problem: string | null }
  /** The order is on its way to the server; the form stays, busy. */
  | { at: 'sending'; offline: boolean }
  | { at: 'waiting'; order: PendingOrder; offline: boolean }
  | { at: 'refund'; order: SettledOrder }
  /** Paid from here before; back on the page. */
  | { at: 'paid'; paid: SuccessState }

export type PurchaseNews =
  | { is: 'open' }
  | { is: 'sending' }
  | { is: 'offline'; offline: boolean }
  | { is: 'pending'; order: PendingOrder }
  | { is: 'problem'; problem: string }
  | { is: 'refund'; order: SettledOrder }
  | { is: 'paid'; paid: SuccessState }
  | { is: 'again' }

export function nextStep(step: PurchaseStep, news: PurchaseNews): PurchaseStep {
  switch (news.is) {
    case 'open':
      return { at: 'form', problem: null }
    case 'sending':
      return { at: 'sending', offline: false }
    case 'offline':
      return step.at === 'sending' || step.at === 'waiting'
        ? { ...step, offline: news.offline }
        : step
    case 'pending':
      return { at: 'waiting', order: news.order, offline: false }
    case 'problem':
      return { at: 'form', problem: news.problem }
    case 'refund':
      return { at: 'refund', order: news.order }
    case 'paid':
      return { at: 'paid', paid: news.paid }
    case 'again':
      return { at: 'choosing' }
  }
}

type Refusal = { status: number; code: string; error: string; amount?: number }

/** What the form says about a refusal. */
export function refusalText(refusal: Refusal): string {
  if (refusal.code === 'amount_changed' && refusal.amount !== undefined) {
    const total = formatKes(Math.ceil(refusal.amount))
    return `The price has changed. The new total is ${total}. Nothing was charged. Pay again to confirm.`
  }
  if (refusal.status === 0 || refusal.status >= 500) return PAYMENT_FAILED
  return refusal.error || PAYMENT_FAILED
}

/** Without an answer the order may have been taken all the same: its id must be used again. */
export function leavesNoOrder(refusal: Refusal): boolean {
  return refusal.status > 0 && refusal.status < 500
}

type Lines = readonly Pick<ChosenLine, 'ticketTypeId' | 'quantity'>[]

/** Which call pays: one more prompt for the same order, the same order again, or a new one. */
export function howToPay(
  stored: { retry: boolean; lines: Lines } | null,
  lines: Lines,
): 'prompt' | 'repeat' | 'new' {
  if (!stored) return 'new'
  if (!stored.retry) return 'repeat'
  return sameTickets(stored.lines, lines) ? 'prompt' : 'new'
}

/** The order cannot be used any more; the same tickets need one with another id. */
export function needsNewOrder(code: string): boolean {
  return code === 'too_late' || code === 'order_not_found' || code === 'order_conflict'
}
