import { buy } from '../checkout/buy.ts'
import { orderTimes } from '../orders/times.ts'
import { paybillNumber } from '../payments/paybill.rules.ts'
import { isDatabaseUnavailable } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { lineAmountKes, toKes } from '../platform/values/money.rules.ts'
import { type ToPay, toPayScreen } from './buying.rules.ts'
import { backTo, type UssdDeps, type View, type Visit } from './caller.ts'
import { goOn, type Pay, type Place, type Refused } from './place.rules.ts'
import { ussdTimes } from './times.ts'
import { selectOrderToPay } from './ussd.sql.ts'
import { ussdWords, type Words } from './ussd.text.ts'

/** Places the order that was confirmed, or finds it where this turn comes again. */
export async function viewPay(deps: UssdDeps, visit: Visit, pay: Pay): Promise<View> {
  try {
    const { placed } = await buy(deps, askedOf(deps, visit, pay))
    if (placed) return thanks(visit, toPayOf(deps, { ...placed, ...byHand(deps, pay, placed) }))
  } catch (error) {
    if (!(error instanceof AppError) || isDatabaseUnavailable(error)) throw error
    // It is not as this turn may have read it.
    deps.seen?.clear()
    return refused(visit, error.code)
  }
  return await viewPlaced(deps, visit, pay.orderId)
}

function askedOf(deps: UssdDeps, { phone, language }: Visit, pay: Pay) {
  const { orderId, eventId, typeId, quantity, priceCents, paysBy } = pay
  return {
    orderId,
    eventId,
    phone: pay.phone,
    // All calls come from the gateway's one address: limits count who calls.
    address: phone,
    paysBy,
    language,
    promptAfterMs: ussdTimes(deps.timeScale).promptAfterMs,
    lines: [{ ticketTypeId: typeId, quantity }],
    shown: {
      totalCents: lineAmountKes(priceCents, quantity) * 100,
      lineCents: [priceCents * quantity],
    },
  }
}

/** One that was placed before, as it is by now. */
async function viewPlaced(deps: UssdDeps, visit: Visit, orderId: string): Promise<View> {
  const order = await selectOrderToPay(deps.db, orderId)
  if (order?.state === 'pending') return thanks(visit, toPayOf(deps, asPlaced(order)))
  if (isPaid(order)) return alreadyPaid(visit)
  // It came to nothing meanwhile: the total is shown again, and is another order's.
  return { path: backTo(visit.path, 'confirm') }
}

export const isPaid = (order: { state: string } | undefined) =>
  order?.state === 'paid' || order?.state === 'issued'
export const alreadyPaid = ({ language }: Visit): View => {
  return { path: [{ at: 'menu' }], notice: ussdWords[language].alreadyPaid }
}

type Placed = Pick<ToPay, 'phone' | 'paysBy' | 'byHandUntil'> & {
  code: string
  amount_cents: number
}

export type OrderToPay = NonNullable<Awaited<ReturnType<typeof selectOrderToPay>>>

export function asPlaced({ pays_by, by_hand_until, ...order }: OrderToPay): Placed {
  return { ...order, paysBy: pays_by as Pay['paysBy'], byHandUntil: by_hand_until }
}

/** Of one that was placed in this moment, as its row has it: nobody has to read that. */
function byHand(
  { timeScale }: UssdDeps,
  { paysBy }: Pay,
  { since }: { since: Date },
): Pick<ToPay, 'paysBy' | 'byHandUntil'> {
  const last = new Date(since.getTime() + orderTimes(timeScale).holdMaxMs)
  return { paysBy, byHandUntil: paysBy === 'paybill' ? last : null }
}

export const thanks = (visit: Visit, order: ToPay): View => toPayScreen(visit, order)

export function toPayOf({ env }: UssdDeps, { code, amount_cents, ...order }: Placed): ToPay {
  return {
    phone: order.phone,
    paysBy: order.paysBy,
    byHandUntil: order.byHandUntil,
    account: code,
    business: paybillNumber(env.mpesa),
    amountKes: toKes(amount_cents),
    ussdCode: env.ussdCode,
  }
}

/** What the web refuses is refused here in other words, and leads where something can be done. */
export function refused({ language, path }: Visit, code: string): View {
  const words = ussdWords[language]
  const short = SHORT[code]
  if (short) return { path: backTo(path, short[1]), notice: short[0](words) }
  const from = path.some(({ at }) => at === 'confirm') ? 'confirm' : 'order'
  return { path: goOn(backTo(path, from), { at: 'refused', said: LONG[code] ?? 'other' }) }
}

/** Said above the screen that it leads to. */
const SHORT: Record<string, [said: (words: Words) => string, at: Place['at']]> = {
  sold_out: [({ refused: { soldOut } }) => soldOut, 'event'],
  unknown_ticket_type: [({ refused: { soldOut } }) => soldOut, 'event'],
  sales_closed: [({ refused: { closed } }) => closed, 'menu'],
  event_not_found: [({ refused: { closed } }) => closed, 'menu'],
  too_many: [({ refused: { tooMany } }) => tooMany, 'quantity'],
  over_limit: [({ refused: { overLimit } }) => overLimit, 'quantity'],
  nothing_to_pay: [({ refused: { nothingToPay } }) => nothingToPay, 'event'],
  amount_changed: [({ newPrice }) => newPrice, 'confirm'],
}
/** On a screen of its own, from which it may be tried again. */
const LONG: Record<string, Refused> = {
  payment_open: 'paymentOpen',
  too_many_unpaid: 'waitAndTry',
  busy_line: 'waitAndTry',
  too_many_requests: 'tooManyPrompts',
}
