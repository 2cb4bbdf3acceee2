import type { Deps } from '../../platform/database/deps.ts'
import { type AddressRecord, reputationOf } from '../address-record.rules.ts'
import { tooManyUnpaid, tooManyUnproven } from '../errors.ts'
import type { PaymentMethod } from '../new-order.rules.ts'
import type { HeldLine, PricedType } from '../stock.rules.ts'

/**
 * The stock of a ticket type. With `limit_id`, the stock of one price step of the type that has a
 * number of tickets. Without a type, `limit_id` is a pool.
 */
export type StockKey = { ticket_type_id: string | null; limit_id: string | null }

/** A stock. Unpaid orders may hold a share of its unsold tickets. */
type ShareStock = StockKey & {
  held: number
  unsold: number
  /** The number of people in the largest possible order from this stock. */
  order_max: number
  /** The types that take their tickets from this stock. */
  type_ids: readonly string[]
}

export type AddressOfStock = StockKey & { address: string; event_id: string }

/** The tickets of a stock that unpaid orders of an address hold. */
export type AddressHold = Omit<AddressOfStock, 'event_id'> &
  AddressRecord & {
    held: number
    /** When the first of the holds ends. Null if there is no hold. */
    held_until: Date | null
  }

/**
 * False if all held tickets together are within the share of an address without a record. The
 * holds of each address need not be counted then. `basePercent` 100 means no limit.
 */
function isCrowded(stock: ShareStock, basePercent: number): boolean {
  return stock.held > shareOf(stock, stock.unsold, basePercent)
}

/** An address may hold the tickets of the largest order, even if this exceeds its share. */
function exceedsShare(stock: ShareStock, hold: AddressHold, basePercent: number): boolean {
  const percent = basePercent + (100 - basePercent) * reputationOf(hold).trust
  return hold.held > shareOf(stock, leftWithout(stock, hold), percent)
}

/** Tickets that would be left if `hold` were given back. */
const leftWithout = ({ unsold, held }: ShareStock, hold: { held: number }): number =>
  unsold - (held - hold.held)

/** Percent of the remaining tickets that unpaid orders may hold. 100 means no limit. */
export type HoldShares = {
  /** Share of an address without earlier paid orders. */
  address: number
  /** Common share of all buyers without a record of paying. */
  unproven: number
}

/** Ordering by paybill costs nothing, so these orders get only a part of the unproven share. */
const PAYBILL_PARTS = 3

/** The tickets of a stock that unpaid orders of all unproven buyers hold. */
export type UnprovenHold = StockKey & {
  held: number
  by_paybill: number
  /** When the first of the holds ends. Null if there is no hold. */
  held_until: Date | null
}

const paybillShare = ({ unproven }: HoldShares) =>
  unproven === 100 ? 100 : unproven / PAYBILL_PARTS

function isUnprovenCrowded(stock: ShareStock, shares: HoldShares): boolean {
  return isCrowded(stock, paybillShare(shares))
}

/** Whether unproven buyers, or their orders by paybill, hold more than their share. */
function exceedsUnprovenShare(
  stock: ShareStock,
  { held, by_paybill }: UnprovenHold,
  { shares, isByPaybill }: { shares: HoldShares; isByPaybill: boolean },
): boolean {
  const left = leftWithout(stock, { held })
  if (held > shareOf(stock, left, shares.unproven)) return true
  return isByPaybill && by_paybill > shareOf(stock, left, paybillShare(shares))
}

const shareOf = (stock: ShareStock, tickets: number, percent: number): number =>
  Math.max(stock.order_max, Math.floor((tickets * percent) / 100))

export const holdShares = ({ limits }: Deps['env']): HoldShares => ({
  address: limits.holdSharePerAddress,
  unproven: limits.holdShareUnproven,
})

type Addresses = { client_network: string | null; client_prefix: string | null }
export type Buyer = Addresses & { is_unproven: boolean; payment_method: PaymentMethod }
type Order = Addresses & { event_id: string; lines: readonly { ticket_type_id: string }[] }

/** A negative quantity gives tickets back. */
type Move = HeldLine & { by: Buyer }

/** Tickets held by unpaid orders, for the addresses and stocks of `crowdedBy`. */
export type Holds = {
  addressHolds: readonly AddressHold[]
  unprovenHolds: readonly UnprovenHold[]
}

export type Crowded = { addresses: AddressOfStock[]; unproven: StockKey[] }

const isSameStock = (one: StockKey, other: StockKey): boolean =>
  one.ticket_type_id === other.ticket_type_id && one.limit_id === other.limit_id

type CountedLine = Pick<HeldLine, 'ticket_type_id' | 'limit_ids'>

const isCounted = ({ ticket_type_id, limit_id }: StockKey, line: CountedLine): boolean =>
  (ticket_type_id === null || line.ticket_type_id === ticket_type_id) &&
  (limit_id === null || line.limit_ids.includes(limit_id))

/**
 * The stocks of types, of price steps with a number of tickets, and of pools. With `lines`, only
 * the stocks that count one of the lines.
 */
export function shareStocks(
  types: readonly PricedType[],
  lines?: readonly CountedLine[],
): ShareStock[] {
  const ofTypes = types.flatMap(({ id: ticket_type_id, steps, ...type }) => {
    const shared = { ticket_type_id, order_max: orderMax(type), type_ids: [ticket_type_id] }
    const own = { limit_id: null, held: type.held, unsold: type.capacity - type.sold }
    const ofSteps = steps.flatMap(({ limit_id, held, left }) =>
      limit_id === null || left === null ? [] : [{ limit_id, held, unsold: held + left }],
    )
    return [own, ...ofSteps].map((stock) => ({ ...stock, ...shared }))
  })
  const stocks = [...ofTypes, ...poolStocks(types)]
  return lines ? stocks.filter((stock) => lines.some((line) => isCounted(stock, line))) : stocks
}

const orderMax = ({ max_per_order, sold_in }: Pick<PricedType, 'max_per_order' | 'sold_in'>) =>
  max_per_order * sold_in

function poolStocks(types: readonly PricedType[]): ShareStock[] {
  const pools = new Map(types.flatMap(({ pool_id, pool }) => (pool ? [[pool_id!, pool]] : [])))
  return [...pools].map(([limit_id, { held, capacity, sold }]) => {
    const own = types.filter(({ pool_id }) => pool_id === limit_id)
    return {
      ...{ ticket_type_id: null, limit_id, held, unsold: capacity - sold },
      order_max: own.reduce((sum, type) => sum + orderMax(type), 0),
      type_ids: own.map(({ id }) => id),
    }
  })
}

/**
 * The stocks from which orders may take tickets, with as many tickets held as possible, because
 * the price steps of the orders are not known yet. `given`: lines that orders may give back.
 */
export function stocksAtMost(
  types: readonly PricedType[],
  wanted: readonly { ticket_type_id: string; units: number }[],
  given: readonly CountedLine[],
): ShareStock[] {
  return shareStocks(types).flatMap((stock) => {
    const isFull = stock.held >= stock.unsold && !given.some((line) => isCounted(stock, line))
    if (isFull && stock.limit_id !== null) return []
    const own = wanted.filter(({ ticket_type_id }) => stock.type_ids.includes(ticket_type_id))
    const peopleOf = ({ ticket_type_id, units }: (typeof wanted)[number]) =>
      units * types.find(({ id }) => id === ticket_type_id)!.sold_in
    const people = own.reduce((sum, line) => sum + peopleOf(line), 0)
    // Ignores the largest order of a pool: an order for one type of the pool has fewer people.
    const order_max = stock.ticket_type_id === null ? 0 : stock.order_max
    return [{ ...stock, held: Math.min(stock.held + people, stock.unsold), order_max }]
  })
}

/** The addresses and stocks whose holds must be read, because a share may be exceeded. */
export function crowdedBy(
  orders: readonly Order[],
  stocks: readonly ShareStock[],
  shares: HoldShares,
): Crowded {
  const keyOf = ({ ticket_type_id, limit_id }: ShareStock) => ({ ticket_type_id, limit_id })
  const crowded = stocks.filter((stock) => isCrowded(stock, shares.address))
  const addresses = orders.flatMap(({ client_network, client_prefix, event_id, lines }) => {
    const known = [client_network, client_prefix].filter((address) => address !== null)
    return crowded
      .filter(({ type_ids }) => lines.some((line) => type_ids.includes(line.ticket_type_id)))
      .flatMap((stock) => known.map((address) => ({ address, event_id, ...keyOf(stock) })))
  })
  const unproven = stocks.filter((one) => isUnprovenCrowded(one, shares)).map(keyOf)
  return { addresses, unproven }
}

export function holdsAfter({ addressHolds, unprovenHolds }: Holds, moves: readonly Move[]): Holds {
  return {
    addressHolds: addressHolds.map((hold) => {
      const own = moves.filter(({ by }) => isOfAddress(by, hold.address))
      return { ...hold, held: hold.held + moved(hold, own) }
    }),
    unprovenHolds: unprovenHolds.map((hold) => {
      const unproven = moves.filter(({ by }) => by.is_unproven)
      const byPaybill = unproven.filter(({ by }) => by.payment_method === 'paybill')
      const [held, by_paybill] = [moved(hold, unproven), moved(hold, byPaybill)]
      return { ...hold, held: hold.held + held, by_paybill: hold.by_paybill + by_paybill }
    }),
  }
}

/** The types, their steps and their pools after these lines took their tickets. */
export const stockAfter = (types: readonly PricedType[], lines: readonly HeldLine[]) =>
  types.map((type) => {
    const { id: ticket_type_id, pool_id, pool } = type
    const takenOf = (limit_id: string | null) => moved({ ticket_type_id, limit_id }, lines)
    const pooled = () => moved({ ticket_type_id: null, limit_id: pool_id }, lines)
    const steps = type.steps.map((step) => {
      if (step.limit_id === null || step.left === null) return step
      const taken = takenOf(step.limit_id)
      return { ...step, held: step.held + taken, left: step.left - taken }
    })
    return {
      ...type,
      held: type.held + takenOf(null),
      pool: pool && { ...pool, held: pool.held + pooled() },
      steps,
    }
  })

const moved = (stock: StockKey, lines: readonly HeldLine[]): number =>
  total(lines.filter((line) => isCounted(stock, line)))

const total = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/**
 * Throws too_many_unpaid if the buyer's address holds more than its share of the stock, and
 * too_many_unproven if all unproven buyers do. The holds include the buyer's order. The error
 * states when to retry: when the first stored hold ends, or at `first` if no hold is stored (null:
 * now).
 */
export function refuseBeyondShares(
  stock: ShareStock,
  { addressHolds, unprovenHolds }: Holds,
  buyer: Buyer,
  { shares, now, first }: { shares: HoldShares; now: Date; first: Date | null },
): void {
  const own = addressHolds.find(
    (hold) =>
      isSameStock(hold, stock) &&
      isOfAddress(buyer, hold.address) &&
      exceedsShare(stock, hold, shares.address),
  )
  if (own) throw tooManyUnpaid(own.held_until ?? first, now)
  if (!buyer.is_unproven) return
  const isByPaybill = buyer.payment_method === 'paybill'
  const all = unprovenHolds.find((hold) => isSameStock(hold, stock))
  if (!all || !exceedsUnprovenShare(stock, all, { shares, isByPaybill })) return
  throw tooManyUnproven(all.held_until ?? first, { now, isByPaybill })
}

const isOfAddress = ({ client_network, client_prefix }: Addresses, address: string): boolean =>
  client_network === address || client_prefix === address
