import { formatKes, lineAmountKes, toCents } from '../platform/values/money.rules.ts'
import { LANGUAGE } from '../ui/language.rules.ts'
import type { EventReply, TicketTypeReply } from './events.contract.ts'

/** The amount charged for one ticket, in whole shillings. */
export function chargedKes(price: number): number {
  return lineAmountKes(toCents(price) ?? Math.ceil(price * 100), 1)
}

/** The lowest price above 0. 0 if all types are free. Null if there are no types. */
export function lowestPriceKes(event: { ticket_types: readonly TicketTypeReply[] }): number | null {
  if (event.ticket_types.length === 0) return null
  const paid = event.ticket_types.map((type) => chargedKes(type.price)).filter((kes) => kes > 0)
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

/** The address that opens WhatsApp with a message to friends about the event. */
export function whatsAppLink(event: Parameters<typeof shareText>[0], url: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${shareText(event)}\n${url}`)}`
}

/** The text of a message to friends, before the link. */
function shareText(event: Pick<EventReply, 'title' | 'date' | 'time' | 'location'>): string {
  return `${event.title}\n${formatDate(event.date)}, ${formatTime(event.time)}, ${event.location}`
}
