import { Type } from 'typebox'
import { nullable, oneOf } from '../platform/http/platform.contract.ts'
import { QUESTION_KINDS } from './question.rules.ts'

/** A question to the holder of a ticket. */
const AskedQuestion = Type.Object({
  id: Type.String(),
  text_en: Type.String(),
  text_sw: Type.String(),
  why_en: Type.String(),
  why_sw: Type.String(),
  kind: oneOf(QUESTION_KINDS),
  /** The choices; empty unless the kind is 'choice'. */
  choices: Type.Array(Type.String()),
  per: oneOf(['ticket', 'person'] as const),
  until: nullable(Type.String()),
})
export type AskedQuestion = Type.Static<typeof AskedQuestion>

/** Never contains an answer, because anyone with a photo of the ticket can read the reply. */
export const AnswersReply = Type.Object({
  questions: Type.Array(AskedQuestion),
  /** The numbers of the ticket's people. */
  people: Type.Array(Type.Integer()),
  /** The people in the order in which they would leave the ticket, with their answers. */
  leaves: Type.Array(Type.Integer()),
  /** The answered questions; `person` is absent for a question about the whole ticket. */
  answered: Type.Array(
    Type.Object({ question_id: Type.String(), person: Type.Optional(Type.Integer()) }),
  ),
})
export type AnswersReply = Type.Static<typeof AnswersReply>

export const AnswersRequest = Type.Object({
  answers: Type.Array(
    Type.Object({
      question_id: Type.String({ maxLength: 40 }),
      /** The number of a person; absent if the question is about the whole ticket. */
      person: Type.Optional(nullable(Type.Integer())),
      value: Type.String({ maxLength: 1000 }),
    }),
    { minItems: 1, maxItems: 200 },
  ),
  /** The code from the SMS, for a change of answers. */
  code: Type.Optional(nullable(Type.String({ maxLength: 30 }))),
})
export type AnswersRequest = Type.Static<typeof AnswersRequest>

/** A code was sent and nothing was changed: the client repeats the request with the code. */
export const CodeSentReply = Type.Object({ status: Type.Literal('code'), message: Type.String() })
