import { Type } from 'typebox'
import { SELLER_FIELDS } from '../../events/sellers/sellers.contract.ts'
import { nullable } from '../../platform/http/platform.contract.ts'

// GET /api/events/{id}/sellers: an event's sellers with their figures, over all time. Money is in
// shillings. Refunded tickets count only in `refunded`.

export const FIGURES = {
  /** How many browsers opened the seller's link. A browser counts once a day. */
  visits: Type.Integer(),
  /** Orders that were paid or free, including refunded orders. */
  orders: Type.Integer(),
  /** Tickets that are paid, or free. */
  tickets: Type.Integer(),
  paid: Type.Number(),
  /** People admitted with these tickets. */
  inside: Type.Integer(),
  /** The amount that was refunded, or is to be refunded. */
  refunded: Type.Number(),
  /** The commission. The organizer pays it; the shop does not. */
  owed: Type.Number(),
}

const SellerWithFigures = Type.Object({ ...SELLER_FIELDS, ...FIGURES })

export type SellerWithFigures = Type.Static<typeof SellerWithFigures>

export const SellerList = Type.Object({
  /** Sorted by number. Includes ended sellers. */
  data: Type.Array(SellerWithFigures),
  /** The lowest number that no seller has or had; null if all are taken. */
  next_number: nullable(Type.Integer()),
})
export type SellerList = Type.Static<typeof SellerList>
