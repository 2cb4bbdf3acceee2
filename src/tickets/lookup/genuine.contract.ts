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
  /** True if the ticket number was made by a transfer to another phone. */
  sent: Type.Boolean(),
  ...WHEN_FIELDS,
})
export type GenuineReply = Type.Static<typeof GenuineReply>
