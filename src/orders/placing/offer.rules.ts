import { toCents } from '../../platform/values/money.rules.ts'

type OfferedType = { price: number; max_per_order: number; available: number }

/** How many tickets an order may have of one type, and the limit that stops more. */
export type Offer = { most: number; limit: 'order' | 'stock' | 'phone' | 'amount' | 'price' }

export function mostOf(type: Omit<OfferedType, 'price'>): number {
  return Math.max(0, Math.min(type.max_per_order, type.available))
}

/**
 * By the rules with which `judgeOrders` refuses, for an order without other types. `phoneLeft`:
 * null if there is no limit. `maxKes`: the maximum of one M-Pesa payment.
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
