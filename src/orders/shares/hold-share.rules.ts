import { type AddressRecord, reputationOf } from '../address-record.rules.ts'
import type { TicketStock } from '../stock.rules.ts'

/** A buyer's network address, and a ticket type that is ordered from this address. */
export type AddressOfType = { address: string; event_id: string; ticket_type_id: string }

/** The tickets of one type held by the unpaid orders of one address. */
export type AddressHold = Omit<AddressOfType, 'event_id'> &
  AddressRecord & {
    held: number
    /** When the first hold of the address for the event ends; null if the address has no hold. */
    held_until: Date | null
  }

/**
 * Whether an address could be over its share of this type. False if all held tickets together are
 * within `basePercent`, the share of an unknown address; the tickets of single addresses then need
 * not be counted. 100 means no limit.
 */
export function isCrowded(type: TicketStock, basePercent: number): boolean {
  return type.held > shareOf(type, type.capacity - type.sold, basePercent)
}

/**
 * Whether the unpaid orders of an address hold more than its share of the tickets that are neither
 * sold nor held by other addresses. The maximum of one order is always allowed.
 */
export function exceedsShare(type: TicketStock, hold: AddressHold, basePercent: number): boolean {
  const left = type.capacity - type.sold - (type.held - hold.held)
  const percent = basePercent + (100 - basePercent) * reputationOf(hold).trust
  return hold.held > shareOf(type, left, percent)
}

/** Shares of the remaining tickets, in percent, that unpaid orders may hold. 100 means no limit. */
export type HoldShares = {
  /** The share of a network address without earlier paid orders. */
  address: number
  /** The common share of all buyers without a record of paying. */
  unproven: number
}

/**
 * The share of all unproven buyers is divided by this number to get the share of their orders by
 * paybill. An order by paybill costs nothing, not even a prompt, so it must not take the share of
 * buyers with a prompt.
 */
const PAYBILL_PARTS = 3

/**
 * The tickets of one type held by the unpaid orders of all unproven buyers: buyers without a record
 * of paying.
 */
export type UnprovenHold = {
  ticket_type_id: string
  held: number
  by_paybill: number
  /** When the first of the holds ends; null if there is no hold. */
  held_until: Date | null
}

const paybillShare = ({ unproven }: HoldShares) =>
  unproven === 100 ? 100 : unproven / PAYBILL_PARTS

/** Whether unproven buyers could be over their share of this type. */
export function isUnprovenCrowded(type: TicketStock, shares: HoldShares): boolean {
  return isCrowded(type, paybillShare(shares))
}

/**
 * Whether the unpaid orders of all unproven buyers hold more than their share of the tickets that
 * are neither sold nor held by proven buyers. For an order by paybill (`isByPaybill`), also true if
 * the orders by paybill of unproven buyers hold more than the share for paybill.
 */
export function exceedsUnprovenShare(
  type: TicketStock,
  { held, by_paybill }: UnprovenHold,
  { shares, isByPaybill }: { shares: HoldShares; isByPaybill: boolean },
): boolean {
  const left = type.capacity - type.sold - (type.held - held)
  if (held > shareOf(type, left, shares.unproven)) return true
  return isByPaybill && by_paybill > shareOf(type, left, paybillShare(shares))
}

const shareOf = (type: TicketStock, tickets: number, percent: number): number =>
  Math.max(type.max_per_order, Math.floor((tickets * percent) / 100))
