import { expect, test } from 'vitest'
import { centsOf, instantOf, parseFields, phoneOf, textOf } from './wire-text.rules.ts'

test.each([
  ['a', 'a'],
  [' a ', 'a'],
  [0, '0'],
  [1.5, '1.5'],
  [null, ''],
  [undefined, ''],
  [true, ''],
  [{}, ''],
  [['a'], ''],
])('the text of %j is %j', (value, text) => {
  expect(textOf(value)).toBe(text)
})

test.each([
  ['{"a":1}', { a: 1 }],
  ['[1]', [1]],
  ['null', null],
  ['"a"', null],
  ['\uFEFF{"a":1}', { a: 1 }],
  ['\uFFFD\uFFFD{"a":1}', { a: 1 }],
  [' \r\n\uFEFF{"a":1}', { a: 1 }],
  ['\uFEFF\uFEFF {"a":1}\n\uFEFF', { a: 1 }],
  ['\n\uFFFD\uFFFD\uFEFF{"a":1}', { a: 1 }],
  ['{', null],
  ['', null],
])('the fields of %j are %j', (text, fields) => {
  expect(parseFields(text)).toEqual(fields)
})

test.each([
  ['1000.00', 1000_00],
  ['1,000.5', 1000_50],
  ['0.07', 7],
  ['-4510.00', -4510_00],
  ['0', 0],
  ['', null],
  ['KES 5', null],
  ['1e20', null],
  ['NaN', null],
  ['1,234,567.5', 1234567_50],
  ['1000.1000000000001', 1000_10],
  ['1e3', null],
  ['1e-9', null],
  ['0x10', null],
  ['0.004', 0],
  ['1.000,50', null],
  ['1,5', null],
  ['1,00', null],
])('%j is %j cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents)
})

test.each([
  ['254712000001', '254712000001'],
  ['+254112000001', '254112000001'],
  ['0712000001', '254712000001'],
  ['2547 ***** 001', null],
  ['254812000001', null],
  ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', null],
  ['', null],
])('the phone of %j is %j', (text, phone) => {
  expect(phoneOf(text)).toBe(phone)
})

test.each([
  ['20260314193021', '2026-03-14T16:30:21.000Z'],
  ['14.03.2026 19:30:21', '2026-03-14T16:30:21.000Z'],
  ['20261350193021', null],
  ['2026-03-14', null],
  ['', null],
])('%j in Nairobi is %j', (text, instant) => {
  expect(instantOf(text)?.toISOString() ?? null).toBe(instant)
})
