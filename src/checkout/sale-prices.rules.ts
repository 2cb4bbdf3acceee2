import { chargedKes, formatPrice } from '../events/event-words.rules.ts'
import type { EventReply, TicketTypeReply } from '../events/events.contract.ts'
import { priceFields, priceTime } from '../events/price.rules.ts'
import { linePrice } from '../orders/placing/offer.rules.ts'
import { type ChosenLine, type PriceOf, withOwn } from './choice.rules.ts'

type Prices = NonNullable<TicketTypeReply['prices']>

/**
 * The types with their prices at `now`, in ms. Treats the tickets of the buyer's own open order as
 * released: they count as in stock, and as left at their price.
 */
export function typesAt(
  types: readonly TicketTypeReply[],
  own: readonly ChosenLine[] | null,
  now: number,
): TicketTypeReply[] {
  return withOwn(types, own).map((type) => {
    if (!type.prices) return type
    const line = own?.find(({ ticketTypeId }) => ticketTypeId === type.id)
    const prices = line ? givenBack(type.prices, line) : type.prices
    const { step, price_until, left_at_price, next_price, fee, full_price, ...rest } = type
    return { ...rest, prices, ...priceFields(prices, priceTime(type.sale_from, now)) }
  })
}

function givenBack(prices: Prices, { priceKes, quantity }: ChosenLine): Prices {
  const isOwn = ({ left, price, full_price }: Prices[number]) =>
    left !== null && price === priceKes && full_price === undefined
  const own = prices.find(isOwn)
  return prices.map((price) => (price === own ? { ...price, left: price.left! + quantity } : price))
}

/** The prices of lines at `now`, in ms, for the types that `typesAt` returns. */
export function pricesAt(now: number): PriceOf {
  return (type, quantity) => {
    const { price: priceKes } = linePrice(type, quantity, priceTime(type.sale_from, now))
    if (priceKes === type.price) return { priceKes }
    return { priceKes, each: `${formatPrice(chargedKes(priceKes))} each` }
  }
}

/** When the server wrote the event, by its clock, in ms. 0 if the event has no `as_of` time. */
export function writtenAt({ as_of }: Pick<EventReply, 'as_of'>): number {
  return as_of === undefined ? 0 : Date.parse(as_of)
}
