import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'

/** The maximum number of tickets in an order. */
const TICKETS_MAX = 100

const Numbers = Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: TICKETS_MAX })

/**
 * Asks whether the SMS of these tickets arrived. Anyone who knows a ticket number may send this
 * request.
 */
export const DeliveryRequest = Type.Object({ ticket_numbers: Numbers })
export type DeliveryRequest = Type.Static<typeof DeliveryRequest>

export const DeliveryReply = Type.Object({
  /** The SMS that will not arrive. Null if each SMS has arrived or may still arrive. */
  failed: nullable(
    Type.Object({
      /** The phone to which the SMS was sent and the reason why it failed, in words. */
      words: Type.String(),
      /** Whether the order has an email address, so that the tickets can be emailed. */
      has_email: Type.Boolean(),
    }),
  ),
})
export type DeliveryReply = Type.Static<typeof DeliveryReply>

/** The tickets to email. If `email` is absent, they go to the order's own address. */
export const TicketEmailRequest = Type.Object({
  ticket_numbers: Numbers,
  email: Type.Optional(nullable(Type.String({ maxLength: EMAIL_MAX }))),
})
export type TicketEmailRequest = Type.Static<typeof TicketEmailRequest>

export const TicketEmailReply = Type.Object({ success: Type.Literal(true) })
export type TicketEmailReply = Type.Static<typeof TicketEmailReply>
