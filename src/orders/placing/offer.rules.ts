import type { TicketTypeReply } from '../../events/events.contract.ts'
import { priceFor } from '../../events/price.rules.ts'
import { lineAmountKes, toCents } from '../../platform/values/money.rules.ts'

type OfferedType = PricedReply &
  Pick<
    TicketTypeReply,
    'lowest' | 'is_free' | 'max_per_order' | 'min_per_order' | 'available' | 'sold_in' | 'kind'
  >

/** The maximum number of units of a type in an order, and the limit that prevents more. */
export type Offer = {
  most: number
  limit: 'order' | 'stock' | 'phone' | 'free' | 'code' | 'amount' | 'price'
}

/** The limits of an offer. All counts are of people. */
type Limits = {
  /** The people for whom the phone may still get tickets. Null if there is no limit. */
  phoneLeft: number | null
  /** Free tickets that the phone has of the type. */
  ownFree: number
  /** The number of tickets for which the promo code still works. */
  codeLeft: CodeLeft
  /** The maximum amount of one M-Pesa payment, in shillings. */
  maxKes: number
  now: number
}

/**
 * The number of tickets for which a promo code still works: `all` for all phones together, `own`
 * for this phone. Null if there is no limit.
 */
export type CodeLeft = { all: number | null; own: number | null }

/** The offer for an order of only this type, by the rules by which `judgeOrders` refuses. */
export function offerOf(
  type: OfferedType,
  { phoneLeft, ownFree, codeLeft, maxKes, now }: Limits,
): Offer {
  const isFree = isFreeLine(type, linePrice(type, 1, now))
  const isForgotten = type.price === 0 && type.lowest === undefined && !isFree
  if (isForgotten) return { most: 0, limit: 'price' }
  const { sold_in = 1, min_per_order = 1 } = type
  const unitsOf = (people: number | null) =>
    people === null ? Number.POSITIVE_INFINITY : Math.floor(people / sold_in)
  const limits: [number, Offer['limit']][] = [
    [type.available, 'stock'],
    [unitsOf(type.kind === 'add_on' ? null : phoneLeft), 'phone'],
    [unitsOf(codeLeft.all), 'code'],
    [unitsOf(codeLeft.own), 'code'],
    [isFree ? unitsOf(type.max_per_order * sold_in - ownFree) : Number.POSITIVE_INFINITY, 'free'],
    [type.max_per_order, 'order'],
  ]
  const [least, limit] = limits.reduce((least, one) => (one[0] < least[0] ? one : least))
  const most = mostForAmount(type, { most: Math.max(0, least), maxKes, now })
  return { most: most < min_per_order ? 0 : most, limit: most < least ? 'amount' : limit }
}

/** The most units that one M-Pesa payment covers. Checks each quantity: steps change the price. */
function mostForAmount(
  type: OfferedType,
  { most, maxKes, now }: { most: number; maxKes: number; now: number },
): number {
  let quantity = most
  while (quantity > 0 && lineKes(type, quantity, now) > maxKes) quantity -= 1
  return quantity
}

type PricedReply = Pick<TicketTypeReply, 'price' | 'full_price' | 'fee' | 'prices'>

function lineKes(type: PricedReply, quantity: number, now: number): number {
  return lineAmountKes(toCents(linePrice(type, quantity, now).price) ?? 0, quantity)
}

/**
 * The step, the price and the fee of one ticket in a line of `quantity` tickets, from a reply.
 * `name` is null if no step sets the price.
 */
export function linePrice(
  { price, full_price, fee = 0, prices }: PricedReply,
  quantity: number,
  now: number,
): LinePrice {
  return prices ? priceFor(prices, quantity, now) : { name: null, price, fee, full_price }
}

type LinePrice = {
  name: string | null
  price: number
  fee: number
  full_price?: number | undefined
}

/**
 * Whether a line at this price is free. The type must be free, or a code must have lowered the
 * price to 0. Otherwise a price of 0 means that the organizer forgot the price.
 */
export function isFreeLine(
  { is_free }: Pick<TicketTypeReply, 'is_free'>,
  { price, full_price }: Pick<LinePrice, 'price' | 'full_price'>,
): boolean {
  return price === 0 && (is_free === true || full_price !== undefined)
}
