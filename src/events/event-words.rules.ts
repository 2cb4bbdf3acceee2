import { formatKes, lineAmountKes, toCents } from '../platform/values/money.rules.ts'
import { formatDateTime, formatShortSpan } from '../ui/dates.rules.ts'
import type { EventReply, TicketTypeReply } from './events.contract.ts'

/** The amount charged for one ticket, in whole shillings. */
export function chargedKes(price: number): number {
  return lineAmountKes(toCents(price) ?? Math.ceil(price * 100), 1)
}

/**
 * The lowest price above 0. 0 if all types are free. Null if there are no types. Callers leave out
 * add-ons, by `offeredTypes`.
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

type Dated = { date: string; days?: readonly { date: string }[] | undefined }

/** 'Fri, Dec 11, 2026 – Sun, Dec 13, 2026' if the event has several days, otherwise `oneDay`. */
export const datesOf = ({ date, days }: Dated, oneDay: string): string =>
  days ? formatShortSpan(date, days.at(-1)!.date) : oneDay

/** The text of a message to friends, before the link. */
function shareText(event: Pick<EventReply, 'title' | 'time' | 'location'> & Dated): string {
  const when = datesOf(event, formatDateTime(event.date, event.time))
  return `${event.title}\n${when}, ${event.location}`
}
