import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { SELLER_MAX, SELLER_MIN } from './seller.rules.ts'

// GET and POST /api/events/{id}/sellers, and the count of visits through sellers' links.

/** percent: of the amount that the organizer receives. per_ticket: shillings per paid ticket. */
const CommissionKind = Type.Union([Type.Literal('percent'), Type.Literal('per_ticket')])

export const SellerRequest = Type.Object(
  {
    name: Type.String({ maxLength: 100 }),
    phone: Type.String({ maxLength: 40 }),
    number: Type.Integer({ minimum: SELLER_MIN, maximum: SELLER_MAX }),
    kind: CommissionKind,
    /** For percent, up to two decimals. For per_ticket, whole shillings. */
    value: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  },
  { additionalProperties: false },
)
export type SellerRequest = Type.Static<typeof SellerRequest>

export const SELLER_FIELDS = {
  id: Type.String(),
  name: Type.String(),
  /** Shortened for members who may not see phone numbers; null once the number was erased. */
  phone: nullable(Type.String()),
  number: Type.Integer(),
  kind: CommissionKind,
  value: Type.Number(),
  /** The link that the seller shares. */
  url: Type.String(),
  /** When the organizer ended the seller; later orders have no seller. */
  ended_at: nullable(Type.String()),
}

export const Seller = Type.Object(SELLER_FIELDS)
export type Seller = Type.Static<typeof Seller>

export const SellerParams = Type.Object({ id: Type.String(), seller_id: Type.String() })

export const VisitRequest = Type.Object({ seller: Type.Integer() })
