import type { EventReply, TicketTypeReply } from '../events/events.contract.ts'
import { formatKes } from '../platform/values/money.rules.ts'
import type {
  OrderReply,
  OrderRequest,
  Paybill,
  PendingOrder,
  SettledOrder,
} from './checkout.contract.ts'
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

export type PaymentTyped = {
  phoneNumber: string
  email: string
  /** By hand from the start, without a prompt. */
  payBy?: 'paybill'
}

/** What somebody wants to pay for. */
export type AskedPurchase = {
  eventId: string
  eventTitle: string
  phoneNumber: string
  email: string | null
  payBy?: 'paybill'
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

/** What the browser keeps of the purchase for one event; null if it keeps nothing. */
export type KeptPurchase = {
  order: StoredOrder | null
  paid: SuccessState | null
  choice: Choice | null
}

/** What to type on the phone, and until when. */
export type ByHand = { paybill: Paybill; until: string }

/** Where a purchase stands on the event page. */
export type PurchaseStep =
  | { at: 'choosing' }
  /** `byHand` after a prompt that failed: what to type to pay without one. */
  | { at: 'form'; problem: string | null; byHand?: ByHand }
  /** The order is on its way to the server; the form stays, busy. */
  | { at: 'sending'; told: string | null }
  | { at: 'waiting'; order: PendingOrder; offline: boolean }
  | { at: 'refund'; order: SettledOrder }
  /** Paid from here before; back on the page. */
  | { at: 'paid'; paid: SuccessState }

export type OrderCall =
  | { to: 'place'; order: StoredOrder }
  | { to: 'prompt'; orderId: string; phoneNumber: string; email: string | null }
  | { to: 'look'; orderId: string }
  /** Waits for the order's end; `known` is how it stood last. */
  | { to: 'follow'; orderId: string; known: PendingOrder | null }

export type Refusal = { ok: false; status: number; code: string; error: string; amount?: number }
export type OrderAnswer = { ok: true; data: OrderReply } | Refusal

/** What a call brings: of those that wait, several pieces of news before the answer. */
export type CallNews =
  /** Offline once a try got no answer, and not once one did. */
  | { is: 'network'; call: OrderCall; offline: boolean }
  /** Too many came, and nothing was done; it is asked again by itself after so many seconds. */
  | { is: 'busy'; call: OrderCall; seconds: number }
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
  /** The server has another number for the order that is waited for. */
  | { is: 'renumbered'; phoneNumber: string }
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
  const { step } = purchase
  switch (event.is) {
    case 'arrived':
      return arrive(purchase, event.kept)
    case 'chose':
      return choose(purchase, event)
    case 'opened': {
      if (step.at !== 'choosing') return become(purchase)
      const { choice } = event
      return become({ ...purchase, step: { at: 'form', problem: null } }, { do: 'address', choice })
    }
    case 'pay': {
      if (step.at !== 'form') return become(purchase)
      const { wanted } = event
      return load({ ...purchase, typed: wanted.typed }, wanted)
    }
    case 'unloaded':
      // Nothing was sent, and the same button tries again.
      return become({ ...purchase, step: { at: 'form', problem: PAYMENT_FAILED } })
    case 'more': {
      const kept = { paid: null, choice: {} }
      return become({ ...purchase, choice: {}, step: { at: 'choosing' } }, { do: 'keep', kept })
    }
  }
  return become(purchase)
}

/** What a purchase is from now on, and what is then to be done. */
export function become(purchase: Purchase, ...effects: PurchaseEffect[]): Next {
  return { purchase, effects }
}

/** Takes up what a reload or a closed tab left open. */
function arrive(before: Purchase, { order, paid, choice }: KeptPurchase): Next {
  const here = { ...before, order, paying: null }
  if (order) {
    const shown = showOrder(here, order)
    return load(shown, null, keepChoice(shown))
  }
  const purchase = { ...here, choice: choice ?? before.choice }
  const keep = keepChoice(purchase)
  return become(paid ? { ...purchase, step: { at: 'paid', paid } } : purchase, keep)
}

type Chosen = Extract<PurchaseEvent, { is: 'chose' }>

function choose(before: Purchase, { types, ticketTypeId, quantity }: Chosen): Next {
  const lines = linesFor(types, before.choice, before.order?.lines ?? null)
  const purchase = { ...before, choice: { ...quantitiesOf(lines), [ticketTypeId]: quantity } }
  // Most who look at an event do not pay on that visit; who chooses may.
  return become(purchase, keepChoice(purchase), { do: 'load', next: null })
}

function load(purchase: Purchase, wanted: Wanted | null, ...before: PurchaseEffect[]): Next {
  const next = { is: 'ready', wanted } as const
  const step = { at: 'sending', told: null } as const
  return become({ ...purchase, step }, ...before, { do: 'load', next })
}

export function keepChoice({ choice }: Purchase): PurchaseEffect {
  return { do: 'keep', kept: { choice } }
}

/** Shows what this order is for in place of what is chosen. */
export function showOrder<P extends Purchase>(purchase: P, order: StoredOrder): P {
  const typed = { phoneNumber: order.phoneNumber, email: order.email ?? '' }
  return { ...purchase, typed, choice: quantitiesOf(order.lines) }
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
