import type { TicketTypeReply } from '../../events/events.contract.ts'
import { priceFor } from '../../events/price.rules.ts'
import { lineAmountKes, toCents } from '../../platform/values/money.rules.ts'

type OfferedType = PricedReply &
  Pick<
    TicketTypeReply,
    'lowest' | 'is_free' | 'max_per_order' | 'min_per_order' | 'available' | 'sold_in' | 'kind'
  >

/** How many units an order may have of one type, and the limit that stops more. */
export type Offer = {
  most: number
  limit: 'order' | 'stock' | 'phone' | 'free' | 'code' | 'amount' | 'price'
}

/** All counts are of people. */
type Limits = {
  /** Entries that the phone may have of the event; null if there is no limit. */
  phoneLeft: number | null
  /** Free tickets that the phone has of the type. */
  ownFree: number
  /** The uses and tickets that are left of the promo code. */
  codeLeft: CodeLeft
  /** The maximum of one M-Pesa payment. */
  maxKes: number
  now: number
}

/**
 * The tickets that a promo code is still good for: `all` for everybody together, `own` for the phone.
 * Null if there is no limit.
 */
export type CodeLeft = { all: number | null; own: number | null }

/** By the rules with which `judgeOrders` refuses, for an order without other types. */
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

/** A step may end within the quantities, so each quantity has its own price. */
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
 * The step, the price and the fee of one ticket in a line of `quantity` tickets, by a reply. `name`
 * is null if no step gives the price.
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
 * Whether a line at this price is free: its type is, or a code brought the price to 0. A price of 0
 * alone is a price that was forgotten.
 */
export function isFreeLine(
  { is_free }: Pick<TicketTypeReply, 'is_free'>,
  { price, full_price }: Pick<LinePrice, 'price' | 'full_price'>,
): boolean {
  return price === 0 && (is_free === true || full_price !== undefined)
}
