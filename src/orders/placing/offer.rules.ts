import type { TicketTypeReply } from '../../events/events.contract.ts'
import { priceFor } from '../../events/price.rules.ts'
import { lineAmountKes, toCents } from '../../platform/values/money.rules.ts'

type OfferedType = Pick<TicketTypeReply, 'price' | 'fee' | 'prices' | 'max_per_order' | 'available'>

/** How many tickets an order may have of one type, and the limit that stops more. */
export type Offer = { most: number; limit: 'order' | 'stock' | 'phone' | 'amount' | 'price' }

/**
 * By the rules with which `judgeOrders` refuses, for an order without other types. `phoneLeft`:
 * null if there is no limit. `maxKes`: the maximum of one M-Pesa payment.
 */
export function offerOf(
  type: OfferedType,
  { phoneLeft, maxKes, now }: { phoneLeft: number | null; maxKes: number; now: number },
): Offer {
  if (type.price === 0) return { most: 0, limit: 'price' }
  const limits: [number, Offer['limit']][] = [
    [type.available, 'stock'],
    [phoneLeft ?? Number.POSITIVE_INFINITY, 'phone'],
    [type.max_per_order, 'order'],
  ]
  const [least, limit] = limits.reduce((least, one) => (one[0] < least[0] ? one : least))
  const most = mostForAmount(type, { most: Math.max(0, least), maxKes, now })
  return { most, limit: most < least ? 'amount' : limit }
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

type PricedReply = Pick<TicketTypeReply, 'price' | 'fee' | 'prices'>

function lineKes(type: PricedReply, quantity: number, now: number): number {
  return lineAmountKes(toCents(linePrice(type, quantity, now).price) ?? 0, quantity)
}

/**
 * The step, the price and the fee of one ticket in a line of `quantity` tickets, by a reply. `name`
 * is null if no step gives the price.
 */
export function linePrice(
  { price, fee = 0, prices }: PricedReply,
  quantity: number,
  now: number,
): { name: string | null; price: number; fee: number } {
  return prices ? priceFor(prices, quantity, now) : { name: null, price, fee }
}
