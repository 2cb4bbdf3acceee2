import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'

/** As many as one order holds in all. */
const TICKETS_MAX = 100

const Numbers = Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: TICKETS_MAX })

/** Who knows the numbers of tickets asks about their SMS. */
export const DeliveryRequest = Type.Object({ ticket_numbers: Numbers })
export type DeliveryRequest = Type.Static<typeof DeliveryRequest>

export const DeliveryReply = Type.Object({
  /** Of an SMS that will not arrive; null where each did, or still may. */
  failed: nullable(
    Type.Object({
      /** To whom and why, for people. */
      words: Type.String(),
      /** Whether the purchase has an e-mail address, to which the tickets may go instead. */
      has_email: Type.Boolean(),
    }),
  ),
})
export type DeliveryReply = Type.Static<typeof DeliveryReply>

/** Without an address: to the one of the purchase. */
export const TicketEmailRequest = Type.Object({
  ticket_numbers: Numbers,
  email: Type.Optional(nullable(Type.String({ maxLength: EMAIL_MAX }))),
})
export type TicketEmailRequest = Type.Static<typeof TicketEmailRequest>

export const TicketEmailReply = Type.Object({ success: Type.Literal(true) })
export type TicketEmailReply = Type.Static<typeof TicketEmailReply>
