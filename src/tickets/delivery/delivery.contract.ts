import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'

const TICKETS_MAX = 100

const Numbers = Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: TICKETS_MAX })

/** Anyone who knows the numbers may ask whether the SMS arrived. */
export const DeliveryRequest = Type.Object({ ticket_numbers: Numbers })
export type DeliveryRequest = Type.Static<typeof DeliveryRequest>

export const DeliveryReply = Type.Object({
  /** Null if each SMS has arrived or may still arrive. */
  failed: nullable(
    Type.Object({
      /** The phone of the SMS and the reason of its failure, as a text. */
      words: Type.String(),
      /** Whether the tickets can be emailed to the order's address. */
      has_email: Type.Boolean(),
    }),
  ),
})
export type DeliveryReply = Type.Static<typeof DeliveryReply>

/** Without `email`, the tickets go to the order's own address. */
export const TicketEmailRequest = Type.Object({
  ticket_numbers: Numbers,
  email: Type.Optional(nullable(Type.String({ maxLength: EMAIL_MAX }))),
})
export type TicketEmailRequest = Type.Static<typeof TicketEmailRequest>

export const TicketEmailReply = Type.Object({ success: Type.Literal(true) })
export type TicketEmailReply = Type.Static<typeof TicketEmailReply>
