import { formatKes, lineAmountKes, toCents } from '../platform/values/money.rules.ts'
import { formatDateTime, formatShortSpan } from '../ui/dates.rules.ts'
import type { EventReply, TicketTypeReply } from './events.contract.ts'
import { heldDays } from './sales.rules.ts'

/** The amount charged for one ticket, in whole shillings. */
export function chargedKes(price: number): number {
  return lineAmountKes(toCents(price) ?? Math.ceil(price * 100), 1)
}

/**
 * The lowest price above 0. 0 if all types are free. Null if there are no types. The caller must
 * leave out add-ons (see `offeredTypes`).
 */
export function lowestPriceKes(event: { ticket_types: readonly TicketTypeReply[] }): number | null {
  if (event.ticket_types.length === 0) return null
  const paid = event.ticket_types.map((type) => chargedKes(type.price)).filter((kes) => kes > 0)
  return paid.length > 0 ? Math.min(...paid) : 0
}

/** 'KES 200', or 'Free' for 0. */
export function formatPrice(kes: number): string {
  return kes === 0 ? 'Free' : formatKes(kes)
}

const count = new Intl.NumberFormat('en-US')

/** Formats a number of attendees as '10,000 attending'. */
export function formatAttending(attendees: number): string {
  return `${count.format(attendees)} attending`
}

/** The address that opens WhatsApp with a message to friends about the event. */
export function whatsAppLink(event: Parameters<typeof shareText>[0], url: string): string {
  return whatsAppTo(`${shareText(event)}\n${url}`)
}

/** The address that opens WhatsApp with this message. */
export function whatsAppTo(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`
}

type Day = { date: string; time: string; cancelled_at?: string | null | undefined }
type Dated = Day & { days?: readonly Day[] | undefined }

/**
 * 'Fri, Dec 11 – Sun, Dec 13, 2026' if several days of the event take place, otherwise `oneDay`
 * of the only one.
 */
export function datesOf(event: Dated, oneDay: (date: string, time: string) => string): string {
  const [first = event, ...more] = heldDays(event.days ?? [])
  const last = more.at(-1)
  return last ? formatShortSpan(first.date, last.date) : oneDay(first.date, first.time)
}

/** The text of a message to friends, before the link. */
function shareText(event: Pick<EventReply, 'title' | 'location'> & Dated): string {
  return `${event.title}\n${datesOf(event, formatDateTime)}, ${event.location}`
}
