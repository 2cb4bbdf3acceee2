// spec: tickets-overview-phone-search
import { expect, test } from 'vitest'
import { phonePatterns } from './list-transactions.ts'

test.each([
  ['0712', ['%0712%', '254712%']],
  ['254712', ['%254712%']],
  ['+254 712-345', ['%254712345%']],
  ['(0)7', ['%07%', '2547%']],
  ['345', ['%345%']],
  ['\u202a0712\u2011000', ['%0712000%', '254712000%']],
  ['4', ['%4%']],
  ['0', ['%0%', '254%']],
])('%s is searched by its digits', (typed, patterns) => {
  expect(phonePatterns(typed)).toEqual(patterns)
})

test.each(['', '  ', '+'])('%j holds no digit, so every number matches', (typed) => {
  expect(phonePatterns(typed)).toBeNull()
})

test.each(['amina', '07x', '%', '07_2', '0712\0'])('%j is part of no phone number', (typed) => {
  expect(phonePatterns(typed)).toEqual([])
})
