import { askFor, isSamePurchase } from './asked-purchase.rules.ts'
import type { PendingOrder, SettledOrder } from './checkout.contract.ts'
import { isStillExpected, tellsToLook } from './order-wait.rules.ts'
import {
  type AskedPurchase,
  become,
  howToPay,
  keepChoice,
  type Moment,
  type Next,
  nextChoice,
  type OrderAnswer,
  PAYMENT_FAILED,
  type Paying,
  type Purchase,
  type PurchaseEffect,
  type PurchaseEvent,
  type Refusal,
  refusalText,
  type StoredOrder,
  showOrder,
} from './purchase.rules.ts'
import { successState } from './success-state.rules.ts'

/** The whole of a purchase: what becomes of it when this happens, and what is then to be done. */
export function nextPurchase(purchase: Purchase, event: PurchaseEvent, moment: Moment): Next {
  const { step, paying } = purchase
  switch (event.is) {
    case 'ready':
      if (step.at !== 'sending' || paying) return become(purchase)
      if (event.wanted) return pay(purchase, askFor(event.wanted), moment)
      return purchase.order ? takeUp(purchase, purchase.order) : become(purchase)
    case 'network':
      if (event.call !== paying?.call) return become(purchase)
      if (step.at === 'waiting') {
        return become({ ...purchase, step: { ...step, offline: event.offline } })
      }
      return tell(purchase, event.offline ? OFFLINE : null)
    case 'busy':
      return event.call === paying?.call
        ? tell(purchase, busyText(event.seconds))
        : become(purchase)
    case 'pending':
      if (event.call !== paying?.call) return become(purchase)
      return become({ ...purchase, step: waitFor(event.order) })
    case 'renumbered':
      return step.at === 'waiting' && paying
        ? renumber({ ...purchase, paying }, event.phoneNumber)
        : become(purchase)
    case 'answered':
      // One that comes late, to a call that nobody waits for any more, changes nothing.
      if (event.call !== paying?.call) return become(purchase)
      return hear({ ...purchase, paying }, event.answer, moment)
    default:
      return nextChoice(purchase, event)
  }
}

const OFFLINE = 'No connection. Your order is safe; trying again…'

const busyText = (seconds: number) =>
  `Many people are buying right now. Nothing is lost and nothing was charged: this page tries again by itself in ${seconds} seconds.`

/** While the order is on its way. */
function tell(purchase: Purchase, told: string | null): Next {
  if (purchase.step.at !== 'sending') return become(purchase)
  return become({ ...purchase, step: { at: 'sending', told } })
}

/** As an order is until its end is known. */
const UNKNOWN = { retry: false, unsure: false }
const FAILED = { retry: true, unsure: false }

type Under = Purchase & { paying: Paying }

/** By one more prompt for the same order where that is possible. */
function pay(purchase: Purchase, asked: AskedPurchase, moment: Moment): Next {
  const { order: known } = purchase
  // No prompt begins for what is to be paid by hand: it is an order of its own, in its place.
  const how = known?.retry && asked.payBy ? 'new' : howToPay(known, asked.lines)
  if (!known || (how === 'new' && !known.unsure)) {
    return place(purchase, newOrder(asked, moment), asked)
  }
  const { orderId } = known
  if (how === 'prompt') {
    const { phoneNumber, email } = asked
    const order = { ...known, phoneNumber, email, retry: false, unsure: true }
    const prompt = { to: 'prompt', orderId, phoneNumber, email } as const
    return keep(purchase, { how: 'prompt', order, call: prompt, asked, refusal: null })
  }
  // Without an answer the last order may have been taken: only its own id cannot double it.
  if (how === 'repeat' && !known.unsure && isSamePurchase(known, asked)) {
    return place(purchase, { ...newOrder(asked, moment), orderId }, asked)
  }
  const look = { to: 'look', orderId } as const
  return ask(purchase, { how: 'look', order: known, call: look, asked, refusal: null })
}

function takeUp(purchase: Purchase, order: StoredOrder): Next {
  const follow = { to: 'follow', orderId: order.orderId, known: null } as const
  return ask(purchase, { how: 'take-up', order, call: follow, asked: null, refusal: null })
}

function newOrder(asked: AskedPurchase, { freshId, now }: Moment): StoredOrder {
  return { ...asked, orderId: freshId, startedAt: now, ...UNKNOWN }
}

/** With `asked`, once more under another id where this one is of no use. */
function place(purchase: Purchase, order: StoredOrder, asked: AskedPurchase | null): Next {
  return keep(purchase, { how: 'place', order, call: { to: 'place', order }, asked, refusal: null })
}

/** Always written down before the call that may charge for it. */
function keep(purchase: Purchase, paying: Paying): Next {
  const { order } = paying
  return after([{ do: 'keep', kept: { order } }], ask({ ...purchase, order }, paying))
}

function ask(purchase: Purchase, paying: Paying): Next {
  return become({ ...purchase, paying }, { do: 'call', call: paying.call })
}

function after(effects: PurchaseEffect[], next: Next): Next {
  return { ...next, effects: [...effects, ...next.effects] }
}

function hear(purchase: Under, answer: OrderAnswer, moment: Moment): Next {
  const { paying } = purchase
  if (paying.refusal) return hearAfterRefusal(purchase, paying.refusal, answer, moment)
  if (paying.call.to === 'look') return hearOfLast(purchase, answer, moment)
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

/** A prompt is never sent again unseen; and some refusals only tell what the order is doing. */
function mustLook({ call }: Paying, { status, code }: Refusal): boolean {
  if (call.to === 'prompt' && status === 0) return true
  return (call.to === 'prompt' || call.to === 'place') && tellsToLook(code)
}

function look(purchase: Under, refusal: Refusal): Next {
  const { paying } = purchase
  const { orderId } = paying.order
  return ask(purchase, { ...paying, call: { to: 'look', orderId }, refusal })
}

/** The refusal stands, unless the order itself is being paid or is paid. */
function hearAfterRefusal(
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

/** Of an order whose answer was lost, when another one is wanted. */
function hearOfLast(purchase: Under, answer: OrderAnswer, moment: Moment): Next {
  const { order: last, asked } = purchase.paying
  if (!answer.ok) {
    const isUnknown = answer.status === 404 && asked
    if (!isUnknown) return refuse(purchase, answer, moment)
    return pay({ ...purchase, order: null }, asked, moment)
  }
  const order = answer.data
  if (order.status === 'pending') {
    // Its prompt may be on the phone already: a second one would charge twice.
    const shown = showOrder(purchase, last)
    return after([keepChoice(shown)], wait(shown, order))
  }
  if (isNotPaid(order) && asked) {
    const known = order.can_retry ? { ...last, ...FAILED } : null
    return pay({ ...purchase, order: known }, asked, moment)
  }
  return settle(purchase, order)
}

function isNotPaid(order: { status: string }): boolean {
  return order.status === 'failed' || order.status === 'expired'
}

function waitFor(order: PendingOrder) {
  return { at: 'waiting', order, offline: false } as const
}

/** From here on it stands for the other number: what the form shows, should it be needed again. */
function renumber({ paying, ...purchase }: Under, phoneNumber: string): Next {
  const order = { ...paying.order, phoneNumber }
  const typed = { ...purchase.typed, phoneNumber }
  const renumbered = { ...purchase, typed, order, paying: { ...paying, order } }
  return become(renumbered, { do: 'keep', kept: { order } })
}

/** It is under way: nothing else is placed for what was asked. */
function wait(purchase: Under, order: PendingOrder): Next {
  const follow = { to: 'follow', orderId: order.order_id, known: order } as const
  const paying = { ...purchase.paying, call: follow, asked: null, refusal: null }
  return ask({ ...purchase, step: waitFor(order) }, paying)
}

function settle({ paying, ...rest }: Under, ended: SettledOrder): Next {
  const purchase: Purchase = { ...rest, order: null, paying: null }
  if (ended.status === '0') {
    const paid = successState(ended, paying.order)
    const kept = { order: null, paid }
    return become(purchase, { do: 'keep', kept }, { do: 'success', paid })
  }
  if (ended.status === 'refund_due' || ended.status === 'refunded') {
    const step = { at: 'refund', order: ended } as const
    return become({ ...purchase, step }, { do: 'keep', kept: { order: null } })
  }
  const order = ended.can_retry ? { ...paying.order, ...FAILED } : null
  // An old failure is no news to someone who only comes back to the page.
  const isOld = paying.how === 'take-up' && !ended.can_retry
  const problem = ended.message || PAYMENT_FAILED
  const { paybill, pay_until: until } = ended
  const byHand = paybill && until ? { byHand: { paybill, until } } : {}
  const step = isOld ? ({ at: 'choosing' } as const) : ({ at: 'form', problem, ...byHand } as const)
  return become({ ...purchase, order, step }, { do: 'keep', kept: { order } }, { do: 'refresh' })
}

/** `isSure`: nothing came of the call that was refused. */
function refuse(
  purchase: Under,
  refusal: Refusal,
  moment: Moment,
  isSure = leavesNoOrder(refusal),
): Next {
  const { asked, how } = purchase.paying
  if (asked && how !== 'look' && needsNewOrder(refusal.code)) {
    return place(purchase, newOrder(asked, moment), null)
  }
  return giveUp(purchase, refusal, isSure)
}

/** The buyer decides how to go on. */
function giveUp(purchase: Under, refusal: Refusal, isSure: boolean): Next {
  const order = leftBy(purchase, isSure)
  const step = { at: 'form', problem: refusalText(refusal) } as const
  // What stays as it was is not written again: another tab may have put its own in that place.
  const kept: PurchaseEffect[] = order === purchase.order ? [] : [{ do: 'keep', kept: { order } }]
  return become({ ...purchase, step, order, paying: null }, ...kept, { do: 'refresh' })
}

/** The order that there still is, or may be. */
function leftBy({ paying, order }: Under, isSure: boolean): StoredOrder | null {
  if (paying.how === 'prompt') return { ...paying.order, retry: true, unsure: !isSure }
  // A look that came to nothing says nothing about the order.
  return paying.how !== 'look' && isSure ? null : order
}

/** Without an answer the order may have been taken all the same: its id must be used again. */
export function leavesNoOrder({ status }: Pick<Refusal, 'status'>): boolean {
  return status > 0 && status < 500
}

/** The order cannot be used any more; the same tickets need one with another id. */
function needsNewOrder(code: string): boolean {
  return code === 'too_late' || code === 'order_not_found' || code === 'order_conflict'
}
