/** A ticket type with its held and sold tickets. */
export type TicketStock = {
  id: string
  event_id: string
  price_cents: number
  max_per_order: number
  capacity: number
  held: number
  sold: number
  /** The organizer removed the type. */
  is_archived: boolean
  /** The event was cancelled. */
  is_closed: boolean
}

/**
 * Tickets that can still be held or sold. None are left of a removed type or a cancelled event, not
 * even the ones that a hold gave back since.
 */
export function countAvailable(type: TicketStock): number {
  return type.is_archived || type.is_closed ? 0 : type.capacity - type.held - type.sold
}
