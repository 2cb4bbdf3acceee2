import { readStored, store } from '../../ui/stored.ts'
import { PLACED_MS, type PlacedId, withPlaced } from '../placed-orders.rules.ts'

const KEY = 'lango.placed'

/** The ids in the memory of this page, for a browser that refuses storage. */
let ofPage: readonly PlacedId[] = []

const read = (): readonly PlacedId[] => readStored<PlacedId[]>('localStorage', KEY) ?? ofPage

function write(placed: readonly PlacedId[]): void {
  ofPage = placed
  store('localStorage', KEY, placed)
}

/** Ids of this browser's orders, from all its tabs, that may still be open. */
export function placedOrders(): string[] {
  const now = Date.now()
  return read().flatMap(({ orderId, at }) => (now - at < PLACED_MS ? orderId : []))
}

/** Stores the id of an order that this browser places or follows. */
export function notePlaced(orderId: string): void {
  write(withPlaced(read(), orderId, Date.now()))
}

/**
 * Deletes the id of a paid order. With the id, the browser's next user could see the tickets.
 */
export function forgetPlaced(orderId: string): void {
  write(read().filter((one) => one.orderId !== orderId))
}
