import { Type } from 'typebox'
import { PendingOrder, SettledOrder } from '../../checkout/checkout.contract.ts'
import { nullable } from '../../platform/http/platform.contract.ts'
import { GateDecision } from '../gate.contract.ts'

/** A ticket type that is sold at the door. The server sets the price. */
export const GateSaleRequest = Type.Object(
  {
    ticket_type_id: Type.String({ maxLength: 100 }),
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    /** The phone number that gets the M-Pesa prompt and the tickets. */
    phone: Type.String({ maxLength: 40 }),
    method: Type.Union([Type.Literal('mpesa'), Type.Literal('cash')]),
    /**
     * A UUID that the phone makes before the request. It becomes the order's id, so a retry returns
     * the existing sale.
     */
    nonce: Type.String({ maxLength: 100 }),
    /**
     * Let all ticket holders in: immediately if cash was paid, otherwise when this phone sees the
     * payment.
     */
    admit: Type.Optional(Type.Boolean()),
    /** The gate chosen on a phone that serves all gates. */
    gate_id: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  },
  { additionalProperties: false },
)
export type GateSaleRequest = Type.Static<typeof GateSaleRequest>

const CheckIns = Type.Object({
  /** The check-in decision of each ticket, if the buyers were to be let in. */
  check_ins: Type.Optional(Type.Array(GateDecision)),
})

export const SettledSale = Type.Intersect([SettledOrder, CheckIns])
export const PendingSale = PendingOrder
