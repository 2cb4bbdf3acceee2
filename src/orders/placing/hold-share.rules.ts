import { type AddressRecord, reputationOf } from '../address-record.rules.ts'
import type { TicketStock } from '../stock.rules.ts'

/** A network address and a ticket type that it wants. */
export type AddressOfType = { address: string; event_id: string; ticket_type_id: string }

/** What the unpaid orders of the address hold of the type. */
export type AddressHold = Omit<AddressOfType, 'event_id'> &
  AddressRecord & {
    held: number
    /** When the first hold of the address for the event ends; null if it has none. */
    held_until: Date | null
  }

/**
 * Whether an address could be over its share of this type. If not, nobody needs to count: all that is
 * held is within the share of an unknown address. `basePercent` is that share; 100 is no limit.
 */
export function isCrowded(type: TicketStock, basePercent: number): boolean {
  return type.held > shareOf(type, type.capacity - type.sold, basePercent)
}

/**
 * Whether the unpaid orders of an address hold more of a type than its share of what is left, which
 * is what is neither sold nor held by other addresses. What one order may hold is always allowed.
 */
export function exceedsShare(type: TicketStock, hold: AddressHold, basePercent: number): boolean {
  const left = type.capacity - type.sold - (type.held - hold.held)
  const percent = basePercent + (100 - basePercent) * reputationOf(hold).trust
  return hold.held > shareOf(type, left, percent)
}

const shareOf = (type: TicketStock, tickets: number, percent: number): number =>
  Math.max(type.max_per_order, Math.floor((tickets * percent) / 100))
