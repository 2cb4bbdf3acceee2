/** A ticket type with its held and sold tickets. */
export type TicketStock = {
  id: string
  event_id: string
  price_cents: number
  max_per_order: number
  capacity: number
  held: number
  sold: number
  /** True if the organizer removed the type. */
  is_archived: boolean
  /** True if the event was cancelled. */
  is_closed: boolean
}

/** A ticket type, and the number of its tickets that orders want together. */
export type WantedStock = TicketStock & { quantity: number }

/**
 * The number of tickets that can still be held or sold. Zero for a removed type or a cancelled
 * event, even if a hold has given tickets back.
 */
export function countAvailable(type: TicketStock): number {
  return type.is_archived || type.is_closed ? 0 : type.capacity - type.held - type.sold
}
