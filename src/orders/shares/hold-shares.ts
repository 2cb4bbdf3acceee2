import type { Deps } from '../../platform/database/deps.ts'
import { type AddressRecord, reputationOf } from '../address-record.rules.ts'
import { tooManyUnpaid, tooManyUnproven } from '../errors.ts'
import type { PaymentMethod } from '../new-order.rules.ts'
import type { TicketStock } from '../stock.rules.ts'

export type AddressOfType = { address: string; event_id: string; ticket_type_id: string }

/** Held by unpaid orders. */
export type AddressHold = Omit<AddressOfType, 'event_id'> &
  AddressRecord & {
    held: number
    /** The first end; null without a hold. */
    held_until: Date | null
  }

/**
 * False if all held tickets are within the share of an unknown address: single addresses need not
 * be counted then. 100 means no limit.
 */
function isCrowded(type: TicketStock, basePercent: number): boolean {
  return type.held > shareOf(type, type.capacity - type.sold, basePercent)
}

/** Any address may hold `max_per_order` tickets, even if its share is smaller. */
function exceedsShare(type: TicketStock, hold: AddressHold, basePercent: number): boolean {
  const left = type.capacity - type.sold - (type.held - hold.held)
  const percent = basePercent + (100 - basePercent) * reputationOf(hold).trust
  return hold.held > shareOf(type, left, percent)
}

/** Percent of the remaining tickets that unpaid orders may hold. 100 means no limit. */
export type HoldShares = {
  /** Share of an address without earlier paid orders. */
  address: number
  /** Common share of all buyers without a record of paying. */
  unproven: number
}

/** An order by paybill costs nothing, so it gets only a part of the unproven share. */
const PAYBILL_PARTS = 3

/** Held by the unpaid orders of all unproven buyers. */
export type UnprovenHold = {
  ticket_type_id: string
  held: number
  by_paybill: number
  /** The first end; null without a hold. */
  held_until: Date | null
}

const paybillShare = ({ unproven }: HoldShares) =>
  unproven === 100 ? 100 : unproven / PAYBILL_PARTS

function isUnprovenCrowded(type: TicketStock, shares: HoldShares): boolean {
  return isCrowded(type, paybillShare(shares))
}

/** Whether unproven buyers, or their orders by paybill, hold more than their share. */
function exceedsUnprovenShare(
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

export const holdShares = ({ limits }: Deps['env']): HoldShares => ({
  address: limits.holdSharePerAddress,
  unproven: limits.holdShareUnproven,
})

type Addresses = { client_network: string | null; client_prefix: string | null }
export type Buyer = Addresses & { is_unproven: boolean; payment_method: PaymentMethod }
type Order = Addresses & { event_id: string; lines: readonly { ticket_type_id: string }[] }

/** A negative quantity gives tickets back. */
type Move = { ticket_type_id: string; quantity: number; by: Buyer }

/** Tickets held by unpaid orders, for the addresses and types of `crowdedBy`. */
export type Holds = {
  addressHolds: readonly AddressHold[]
  unprovenHolds: readonly UnprovenHold[]
}

export type Crowded = { addresses: AddressOfType[]; unproven: string[] }

/** Holds of all others need not be read. `types` is the stock after all orders. */
export function crowdedBy(
  orders: readonly Order[],
  types: readonly TicketStock[],
  shares: HoldShares,
): Crowded {
  const crowded = types.filter((type) => isCrowded(type, shares.address))
  const addresses = orders.flatMap(({ client_network, client_prefix, event_id, lines }) =>
    lines.flatMap(({ ticket_type_id }) => {
      if (!crowded.some(({ id }) => id === ticket_type_id)) return []
      const known = [client_network, client_prefix].filter((address) => address !== null)
      return known.map((address) => ({ address, event_id, ticket_type_id }))
    }),
  )
  const unproven = types.filter((type) => isUnprovenCrowded(type, shares))
  return { addresses, unproven: unproven.map(({ id }) => id) }
}

export function holdsAfter({ addressHolds, unprovenHolds }: Holds, moves: readonly Move[]): Holds {
  return {
    addressHolds: addressHolds.map((hold) => {
      const own = moves.filter(({ by }) => isOfAddress(by, hold.address))
      return { ...hold, held: hold.held + moved(hold.ticket_type_id, own) }
    }),
    unprovenHolds: unprovenHolds.map((hold) => {
      const unproven = moves.filter(({ by }) => by.is_unproven)
      const byPaybill = unproven.filter(({ by }) => by.payment_method === 'paybill')
      const { ticket_type_id: id } = hold
      const [held, by_paybill] = [moved(id, unproven), moved(id, byPaybill)]
      return { ...hold, held: hold.held + held, by_paybill: hold.by_paybill + by_paybill }
    }),
  }
}

type Tickets = Pick<Move, 'ticket_type_id' | 'quantity'>

export const stockAfter = <T extends TicketStock>(
  types: readonly T[],
  tickets: readonly Tickets[],
): T[] => types.map((type) => ({ ...type, held: type.held + moved(type.id, tickets) }))

const moved = (typeId: string, tickets: readonly Tickets[]): number =>
  tickets.reduce(
    (total, { ticket_type_id, quantity }) => total + (ticket_type_id === typeId ? quantity : 0),
    0,
  )

/**
 * The holds include the buyer's order. Retry when the first stored hold ends, or at `first` (null:
 * now).
 */
export function refuseBeyondShares(
  type: TicketStock,
  { addressHolds, unprovenHolds }: Holds,
  buyer: Buyer,
  { shares, now, first }: { shares: HoldShares; now: Date; first: Date | null },
): void {
  const own = addressHolds.find(
    (hold) =>
      hold.ticket_type_id === type.id &&
      isOfAddress(buyer, hold.address) &&
      exceedsShare(type, hold, shares.address),
  )
  if (own) throw tooManyUnpaid(own.held_until ?? first, now)
  if (!buyer.is_unproven) return
  const isByPaybill = buyer.payment_method === 'paybill'
  const all = unprovenHolds.find(({ ticket_type_id }) => ticket_type_id === type.id)
  if (!all || !exceedsUnprovenShare(type, all, { shares, isByPaybill })) return
  throw tooManyUnproven(all.held_until ?? first, { now, isByPaybill })
}

const isOfAddress = ({ client_network, client_prefix }: Addresses, address: string): boolean =>
  client_network === address || client_prefix === address
