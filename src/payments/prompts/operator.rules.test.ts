// spec: other-operator-told
import { expect, it } from 'vitest'
import { isOtherOperator } from './operator.rules.ts'

/**
 * Number ranges by their first three digits, as Kenya's regulator assigned them, without the
 * leading zero.
 */
const SAFARICOM = [
  ...range(700, 729),
  ...range(740, 743),
  ...[745, 746, 748, 749],
  ...range(757, 759),
  ...[768, 769],
  ...range(790, 799),
  ...range(110, 117),
]
const OTHERS = [
  // Airtel
  ...range(730, 739),
  ...range(750, 756),
  ...[761, 762],
  ...range(780, 789),
  ...range(100, 108),
  // Telkom
  ...range(770, 779),
  120,
  // Equitel, Faiba
  ...[763, 764, 765, 766, 124, 747],
  // Small operators
  ...[744, 760, 767, 121, 130],
]

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

it('the ranges of other operators are recognised, in any spelling', () => {
  for (const prefix of OTHERS)
    expect([prefix, isOtherOperator(`0${prefix}345678`)]).toEqual([prefix, true])
  for (const prefix of SAFARICOM)
    expect([prefix, isOtherOperator(`0${prefix}345678`)]).toEqual([prefix, false])
  for (const typed of ['254733345678', '+254 733 345 678', ' 0733-345678', '0733 345678']) {
    expect(isOtherOperator(typed)).toBe(true)
  }
})

it('an unassigned range and a text that is no number are not recognised', () => {
  const unknown = [109, 118, 119, 122, 123, 125, 199]
  for (const prefix of unknown) expect(isOtherOperator(`0${prefix}345678`)).toBe(false)
  for (const typed of ['', '0733', '073334567', '0833345678', 'asha']) {
    expect(isOtherOperator(typed)).toBe(false)
  }
})
