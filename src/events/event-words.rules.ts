import { formatKes, lineAmountKes, toCents } from '../platform/values/money.rules.ts'
import { LANGUAGE } from '../ui/language.rules.ts'
import type { EventReply } from './events.contract.ts'

export type Badge = 'Sold Out' | 'Limited Tickets' | 'New'

type Flags = Pick<EventReply, 'is_sold_out' | 'is_limited_tickets' | 'is_new'>

/** At most one badge stands on a card. */
export function badgeOf(event: Flags): Badge | null {
  if (event.is_sold_out) return 'Sold Out'
  if (event.is_limited_tickets) return 'Limited Tickets'
  return event.is_new ? 'New' : null
}

/** What one ticket at this price is charged, in whole shillings. */
export function chargedKes(price: number): number {
  return lineAmountKes(toCents(price) ?? Math.ceil(price * 100), 1)
}

/** What a card shows; a list of whole events would weigh several times as much. */
export type EventCardFacts = Pick<EventReply, CardField> & { lowest_kes: number | null }
type CardField =
  | 'id'
  | 'title'
  | 'image'
  | 'image_formats'
  | 'date'
  | 'location'
  | 'attendees'
  | 'category'
  | keyof Flags

export function cardFacts(event: EventReply): EventCardFacts {
  return {
    id: event.id,
    title: event.title,
    image: event.image,
    image_formats: event.image_formats,
    date: event.date,
    location: event.location,
    attendees: event.attendees,
    category: event.category,
    is_sold_out: event.is_sold_out,
    is_limited_tickets: event.is_limited_tickets,
    is_new: event.is_new,
    lowest_kes: lowestPriceKes(event),
  }
}

/** The lowest that anybody pays; 0 if all types are free, null if there are none. */
export function lowestPriceKes(event: Pick<EventReply, 'ticket_types'>): number | null {
  if (event.ticket_types.length === 0) return null
  const paid = event.ticket_types.map((type) => chargedKes(type.price)).filter((kes) => kes > 0)
  return paid.length > 0 ? Math.min(...paid) : 0
}

/** 'KES 200', or that nothing is to be paid. */
export function formatPrice(kes: number): string {
  return kes === 0 ? 'Free' : formatKes(kes)
}

const LOCALE = LANGUAGE === 'sw' ? 'sw-KE' : 'en-US'
const longDate = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' })
const count = new Intl.NumberFormat('en-US')

/** A calendar day has no zone: read and written in UTC it stays the day it is. */
function dayOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

/** 'August 10, 2025' */
export function formatDate(date: string): string {
  return longDate.format(dayOf(date))
}

/** 'Sunday' */
export function formatWeekday(date: string): string {
  return weekday.format(dayOf(date))
}

/** 'Aug' and '10', for the block that is read across a room. */
export function dateBlock(date: string): { month: string; day: string } {
  const day = dayOf(date)
  return { month: month.format(day), day: String(day.getUTCDate()) }
}

/** '4:00 PM' from '16:00'. By hand: ICU versions differ in the space before PM. */
export function formatTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const half = hours < 12 ? 'AM' : 'PM'
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`
}

/** '10,000 attending' */
export function formatAttending(attendees: number): string {
  return `${count.format(attendees)} attending`
}

/** What a message to friends says before the link. */
export function shareText(event: Pick<EventReply, 'title' | 'date' | 'time' | 'location'>): string {
  return `${event.title}\n${formatDate(event.date)}, ${formatTime(event.time)}, ${event.location}`
}
