import { expect, test } from 'vitest'
import { MARK_COOKIE, readMark } from './session-mark.rules.ts'

test('the mark is read from between other cookies, and is 0 if there is none', () => {
  expect(readMark(`a=1; ${MARK_COOKIE}=1763750000000; b=2`)).toBe(1763750000000)
  expect(readMark(`x${MARK_COOKIE}=5; ${MARK_COOKIE}=`)).toBe(0)
  expect(readMark('')).toBe(0)
})
