import { Type } from 'typebox'

/**
 * The facts about a ticket that a second-hand buyer needs. Contains no name, phone number or
 * seller.
 */
export const GenuineReply = Type.Object({
  status: Type.Union([
    Type.Literal('valid'),
    Type.Literal('used'),
    Type.Literal('transferred'),
    Type.Literal('void'),
  ]),
  event: Type.String(),
  ticket_type: Type.String(),
  /** True if the ticket got this number when it was sent to a phone. */
  sent: Type.Boolean(),
})
export type GenuineReply = Type.Static<typeof GenuineReply>
