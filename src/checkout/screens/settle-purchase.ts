import type { KeptPurchase, StoredOrder } from '../purchase.rules.ts'
import { keepPurchase, readPurchase } from './kept-purchase.ts'

/** For what another page has seen of an order, unless another one was begun in its place. */
export function settlePurchase(
  { eventId, orderId }: StoredOrder,
  kept: Partial<KeptPurchase>,
): void {
  if (readPurchase(eventId).order?.orderId === orderId) keepPurchase(eventId, kept)
}
