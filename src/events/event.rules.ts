export const DEFAULT_CATEGORY = 'Uncategorized'
export const DEFAULT_GATE = 'Main Gate'

type Stock = { capacity: number; held: number; sold: number }

/** How many tickets of a type can be bought now. */
export function availableOf(type: Stock): number {
  return Math.max(0, type.capacity - type.held - type.sold)
}

/**
 * Whether all tickets of a type are sold. A held ticket does not count as sold, because its hold
 * may end without a payment.
 */
export const isTypeSold = (type: Omit<Stock, 'held'>): boolean => type.sold >= type.capacity

/** Whether all tickets of all types are sold. */
export function isStockSold(types: readonly Stock[]): boolean {
  return types.length > 0 && types.every(isTypeSold)
}

const FEW = 0.1

/** Whether some tickets are left, but at most a tenth of the total `of`. */
export const isFew = (left: number, of: number): boolean => left > 0 && left <= of * FEW

/** Whether at most a tenth of the capacity is left. */
export function isStockLimited(types: readonly Stock[]): boolean {
  const capacity = types.reduce((sum, type) => sum + type.capacity, 0)
  const left = types.reduce((sum, type) => sum + Math.max(0, type.capacity - type.sold), 0)
  return isFew(left, capacity)
}

/**
 * Whether the event is or was published. The first publication gives the event a dial code, which
 * it keeps.
 */
export function wasPublished({ dial_code }: { dial_code?: number | null }): boolean {
  return (dial_code ?? null) !== null
}

/**
 * The dial string of an event: from '*265*25#' and 123, '*265*25*123#'. Without a dial code, the
 * USSD code.
 */
export function dialOf(ussdCode: string, dialCode: number | undefined): string {
  return dialCode === undefined ? ussdCode : ussdCode.replace('#', `*${dialCode}#`)
}
