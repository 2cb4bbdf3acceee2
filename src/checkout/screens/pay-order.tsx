import type { EventReply } from '../../events/events.contract.ts'
import { randomId } from '../../ui/random-id.ts'
import type { OrderRequest } from '../checkout.contract.ts'
import { type ChosenLine, requestedTickets } from '../choice.rules.ts'
import { isStillExpected } from '../order-wait.rules.ts'
import { howToPay, needsNewOrder } from '../purchase.rules.ts'
import { isSamePurchase } from '../same-purchase.rules.ts'
import {
  followOrder,
  lookOnce,
  type Outcome,
  placeOrder,
  promptAgain,
  type Watch,
} from './order-calls.tsx'
import type { PaymentTyped } from './payment-form.tsx'
import type { StoredOrder } from './stored-order.tsx'

export type PurchaseNow = {
  event: EventReply
  lines: ChosenLine[]
  typed: PaymentTyped
  stored: StoredOrder | null
  /** Writes the order down; always before the call that may charge for it. */
  keep: (order: StoredOrder) => void
  /** Shows what this order is for in place of what is chosen. */
  show: (order: StoredOrder) => void
}

export type Paid = {
  how: 'take-up' | 'look' | 'prompt' | 'place'
  order: StoredOrder
  outcome: Outcome
}

/** Pays for what is chosen: by one more prompt for the same order where that is possible. */
export async function payOrder(purchase: PurchaseNow, watch: Watch): Promise<Paid> {
  const { stored, typed, keep, lines } = purchase
  const how = howToPay(stored, lines)
  if (stored && how === 'prompt') {
    const order = { ...stored, phoneNumber: typed.phoneNumber, retry: false }
    keep(order)
    const outcome = await promptAgain(order.orderId, order.phoneNumber, watch)
    return isUseless(outcome)
      ? place(purchase, randomId(), watch)
      : { how: 'prompt', order, outcome }
  }
  if (stored && how === 'repeat' && !isSamePurchase(stored, newOrder(purchase, stored.orderId))) {
    return payInstead(purchase, stored, watch)
  }
  // Without an answer the last order may have been taken: only its own id cannot double it.
  const id = stored && how === 'repeat' ? stored.orderId : randomId()
  const paid = await place(purchase, id, watch)
  return isUseless(paid.outcome) ? place(purchase, randomId(), watch) : paid
}

/** Without an answer the last order may have been taken, and what is chosen now is another one. */
async function payInstead(purchase: PurchaseNow, stored: StoredOrder, watch: Watch): Promise<Paid> {
  const found = await lookOnce(stored.orderId, watch)
  const ended = (how: Paid['how'], outcome: Outcome): Paid => ({ how, order: stored, outcome })
  if (watch.signal.aborted) return ended('look', { kind: 'left' })
  if (!found.ok) {
    if (found.status === 404) return payOrder({ ...purchase, stored: null }, watch)
    return ended('look', { kind: 'refused', problem: found })
  }
  const order = found.data
  if (order.status === 'pending') {
    // Its prompt may be on the phone already: a second one would charge twice.
    purchase.show(stored)
    watch.onPending(order)
    return ended('look', await followOrder(order.order_id, watch, order))
  }
  if (order.status === 'failed' || order.status === 'expired') {
    const known = order.can_retry ? { ...stored, retry: true } : null
    return payOrder({ ...purchase, stored: known }, watch)
  }
  return ended('look', { kind: 'settled', order })
}

/** An order that an earlier visit left open. */
export async function takeUpOrder(order: StoredOrder, watch: Watch): Promise<Paid> {
  const outcome = await followOrder(order.orderId, watch)
  const isUnknown = outcome.kind === 'refused' && outcome.problem.status === 404
  if (isUnknown && isStillExpected(order.startedAt, Date.now())) {
    return { how: 'place', order, outcome: await placeOrder(requestOf(order), watch) }
  }
  return { how: 'take-up', order, outcome }
}

async function place(purchase: PurchaseNow, orderId: string, watch: Watch): Promise<Paid> {
  const order = newOrder(purchase, orderId)
  purchase.keep(order)
  return { how: 'place', order, outcome: await placeOrder(requestOf(order), watch) }
}

function newOrder({ event, lines, typed }: PurchaseNow, orderId: string): StoredOrder {
  const tickets = requestedTickets(event.ticket_types, lines)
  return {
    orderId,
    eventId: event.id,
    eventTitle: event.title,
    phoneNumber: typed.phoneNumber,
    email: typed.email || null,
    tickets,
    amount: tickets.reduce((cents, ticket) => cents + Math.round(ticket.amount * 100), 0) / 100,
    lines,
    startedAt: Date.now(),
    retry: false,
  }
}

function requestOf(order: StoredOrder): OrderRequest & { orderId: string } {
  const { orderId, phoneNumber, amount, eventId, tickets, email } = order
  return { orderId, phoneNumber, amount, eventId, tickets, email }
}

function isUseless(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && needsNewOrder(outcome.problem.code)
}
