import { shortTime } from '../events/day-words.rules.ts'
import type { EventReply, TicketTypeReply } from '../events/events.contract.ts'
import { saleStop } from '../events/sales.rules.ts'
import { formatKesAndCents, lineAmountKes } from '../platform/values/money.rules.ts'
import { nairobiDateTime } from '../platform/values/nairobi.rules.ts'
import type { Line } from './layout.rules.ts'
import { type Frame, lastScreen, ROWS, type Row, screenOf, shortDay } from './menu.rules.ts'
import type { Pay, Place, Purchase, Refused, Shown } from './place.rules.ts'
import { ussdWords, type Words } from './ussd.text.ts'

type Listed = Pick<EventReply, 'id' | 'title' | 'date' | 'is_sold_out'>
export type ShownEvent = Listed &
  Pick<EventReply, 'is_published' | 'sales_open'> & {
    ticket_types: Pick<TicketTypeReply, 'id' | 'name' | 'price' | 'available' | 'max_per_order'>[]
  }
type ShownType = ShownEvent['ticket_types'][number]

/** One that is sold out says so, so that nobody opens it in vain. */
export function eventsScreen(frame: Frame, events: readonly Listed[], more?: Place): Shown {
  const words = ussdWords[frame.language]
  const rows = events.map(({ id, title, date, is_sold_out }): Row => {
    const day = shortDay(words, date)
    const line = { name: title, after: is_sold_out ? ` ${day} ${words.soldOut}` : ` ${day}` }
    return { line, to: { at: 'event', id, from: 0 } }
  })
  return screenOf(frame, { head: rows.length === 0 ? [words.nothing] : [], rows, more })
}

/** Its types with price and what is left; one that is sold out stays in its row, so that none moves. */
export function eventScreen(frame: Frame, event: ShownEvent, from: number): Shown {
  const words = ussdWords[frame.language]
  const head: Line = { name: event.title, after: ` ${shortDay(words, event.date)}` }
  const stop = saleStop(event)
  if (stop !== null) {
    const why = stop === 'sold_out' ? words.notOneLeft : words.closed
    return screenOf(frame, { head: [head, why] })
  }
  const rows = event.ticket_types.slice(from, from + ROWS).map((type): Row => {
    const left = type.available > 0 ? words.left(type.available) : words.soldOut
    const line = { name: type.name, after: ` ${bareSum(type.price)} (${left})` }
    return { line, to: { at: 'quantity', eventId: event.id, typeId: type.id } }
  })
  const hasMore = event.ticket_types.length > from + ROWS
  const more: Place | undefined = hasMore
    ? { at: 'event', id: event.id, from: from + ROWS }
    : undefined
  return screenOf(frame, { head: [head], rows, more })
}

/** Null where none of it is left. */
export function quantityScreen(
  frame: Frame,
  { id: eventId }: ShownEvent,
  type: ShownType,
  phone: string,
): Shown | null {
  const max = Math.min(type.max_per_order, type.available)
  if (max < 1) return null
  const words = ussdWords[frame.language]
  const head: Line = { name: type.name, after: ` ${formatKesAndCents(type.price)}` }
  const field = { kind: 'quantity', max, of: { eventId, typeId: type.id, phone } } as const
  return screenOf(frame, { head: [head, words.howMany(max)], field })
}

/** What an order of it is called, so that it is placed once; one that is paid by hand is another. */
type Drawn = { prompt: string; paybill: string | null }

export function confirmScreen(
  frame: Frame,
  { event, type }: { event: ShownEvent; type: ShownType },
  purchase: Purchase,
  drawn: Drawn,
): Shown {
  const words = ussdWords[frame.language]
  const priceCents = Math.round(type.price * 100)
  const total = lineAmountKes(priceCents, purchase.quantity)
  const pay = { at: 'pay', ...purchase, priceCents } as const
  const rows: Row[] = [
    { line: words.pay, to: { ...pay, paysBy: 'prompt', orderId: drawn.prompt } },
    { line: words.otherPhone, to: { at: 'phone', purchase } },
  ]
  if (drawn.paybill !== null) {
    const to = { ...pay, paysBy: 'paybill', orderId: drawn.paybill } as const
    rows.push({ line: words.byPaybill, to })
  }
  return screenOf(frame, {
    head: [
      { before: `${purchase.quantity} x `, name: type.name },
      { name: event.title, after: ` ${shortDay(words, event.date)}` },
      words.total(formatKesAndCents(total)),
      words.from(localPhone(purchase.phone)),
    ],
    rows,
  })
}

/** Of what is about to be bought, or of an order that waits. */
export function phoneScreen(frame: Frame, of: { purchase: Purchase } | { orderId: string }): Shown {
  const { typePhone } = ussdWords[frame.language]
  return screenOf(frame, { head: [typePhone], field: { kind: 'phone', ...of } })
}

/** The way back leads to the total, to try again. */
export function refusedScreen(frame: Frame, said: Refused): Shown {
  return screenOf(frame, { head: [ussdWords[frame.language].refused[said]] })
}

export type ToPay = {
  amountKes: number
  phone: string
  /** The order's, by which it may be paid by hand. */
  account: string
  /** Our paybill number; null for a till. */
  business: string | null
  ussdCode: string
  paysBy: Pay['paysBy']
  /** Until then it may be paid by hand; null where M-Pesa asks and did not yet. */
  byHandUntil: Date | null
}

/** '4:29PM' in Nairobi. */
export const untilWords = (until: Date) => shortTime(nairobiDateTime(until).slice(11, 16))

/** What is said of an order that waits for its money. */
export function linesToPay(words: Words, order: ToPay): Line[] {
  const { business, account } = order
  const sum = formatKesAndCents(order.amountKes)
  if (order.paysBy === 'paybill' && business !== null && order.byHandUntil !== null) {
    const until = untilWords(order.byHandUntil)
    return [words.payByHand({ until, business, account, sum })]
  }
  return [
    words.prompted(sum, localPhone(order.phone)),
    words.ifNone(business === null ? null : { business, account }, order.ussdCode),
  ]
}

/** The session is over with this, for M-Pesa cannot ask while it is open. */
export function toPayScreen({ language }: Pick<Frame, 'language'>, order: ToPay): Shown {
  return lastScreen(linesToPay(ussdWords[language], order))
}

/** '1,500': each letter counts where several prices stand below each other. */
function bareSum(shillings: number): string {
  return formatKesAndCents(shillings).replace(/^KES\s/, '')
}

/** As people in Kenya write it. */
export function localPhone(phone: string): string {
  return `0${phone.slice(3)}`
}
