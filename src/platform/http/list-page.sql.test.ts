import { expect, test } from 'vitest'
import { anywhere } from './list-page.sql.ts'

test.each([
  ['derby', '%derby%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['\\', '%\\\\%'],
  ['', '%%'],
])('the pattern for %j is %j', (text, pattern) => {
  expect(anywhere(text)).toBe(pattern)
})
