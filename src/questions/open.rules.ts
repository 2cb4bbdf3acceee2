import type { AnswersReply, AskedQuestion } from './answers.contract.ts'

/** An answer that a question expects: of a person, or about the whole ticket. */
export type Slot = { question_id: string; person?: number }

/** The answers that a question expects: still missing (`open`) or given (`done`). */
export function slotsOf(
  { id, per }: AskedQuestion,
  { people, answered }: AnswersReply,
): { open: Slot[]; done: Slot[] } {
  const slots: Slot[] =
    per === 'ticket' ? [{ question_id: id }] : people.map((person) => ({ question_id: id, person }))
  const isDone = (slot: Slot) =>
    answered.some((one) => one.question_id === id && one.person === slot.person)
  return { open: slots.filter((slot) => !isDone(slot)), done: slots.filter(isDone) }
}

/** The questions that lack an answer. */
export const openQuestions = (asked: AnswersReply): AskedQuestion[] =>
  asked.questions.filter((question) => slotsOf(question, asked).open.length > 0)
