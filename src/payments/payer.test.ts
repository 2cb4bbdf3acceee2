import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { mayBePayer } from './payer.ts'

const PHONE = '254722000126'
const hash = (phone: string) => createHash('sha256').update(phone).digest('hex')

test.each([
  ['', true],
  ['254722000126', true],
  ['0722000126', true],
  ['+254 722 000 126', true],
  ['254722000127', false],
  ['2547 ***** 126', true],
  ['2547 ***** 127', false],
  ['2541 ***** 126', false],
  ['0722***126', true],
  ['0723***126', false],
  ['*********126', true],
  [hash(PHONE), true],
  [hash(PHONE).toUpperCase(), true],
  [hash('254722000127'), false],
])('a reported payer %j may be the phone: %s', (reported, may) => {
  expect(mayBePayer(PHONE, reported)).toBe(may)
})
