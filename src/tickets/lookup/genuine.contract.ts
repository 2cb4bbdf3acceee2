import { Type } from 'typebox'

/** Neither name nor phone, nor who sold it: only what a second-hand buyer must know. */
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
