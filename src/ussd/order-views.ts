import { readOrders } from '../checkout/read-order.ts'
import { nextPhone, type OrderState } from '../orders/order.rules.ts'
import { offeredWallet, paybillNumber } from '../payments/paybill-number.rules.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { gotFreeScreen, type ToPay, toPayScreen } from './buying.rules.ts'
import { endedScreen } from './ended.rules.ts'
import { addOnsOf } from './event-screens.rules.ts'
import { sellsAddOns } from './event-views.ts'
import { lastScreen } from './menu.rules.ts'
import type { At, Purchase } from './navigation.rules.ts'
import { sellingTexts } from './selling.text.ts'
import { readEvent } from './shared-events.ts'
import { selectOrderToPay } from './ussd.sql.ts'
import { ussdTexts } from './ussd.text.ts'
import { backTo, type UssdDeps, type View, type Visit } from './visit.ts'
import { linesWaiting, type WaitingOrder, waitingScreen } from './waiting.rules.ts'

type OrderToPay = NonNullable<Awaited<ReturnType<typeof selectOrderToPay>>>

/** The order that this turn placed, or the state of the order of an earlier turn. */
export async function viewPay(deps: UssdDeps, visit: Visit, pay: At<'pay'>): Promise<View> {
  if (visit.placed) return toPayScreen(visit, toPay(deps, visit.placed))
  const order = await selectOrderToPay(deps.db, pay.orderId)
  if (order?.state === 'pending') return toPayScreen(visit, toPay(deps, order))
  if (isPaid(order)) return isFree(order) ? gotFreeScreen(visit, pay) : alreadyPaid(visit)
  // The order ended unpaid: show the total again, for a new order.
  return { path: backTo(visit.path, 'confirm') }
}

/** The order that ended the last session, or the unpaid order that the event offers. */
export async function viewOrder(deps: UssdDeps, visit: Visit, { id }: At<'order'>): Promise<View> {
  const order = await selectOrderToPay(deps.db, id)
  if (!order) return { path: [{ at: 'menu' }] }
  if (isPaid(order)) return await viewPaid(deps, visit, order)
  const waiting = await readWaiting(deps, order)
  if (waiting) return waitingScreen(visit, waiting)
  return endedScreen(visit, order, toPurchase(order))
}

/** Offers the event's add-ons to the caller, who now has a ticket. */
async function viewPaid(deps: UssdDeps, visit: Visit, order: OrderToPay): Promise<View> {
  const { haveFree } = sellingTexts[visit.language]
  const notice = isFree(order) ? haveFree : ussdTexts[visit.language].alreadyPaid
  const event = await readEvent(deps, order.event_id)
  const menu = { at: 'menu' } as const
  return { path: event && sellsAddOns(event) ? [menu, addOnsOf(event)] : [menu], notice }
}

/** The purchase of an ended order, with which the caller can place a new order. */
function toPurchase(order: OrderToPay): Purchase {
  const { event_id: eventId, ticket_type_id: typeId, phone, chosen_cents } = order
  return {
    ...{ eventId, typeId, quantity: order.quantity / order.sold_in, phone },
    chosenKes: chosen_cents === null ? undefined : toKes(chosen_cents),
    promo: order.promo_digits ?? undefined,
    seller: order.seller_number ?? undefined,
  }
}

/** Ends the session, because M-Pesa cannot prompt a phone with an open session. */
export async function viewPrompted(
  deps: UssdDeps,
  visit: Visit,
  { id }: { id: string },
): Promise<View> {
  const order = await selectOrderToPay(deps.db, id)
  const waiting = order && (await readWaiting(deps, order))
  if (!waiting) return { path: backTo(visit.path, 'order') }
  if (waiting.phase === 'in_line')
    return toPayScreen(visit, { ...waiting, paymentMethod: 'prompt' })
  return lastScreen(linesWaiting(ussdTexts[visit.language], waiting))
}

/** The state that the web's waiting page shows. Null if the order does not wait for payment. */
async function readWaiting(deps: UssdDeps, order: OrderToPay): Promise<WaitingOrder | null> {
  const next = nextPhone({ ...order, state: order.state as OrderState })
  if (order.state !== 'pending' && next === null) return null
  const reply = (await readOrders(deps, [order.id])).get(order.id)?.reply
  if (reply?.status !== 'pending' || reply.phase === 'issuing') return null
  const isNext = reply.next_phone !== null && next !== null
  return {
    ...toPay(deps, order),
    id: order.id,
    phone: isNext ? order.phone : (next ?? order.phone),
    phase: reply.phase,
    nextPhone: isNext ? next : null,
    paybillUntil: reply.pay_until ? new Date(reply.pay_until) : null,
    takesOther: reply.other_phone_in === 0,
  }
}

const isPaid = (order: { state: string } | undefined) =>
  order?.state === 'paid' || order?.state === 'issued'

const alreadyPaid = ({ language }: Visit): View => {
  return { path: [{ at: 'menu' }], notice: ussdTexts[language].alreadyPaid }
}

const isFree = (order: { payment_method: string } | undefined) => order?.payment_method === 'free'

type PayableRow = Pick<
  OrderToPay,
  'phone' | 'code' | 'amount_cents' | 'payment_method' | 'paybill_until'
>

function toPay({ env }: UssdDeps, order: PayableRow): ToPay {
  return {
    phone: order.phone,
    paymentMethod: order.payment_method as ToPay['paymentMethod'],
    paybillUntil: order.paybill_until,
    account: order.code,
    business: paybillNumber(env.mpesa),
    wallet: offeredWallet(env.mpesa, order.phone),
    amountKes: toKes(order.amount_cents),
    ussdCode: env.ussdCode,
  }
}
