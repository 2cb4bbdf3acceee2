import { shortTime } from '../events/day-words.rules.ts'
import { chargedKes } from '../events/event-words.rules.ts'
import type { EventReply, TicketTypeReply } from '../events/events.contract.ts'
import { isSaleOver, saleStart } from '../events/price.rules.ts'
import { isAllTaken, saleStop } from '../events/sales.rules.ts'
import { gsmName } from '../messages/sms.rules.ts'
import type { linePrice } from '../orders/placing/offer.rules.ts'
import { formatKesAndCents, lineAmountKes } from '../platform/values/money.rules.ts'
import { nairobiDate, nairobiDateTime } from '../platform/values/nairobi.rules.ts'
import type { Line } from './layout.rules.ts'
import {
  type Frame,
  fittingScreen,
  lastScreen,
  ROWS,
  type Row,
  screenOf,
  shortDay,
  shortWhen,
} from './menu.rules.ts'
import type { At, Pay, Purchase, RenderedScreen, ScreenRef } from './navigation.rules.ts'
import type { Texts } from './screen-texts.text.ts'
import { ussdTexts } from './ussd.text.ts'

type Windowed = Pick<TicketTypeReply, 'sale_window' | 'sale_from'>
type ShownType = Windowed &
  Pick<TicketTypeReply, 'id' | 'name' | 'available' | 'is_sold_out' | 'max_per_order'> &
  Pick<TicketTypeReply, 'price' | 'fee' | 'step' | 'left_at_price' | 'prices'>
type Listed = Pick<EventReply, 'id' | 'title' | 'date' | 'is_sold_out'> & {
  ticket_types: readonly Windowed[]
}
export type ShownEvent = Omit<Listed, 'ticket_types'> &
  Pick<EventReply, 'time' | 'location' | 'is_published' | 'sales_open' | 'max_per_phone'> & {
    ticket_types: readonly ShownType[]
  }

/** From this number on none is shown, so that the names have more room. */
const FEW = 20

/**
 * A sold-out event, and an event whose sale has not begun, is marked in its row, so that callers
 * need not open it to find out.
 */
export function eventsScreen(
  frame: Frame,
  events: readonly Listed[],
  more?: ScreenRef,
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const rows = events.map((event): Row => {
    const line = {
      name: event.title,
      instead: texts.unnamed.event,
      after: ` ${shortDay(texts, event.date)}${stateText(texts, event)}`,
    }
    return { line, to: { at: 'event', id: event.id, from: 0 } }
  })
  return screenOf(frame, { head: rows.length === 0 ? [texts.nothing] : [], rows, more })
}

function stateText(texts: Texts, { is_sold_out, ticket_types }: Listed): string {
  if (is_sold_out) return ` ${texts.soldOut}`
  const from = saleStart(ticket_types)
  return from === null ? '' : ` (${texts.opens.event(saleDay(texts, from))})`
}

const saleDay = (texts: Texts, from: string) => shortDay(texts, nairobiDate(new Date(from)))

/**
 * Ticket types with prices and availability. A sold-out type keeps its row, so that the digits of
 * the other types stay the same. `unpaid` is the id of the caller's own unpaid order, which may hold
 * the last tickets.
 */
export function eventScreen(
  frame: Frame,
  event: ShownEvent,
  { from, unpaid = null }: { from: number; unpaid?: string | null },
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const head: Line = {
    name: event.title,
    instead: texts.unnamed.event,
    after: ` ${shortDay(texts, event.date)}`,
  }
  const own: Row[] =
    unpaid === null ? [] : [{ line: texts.unpaidOrder, to: { at: 'order', id: unpaid } }]
  const why = whyNone(texts, event)
  if (why !== null) {
    // The screen already says why, so a notice about a type that says no more is not shown.
    const isRepeated = frame.notice === (why === texts.allTaken ? texts.typeTaken : why)
    const notice = isRepeated ? undefined : frame.notice
    return screenOf({ ...frame, notice }, { head: [head, why], rows: own })
  }
  const hasMore = event.ticket_types.length > from + ROWS
  const more: ScreenRef | undefined = hasMore
    ? { at: 'event', id: event.id, from: from + ROWS }
    : undefined
  const { opens } = texts
  const variants: OpensText[] = [
    (at) => opens.type(shortWhen(texts, at)),
    (at) => opens.short(saleDay(texts, at)),
  ]
  const parts = variants.map((opensText) => {
    const types = event.ticket_types
      .slice(from, from + ROWS)
      .map((type) => typeRow(texts, event.id, type, opensText))
    return { head: [head], rows: [...own, ...types], more }
  })
  return fittingScreen(frame, parts)
}

/** When the sale of a type begins, for its row. */
type OpensText = (at: string) => string

/** Why no ticket of the event can be bought now. Null if one can be, or its row says more. */
function whyNone(texts: Texts, event: ShownEvent): string | null {
  const stop = saleStop(event)
  if (stop !== null) return stop === 'sold_out' ? texts.notOneLeft : texts.closed
  if (isSaleOver(event.ticket_types)) return texts.closed
  const from = saleStart(event.ticket_types)
  if (from !== null) return texts.notYet(shortWhen(texts, from))
  return isAllTaken(event) ? texts.allTaken : null
}

function typeRow(texts: Texts, eventId: string, type: ShownType, opensText: OpensText): Row {
  const stock = stockText(texts, type, opensText)
  const line = {
    name: type.name,
    instead: texts.unnamed.ticket,
    after: ` ${bareSum(chargedKes(type.price))}${stock && ` (${stock})`}`,
  }
  return { line, to: { at: 'quantity', eventId, typeId: type.id } }
}

function stockText(
  texts: Texts,
  { available, is_sold_out, sale_window, sale_from }: ShownType,
  opensText: OpensText,
): string {
  if (sale_window === 'over') return texts.typeClosed
  if (sale_window === 'not_yet') return opensText(sale_from!)
  if (available > 0) return available < FEW ? texts.left(available) : ''
  return is_sold_out ? texts.soldOut : texts.taken
}

export function quantityScreen(
  frame: Frame,
  { id: eventId }: ShownEvent,
  type: ShownType,
  { phone, max }: { phone: string; max: number },
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const head: Line = {
    name: type.name,
    instead: texts.unnamed.ticket,
    after: ` ${formatKesAndCents(chargedKes(type.price))}`,
  }
  const field = { kind: 'quantity', max, of: { eventId, typeId: type.id, phone } } as const
  const step = stepLines(texts, type)
  const variants = [[...step, ...feeLines(texts, type.fee ?? 0)], step, []].map((more) => {
    return { head: [head, ...more, texts.howMany(max)], field }
  })
  return fittingScreen(frame, variants)
}

/** 'Early bird (3 left)'. A caller who wants more tickets sees another price in the total. */
function stepLines(texts: Texts, { step, left_at_price, available }: ShownType): Line[] {
  if (step === undefined) return []
  if (left_at_price === undefined) return [step]
  const left = Math.min(left_at_price, available)
  return [{ name: step, after: ` (${texts.left(left)})` }]
}

function feeLines(texts: Texts, fee: number): Line[] {
  return fee === 0 ? [] : [texts.fee(formatKesAndCents(fee))]
}

/** Generated before the confirmation, so that a repeated one places no second order. */
type Drawn = { prompt: string; paybill: string | null }

/** `price` is the price of one ticket for the quantity; `totalKes` the total of a refusal. */
type Sale = {
  event: ShownEvent
  type: ShownType
  price: Pick<ReturnType<typeof linePrice>, 'price' | 'fee'>
  totalKes?: number | undefined
}

export function confirmScreen(
  frame: Frame,
  { event, type, price, totalKes }: Sale,
  purchase: Purchase,
  drawn: Drawn,
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const priceCents = Math.round(price.price * 100)
  const ownTotal = lineAmountKes(priceCents, purchase.quantity)
  const total = totalKes ?? ownTotal
  const pay = { at: 'pay', ...purchase, priceCents, totalKes } as const
  const rows: Row[] = [
    { line: texts.pay, to: { ...pay, paymentMethod: 'prompt', orderId: drawn.prompt } },
    { line: texts.otherPhone, to: { at: 'phone', purchase } },
  ]
  if (drawn.paybill !== null) {
    const to = { ...pay, paymentMethod: 'paybill', orderId: drawn.paybill } as const
    rows.push({ line: texts.byPaybill, to })
  }
  const fee = total === ownTotal ? (Math.round(price.fee * 100) * purchase.quantity) / 100 : 0
  const variants = [feeLines(texts, fee), []].map((feeLine) => {
    const head = [
      { before: `${purchase.quantity} x `, name: type.name, instead: texts.unnamed.ticket },
      { name: event.title, instead: texts.unnamed.event },
      whenAndWhere(texts, event),
      texts.total(formatKesAndCents(total)),
      ...feeLine,
      texts.from(localPhone(purchase.phone)),
    ]
    return { head, rows }
  })
  return fittingScreen(frame, variants)
}

/** '21 Nov 4PM, Nyayo Stadium'. The location is left out if phones can show none of its letters. */
function whenAndWhere(texts: Texts, { date, time, location }: ShownEvent): Line {
  const when = `${shortDay(texts, date)} ${shortTime(time)}`
  return gsmName(location, '') === '' ? when : { before: `${when}, `, name: location }
}

/** For a new purchase, or for an order that waits for payment. */
export function phoneScreen(
  frame: Frame,
  of: { purchase: Purchase } | { orderId: string },
): RenderedScreen {
  const { typePhone } = ussdTexts[frame.language]
  return screenOf(frame, { head: [typePhone], field: { kind: 'phone', ...of } })
}

/** Offers the tickets that are left. `orderId` is generated for the order of these tickets. */
export function fewScreen(
  frame: Frame,
  { at: _, wanted, ...purchase }: At<'few'>,
  { priceCents, orderId }: { priceCents: number; orderId: string },
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const { eventId, quantity } = purchase
  const total = formatKesAndCents(lineAmountKes(priceCents, quantity))
  return screenOf(frame, {
    head: [texts.fewLeft(quantity, wanted)],
    rows: [
      { line: texts.take(quantity, total), to: { at: 'pay', ...purchase, priceCents, orderId } },
      { line: texts.otherTickets, to: { at: 'event', id: eventId, from: 0 } },
    ],
  })
}

/** A refusal. 'Back' returns to the total, from which the caller can try again. */
export function refusedScreen(frame: Frame, { said, orderId }: At<'refused'>): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const rows: Row[] = orderId ? [{ line: texts.unpaidOrder, to: { at: 'order', id: orderId } }] : []
  return screenOf(frame, { head: [texts.refused[said]], rows })
}

export type ToPay = {
  amountKes: number
  phone: string
  /** The order's code: the account number for a payment by paybill. */
  account: string
  /** Our paybill number; null if we have a till. */
  business: string | null
  ussdCode: string
  paymentMethod: Pay['paymentMethod']
  /** Null while M-Pesa's prompt is still to come. */
  paybillUntil: Date | null
}

/** The time in Nairobi, as '4:29PM'. */
export const untilText = (until: Date) => shortTime(nairobiDateTime(until).slice(11, 16))

export function linesToPay(texts: Texts, order: ToPay): Line[] {
  const { business, account } = order
  const sum = formatKesAndCents(order.amountKes)
  if (order.paymentMethod === 'paybill' && business !== null && order.paybillUntil !== null) {
    const until = untilText(order.paybillUntil)
    return [texts.payByHand({ until, business, account, sum })]
  }
  return [
    texts.prompted(sum, localPhone(order.phone)),
    texts.ifNone(business === null ? null : { business, account }, order.ussdCode),
  ]
}

/** The session ends, because M-Pesa cannot prompt a phone with an open session. */
export function toPayScreen({ language }: Pick<Frame, 'language'>, order: ToPay): RenderedScreen {
  return lastScreen(linesToPay(ussdTexts[language], order))
}

/** '1,500', without the currency, because several prices share one screen of 160 characters. */
function bareSum(shillings: number): string {
  return formatKesAndCents(shillings).replace(/^KES\s/, '')
}

export function localPhone(phone: string): string {
  return `0${phone.slice(3)}`
}
