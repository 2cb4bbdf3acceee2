import { firstHeld } from '../calendar.rules.ts'
import { isFew } from '../event.rules.ts'
import { lowestPriceKes } from '../event-words.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { offeredTypes, saleStart } from '../price.rules.ts'
import { lastDate } from '../sales.rules.ts'

export type Badge = 'Sold Out' | 'Limited Tickets' | 'New'

type Flags = Pick<EventReply, 'is_sold_out' | 'is_limited_tickets' | 'is_new'>

/** The badge of an event's card. Null if the card has no badge. */
export function badgeOf(event: Flags): Badge | null {
  if (event.is_sold_out) return 'Sold Out'
  if (event.is_limited_tickets) return 'Limited Tickets'
  return event.is_new ? 'New' : null
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
  /** The date of the last day that is not cancelled. Absent if only one day takes place. */
  last_date?: string
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
  const { date, time } = firstHeld(event)
  const last = lastDate(event)
  return {
    id: event.id,
    title: event.title,
    image: event.image,
    image_formats: event.image_formats,
    date,
    time,
    location: event.location,
    attendees: event.attendees,
    category: event.category,
    is_sold_out: event.is_sold_out,
    is_limited_tickets: event.is_limited_tickets,
    is_new: event.is_new,
    lowest_kes: lowestPriceKes({ ticket_types: offeredTypes(event.ticket_types) }),
    ...(start !== null && { sale_start: start }),
    is_few_left: isFewLeft(event.ticket_types),
    ...(last !== date && { last_date: last }),
  }
}

function isFewLeft(all: EventReply['ticket_types']): boolean {
  const types = offeredTypes(all)
  const sum = (of: 'available' | 'quantity') =>
    types.reduce((total, type) => total + type[of] * (type.sold_in ?? 1), 0)
  return isFew(sum('available'), sum('quantity'))
}
