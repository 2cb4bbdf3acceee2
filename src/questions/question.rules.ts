/** The most questions that an event asks, and the longest texts. */
export const QUESTIONS_MAX = 5
export const TEXT_MAX = 80
export const WHY_MAX = 160
export const CHOICES_MAX = 12
export const CHOICE_MAX = 30
export const ANSWER_MAX = 80

export const QUESTION_KINDS = ['choice', 'text', 'name'] as const

export const KIND_NAMES: Record<(typeof QUESTION_KINDS)[number], string> = {
  choice: 'One of several choices',
  text: 'A short text',
  name: 'A name',
}

export const PER_NAMES = {
  person: 'For each person of a ticket',
  ticket: 'Once per ticket',
}

/** Stands for the whole ticket in the place of a person's number. People are numbered from 1. */
export const WHOLE_TICKET = 0

/**
 * The numbers of the people of a ticket that admits `admits`: people with an answer, then the
 * lowest free numbers. So the highest numbers without an answer leave a ticket first, and then the
 * highest with an answer. `answered` may repeat a number.
 */
export function peopleOf(admits: number, answered: readonly number[]): number[] {
  const kept = [...new Set(answered)].filter((person) => person > 0).sort((a, b) => a - b)
  const people = new Set(kept.slice(0, admits))
  for (let person = 1; people.size < admits; person++) people.add(person)
  return [...people].sort((a, b) => a - b)
}

/** The people in the order in which they would leave the ticket. `answered` may repeat a number. */
export function leavingOrder(people: readonly number[], answered: readonly number[]): number[] {
  const down = people.toSorted((a, b) => b - a)
  return [
    ...down.filter((person) => !answered.includes(person)),
    ...down.filter((person) => answered.includes(person)),
  ]
}
