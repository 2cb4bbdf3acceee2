import { Type } from 'typebox'

/** Only what a second-hand buyer must know: no name, phone or seller. */
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
