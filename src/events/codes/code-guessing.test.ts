import { expect, test } from 'vitest'
import { readEnv } from '../../env.ts'

const ADDRESSES = 100
const PHONES = 100

/** The number of codes that a guesser finds on average in an hour. */
const found = ({ guesses, codes, of }: { guesses: number; codes: number; of: number }) =>
  (guesses * codes) / of

// spec: promo-code-guessing
test('an hour of guesses from 100 addresses and 100 phones finds no code of eight digits', () => {
  const { wrongCodePerAddress, wrongCodePerPhone } = readEnv({}).limits
  const byWeb = ADDRESSES * wrongCodePerAddress
  const byPhone = PHONES * wrongCodePerPhone
  expect([byWeb, byPhone]).toEqual([2000, 500])
  const digits = 10 ** 8
  // An access code that consists of its digits can be guessed on the web and by USSD.
  expect(found({ guesses: byWeb + byPhone, codes: 1, of: digits })).toBeLessThanOrEqual(1 / 40_000)
  // 5,000 codes for one ticket each: digits by USSD, eight symbols (of 31 possible) on the web.
  expect(found({ guesses: byPhone, codes: 5000, of: digits })).toBeLessThanOrEqual(1 / 40)
  expect(found({ guesses: byWeb, codes: 5000, of: 31 ** 8 })).toBeLessThan(1 / 80_000)
})
