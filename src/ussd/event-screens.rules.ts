// The screens up to the number of tickets: events, an event's ticket types, and how many.

import { firstHeld } from '../events/calendar.rules.ts'
import { chargedKes } from '../events/event-words.rules.ts'
import type { EventReply, TicketTypeReply } from '../events/events.contract.ts'
import { isSaleOver, saleStart } from '../events/price.rules.ts'
import { isAllTaken, lastDate, saleStop } from '../events/sales.rules.ts'
import { smsMoment, smsShortDate, smsShortSpan, smsWhen } from '../messages/sms.rules.ts'
import { isFreeLine } from '../orders/placing/offer.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { formatKes, formatKesAndCents } from '../platform/values/money.rules.ts'
import { inNairobi } from '../ui/dates.rules.ts'
import type { Line } from './layout.rules.ts'
import {
  datedScreen,
  type Frame,
  fittingScreen,
  hasRoomFor,
  type Parts,
  ROWS,
  type Row,
  screenOf,
} from './menu.rules.ts'
import type { Purchase, RenderedScreen, ScreenRef, Via } from './navigation.rules.ts'
import type { Texts } from './screen-texts.text.ts'
import { sellingTexts } from './selling.text.ts'
import { ussdTexts } from './ussd.text.ts'

type Windowed = Pick<TicketTypeReply, 'sale_window' | 'sale_from'>
export type ShownType = Windowed &
  Pick<TicketTypeReply, 'id' | 'name' | 'available' | 'is_sold_out' | 'max_per_order'> &
  Pick<TicketTypeReply, 'price' | 'full_price' | 'fee' | 'step' | 'left_at_price' | 'prices'> &
  Pick<TicketTypeReply, 'is_free' | 'lowest' | 'highest'> &
  Pick<TicketTypeReply, 'sold_in' | 'min_per_order' | 'kind' | 'day_numbers'>
type Listed = Pick<EventReply, 'id' | 'title' | 'date' | 'time' | 'days' | 'is_sold_out'> & {
  ticket_types: readonly Windowed[]
}
export type ShownEvent = Omit<Listed, 'ticket_types'> &
  Pick<EventReply, 'location' | 'is_published' | 'sales_open' | 'max_per_phone'> &
  Pick<EventReply, 'has_codes' | 'cancelled_at'> & {
    ticket_types: readonly ShownType[]
    dialled?: ShownCode | undefined
  }

/** A promo code, with the ids of the ticket types that it makes cheaper or unlocks. */
export type ShownCode = {
  id: string
  digits: string
  typeIds: readonly string[]
  kind: 'percent' | 'amount' | 'price' | 'access'
  percent: number | null
  /** The discount per ticket, or the price of a ticket, in shillings. */
  value: number | null
  left: number | null
  max_per_phone: number | null
}

/** If FEW or more tickets are left, the number is not shown, so that names have more room. */
const FEW = 20

/**
 * Marks sold-out events and events whose sale has not begun in their rows, so that callers need not
 * open them to find out.
 */
export function eventsScreen(
  frame: Frame,
  events: readonly Listed[],
  more?: ScreenRef,
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const head = events.length === 0 ? [texts.nothing] : []
  return datedScreen(frame, (dayText) => {
    const rows = events.map((event): Row => {
      const line = {
        name: event.title,
        instead: texts.unnamed.event,
        after: ` ${dayText(firstHeld(event).date, lastDate(event), frame.language)}${stateText(frame.language, event)}`,
      }
      return { line, to: { at: 'event', id: event.id, from: 0 } }
    })
    return { head, rows, more }
  })
}

function stateText(language: Language, { is_sold_out, ticket_types }: Listed): string {
  const texts = ussdTexts[language]
  if (is_sold_out) return ` ${texts.soldOut}`
  const from = saleStart(ticket_types)
  return from === null ? '' : ` (${texts.opens.event(saleDay(from, language))})`
}

const saleDay = (from: string, language: Language) => smsShortDate(inNairobi(from)[0], language)

export const isAddOn = ({ kind }: Pick<ShownType, 'kind'>): boolean => kind === 'add_on'

type EventParts = { from: number; unpaid?: string | null; hasAddOns?: boolean; via?: Via }

/**
 * Ticket types with prices and availability. A sold-out type keeps its row, so that the digits of
 * the other types stay the same. `unpaid` is the id of the caller's own unpaid order, which may hold
 * the last tickets. `hasAddOns`: the caller has a ticket and may buy add-ons, which have a screen of
 * their own.
 */
export function eventScreen(
  frame: Frame,
  all: ShownEvent,
  { from, unpaid = null, hasAddOns = false, via = {} }: EventParts,
): RenderedScreen {
  const event = { ...all, ticket_types: all.ticket_types.filter((type) => !isAddOn(type)) }
  const texts = ussdTexts[frame.language]
  const { date, time } = firstHeld(event)
  const until = lastDate(event)
  const headWith = (when: string): Line => ({
    name: event.title,
    instead: texts.unnamed.event,
    after: ` ${when}`,
  })
  const dated = headWith(smsWhen({ date, time, until }, frame.language))
  const brief = headWith(smsShortSpan(date, until, frame.language))
  const own: Row[] =
    unpaid === null ? [] : [{ line: texts.unpaidOrder, to: { at: 'order', id: unpaid } }]
  const addOns: Row[] = hasAddOns
    ? [{ line: sellingTexts[frame.language].addOns, to: addOnsOf(event, via) }]
    : []
  const field = { kind: 'via', id: event.id, via } as const
  const why = whyNone(frame.language, event)
  if (why !== null) {
    // The screen already gives the reason, so a notice with the same reason is not shown.
    const isRepeated = frame.notice === (why === texts.allTaken ? texts.typeTaken : why)
    const notice = isRepeated ? undefined : frame.notice
    return fittingScreen(
      { ...frame, notice },
      [dated, brief].map((head) => ({ head: [head, why], rows: [...own, ...addOns], field })),
    )
  }
  const size = ROWS - addOns.length
  const hasMore = event.ticket_types.length > from + size
  const more: ScreenRef | undefined = hasMore
    ? { at: 'event', id: event.id, from: from + size, ...via }
    : undefined
  const partsWith = (head: Line, opensText: OpensText): Parts => {
    const types = typeRows(frame, event, { from, to: from + size, via, opensText })
    return { head: [head], rows: [...own, ...types, ...addOns], more, field }
  }
  const { long, short } = opensTexts(frame.language)
  const plain = [partsWith(dated, long), partsWith(brief, long), partsWith(brief, short)]
  const code = codeLines(frame.language, event)
  const coded = plain.map((parts) => ({ ...parts, head: [...parts.head, ...code] }))
  return fittingScreen(frame, hasRoomFor(frame, coded.at(-1)!) ? coded : plain)
}

function typeRows(
  frame: Frame,
  event: ShownEvent,
  { from, to, via, opensText }: { from: number; to: number; via: Via; opensText: OpensText },
): Row[] {
  return event.ticket_types.slice(from, to).map((type): Row => {
    const quantity = { at: 'quantity', eventId: event.id, typeId: type.id } as const
    const line = typeLine(frame, type, opensText)
    return { line, to: { ...quantity, ...viaFor(event, type, via) } }
  })
}

function opensTexts(language: Language): Record<'long' | 'short', OpensText> {
  const { opens } = ussdTexts[language]
  return {
    long: (at) => opens.type(smsMoment(at, language)),
    short: (at) => opens.short(saleDay(at, language)),
  }
}

export const addOnsOf = ({ id }: { id: string }, via: Via = {}, from = 0): ScreenRef => ({
  at: 'add_ons',
  id,
  from,
  ...via,
})

/** The add-ons of an event, for a caller with a ticket. */
export function addOnsScreen(
  frame: Frame,
  event: ShownEvent,
  { from, via = {} }: { from: number; via?: Via },
): RenderedScreen {
  const { addOns: name, noAddOns } = sellingTexts[frame.language]
  const ticket_types = event.ticket_types.filter(isAddOn)
  const more: ScreenRef | undefined =
    ticket_types.length > from + ROWS ? addOnsOf(event, via, from + ROWS) : undefined
  const title = {
    before: `${name}: `,
    name: event.title,
    instead: ussdTexts[frame.language].unnamed.event,
  }
  const head = ticket_types.length === 0 ? [title, noAddOns] : [title]
  const { long, short } = opensTexts(frame.language)
  const variants = [long, short].map((opensText): Parts => {
    const rows = typeRows(
      frame,
      { ...event, ticket_types },
      { from, to: from + ROWS, via, opensText },
    )
    return { head, rows, more }
  })
  return fittingScreen(frame, variants)
}

/** Keeps the code only for types that it makes cheaper or unlocks: other types refuse it. */
function viaFor({ dialled }: ShownEvent, { id }: ShownType, { promo, seller }: Via): Via {
  return { promo: dialled?.typeIds.includes(id) ? promo : undefined, seller }
}

/** 'Code 4471: -10%'. Empty if the caller has no code. */
export function codeLines(language: Language, { dialled }: ShownEvent): Line[] {
  if (!dialled) return []
  const { digits, kind, percent, value } = dialled
  const { code, codeEffect } = sellingTexts[language]
  if (kind === 'access') return [code(digits, codeEffect.access)]
  const sum = value === null ? '' : formatKesAndCents(value)
  return [code(digits, kind === 'percent' ? codeEffect.percent(percent!) : codeEffect[kind](sum))]
}

/** When the sale of a type begins, for its row. */
type OpensText = (at: string) => string

/** Why no ticket is for sale now. Null if a ticket is, or if the rows of the types say more. */
function whyNone(language: Language, event: ShownEvent): string | null {
  const texts = ussdTexts[language]
  if (event.cancelled_at !== null) return texts.cancelled
  const stop = saleStop(event)
  if (stop !== null) return stop === 'sold_out' ? texts.notOneLeft : texts.closed
  // All types of an event with codes may be hidden until the caller enters a code.
  if (event.ticket_types.length === 0 && !event.has_codes) return texts.atTheGate
  if (isSaleOver(event.ticket_types)) return texts.closed
  const from = saleStart(event.ticket_types)
  if (from !== null) return texts.notYet(smsMoment(from, language))
  return isAllTaken(event) ? texts.allTaken : null
}

function typeLine({ language }: Frame, type: ShownType, opensText: OpensText): Line {
  const texts = ussdTexts[language]
  const stock = stockText(texts, type, opensText)
  const price = priceText(language, type, bareSum)
  return {
    name: type.name,
    instead: texts.unnamed.ticket,
    after: ` ${price}${unitText(language, type)}${stock && ` (${stock})`}`,
  }
}

/** ' for 10', unless the type's name has the number ('Table of 10'). Empty for a plain type. */
function unitText(language: Language, { name, sold_in: soldIn = 1 }: ShownType): string {
  const numbers: readonly string[] = name.match(/\d+/g) ?? []
  const isNamed = soldIn === 1 || numbers.includes(String(soldIn))
  return isNamed ? '' : ` ${sellingTexts[language].forSome(soldIn)}`
}

/** '20 people', or '6 uses' of an add-on. Empty for a plain type. */
export function unitsText(
  language: Language,
  { sold_in: soldIn = 1, kind }: Pick<ShownType, 'sold_in' | 'kind'>,
  units: number,
): string {
  if (soldIn === 1) return ''
  const { people, uses } = sellingTexts[language]
  return isAddOn({ kind }) ? uses(soldIn * units) : people(soldIn * units)
}

/** 'Free', '1,500', or 'from 200' if the caller chooses the price. */
function priceText(language: Language, type: ShownType, sumOf: (kes: number) => string): string {
  const texts = sellingTexts[language]
  if (type.lowest !== undefined) return texts.atLeast(sumOf(chargedKes(type.lowest)))
  return isFreeLine(type, type) ? texts.free : sumOf(chargedKes(type.price))
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
  event: ShownEvent,
  type: ShownType,
  { phone, max, via = {} }: { phone: string; max: number; via?: Via },
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const head: Line = {
    name: type.name,
    instead: texts.unnamed.ticket,
    after: ` ${priceText(frame.language, type, formatKesAndCents)}`,
  }
  const of = { eventId: event.id, typeId: type.id, phone, ...via }
  const asksPrice = type.lowest !== undefined
  const least = type.min_per_order ?? 1
  const limits = { ...(least > 1 && { least }), max }
  const field = { kind: 'quantity', ...limits, ...(asksPrice && { asksPrice }), of } as const
  const { each, howManyFrom } = sellingTexts[frame.language]
  const unit = unitsText(frame.language, type, 1)
  const units = unit === '' ? [] : [each(unit)]
  const howMany = least > 1 ? howManyFrom(least, max) : texts.howMany(max)
  const isLowered = type.full_price !== undefined
  const step = isLowered ? codeLines(frame.language, event) : stepLines(texts, type)
  const variants = [[...step, ...feeLines(texts, type.fee ?? 0)], step, []].map((more) => {
    return { head: [head, ...units, ...more, howMany], field }
  })
  return fittingScreen(frame, variants)
}

/** The bounds of a price that the caller chooses, in whole shillings. */
export type PriceBounds = { lowest: number; highest: number }

export function priceScreen(
  frame: Frame,
  type: ShownType,
  purchase: Purchase,
  { lowest, highest }: PriceBounds,
): RenderedScreen {
  const texts = sellingTexts[frame.language]
  const head = [
    { name: type.name, instead: ussdTexts[frame.language].unnamed.ticket },
    texts.choosePrice(purchase.quantity, formatKes(lowest), formatKes(highest)),
  ]
  const field = { kind: 'price', lowest, highest, purchase } as const
  if (lowest > 0) return screenOf(frame, { head, field })
  // Here 0 is a price, and not the way back.
  const free = { to: { at: 'confirm', ...purchase, chosenKes: 0 } } as const
  const foot = [`0 ${texts.free}`]
  return screenOf({ ...frame, hasBack: false }, { head, foot, field, choices: { 0: free } })
}

/** 'Early bird (3 left)'. A caller who wants more tickets sees another price in the total. */
function stepLines(texts: Texts, { step, left_at_price, available }: ShownType): Line[] {
  if (step === undefined) return []
  if (left_at_price === undefined) return [step]
  const left = Math.min(left_at_price, available)
  return [{ name: step, after: ` (${texts.left(left)})` }]
}

export function feeLines(texts: Texts, fee: number): Line[] {
  return fee === 0 ? [] : [texts.fee(formatKesAndCents(fee))]
}

/** '1,500', without the currency, because several prices share one screen of 160 characters. */
export function bareSum(shillings: number): string {
  return formatKesAndCents(shillings).replace(/^KES\s/, '')
}
