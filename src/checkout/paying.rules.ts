import type { PendingOrder, SettledOrder } from './checkout.contract.ts'
import { type ChosenLine, sameTickets, totalKes } from './choice.rules.ts'
import { isStillExpected, leadsToLook } from './order-wait.rules.ts'
import {
  keepChoice,
  type Moment,
  type Next,
  next,
  nextChoice,
  type OrderAnswer,
  PAYMENT_FAILED,
  type Paying,
  type Purchase,
  type PurchaseEffect,
  type PurchaseEvent,
  type PurchaseRequest,
  type Refusal,
  type StoredOrder,
  showOrder,
} from './purchase.rules.ts'
import { isSamePurchase, toPurchaseRequest } from './purchase-request.rules.ts'
import { refusalText, refusedBy } from './refusal.rules.ts'
import { successState } from './success-state.rules.ts'

/** The next state of a purchase after an event, and the effects to run. */
export function nextPurchase(purchase: Purchase, event: PurchaseEvent, moment: Moment): Next {
  const { step, paying } = purchase
  switch (event.is) {
    case 'ready':
      if (step.at !== 'sending' || paying) return next(purchase)
      if (event.wanted) return pay(purchase, toPurchaseRequest(event.wanted), moment)
      return purchase.order ? takeUp(purchase, purchase.order) : next(purchase)
    case 'network':
      if (event.call !== paying?.call) return next(purchase)
      if (step.at === 'waiting') {
        return next({ ...purchase, step: { ...step, offline: event.offline } })
      }
      return showNotice(purchase, event.offline ? OFFLINE : null)
    case 'busy':
      return event.call === paying?.call
        ? showNotice(purchase, busyText(event.seconds))
        : next(purchase)
    case 'pending':
      if (event.call !== paying?.call) return next(purchase)
      return next({ ...purchase, step: waitFor(event.order) })
    case 'renumbered':
      return step.at === 'waiting' && paying
        ? renumber({ ...purchase, paying }, event.phoneNumber)
        : next(purchase)
    case 'answered':
      // A late response to a call that is no longer open changes nothing.
      if (event.call !== paying?.call) return next(purchase)
      return onAnswer({ ...purchase, paying }, event.answer, moment)
    default:
      return nextChoice(purchase, event)
  }
}

const OFFLINE = 'No connection. Your order is safe; trying again…'

const busyText = (seconds: number) =>
  `We're very busy right now. Your order is safe and nothing was charged: this page will try again automatically in ${seconds} seconds.`

function showNotice(purchase: Purchase, notice: string | null): Next {
  if (purchase.step.at !== 'sending') return next(purchase)
  return next({ ...purchase, step: { at: 'sending', notice } })
}

/** The flags of a stored order without a known result. */
const UNKNOWN = { retry: false, unsure: false }
const FAILED = { retry: true, unsure: false }

type Under = Purchase & { paying: Paying }

/** Starts a payment. If possible, by one more prompt for the order that the browser knows. */
function pay(purchase: Purchase, request: PurchaseRequest, moment: Moment): Next {
  const { order: known } = purchase
  // A payment by paybill needs no prompt: it is a separate order, which replaces the known order.
  const how = known?.retry && request.payBy ? 'new' : howToPay(known, request.lines)
  if (!known || (how === 'new' && !known.unsure)) {
    return place(purchase, newOrder(request, moment), request)
  }
  const { orderId } = known
  if (how === 'prompt') {
    const { phoneNumber, email } = request
    const order = { ...known, phoneNumber, email, retry: false, unsure: true }
    const prompt = { to: 'prompt', orderId, phoneNumber, email } as const
    return keep(purchase, { how: 'prompt', order, call: prompt, request, refusal: null })
  }
  // If the last call got no response, the server may have placed its order. An unchanged purchase
  // uses the known order id again, so that the order cannot be placed twice.
  if (how === 'repeat' && !known.unsure && isSamePurchase(known, request)) {
    return place(purchase, { ...newOrder(request, moment), orderId }, request)
  }
  const look = { to: 'look', orderId } as const
  return call(purchase, { how: 'look', order: known, call: look, request, refusal: null })
}

function takeUp(purchase: Purchase, order: StoredOrder): Next {
  const follow = { to: 'follow', orderId: order.orderId, known: null } as const
  return call(purchase, { how: 'take-up', order, call: follow, request: null, refusal: null })
}

function newOrder(request: PurchaseRequest, { freshId, now }: Moment): StoredOrder {
  return { ...request, orderId: freshId, startedAt: now, ...UNKNOWN }
}

/**
 * Places an order. If the server refuses the order's id, the page sends `request` again with a new
 * id, unless `request` is null.
 */
function place(purchase: Purchase, order: StoredOrder, request: PurchaseRequest | null): Next {
  return keep(purchase, {
    how: 'place',
    order,
    call: { to: 'place', order },
    request,
    refusal: null,
  })
}

/** Stores the order before the call, because the call may charge the buyer. */
function keep(purchase: Purchase, paying: Paying): Next {
  const { order } = paying
  return after([{ do: 'keep', kept: { order } }], call({ ...purchase, order }, paying))
}

function call(purchase: Purchase, paying: Paying): Next {
  return next({ ...purchase, paying }, { do: 'call', call: paying.call })
}

function after(effects: PurchaseEffect[], next: Next): Next {
  return { ...next, effects: [...effects, ...next.effects] }
}

function onAnswer(purchase: Under, answer: OrderAnswer, moment: Moment): Next {
  const { paying } = purchase
  if (paying.refusal) return onAnswerAfterRefusal(purchase, paying.refusal, answer, moment)
  if (paying.call.to === 'look') return onAnswerAboutLast(purchase, answer, moment)
  if (answer.ok) {
    const order = answer.data
    return order.status === 'pending' ? wait(purchase, order) : settle(purchase, order)
  }
  const isUnknown = paying.how === 'take-up' && answer.status === 404
  if (isUnknown && isStillExpected(paying.order.startedAt, moment.now)) {
    return place(purchase, { ...paying.order, ...UNKNOWN }, null)
  }
  return mustLook(paying, answer) ? look(purchase, answer) : refuse(purchase, answer, moment)
}

/**
 * True if the page must read the order before it shows anything: if a request for a prompt got no
 * response, or if a refusal only reports the order's state.
 */
function mustLook({ call }: Paying, { status, code }: Refusal): boolean {
  if (call.to === 'prompt' && status === 0) return true
  return (call.to === 'prompt' || call.to === 'place') && leadsToLook(code)
}

function look(purchase: Under, refusal: Refusal): Next {
  const { paying } = purchase
  const { orderId } = paying.order
  return call(purchase, { ...paying, call: { to: 'look', orderId }, refusal })
}

/**
 * Handles the order that was read after a refusal. Shows the refusal unless the order is pending or
 * paid.
 */
function onAnswerAfterRefusal(
  purchase: Under,
  refusal: Refusal,
  answer: OrderAnswer,
  moment: Moment,
): Next {
  if (!answer.ok) return giveUp(purchase, refusal, false)
  const order = answer.data
  if (isNotPaid(order)) return refuse(purchase, refusal, moment, true)
  return order.status === 'pending' ? wait(purchase, order) : settle(purchase, order)
}

/**
 * Handles the response about the last order, whose own response was lost. The page reads this order
 * before it places another order.
 */
function onAnswerAboutLast(purchase: Under, answer: OrderAnswer, moment: Moment): Next {
  const { order: last, request } = purchase.paying
  if (!answer.ok) {
    const isUnknown = answer.status === 404 && request
    if (!isUnknown) return refuse(purchase, answer, moment)
    return pay({ ...purchase, order: null }, request, moment)
  }
  const order = answer.data
  if (order.status === 'pending') {
    // The last order's prompt may be on the phone already, so a second prompt would charge twice.
    const shown = showOrder(purchase, last)
    return after([keepChoice(shown)], wait(shown, order))
  }
  if (isNotPaid(order) && request) {
    const known = order.can_retry ? { ...last, ...FAILED } : null
    return pay({ ...purchase, order: known }, request, moment)
  }
  return settle(purchase, order)
}

function isNotPaid(order: { status: string }): boolean {
  return order.status === 'failed' || order.status === 'expired'
}

function waitFor(order: PendingOrder) {
  return { at: 'waiting', order, offline: false } as const
}

/** Replaces the order's number, including the number in the form that is shown after a failure. */
function renumber({ paying, ...purchase }: Under, phoneNumber: string): Next {
  const order = { ...paying.order, phoneNumber }
  const typed = { ...purchase.typed, phoneNumber }
  const renumbered = { ...purchase, typed, order, paying: { ...paying, order } }
  return next(renumbered, { do: 'keep', kept: { order } })
}

/** Follows the open order and drops the request for another order. */
function wait(purchase: Under, order: PendingOrder): Next {
  const follow = { to: 'follow', orderId: order.order_id, known: order } as const
  const paying = { ...purchase.paying, call: follow, request: null, refusal: null }
  return call({ ...purchase, step: waitFor(order) }, paying)
}

function settle({ paying, ...rest }: Under, ended: SettledOrder): Next {
  const purchase: Purchase = { ...rest, order: null, paying: null }
  if (ended.status === '0') {
    const paid = successState(ended, paying.order)
    const kept = { order: null, paid }
    return next(purchase, { do: 'keep', kept }, { do: 'success', paid })
  }
  if (ended.status === 'refund_due' || ended.status === 'refunded') {
    const step = { at: 'refund', order: ended } as const
    return next({ ...purchase, step }, { do: 'keep', kept: { order: null } })
  }
  const order = ended.can_retry ? { ...paying.order, ...FAILED } : null
  // The visitor has come back to the page later, and needs no message about an old failure.
  const isOld = paying.how === 'take-up' && !ended.can_retry
  const problem = ended.message || PAYMENT_FAILED
  const { paybill, pay_until: until } = ended
  const { orderId } = paying.order
  const byPaybill = paybill && until ? { byPaybill: { orderId, paybill, until } } : {}
  const step = isOld
    ? ({ at: 'choosing' } as const)
    : ({ at: 'form', problem, ...byPaybill } as const)
  return next({ ...purchase, order, step }, { do: 'keep', kept: { order } }, { do: 'refresh' })
}

/** Shows a refusal. `isSure` means that the refused call certainly changed nothing. */
function refuse(
  purchase: Under,
  refusal: Refusal,
  moment: Moment,
  isSure = leavesNoOrder(refusal),
): Next {
  const { request, how } = purchase.paying
  if (request && how !== 'look' && needsNewOrder(refusal.code)) {
    return place(purchase, newOrder(request, moment), null)
  }
  return giveUp(purchase, refusal, isSure)
}

/** Returns to the form with the refusal, so that the buyer can decide what to do. */
function giveUp(purchase: Under, refusal: Refusal, isSure: boolean): Next {
  const refused = refusedBy(refusal)
  // A refusal because too few tickets are left means that the known order no longer holds tickets,
  // even if the request was only for another prompt. After a changed price, the known order is
  // dropped too, because its lines would show the old price.
  const isDropped = isSure && (refused.isShort || refusal.code === 'amount_changed')
  const order = isDropped ? null : leftBy(purchase, isSure)
  const step = { at: 'form', problem: refusalText(refusal), refused } as const
  // An unchanged order is not stored again, because another tab may have stored a newer order.
  const kept: PurchaseEffect[] = order === purchase.order ? [] : [{ do: 'keep', kept: { order } }]
  return next({ ...purchase, step, order, paying: null }, ...kept, { do: 'refresh' })
}

/** The order that exists, or may exist, after a refusal. Null if no order can exist. */
function leftBy({ paying, order }: Under, isSure: boolean): StoredOrder | null {
  if (paying.how === 'prompt') return { ...paying.order, retry: true, unsure: !isSure }
  // If reading the order failed, nothing is known about the order, so the stored order stays as it
  // is.
  return paying.how !== 'look' && isSure ? null : order
}

/**
 * Whether a refusal proves that no order exists. False if no response came or the server failed:
 * the order may exist, so a retry must use the known order id again.
 */
function leavesNoOrder({ status }: Pick<Refusal, 'status'>): boolean {
  return status > 0 && status < 500
}

/** True if the server will never accept the order's id, so the purchase needs a new id. */
function needsNewOrder(code: string): boolean {
  return code === 'too_late' || code === 'order_not_found' || code === 'order_conflict'
}

type Lines = readonly Pick<ChosenLine, 'ticketTypeId' | 'quantity' | 'amountKes'>[]

/**
 * The call that pays: another prompt for the known order, the known order again, or a new order.
 */
function howToPay(
  stored: { retry: boolean; lines: Lines } | null,
  lines: Lines,
): 'prompt' | 'repeat' | 'new' {
  if (!stored) return 'new'
  if (!stored.retry) return 'repeat'
  // The tickets are a new order if the total differs, because of another code or chosen price.
  const isSame = sameTickets(stored.lines, lines) && totalKes(stored.lines) === totalKes(lines)
  return isSame ? 'prompt' : 'new'
}
