import { Type } from 'typebox'
import { PendingOrder, SettledOrder } from '../../checkout/checkout.contract.ts'
import { nullable } from '../../platform/http/platform.contract.ts'
import { GateDecision } from '../gate.contract.ts'

/** A type that is sold at the door. The price is the server's. */
export const GateSaleRequest = Type.Object(
  {
    ticket_type_id: Type.String({ maxLength: 100 }),
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    /** Gets the prompt, and the tickets. */
    phone: Type.String({ maxLength: 40 }),
    method: Type.Union([Type.Literal('mpesa'), Type.Literal('cash')]),
    /** A UUID made before asking: it is the order's id, and the same again is the same sale. */
    nonce: Type.String({ maxLength: 100 }),
    /** Lets all of them in: cash at once, else when this phone sees that it is paid. */
    admit: Type.Optional(Type.Boolean()),
    /** Where they come in, if the phone is for all gates: the one chosen on it. */
    gate_id: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  },
  { additionalProperties: false },
)
export type GateSaleRequest = Type.Static<typeof GateSaleRequest>

const CheckIns = Type.Object({
  /** What was decided of each ticket, where they were to be let in. */
  check_ins: Type.Optional(Type.Array(GateDecision)),
})

export const SettledSale = Type.Intersect([SettledOrder, CheckIns])
export const PendingSale = PendingOrder
