import { expect, test } from 'vitest'
import { leavingOrder, peopleOf } from './question.rules.ts'

test('the people of a ticket without answers are numbered from 1', () => {
  expect(peopleOf(3, [])).toEqual([1, 2, 3])
  expect(peopleOf(0, [])).toEqual([])
})

// spec: questions-people-leave
test('the highest numbers without an answer leave first, then the highest numbers', () => {
  expect(peopleOf(7, [1, 2, 10, 10])).toEqual([1, 2, 3, 4, 5, 6, 10])
  expect(peopleOf(3, [1, 2, 10])).toEqual([1, 2, 10])
  expect(peopleOf(2, [1, 2, 10])).toEqual([1, 2])
  expect(peopleOf(2, [0, 4])).toEqual([1, 4])
})

// spec: questions-people-leave
test('people leave in the order that leaves the others their numbers', () => {
  const answered = [1, 2, 10]
  expect(leavingOrder(peopleOf(5, answered), answered)).toEqual([4, 3, 10, 2, 1])
  for (let left = 1; left <= 5; left++) {
    const order = leavingOrder(peopleOf(5, answered), answered)
    const stay = order.slice(5 - left).sort((a, b) => a - b)
    expect(stay).toEqual(peopleOf(left, answered))
  }
})
