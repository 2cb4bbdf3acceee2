import { formatKes, lineAmountKes, toCents } from '../platform/values/money.rules.ts'
import { nairobiDateTime } from '../platform/values/nairobi.rules.ts'
import { LANGUAGE } from '../ui/language.rules.ts'
import { isFew } from './event.rules.ts'
import type { EventReply, TicketTypeReply } from './events.contract.ts'
import { offeredTypes, saleStart } from './sales.rules.ts'

export type Badge = 'Sold Out' | 'Limited Tickets' | 'New'

type Flags = Pick<EventReply, 'is_sold_out' | 'is_limited_tickets' | 'is_new'>

/** The badge of an event's card. Null if the card has no badge. */
export function badgeOf(event: Flags): Badge | null {
  if (event.is_sold_out) return 'Sold Out'
  if (event.is_limited_tickets) return 'Limited Tickets'
  return event.is_new ? 'New' : null
}

/** The amount charged for one ticket, in whole shillings. */
export function chargedKes(price: number): number {
  return lineAmountKes(toCents(price) ?? Math.ceil(price * 100), 1)
}

/**
 * The fields that a card shows. A page with many cards does not load whole events, which are
 * several times larger.
 */
export type EventCardFacts = Pick<EventReply, CardField> & {
  lowest_kes: number | null
  /** The instant at which the first type goes on sale; absent if a type is on sale. */
  sale_start?: string
  /** True if at most a tenth of the tickets is left. */
  is_few_left: boolean
}
type CardField =
  | 'id'
  | 'title'
  | 'image'
  | 'image_formats'
  | 'date'
  | 'time'
  | 'location'
  | 'attendees'
  | 'category'
  | keyof Flags

export function cardFacts(event: EventReply): EventCardFacts {
  const start = saleStart(event.ticket_types)
  return {
    id: event.id,
    title: event.title,
    image: event.image,
    image_formats: event.image_formats,
    date: event.date,
    time: event.time,
    location: event.location,
    attendees: event.attendees,
    category: event.category,
    is_sold_out: event.is_sold_out,
    is_limited_tickets: event.is_limited_tickets,
    is_new: event.is_new,
    lowest_kes: lowestPriceKes(event),
    ...(start !== null && { sale_start: start }),
    is_few_left: isFewLeft(event.ticket_types),
  }
}

function isFewLeft(all: EventReply['ticket_types']): boolean {
  const types = offeredTypes(all)
  const sum = (of: 'available' | 'quantity') => types.reduce((total, type) => total + type[of], 0)
  return isFew(sum('available'), sum('quantity'))
}

/**
 * The lowest price above 0 of the types on sale. 0 if all types are free. Null if there are no
 * types.
 */
export function lowestPriceKes(event: { ticket_types: readonly TicketTypeReply[] }): number | null {
  const types = offeredTypes(event.ticket_types)
  if (types.length === 0) return null
  const paid = types.map((type) => chargedKes(type.price)).filter((kes) => kes > 0)
  return paid.length > 0 ? Math.min(...paid) : 0
}

/** 'KES 200', or 'Free' for 0. */
export function formatPrice(kes: number): string {
  return kes === 0 ? 'Free' : formatKes(kes)
}

const LOCALE = LANGUAGE === 'sw' ? 'sw-KE' : 'en-US'
const longDate = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' })
const shortWeekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const month = new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' })
const count = new Intl.NumberFormat('en-US')

/** Reads a date as UTC, so that the time zone of the machine cannot change the day. */
function dayOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

/** Formats a date as 'August 10, 2025'. */
export function formatDate(date: string): string {
  return longDate.format(dayOf(date))
}

/** Formats a date as its weekday: 'Sunday'. */
export function formatWeekday(date: string): string {
  return weekday.format(dayOf(date))
}

/** Formats a date as its short weekday: 'Sun'. */
export function formatShortWeekday(date: string): string {
  return shortWeekday.format(dayOf(date))
}

/** Formats a date as 'Aug' and '10' for the date block. */
export function dateBlock(date: string): { month: string; day: string } {
  const day = dayOf(date)
  return { month: month.format(day), day: String(day.getUTCDate()) }
}

/**
 * Formats '16:00' as '4:00 PM'. Does not use Intl, because ICU versions put different spaces before
 * PM.
 */
export function formatTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const half = hours < 12 ? 'AM' : 'PM'
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`
}

/** Formats a number of attendees as '10,000 attending'. */
export function formatAttending(attendees: number): string {
  return `${count.format(attendees)} attending`
}

/** Formats an instant as 'Fri, Nov 27, 10:00 AM' in Nairobi. */
export function formatMoment(instant: string): string {
  const [date = '', time = ''] = nairobiDateTime(new Date(instant)).split(' ')
  return `${shortDay.format(dayOf(date))}, ${formatTime(time)}`
}

/** The address that opens WhatsApp with a message to friends about the event. */
export function whatsAppLink(event: Parameters<typeof shareText>[0], url: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${shareText(event)}\n${url}`)}`
}

/** The text of a message to friends, before the link. */
function shareText(event: Pick<EventReply, 'title' | 'date' | 'time' | 'location'>): string {
  return `${event.title}\n${formatDate(event.date)}, ${formatTime(event.time)}, ${event.location}`
}
