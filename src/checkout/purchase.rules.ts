import type { EventReply, TicketTypeReply } from '../events/events.contract.ts'
import { formatKes } from '../platform/money.rules.ts'
import type { OrderReply, OrderRequest, PendingOrder, SettledOrder } from './checkout.contract.ts'
import {
  type Choice,
  type ChosenLine,
  linesFor,
  quantitiesOf,
  sameTickets,
} from './choice.rules.ts'
import type { SuccessState } from './success-state.rules.ts'

// A purchase in the browser: what it is, what may happen to it, and what is then to be done. How
// it goes on once somebody pays is in paying.rules.ts, which most visits do without.

export type PaymentTyped = { phoneNumber: string; email: string }

/** What somebody wants to pay for. */
export type AskedPurchase = {
  eventId: string
  eventTitle: string
  phoneNumber: string
  email: string | null
  tickets: OrderRequest['tickets']
  amount: number
  lines: ChosenLine[]
}

/** An order that this browser asked for, and whose end it has not seen. */
export type StoredOrder = AskedPurchase & {
  orderId: string
  /** Milliseconds since 1970. */
  startedAt: number
  /** It failed, and may be prompted once more. */
  retry: boolean
  /** Once more was asked for, and nobody said what came of it: a prompt may be on the phone. */
  unsure: boolean
}

/** What the browser keeps of the purchase for one event; null where it keeps nothing. */
export type KeptPurchase = {
  order: StoredOrder | null
  paid: SuccessState | null
  choice: Choice | null
}

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

export type OrderCall =
  | { to: 'place'; order: StoredOrder }
  | { to: 'prompt'; orderId: string; phoneNumber: string }
  | { to: 'look'; orderId: string }
  /** Waits for the order's end; `known` is how it stood last. */
  | { to: 'follow'; orderId: string; known: PendingOrder | null }

export type Refusal = { ok: false; status: number; code: string; error: string; amount?: number }
export type OrderAnswer = { ok: true; data: OrderReply } | Refusal

/** What a call brings: of those that wait, several pieces of news before the answer. */
export type CallNews =
  /** Offline once a try got no answer, and not once one did. */
  | { is: 'network'; call: OrderCall; offline: boolean }
  | { is: 'pending'; call: OrderCall; order: PendingOrder }
  | { is: 'answered'; call: OrderCall; answer: OrderAnswer }

/** What is asked of the server now. */
export type Paying = {
  /** What its end, or its refusal, says about the order depends on how it came about. */
  how: 'take-up' | 'look' | 'prompt' | 'place'
  order: StoredOrder
  call: OrderCall
  /** Whatever else may still be placed, should this order turn out to be none. */
  asked: AskedPurchase | null
  /** Where the call only looks whether this refusal, or this silence, is the end. */
  refusal: Refusal | null
}

export type Purchase = {
  step: PurchaseStep
  choice: Choice
  typed: PaymentTyped
  order: StoredOrder | null
  paying: Paying | null
}

export type Wanted = { event: EventReply; lines: ChosenLine[]; typed: PaymentTyped }

export type PurchaseEvent =
  | { is: 'arrived'; kept: KeptPurchase }
  | { is: 'chose'; types: readonly TicketTypeReply[]; ticketTypeId: string; quantity: number }
  | { is: 'opened'; choice: Choice }
  | { is: 'pay'; wanted: Wanted }
  | { is: 'more' }
  /** What paying needs is loaded; with nothing wanted, the order of an earlier visit goes on. */
  | { is: 'ready'; wanted: Wanted | null }
  | { is: 'unloaded' }
  | CallNews

/** What is to be done, one after the other. */
export type PurchaseEffect =
  | { do: 'keep'; kept: Partial<KeptPurchase> }
  /** So that a reload finds the same tickets and the form open. */
  | { do: 'address'; choice: Choice }
  /** Ahead of the need where nothing follows. */
  | { do: 'load'; next: Extract<PurchaseEvent, { is: 'ready' }> | null }
  | { do: 'call'; call: OrderCall }
  | { do: 'refresh' }
  | { do: 'success'; paid: SuccessState }

export type Next = { purchase: Purchase; effects: PurchaseEffect[] }

/** What no purchase has under its own control, as it is when something happens. */
export type Moment = { now: number; freshId: string }

export type NextPurchase = (purchase: Purchase, event: PurchaseEvent, moment: Moment) => Next

/** Until what paying needs is loaded: of its news nothing can have come. */
export function nextChoice(purchase: Purchase, event: PurchaseEvent): Next {
  switch (event.is) {
    case 'arrived':
      return arrive(purchase, event.kept)
    case 'chose':
      return choose(purchase, event)
    case 'opened': {
      if (purchase.step.at !== 'choosing') return unchanged(purchase)
      const step: PurchaseStep = { at: 'form', problem: null }
      return { purchase: { ...purchase, step }, effects: [{ do: 'address', choice: event.choice }] }
    }
    case 'pay': {
      if (purchase.step.at !== 'form') return unchanged(purchase)
      const { wanted } = event
      return load({ ...purchase, typed: wanted.typed }, { is: 'ready', wanted })
    }
    case 'unloaded':
      // Nothing was sent, and the same button tries again.
      if (purchase.paying) return unchanged(purchase)
      return unchanged({ ...purchase, step: { at: 'form', problem: PAYMENT_FAILED } })
    case 'more': {
      if (purchase.paying) return unchanged(purchase)
      const kept = { paid: null, choice: {} }
      const again = { ...purchase, choice: {}, step: { at: 'choosing' } as const }
      return { purchase: again, effects: [{ do: 'keep', kept }] }
    }
    default:
      return unchanged(purchase)
  }
}

type Chosen = Extract<PurchaseEvent, { is: 'chose' }>

function choose(purchase: Purchase, { types, ticketTypeId, quantity }: Chosen): Next {
  const lines = linesFor(types, purchase.choice, purchase.order?.lines ?? null)
  const choice = { ...quantitiesOf(lines), [ticketTypeId]: quantity }
  return {
    purchase: { ...purchase, choice },
    // Most who look at an event do not pay on that visit; who chooses may.
    effects: [
      { do: 'keep', kept: { choice } },
      { do: 'load', next: null },
    ],
  }
}

export function unchanged(purchase: Purchase): Next {
  return { purchase, effects: [] }
}

/** Takes up what a reload or a closed tab left open. */
function arrive(before: Purchase, { order, paid, choice }: KeptPurchase): Next {
  const here = { ...before, order, paying: null }
  if (order) {
    const shown = showOrder(here, order)
    const next = load(shown.purchase, { is: 'ready', wanted: null })
    return { ...next, effects: [...shown.effects, ...next.effects] }
  }
  const purchase = { ...here, choice: choice ?? before.choice }
  const effects: PurchaseEffect[] = [{ do: 'keep', kept: { choice: purchase.choice } }]
  return { purchase: paid ? { ...purchase, step: { at: 'paid', paid } } : purchase, effects }
}

function load(purchase: Purchase, next: Extract<PurchaseEvent, { is: 'ready' }>): Next {
  const step: PurchaseStep = { at: 'sending', offline: false }
  return { purchase: { ...purchase, step }, effects: [{ do: 'load', next }] }
}

/** Shows what this order is for in place of what is chosen. */
export function showOrder(purchase: Purchase, order: StoredOrder): Next {
  const choice = quantitiesOf(order.lines)
  const typed = { phoneNumber: order.phoneNumber, email: order.email ?? '' }
  return { purchase: { ...purchase, choice, typed }, effects: [{ do: 'keep', kept: { choice } }] }
}

export const PAYMENT_FAILED = 'Payment failed. Please try again.'

/** What the form says about a refusal. */
export function refusalText(refusal: Omit<Refusal, 'ok'>): string {
  if (refusal.code === 'amount_changed' && refusal.amount !== undefined) {
    const total = formatKes(Math.ceil(refusal.amount))
    return `The price has changed. The new total is ${total}. Nothing was charged. Pay again to confirm.`
  }
  if (refusal.status === 0 || refusal.status >= 500) return PAYMENT_FAILED
  return refusal.error || PAYMENT_FAILED
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
