import { Type } from 'typebox'
import { PendingOrder, SettledOrder } from '../../checkout/checkout.contract.ts'
import { nullable } from '../../platform/http/platform.contract.ts'
import { GateDecision } from '../gate.contract.ts'

/**
 * A door sale. The server sets the price, and refuses a sale with another sum. A request with a
 * code and without `amount` sells nothing: its refusal `amount_changed` contains the sum.
 */
export const GateSaleRequest = Type.Object(
  {
    ticket_type_id: Type.String({ maxLength: 100 }),
    /** The number of units. A table of ten people is one unit. */
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    /** The sum on the phone's screen, in whole shillings. Absent from apps of an older version. */
    amount: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    /** The price of a unit in whole shillings, if the buyer chooses it. */
    price: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    promo_code: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
    phone: Type.String({ maxLength: 40 }),
    /** 'free' for a sum of 0. */
    method: Type.Union([Type.Literal('mpesa'), Type.Literal('cash'), Type.Literal('free')]),
    /** A UUID of the phone. It becomes the order's id, so a retry returns the existing sale. */
    nonce: Type.String({ maxLength: 100 }),
    /** Admits the buyer after a cash sale, or when this phone reads that an M-Pesa sale is paid. */
    admit: Type.Optional(Type.Boolean()),
    /** The gate that the steward chose, on a phone that serves all gates. */
    gate_id: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  },
  { additionalProperties: false },
)
export type GateSaleRequest = Type.Static<typeof GateSaleRequest>

const CheckIns = Type.Object({
  check_ins: Type.Optional(Type.Array(GateDecision)),
})

export const SettledSale = Type.Intersect([SettledOrder, CheckIns])
export const PendingSale = PendingOrder
