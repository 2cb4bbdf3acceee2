import { expect, test } from 'vitest'
import { AppError, declareErrors } from './errors.ts'

class ShopError extends declareErrors({
  closed: [409, 'The shop is closed.'],
  far: [422, 'That is too far.'],
}) {}

test('a code of a room gives its status and text, and is an AppError', () => {
  const error = new ShopError('closed', { retryAfter: 9 })
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ status: 409, retryAfter: 9, message: 'The shop is closed.' })
  expect(error.body()).toEqual({ error: 'The shop is closed.', code: 'closed' })
})

test('a failure may say more in its own words', () => {
  const error = new ShopError('far', { text: 'Mombasa is too far.', details: { km: 480 } })
  expect(error.body()).toEqual({ error: 'Mombasa is too far.', code: 'far', km: 480 })
})

test('codes of no room are there without one', () => {
  expect(new AppError('not_found')).toMatchObject({ status: 404, message: 'Not found' })
})

test('a code that is not declared does not compile', () => {
  // @ts-expect-error: the shop has no such code.
  expect(() => new ShopError('open')).toThrow()
  // @ts-expect-error: a room's code is for its own class.
  expect(() => new AppError('closed')).toThrow()
  // @ts-expect-error: and the other way round.
  expect(() => new ShopError('not_found')).toThrow()
})
