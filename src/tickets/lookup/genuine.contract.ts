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
})
export type GenuineReply = Type.Static<typeof GenuineReply>
