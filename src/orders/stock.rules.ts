import { type Places, placesLeft } from '../events/event.rules.ts'
import type { StoredStep } from '../events/price.rules.ts'

export type TicketStock = {
  id: string
  event_id: string
  price_cents: number
  max_per_order: number
  min_per_order: number
  sold_in: number
  kind: string
  pool_id: string | null
  /** The capacity that the type shares with others. */
  pool: Places | null
  capacity: number
  held: number
  sold: number
  /** The organizer removed the type. */
  is_archived: boolean
  /** The event was cancelled. */
  is_closed: boolean
}

/** A ticket type with all that its price depends on. */
export type PricedType = TicketStock & {
  is_free: boolean
  is_hidden: boolean
  sold_at_door: boolean
  /** The lowest price that the buyer may choose. Null if the buyer does not choose the price. */
  lowest_cents: number | null
  highest_cents: number | null
  sale_from: string | null
  sale_until: string | null
  steps: readonly StoredStep[]
}

/** A ticket type and the number of its tickets that orders want. */
export type WantedStock = TicketStock & { quantity: number }

/** Tickets of a line of a held order, or of an order that takes tickets. */
export type HeldLine = {
  ticket_type_id: string
  quantity: number
  /** The limits that count the line. */
  limit_ids: readonly string[]
}

/** A limit, and the number of ordered tickets that the limit counts. */
export type WantedLimit = {
  id: string
  kind: 'step' | 'code' | 'pool'
  /** Null if the limit has no maximum and only counts tickets. */
  capacity: number | null
  held: number
  sold: number
  quantity: number
}

export const hasRoom = ({ capacity, held, sold, quantity }: WantedLimit): boolean =>
  capacity === null || held + sold + quantity <= capacity

/**
 * The number of people for whom tickets are left. Zero for a removed type or a cancelled event,
 * even if the end of a hold has restored tickets.
 */
export const countAvailable = (type: TicketStock): number =>
  type.is_archived || type.is_closed ? 0 : placesLeft(type)
