// spec: questions-leaving-shown
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { leavingOrder } from '../question.rules.ts'
import { LeavingPeople } from './ticket-questions.tsx'

const SIZE = 'size'
const GROUP = 'group'

/** The text for a ticket of `people` people. The people `answered` have stated a size. */
function shown(people: number, answered: number[], hasGroup = false) {
  const all = Array.from({ length: people }, (_, index) => index + 1)
  const asked = {
    questions: [],
    people: all,
    leaves: leavingOrder(all, answered),
    answered: [
      ...answered.map((person) => ({ question_id: SIZE, person })),
      ...(hasGroup ? [{ question_id: GROUP }] : []),
    ],
  }
  return renderToStaticMarkup(<LeavingPeople asked={asked} />).replaceAll('&#x27;', "'")
}

test('nothing is said about answers before a person has answered', () => {
  expect(shown(10, [])).toBe('')
  expect(shown(1, [])).toBe('')
})

test('only the people whose answers are deleted are named, in the order in which they leave', () => {
  const first = "People who have not answered the organizer's questions leave this ticket first."
  expect(shown(10, [1, 2, 10])).toBe(
    `<p>${first} If more leave, we delete the answers of person 10, then 2, 1.</p>`,
  )
  expect(shown(10, [4])).toBe(`<p>${first} If more leave, we delete the answers of person 4.</p>`)
  expect(shown(2, [1, 2])).toBe(
    '<p>We delete the answers of people who leave this ticket: of person 2, then 1.</p>',
  )
})

test('answers about the whole ticket, and of its only person, go with the whole ticket', () => {
  const text = "<p>The answers to the organizer's questions are deleted with the whole ticket.</p>"
  expect(shown(10, [], true)).toBe(text)
  expect(shown(1, [1])).toBe(text)
})
