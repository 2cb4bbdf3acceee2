import type { AnswersReply, AskedQuestion } from './answers.contract.ts'

/** A place for an answer: of a person, or of the whole ticket. */
export type Slot = { question_id: string; person?: number }

/** The places for answers to a question, by whether the answer is missing. */
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
