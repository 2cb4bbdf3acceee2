// A browser stores the ids of the orders that it placed. The ids prove that an order belongs to
// this buyer, so that the buyer's next order may replace it.

/** Longer than any unpaid order can stay open, in ms. */
export const PLACED_MS = 3600_000

export const REPLACES_MAX = 8

export const ORDER_ID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

export type PlacedId = { orderId: string; at: number }

export function withPlaced(
  placed: readonly PlacedId[],
  orderId: string,
  now: number,
): readonly PlacedId[] {
  const others = placed.filter((one) => one.orderId !== orderId && now - one.at < PLACED_MS)
  return [{ orderId, at: now }, ...others].slice(0, REPLACES_MAX)
}
