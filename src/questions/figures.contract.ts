import { Type } from 'typebox'
import { listOf, nullable, oneOf } from '../platform/http/platform.contract.ts'
import { QUESTION_KINDS } from './question.rules.ts'

/** The counts of the answers to a question, without any name or typed text. */
const QuestionCounts = Type.Object({
  id: Type.String(),
  text_en: Type.String(),
  kind: oneOf(QUESTION_KINDS),
  /** False for a question that was removed and has answers. */
  is_asked: Type.Boolean(),
  /** How often each choice was chosen. Empty for a question without choices. */
  choices: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() })),
  answered: Type.Integer(),
  /** People or tickets without an answer; 0 for a question that is no longer asked. */
  no_answer: Type.Integer(),
})

export const AnswerCounts = Type.Object({ questions: Type.Array(QuestionCounts) })
export type AnswerCounts = Type.Static<typeof AnswerCounts>

/** The answers of a person of a ticket. */
export const AnswerRow = Type.Object({
  number: Type.String(),
  ticket_type: Type.String(),
  /** Null if erased. */
  phone: nullable(Type.String()),
  /** 0 for the answers about the whole ticket. */
  person: Type.Integer(),
  /** The answers by the ids of their questions. */
  answers: Type.Record(Type.String(), Type.String()),
})
export type AnswerRow = Type.Static<typeof AnswerRow>

export const AnswerList = listOf(AnswerRow)
