import { Type } from 'typebox'
import { nullable, oneOf } from '../platform/http/platform.contract.ts'
import { QUESTION_KINDS } from './question.rules.ts'

const Text = Type.String({ maxLength: 1000 })

const words = {
  text_en: Text,
  text_sw: Text,
  /** The answer to 'Why do you ask?', which buyers see. */
  why_en: Text,
  why_sw: Text,
  kind: oneOf(QUESTION_KINDS),
}

const PER = oneOf(['ticket', 'person'] as const)

/** A stored question with its id, or a new question without an id. */
export const QuestionInput = Type.Object({
  id: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  ...words,
  /** Only for the kind 'choice'. */
  choices: Type.Optional(nullable(Type.Array(Text, { maxItems: 100 }))),
  /** The types whose tickets are asked. Absent or null: all types except add-ons. */
  ticket_type_ids: Type.Optional(
    nullable(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100 })),
  ),
  per: PER,
  /** The last day on which an answer is taken, YYYY-MM-DD. */
  until: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  /** Whether the door list and the gate show the answers. True for at most one question. */
  is_at_door: Type.Optional(nullable(Type.Boolean())),
})
export type QuestionInput = Type.Static<typeof QuestionInput>

export const QuestionsInput = Type.Array(QuestionInput, { maxItems: 100 })

const WORDS = Type.Object({
  ...words,
  choices: Type.Array(Type.String()),
  per: PER,
})

/**
 * A question as its organizer wants it. `state` is 'waiting' until an admin approves the question
 * or its new words, and 'returned' if an admin refused them.
 */
export const Question = Type.Object({
  /** Null for a new question that is not asked yet. */
  id: nullable(Type.String()),
  ...WORDS.properties,
  ticket_type_ids: nullable(Type.Array(Type.String())),
  until: nullable(Type.String()),
  is_at_door: Type.Boolean(),
  state: oneOf(['asked', 'waiting', 'returned'] as const),
  /** The words that buyers read until the new words are approved. */
  asked_now: Type.Optional(WORDS),
  /** Why an admin returned the question. */
  note: Type.Optional(Type.String()),
  /** How many answers the question has. A question with answers cannot change its words. */
  answers: Type.Integer(),
})
export type Question = Type.Static<typeof Question>

export const Questions = Type.Array(Question)

export const ApproveQuestions = Type.Object({
  /** The `version` of the request on the work list that the admin read. */
  version: Type.String({ maxLength: 64 }),
})
