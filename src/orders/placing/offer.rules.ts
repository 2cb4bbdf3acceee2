import { toCents } from '../../platform/values/money.rules.ts'

/** A ticket type as it is sold: its price in shillings, and the tickets that are left. */
type OfferedType = { price: number; max_per_order: number; available: number }

/** How many tickets of an order may be of one type. `limit` is what stops a greater number. */
export type Offer = { most: number; limit: 'order' | 'stock' | 'phone' | 'amount' | 'price' }

/** The largest quantity of a type: limited by the maximum per order and by the stock. */
export function mostOf(type: Omit<OfferedType, 'price'>): number {
  return Math.max(0, Math.min(type.max_per_order, type.available))
}

/**
 * The largest quantity of a type that a phone may order without other types, by the rules with
 * which `judgeOrders` refuses. `phoneLeft` is the number of tickets that the phone may still have
 * of the event; null if there is no limit. `maxKes` is the maximum of one M-Pesa payment.
 */
export function offerOf(
  type: OfferedType,
  { phoneLeft, maxKes }: { phoneLeft: number | null; maxKes: number },
): Offer {
  const priceCents = toCents(type.price) ?? 0
  if (priceCents === 0) return { most: 0, limit: 'price' }
  const limits: [number, Offer['limit']][] = [
    [type.available, 'stock'],
    [phoneLeft ?? Number.POSITIVE_INFINITY, 'phone'],
    [Math.floor((maxKes * 100) / priceCents), 'amount'],
    [type.max_per_order, 'order'],
  ]
  const [most, limit] = limits.reduce((least, one) => (one[0] < least[0] ? one : least))
  return { most: Math.max(0, most), limit }
}
