import { expect, test } from 'vitest'
import { revokedText } from './revoked-text.ts'

test('a single ticket that stays valid is in the singular', () => {
  expect(revokedText({ revoked: 2, inside: 1 })).toBe(
    '2 tickets revoked. 1 ticket stays valid: people are inside.',
  )
  expect(revokedText({ revoked: 1, inside: 2 })).toBe(
    '1 ticket revoked. 2 tickets stay valid: people are inside.',
  )
})
