import type { EventReply, TicketTypeReply } from '../events/events.contract.ts'
import { buyStop, isStockTaken } from '../events/sales.rules.ts'
import { lineAmountKes, toCents } from '../platform/values/money.rules.ts'

/** The quantity of each ticket type, by its id; absent or 0 for none. */
export type Choice = Record<string, number>

export type ChosenLine = {
  ticketTypeId: string
  name: string
  quantity: number
  amountKes: number
} & Partial<LinePrice>

/** The price of a line. Absent in orders that the browser stored before a release. */
type LinePrice = {
  /** The price per ticket. */
  priceKes: number
  /** The price in words, if it differs from the price that the page shows for one ticket. */
  each?: string
  /** True if the buyer chose the price. */
  isChosen?: true
  /** True if the promo code lowers or unlocks the line, so that its tickets count as uses. */
  isByCode?: true
} & LineUnit

/** The unit of a line. Its fields are absent for plain tickets. */
type LineUnit = {
  /** How many people each ticket admits, or how often each add-on can be redeemed. */
  soldIn?: number
  /** The people of all units: ' (20 people)' for two tables of ten. */
  people?: string
  isAddOn?: true
}

/** The price of each ticket of a line of `quantity` tickets. */
export type PriceOf = (type: TicketTypeReply, quantity: number) => LinePrice

/** For events without steps: the price does not depend on the quantity. */
const onePrice: PriceOf = ({ price }) => ({ priceKes: price })

type Stock = Pick<TicketTypeReply, 'max_per_order' | 'available' | 'is_sold_out' | 'sale_window'>

/** The maximum number of units of one type in an order. */
export function mostOf({
  max_per_order,
  available,
}: Pick<TicketTypeReply, 'max_per_order' | 'available'>): number {
  return Math.max(0, Math.min(max_per_order, available))
}

/** The reason why the quantity cannot be greater; '' if it can be greater. */
export function limitReason(type: Stock, quantity: number): string {
  const { max_per_order: most, available } = type
  if (quantity < mostOf(type)) return ''
  if (available < 1) return goneReason(type)
  return available > most ? `Maximum ${most} per order` : `Only ${available} left`
}

/**
 * Why no ticket of the type can be bought: it is not on sale now, all are sold, or unpaid orders hold
 * the last tickets.
 */
export function goneReason({
  is_sold_out,
  sale_window,
}: Pick<Stock, 'is_sold_out' | 'sale_window'>): string {
  if (sale_window === 'not_yet') return 'Not on sale yet'
  if (sale_window === 'over') return 'No longer on sale'
  return is_sold_out ? 'Sold Out' : 'All taken right now'
}

/**
 * `isHeld`: the buyer's own open order holds tickets of the type. The page then hides how many are
 * left. A stock read before the order still includes its tickets, so the sum would be too high.
 */
export type OwnHold = { isHeld?: boolean }

/**
 * Adds the tickets of the buyer's own open order to the `available` tickets of each type, because a
 * new order of this buyer releases those tickets first.
 */
export function withOwn<T extends Pick<TicketTypeReply, 'id' | 'available'>>(
  types: readonly T[],
  own: readonly ChosenLine[] | null,
): (T & OwnHold)[] {
  const ordered = quantitiesOf(own ?? [])
  return types.map((type) => {
    const held = ordered[type.id] ?? 0
    return { ...type, available: type.available + held, isHeld: held > 0 }
  })
}

/**
 * Whether the ticket list of an event on sale is too long to stand above the summary on a small
 * laptop: it has more than two rows, or rows with extra terms.
 */
export const isListLong = (
  event: Pick<EventReply, 'ticket_types' | 'as_of' | 'is_published' | 'is_sold_out' | 'sales_open'>,
): boolean => !buyStop(event) && (event.ticket_types.length > 2 || event.as_of !== undefined)

export function clampQuantity(wanted: number, most: number): number {
  if (!Number.isFinite(wanted)) return 0
  return Math.min(Math.max(0, Math.trunc(wanted)), most)
}

/** The most tickets of one type that the page accepts in a choice. */
const QUANTITY_MAX = 1_000_000

/**
 * The lines of the summary, in the order of the event's ticket types. A line keeps the buyer's
 * quantity even if fewer tickets are left (see `offerFor`).
 */
function chosenLines(
  types: readonly TicketTypeReply[],
  choice: Choice,
  priceOf: PriceOf,
): ChosenLine[] {
  return types.flatMap((type) => {
    const quantity = clampQuantity(choice[type.id] ?? 0, QUANTITY_MAX)
    if (quantity === 0) return []
    const price = priceOf(type, quantity)
    return {
      ticketTypeId: type.id,
      name: type.name,
      quantity,
      amountKes: lineAmountKes(toCents(price.priceKes) ?? 0, quantity),
      ...price,
    }
  })
}

/**
 * The lines to show. While the choice equals the buyer's open order, returns the order's own lines,
 * which keep their amounts if a price changes, and their tickets if a type is removed.
 */
export function linesFor(
  types: readonly TicketTypeReply[],
  choice: Choice,
  underWay: ChosenLine[] | null,
  priceOf = onePrice,
): ChosenLine[] {
  const chosen = Object.entries(choice).flatMap(([ticketTypeId, quantity]) =>
    quantity > 0 ? { ticketTypeId, quantity } : [],
  )
  return underWay && sameTickets(underWay, chosen) ? underWay : chosenLines(types, choice, priceOf)
}

export const ALL_TAKEN =
  'All tickets are being bought right now. Unpaid ones return within minutes.'

/** The tickets that a buyer can buy instead, if lines cannot be bought as they are. */
export type Offer = {
  /** The part of the lines that can be bought now. */
  lines: ChosenLine[]
  /** The reason for each line that cannot be bought as it is. */
  reasons: string[]
  /** True if tickets that unpaid orders release would change the offer. */
  isShort: boolean
}

/** The offer for these lines. Null if all lines can be bought as they are. */
export function offerFor(
  types: readonly TicketTypeReply[],
  lines: readonly ChosenLine[],
  priceOf = onePrice,
): Offer | null {
  const short = types.flatMap((type) => {
    const line = lines.find(({ ticketTypeId }) => ticketTypeId === type.id)
    return line && line.quantity > mostOf(type) ? { type, line } : []
  })
  if (short.length === 0) return null
  const most = Object.fromEntries(short.map(({ type }) => [type.id, mostOf(type)]))
  return {
    lines: chosenLines(types, { ...quantitiesOf(lines), ...most }, priceOf),
    reasons: isStockTaken(types)
      ? [ALL_TAKEN]
      : short.map(({ type, line }) => {
          const reason = shortReason(type, line.quantity)
          return lines.length > 1 ? `${type.name}: ${reason}` : reason
        }),
    isShort: short.some(({ type }) => type.available < type.max_per_order),
  }
}

function shortReason(type: Stock, wanted: number): string {
  const { available, max_per_order: most } = type
  if (available < 1) return goneReason(type)
  if (available > most) return `Maximum ${most} per order`
  return available === 1 ? `Only 1 of ${wanted} is left` : `Only ${available} of ${wanted} are left`
}

export function quantitiesOf(
  lines: readonly Pick<ChosenLine, 'ticketTypeId' | 'quantity'>[],
): Choice {
  return Object.fromEntries(lines.map((line) => [line.ticketTypeId, line.quantity]))
}

export function countTickets(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

export function totalKes(lines: readonly { amountKes: number }[]): number {
  return lines.reduce((sum, line) => sum + line.amountKes, 0)
}

/** True if two orders have the same tickets in the same quantities, in any order. */
export function sameTickets(
  one: readonly { ticketTypeId: string; quantity: number }[],
  other: readonly { ticketTypeId: string; quantity: number }[],
): boolean {
  const quantities = new Map(one.map((line) => [line.ticketTypeId, line.quantity]))
  return (
    one.length === other.length &&
    other.every((line) => quantities.get(line.ticketTypeId) === line.quantity)
  )
}

/** Price times quantity, computed without the rounding errors of binary fractions. */
export function exactAmount(price: number, quantity: number): number {
  return ((toCents(price) ?? 0) * quantity) / 100
}

type Sale = Parameters<typeof buyStop>[0] & Pick<EventReply, 'ticket_types'>

/**
 * True if at least some of the chosen tickets can be bought now. The form of free orders checks
 * more.
 */
export function isBuyable(event: Sale, choice: Choice): boolean {
  if (buyStop(event)) return false
  const lines = linesFor(event.ticket_types, choice, null)
  return (offerFor(event.ticket_types, lines)?.lines ?? lines).length > 0
}

/** Prefixes of the query parameters and form fields that contain a choice. */
const QUANTITY = 'q_'
const PRICE = 'p_'

export function quantityField(ticketTypeId: string): string {
  return QUANTITY + ticketTypeId
}

/**
 * Name of the field with the price that the page showed, so that the server notices a changed
 * price.
 */
export function priceField(ticketTypeId: string): string {
  return PRICE + ticketTypeId
}

type Fields = Iterable<readonly [string, unknown]>

export function readChoice(fields: Fields): Choice {
  return Object.fromEntries(
    [...fields].flatMap(([name, value]) => {
      const quantity = Math.trunc(Number(value))
      if (!name.startsWith(QUANTITY) || !(quantity > 0)) return []
      return [[name.slice(QUANTITY.length), quantity]]
    }),
  )
}

export function writeChoice(choice: Choice): string {
  const fields = new URLSearchParams()
  for (const [id, quantity] of Object.entries(choice)) {
    if (quantity > 0) fields.set(quantityField(id), String(quantity))
  }
  return fields.toString()
}
