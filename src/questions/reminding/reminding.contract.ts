import { Type } from 'typebox'

/** How many tickets lack an answer and can still be reminded. */
export const AnswersDue = Type.Object({ tickets: Type.Integer() })
export type AnswersDue = Type.Static<typeof AnswersDue>
