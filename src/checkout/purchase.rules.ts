import type { EventReply, TicketTypeReply } from '../events/events.contract.ts'
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
  writeChoice,
} from './choice.rules.ts'
import type { SuccessState } from './success-state.rules.ts'

// A purchase in the browser: its states, its events and their effects. When the buyer pays,
// `paying.rules.ts` takes over; most visits never load that file.

export type PaymentTyped = {
  phoneNumber: string
  email: string
  /** 'paybill' pays without a prompt. 'free' proves the phone, because there is nothing to pay. */
  payBy?: 'paybill' | 'free'
  /** The digits that prove the phone of a free order. */
  proof?: string
  /** Without scripts: the text about the code that was sent. */
  codeSent?: string
}

export type PurchaseRequest = {
  eventId: string
  eventTitle: string
  phoneNumber: string
  email: string | null
  payBy?: 'paybill' | 'free'
  proof?: string
  promo_code?: string
  tickets: OrderRequest['tickets']
  amount: number
  lines: ChosenLine[]
}

/** An order that this browser sent and whose result the buyer has not seen. */
export type StoredOrder = PurchaseRequest & {
  orderId: string
  startedAt: number
  /** True if the order failed and may be prompted once more. */
  retry: boolean
  /** True if a request for another prompt got no response, so the prompt may be on the phone. */
  unsure: boolean
}

/** The stored purchase for one event; fields are null if nothing is stored. */
export type KeptPurchase = {
  order: StoredOrder | null
  paid: SuccessState | null
  choice: Choice | null
}

/** The order that can be paid by paybill, the paybill's details, and the end of the time to pay. */
type PaybillOffer = { orderId: string; paybill: Paybill; until: string }

/**
 * Facts of a refusal. `isShort`: too few tickets were left. `ownOrder`: the id of the buyer's own
 * open order if this order is the reason. `isWrongProof`: the digits do not prove the phone.
 */
export type Refused = { isShort: boolean; ownOrder: string | null; isWrongProof?: true }

/** The payment form. `byPaybill` is set after a failed prompt. */
type FormStep = {
  at: 'form'
  problem: string | null
  refused?: Refused
  byPaybill?: PaybillOffer
}

export type PurchaseStep =
  /** `left` has the form that the buyer closed, and the choice of tickets at that time. */
  | { at: 'choosing'; left?: { form: FormStep; choice: Choice } }
  | FormStep
  /** The order is being sent. The form stays on the page and is disabled. */
  | { at: 'sending'; notice: string | null }
  | { at: 'waiting'; order: PendingOrder; offline: boolean }
  | { at: 'refund'; order: SettledOrder }
  /** The visitor has returned to the page after paying in this browser. */
  | { at: 'paid'; paid: SuccessState }

export type OrderCall =
  | { to: 'place'; order: StoredOrder }
  | { to: 'prompt'; orderId: string; phoneNumber: string; email: string | null }
  | { to: 'look'; orderId: string }
  /** Waits until the order is settled. `known` is its last known state. */
  | { to: 'follow'; orderId: string; known: PendingOrder | null }

export type Refusal = { ok: false; status: number; code: string; error: string } & {
  amount?: number
  order_id?: string
}
export type OrderAnswer = { ok: true; data: OrderReply } | Refusal

/** Events of a call. A call that waits may report several events before its response. */
export type CallNews =
  /** `offline` is true after an attempt without a response, and false after a response. */
  | { is: 'network'; call: OrderCall; offline: boolean }
  /** The server is overloaded and has done nothing. The call is repeated after `seconds`. */
  | { is: 'busy'; call: OrderCall; seconds: number }
  | { is: 'pending'; call: OrderCall; order: PendingOrder }
  | { is: 'answered'; call: OrderCall; answer: OrderAnswer }

export type Paying = {
  /** The purpose of the call, which determines what its result or refusal means for the order. */
  how: 'take-up' | 'look' | 'prompt' | 'place'
  order: StoredOrder
  call: OrderCall
  /**
   * The purchase that the buyer wants. If the known order does not exist or is not paid, the page
   * continues with this purchase.
   */
  request: PurchaseRequest | null
  /**
   * The refusal, or missing response, after which the page reads the order. The page shows the
   * refusal unless the order is pending or paid.
   */
  refusal: Refusal | null
}

export type Purchase = {
  step: PurchaseStep
  choice: Choice
  typed: PaymentTyped
  order: StoredOrder | null
  paying: Paying | null
}

export type PurchaseInput = { event: EventReply; lines: ChosenLine[]; typed: PaymentTyped }

export type PurchaseEvent =
  | { is: 'arrived'; kept: KeptPurchase }
  | { is: 'chose'; types: readonly TicketTypeReply[]; ticketTypeId: string; quantity: number }
  | { is: 'opened'; choice: Choice }
  | { is: 'pay'; wanted: PurchaseInput }
  | { is: 'closed' }
  /** The buyer continues with the known unpaid order. */
  | { is: 'continued' }
  | { is: 'more' }
  /**
   * The JavaScript for payment has been loaded. If `wanted` is null, the page resumes the order of
   * an earlier visit.
   */
  | { is: 'ready'; wanted: PurchaseInput | null }
  | { is: 'unloaded' }
  /** The server has stored another number for the open order. */
  | { is: 'renumbered'; phoneNumber: string }
  | CallNews

/** An effect to carry out. Several effects are carried out in their order. */
export type PurchaseEffect =
  | { do: 'keep'; kept: Partial<KeptPurchase> }
  /**
   * Writes the choice into the address, so that a reload shows the same tickets and the open form.
   */
  | { do: 'address'; choice: Choice }
  /**
   * Loads the JavaScript for payment and then dispatches `next`. If `next` is null, only preloads
   * the JavaScript.
   */
  | { do: 'load'; next: Extract<PurchaseEvent, { is: 'ready' }> | null }
  | { do: 'call'; call: OrderCall }
  | { do: 'refresh' }
  | { do: 'success'; paid: SuccessState }

export type Next = { purchase: Purchase; effects: PurchaseEffect[] }

/** Values from outside the purchase: the time, and a new id. */
export type Moment = { now: number; freshId: string }

/**
 * The next state while the JavaScript for payment is not loaded, so that no call can be open.
 */
export function nextChoice(purchase: Purchase, event: PurchaseEvent): Next {
  const { step } = purchase
  switch (event.is) {
    case 'arrived':
      return arrive(purchase, event.kept)
    case 'chose':
      return choose(purchase, event)
    case 'opened': {
      if (step.at !== 'choosing') return next(purchase)
      const { choice } = event
      const opened = { ...purchase, choice, step: formFor(step, choice) }
      return next(opened, keepChoice(opened), { do: 'address', choice })
    }
    case 'closed': {
      if (step.at !== 'form') return next(purchase)
      const left = { form: step, choice: purchase.choice }
      return next({ ...purchase, step: { at: 'choosing', left } })
    }
    case 'continued': {
      if (!purchase.order) return next(purchase)
      const shown = showOrder(purchase, purchase.order)
      return next({ ...shown, step: formFor(step, shown.choice) }, keepChoice(shown))
    }
    case 'pay': {
      if (step.at !== 'form') return next(purchase)
      const { wanted } = event
      const paying = { ...purchase, typed: wanted.typed, choice: quantitiesOf(wanted.lines) }
      return load(paying, wanted, keepChoice(paying))
    }
    case 'unloaded':
      // The page has sent nothing, so the buyer can press the button again.
      return next({ ...purchase, step: { at: 'form', problem: PAYMENT_FAILED } })
    case 'more': {
      const kept = { paid: null, choice: {} }
      return next({ ...purchase, choice: {}, step: { at: 'choosing' } }, { do: 'keep', kept })
    }
  }
  return next(purchase)
}

/**
 * The form for these tickets. If the buyer has closed a form for the same tickets, returns this
 * form, unless it shows a shortage, because unpaid orders may have released tickets.
 */
function formFor(step: PurchaseStep, choice: Choice): FormStep {
  const left = step.at === 'choosing' && step.left
  const isSame = left && writeChoice(left.choice) === writeChoice(choice)
  return isSame && !left.form.refused?.isShort ? left.form : { at: 'form', problem: null }
}

export function next(purchase: Purchase, ...effects: PurchaseEffect[]): Next {
  return { purchase, effects }
}

/** Resumes the purchase after a reload or in a reopened tab. */
function arrive(before: Purchase, { order, paid, choice }: KeptPurchase): Next {
  const here = { ...before, order, paying: null }
  if (order) {
    const shown = showOrder(here, order)
    return load(shown, null, keepChoice(shown))
  }
  const purchase = { ...here, choice: choice ?? before.choice }
  const keep = keepChoice(purchase)
  return next(paid ? { ...purchase, step: { at: 'paid', paid } } : purchase, keep)
}

type Chosen = Extract<PurchaseEvent, { is: 'chose' }>

function choose(before: Purchase, { types, ticketTypeId, quantity }: Chosen): Next {
  const lines = linesFor(types, before.choice, before.order?.lines ?? null)
  const purchase = { ...before, choice: { ...quantitiesOf(lines), [ticketTypeId]: quantity } }
  // Most visitors never pay, so the page loads the JavaScript for payment only when a visitor
  // chooses tickets.
  return next(purchase, keepChoice(purchase), { do: 'load', next: null })
}

function load(purchase: Purchase, wanted: PurchaseInput | null, ...before: PurchaseEffect[]): Next {
  const ready = { is: 'ready', wanted } as const
  const step = { at: 'sending', notice: null } as const
  return next({ ...purchase, step }, ...before, { do: 'load', next: ready })
}

export function keepChoice({ choice }: Purchase): PurchaseEffect {
  return { do: 'keep', kept: { choice } }
}

/** Replaces the visitor's choice, number and email address by those of the order. */
export function showOrder<P extends Purchase>(purchase: P, order: StoredOrder): P {
  const typed = { phoneNumber: order.phoneNumber, email: order.email ?? '' }
  return { ...purchase, typed, choice: quantitiesOf(order.lines) }
}

export const PAYMENT_FAILED = 'Payment failed. Please try again.'
