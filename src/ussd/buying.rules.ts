import { shortTime } from '../events/day-words.rules.ts'
import { chargedKes } from '../events/event-words.rules.ts'
import type { EventReply, TicketTypeReply } from '../events/events.contract.ts'
import { isAllTaken, saleStop } from '../events/sales.rules.ts'
import { gsmName } from '../messages/sms.rules.ts'
import { formatKesAndCents, lineAmountKes } from '../platform/values/money.rules.ts'
import { nairobiDateTime } from '../platform/values/nairobi.rules.ts'
import type { Line } from './layout.rules.ts'
import { type Frame, lastScreen, ROWS, type Row, screenOf, shortDay } from './menu.rules.ts'
import type { At, Pay, Purchase, RenderedScreen, ScreenRef } from './navigation.rules.ts'
import type { Texts } from './screen-texts.text.ts'
import { ussdTexts } from './ussd.text.ts'

type Listed = Pick<EventReply, 'id' | 'title' | 'date' | 'is_sold_out'>
export type ShownEvent = Listed &
  Pick<EventReply, 'time' | 'location' | 'is_published' | 'sales_open' | 'max_per_phone'> & {
    ticket_types: Pick<
      TicketTypeReply,
      'id' | 'name' | 'price' | 'available' | 'is_sold_out' | 'max_per_order'
    >[]
  }
type ShownType = ShownEvent['ticket_types'][number]

/** From this number on none is shown, so that the names have more room. */
const FEW = 20

/** A sold-out event is marked in its row, so that callers need not open it to find out. */
export function eventsScreen(
  frame: Frame,
  events: readonly Listed[],
  more?: ScreenRef,
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const rows = events.map(({ id, title, date, is_sold_out }): Row => {
    const day = shortDay(texts, date)
    const line = {
      name: title,
      instead: texts.unnamed.event,
      after: is_sold_out ? ` ${day} ${texts.soldOut}` : ` ${day}`,
    }
    return { line, to: { at: 'event', id, from: 0 } }
  })
  return screenOf(frame, { head: rows.length === 0 ? [texts.nothing] : [], rows, more })
}

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
  const stop = saleStop(event)
  const own: Row[] =
    unpaid === null ? [] : [{ line: texts.unpaidOrder, to: { at: 'order', id: unpaid } }]
  if (stop !== null) {
    const why = stop === 'sold_out' ? texts.notOneLeft : texts.closed
    return screenOf(frame, { head: [head, why], rows: own })
  }
  if (isAllTaken(event)) {
    // The screen already says that all tickets are taken, so the shorter notice is not shown.
    const notice = frame.notice === texts.typeTaken ? undefined : frame.notice
    return screenOf({ ...frame, notice }, { head: [head, texts.allTaken], rows: own })
  }
  const types = event.ticket_types.slice(from, from + ROWS).map((type): Row => {
    const stock = stockText(texts, type)
    const line = {
      name: type.name,
      instead: texts.unnamed.ticket,
      after: ` ${bareSum(chargedKes(type.price))}${stock && ` (${stock})`}`,
    }
    return { line, to: { at: 'quantity', eventId: event.id, typeId: type.id } }
  })
  const hasMore = event.ticket_types.length > from + ROWS
  const more: ScreenRef | undefined = hasMore
    ? { at: 'event', id: event.id, from: from + ROWS }
    : undefined
  return screenOf(frame, { head: [head], rows: [...own, ...types], more })
}

function stockText(texts: Texts, { available, is_sold_out }: ShownType): string {
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
  return screenOf(frame, { head: [head, texts.howMany(max)], field })
}

/** Generated before the confirmation, so that a repeated one places no second order. */
type Drawn = { prompt: string; paybill: string | null }

export function confirmScreen(
  frame: Frame,
  { event, type }: { event: ShownEvent; type: ShownType },
  purchase: Purchase,
  drawn: Drawn,
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const priceCents = Math.round(type.price * 100)
  const total = lineAmountKes(priceCents, purchase.quantity)
  const pay = { at: 'pay', ...purchase, priceCents } as const
  const rows: Row[] = [
    { line: texts.pay, to: { ...pay, paymentMethod: 'prompt', orderId: drawn.prompt } },
    { line: texts.otherPhone, to: { at: 'phone', purchase } },
  ]
  if (drawn.paybill !== null) {
    const to = { ...pay, paymentMethod: 'paybill', orderId: drawn.paybill } as const
    rows.push({ line: texts.byPaybill, to })
  }
  return screenOf(frame, {
    head: [
      { before: `${purchase.quantity} x `, name: type.name, instead: texts.unnamed.ticket },
      { name: event.title, instead: texts.unnamed.event },
      whenAndWhere(texts, event),
      texts.total(formatKesAndCents(total)),
      texts.from(localPhone(purchase.phone)),
    ],
    rows,
  })
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
  orderId: string,
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const { eventId, quantity, priceCents } = purchase
  const total = formatKesAndCents(lineAmountKes(priceCents, quantity))
  return screenOf(frame, {
    head: [texts.fewLeft(quantity, wanted)],
    rows: [
      { line: texts.take(quantity, total), to: { at: 'pay', ...purchase, orderId } },
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
