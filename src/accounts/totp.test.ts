import { expect, test } from 'vitest'
import { codeOf, findStep, sealSecret, stepOf, toBase32, unsealSecret } from './totp.ts'

/** The test secret of RFC 6238, appendix B. Our codes are the last six of its eight digits. */
const SECRET = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code %i seconds after the epoch is %s, as RFC 6238 lists it', (seconds, code) => {
  expect(codeOf(SECRET, stepOf(new Date(seconds * 1000)))).toBe(code)
})

test('a secret is written in base32 as RFC 4648 lists it', () => {
  expect(toBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(
    ['', 'f', 'fo', 'foo', 'foob', 'fooba'].map((text) => toBase32(Buffer.from(text))),
  ).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB'])
})

test('a code is right in its step and in the steps before and after it, and in no other', () => {
  const now = new Date('2026-11-27T09:00:10Z')
  const current = stepOf(now)
  const stepsOff = [-2, -1, 0, 1, 2].map((off) =>
    findStep(SECRET, codeOf(SECRET, current + off), now),
  )
  expect(stepsOff).toEqual([null, current - 1, current, current + 1, null])
  for (const typed of ['', '12345', '1234567', '12345x']) {
    expect(findStep(SECRET, typed, now), typed).toBeNull()
  }
})

test('a sealed secret opens with its own key, for its own account, and unchanged only', () => {
  const sessionSecrets = ['one secret of the shop', 'another secret of the shop']
  const sealed = sealSecret({ sessionSecrets }, 'account', SECRET)
  expect(sealed.includes(SECRET)).toBe(false)
  expect(unsealSecret({ sessionSecrets }, 'account', sealed)).toEqual(SECRET)
  expect(unsealSecret({ sessionSecrets: sessionSecrets.toReversed() }, 'account', sealed)).toEqual(
    SECRET,
  )
  expect(unsealSecret({ sessionSecrets: ['a third'] }, 'account', sealed)).toBeNull()
  expect(() => unsealSecret({ sessionSecrets }, 'other', sealed)).toThrow()
  sealed[sealed.length - 1]! ^= 1
  expect(() => unsealSecret({ sessionSecrets }, 'account', sealed)).toThrow()
})
