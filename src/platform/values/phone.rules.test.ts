import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  localPhone,
  maskPhone,
  normalisePhone,
  PHONE_ERROR,
  phoneError,
  phoneHint,
} from './phone.rules.ts'

describe('a phone number as typed', () => {
  test.each([
    ['0712345678', '254712345678'],
    ['0112345678', '254112345678'],
    ['254712345678', '254712345678'],
    ['254112345678', '254112345678'],
    ['+254712345678', '254712345678'],
    [' 0712 345 678 ', '254712345678'],
    ['0712-345-678', '254712345678'],
    ['+254 712-345 678', '254712345678'],
    ['+0712345678', '254712345678'],
    ['07\t12\u00a0345678', '254712345678'],
    ['0712345678\n', '254712345678'],
    ['\u202a0712000101\u202c', '254712000101'],
    ['\u2066+254\u00a0712\u00a0000\u00a0101\u2069', '254712000101'],
    ['\ufeff0712000101\u200b', '254712000101'],
    ['0712\u2011000\u2011101', '254712000101'],
    ['0712\u2013000\u2212101', '254712000101'],
    ['(0712) 000 101', '254712000101'],
    ['0712.000.101', '254712000101'],
    ['00254712000101', '254712000101'],
    ['tel:+254712000101', '254712000101'],
    ['+254 (0)712 000 101', '254712000101'],
    ['00254\u00a0(0) 712 000 101', '254712000101'],
    ['０７１２０００１０１', '254712000101'],
    ['＋２５４　（０）７１２　０００　１０１', '254712000101'],
    ['0712\u034f000\ufe0f101\u3164', '254712000101'],
    ['0712·000•101', '254712000101'],
  ])('such as %j is stored as %s', (typed, msisdn) => {
    expect(normalisePhone(typed)).toBe(msisdn)
  })

  test.each([
    ['nothing', ''],
    ['a digit short', '071234567'],
    ['a digit long', '07123456789'],
    ['a digit short with 254', '25471234567'],
    ['another operator code', '0812345678'],
    ['another country', '255712345678'],
    ['no prefix', '712345678'],
    ['254 and 0', '2540712345678'],
    ['two pluses', '++254712345678'],
    ['a plus within', '254+712345678'],
    ['letters', '0712E45678'],
    ['digits of another script', '٠٧١٢٣٤٥٦٧٨'],
    ['a 0 in brackets before 254', '(0)254712345678'],
    ['another number in brackets', '+254 (7)12345678 9'],
    ['two numbers', '0712345678 0712345679'],
    ['a number and more', '0712345678; drop table'],
    ['a zero byte', '0712345678\0'],
  ])('with %s is refused', (_what, typed) => {
    expect(normalisePhone(typed)).toBeNull()
  })

  // spec: payment-phone-pattern-0
  test('is the same with any spaces and dashes', () => {
    const digits = fc.stringMatching(/^(0|254)[17]\d{8}$/)
    const gaps = fc.array(fc.constantFrom('', ' ', '-', '  '), { minLength: 13, maxLength: 13 })
    fc.assert(
      fc.property(digits, gaps, (bare, between) => {
        const typed = [...bare].map((digit, at) => between[at] + digit).join('')
        expect(normalisePhone(typed)).toBe(normalisePhone(bare))
        expect(normalisePhone(bare)).toMatch(/^254[17]\d{8}$/)
        expect(normalisePhone(normalisePhone(bare)!)).toBe(normalisePhone(bare))
      }),
      { seed: 20261121, numRuns: 2_000 },
    )
  })

  // spec: payment-phone-pattern-0
  test('that is invalid gets the error text of the specification', () => {
    expect(PHONE_ERROR).toBe(
      'Please enter a valid phone number starting with 0 or 254 (e.g., 0712345678 or 254712345678)',
    )
  })
})

test.each([
  ['', null],
  [' ', null],
  ['712000101', 'Put a 0 in front of this number.'],
  ['112000101', 'Put a 0 in front of this number.'],
  ['071200010', 'This number is too short.'],
  ['07120001011', 'This number is too long.'],
  ['25471200010', 'This number is too short.'],
  ['2540712000101', 'This is not a Kenyan mobile number.'],
  ['0812000101', 'This is not a Kenyan mobile number.'],
  ['+12025550175', 'This is not a Kenyan mobile number.'],
  ['+255712000101', 'This is not a Kenyan mobile number.'],
  ['0712E45678', 'This is not a Kenyan mobile number.'],
  ['0712345678/0712345679', 'This is not a Kenyan mobile number.'],
])('of %j the second sentence of the error is %j', (typed, hint) => {
  expect(phoneHint(typed)).toBe(hint)
  expect(phoneError(typed)).toBe(hint === null ? PHONE_ERROR : `${PHONE_ERROR}. ${hint}`)
})

// spec: phone-one-form
test('a phone is shown as people write it, in full or masked, and other texts stay', () => {
  expect(localPhone('254712345678')).toBe('0712 345 678')
  expect(maskPhone('254112345678')).toBe('01•• ••• 678')
  expect(maskPhone('254712345678')).toBe('07•• ••• 678')
  expect(['', 'Erased'].flatMap((text) => [localPhone(text), maskPhone(text)])).toEqual([
    ...['', '', 'Erased', 'Erased'],
  ])
})
