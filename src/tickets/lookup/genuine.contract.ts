import { Type } from 'typebox'
import { WHEN_FIELDS } from '../tickets.contract.ts'

/** Facts for a second-hand buyer, without name, phone or seller. */
export const GenuineReply = Type.Object({
  status: Type.Union([
    Type.Literal('valid'),
    Type.Literal('used'),
    Type.Literal('transferred'),
    Type.Literal('void'),
  ]),
  event: Type.String(),
  ticket_type: Type.String(),
  /** The number was made when the ticket was sent to a phone. */
  sent: Type.Boolean(),
  ...WHEN_FIELDS,
})
export type GenuineReply = Type.Static<typeof GenuineReply>
