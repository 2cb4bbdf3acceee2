import { formatShortDate } from '../ui/dates.rules.ts'
import { firstHeld } from './calendar.rules.ts'
import { chargedKes } from './event-words.rules.ts'
import type { EventReply, TicketTypeReply } from './events.contract.ts'
import { entriesOf } from './price.rules.ts'
import { lastDate } from './sales.rules.ts'

const KINDS: Record<string, string> = {
  Concerts: 'MusicEvent',
  Festivals: 'Festival',
  Theater: 'TheaterEvent',
  Sports: 'SportsEvent',
  Comedy: 'ComedyEvent',
}

/** The event in the terms of schema.org. All addresses have the same origin as the share image. */
export function toStructuredData(event: EventReply): Record<string, unknown> {
  const url = `${new URL(event.share_image).origin}/event/${event.id}`
  return {
    '@context': 'https://schema.org',
    '@type': KINDS[event.category] ?? 'Event',
    name: event.title,
    description: event.description || event.title,
    startDate: startOf(firstHeld(event)),
    ...daysOf(event),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...statusOf(event),
    location: placeOf(event),
    image: [event.share_image, ...(event.image ? [event.image] : [])],
    url,
    offers: entriesOf(event.ticket_types).map((type) => ({
      '@type': 'Offer',
      name: type.name,
      ...unitOf(type),
      price: chargedKes(type.price),
      priceCurrency: 'KES',
      availability: `https://schema.org/${availability(event, type)}`,
      ...(type.sale_window === 'not_yet' && { validFrom: type.sale_from }),
      ...(type.price_until && { priceValidUntil: type.price_until }),
      url,
    })),
  }
}

const startOf = ({ date, time }: { date: string; time: string }) => `${date}T${time}:00+03:00`

const placeOf = ({ location }: EventReply) => ({
  '@type': 'Place',
  name: location,
  address: { '@type': 'PostalAddress', streetAddress: location, addressCountry: 'KE' },
})

/** The last day of an event of several days, and a sub-event for each of its days. */
function daysOf(event: EventReply) {
  const { days = [] } = event
  if (days.length === 0) return {}
  return {
    endDate: lastDate(event),
    subEvent: days.map((day) => ({
      '@type': KINDS[event.category] ?? 'Event',
      name: `${event.title}, ${formatShortDate(day.date)}`,
      startDate: startOf(day),
      ...(day.cancelled_at && { eventStatus: 'https://schema.org/EventCancelled' }),
      location: placeOf(event),
    })),
  }
}

/** The number of people that a unit admits, and the minimum number of units in an order. */
const unitOf = ({ sold_in, min_per_order }: TicketTypeReply) => ({
  ...(sold_in !== undefined && { description: `Admits ${sold_in}` }),
  ...(min_per_order !== undefined && {
    eligibleQuantity: { '@type': 'QuantitativeValue', minValue: min_per_order },
  }),
})

/**
 * The event's status. Omitted if sales are closed, because the event may be over. For a
 * rescheduled event, the previous date is omitted, because search engines compare the new date
 * with the date that they have stored.
 */
function statusOf(event: EventReply): { eventStatus?: string } {
  if (event.cancelled_at !== null) return { eventStatus: 'https://schema.org/EventCancelled' }
  if (!event.sales_open) return {}
  const status = event.moved_from ? 'EventRescheduled' : 'EventScheduled'
  return { eventStatus: `https://schema.org/${status}` }
}

function availability(event: EventReply, type: TicketTypeReply): string {
  if (event.is_sold_out) return 'SoldOut'
  if (!event.sales_open) return 'OutOfStock'
  if (type.is_sold_out) return 'SoldOut'
  if (type.sale_window === 'not_yet') return 'PreSale'
  if (type.sale_window === 'over') return 'OutOfStock'
  // Even without available tickets, held tickets may become available again.
  const isLimited = event.is_limited_tickets || type.available === 0
  return isLimited ? 'LimitedAvailability' : 'InStock'
}
