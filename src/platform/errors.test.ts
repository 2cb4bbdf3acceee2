import { expect, test } from 'vitest'
import { AppError, declareErrors } from './errors.ts'

class ShopError extends declareErrors({
  crowded: [429, 'The shop is full.', 'Duka limejaa.'],
  closed: [409, 'The shop is closed.'],
  far: [422, 'That is too far.'],
}) {}

test('an error of a room has the status and text of its code, and is an AppError', () => {
  const error = new ShopError('closed', { retryAfter: 9 })
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ status: 409, retryAfter: 9, message: 'The shop is closed.' })
  expect(error.body()).toEqual({ error: 'The shop is closed.', code: 'closed' })
})

test('an error may have a text of its own', () => {
  const error = new ShopError('far', { text: 'Mombasa is too far.', details: { km: 480 } })
  expect(error.body()).toEqual({ error: 'Mombasa is too far.', code: 'far', km: 480 })
})

test('the text of a 429 says the time of Retry-After, in the language of the text', () => {
  const crowded = new ShopError('crowded', { retryAfter: 300 })
  expect(crowded.body().error).toBe('The shop is full. Try again in 5 minutes.')
  expect(crowded.body('sw').error).toBe('Duka limejaa. Jaribu tena baada ya dakika 5.')
  expect(new ShopError('crowded').body().error).toBe('The shop is full.')
  const inEnglish = new ShopError('crowded', { text: 'No room for you.', retryAfter: 1 })
  expect(inEnglish.body('sw').error).toBe('No room for you. Try again in 1 second.')
})

test.each([
  [1, 'in 1 second.'],
  [42, 'in 42 seconds.'],
  [120, 'in 2 minutes.'],
  [121, 'in 3 minutes.'],
  [7200, 'in 2 hours.'],
])('a wait of %i seconds is said in words, and never too short', (retryAfter, words) => {
  expect(new ShopError('crowded', { retryAfter }).message).toContain(`Try again ${words}`)
})

test('codes of platform exist without a room', () => {
  expect(new AppError('not_found')).toMatchObject({ status: 404, message: 'Not found' })
})

test('an undeclared code does not compile', () => {
  // @ts-expect-error: the shop has no such code.
  expect(() => new ShopError('open')).toThrow()
  // @ts-expect-error: a room's code is for its own class.
  expect(() => new AppError('closed')).toThrow()
  // @ts-expect-error: and the other way round.
  expect(() => new ShopError('not_found')).toThrow()
})
