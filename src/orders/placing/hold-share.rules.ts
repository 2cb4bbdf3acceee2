import { type AddressRecord, reputationOf } from '../address-record.rules.ts'
import type { TicketStock } from '../stock.rules.ts'

/** A buyer's network address, and a ticket type that is ordered from it. */
export type AddressOfType = { address: string; event_id: string; ticket_type_id: string }

/** Tickets of the type that unpaid orders of the address hold. */
export type AddressHold = Omit<AddressOfType, 'event_id'> &
  AddressRecord & {
    held: number
    /** When the first hold of the address for the event ends; null if it has none. */
    held_until: Date | null
  }

/**
 * Whether any address could be over its share of this type. If not, nothing needs to be counted:
 * all held tickets together are within `basePercent`, the share of an unknown address. 100 means no
 * limit.
 */
export function isCrowded(type: TicketStock, basePercent: number): boolean {
  return type.held > shareOf(type, type.capacity - type.sold, basePercent)
}

/**
 * Whether the unpaid orders of an address hold more than its share of the tickets that are neither sold
 * nor held by other addresses. The maximum of one order is always allowed.
 */
export function exceedsShare(type: TicketStock, hold: AddressHold, basePercent: number): boolean {
  const left = type.capacity - type.sold - (type.held - hold.held)
  const percent = basePercent + (100 - basePercent) * reputationOf(hold).trust
  return hold.held > shareOf(type, left, percent)
}

const shareOf = (type: TicketStock, tickets: number, percent: number): number =>
  Math.max(type.max_per_order, Math.floor((tickets * percent) / 100))
