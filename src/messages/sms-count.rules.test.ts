// spec: sms-count
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyName } from '../../test/names.ts'
import { septets, toGsm } from './sms.rules.ts'
import { countSms, smsHint } from './sms-count.rules.ts'

describe('the size of a text as an SMS', () => {
  test.each([
    ['', 'GSM-7', 0, 0, []],
    ['Derby Day', 'GSM-7', 9, 1, []],
    ['a'.repeat(160), 'GSM-7', 160, 1, []],
    ['a'.repeat(161), 'GSM-7', 161, 2, []],
    ['a'.repeat(306), 'GSM-7', 306, 2, []],
    ['a'.repeat(307), 'GSM-7', 307, 3, []],
    // Each symbol takes two septets, and no symbol is split between parts.
    ['€'.repeat(80), 'GSM-7', 160, 1, []],
    ['€'.repeat(153), 'GSM-7', 306, 3, []],
    ['Łódź', 'UCS-2', 4, 1, ['Ł', 'ó', 'ź']],
    [`${'a'.repeat(69)}ł`, 'UCS-2', 70, 1, ['ł']],
    [`${'a'.repeat(70)}ł`, 'UCS-2', 71, 2, ['ł']],
    // Each symbol consists of two UTF-16 units.
    ['🎉🎉', 'UCS-2', 4, 1, ['🎉']],
    [`${'a'.repeat(133)}🎉`, 'UCS-2', 135, 3, ['🎉']],
  ])('of %j is %s, length %d, parts %d', (text, alphabet, length, parts, culprits) => {
    expect(countSms(text)).toEqual({ alphabet, length, parts, culprits })
  })

  test('is counted as UCS-2 if and only if a symbol has no septets', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const { alphabet, length, culprits } = countSms(name)
        expect(alphabet === 'GSM-7' ? length : Number.POSITIVE_INFINITY).toBe(septets(name))
        for (const one of culprits) expect(name).toContain(one)
        expect(countSms(toGsm(name)).alphabet).toBe('GSM-7')
      }),
      { seed: 20261123, numRuns: 1000 },
    )
  })
})

describe('the hint for a text that goes out by SMS', () => {
  test.each([
    ['', undefined],
    ['  ', undefined],
    ['D', 'Fits in one SMS ✓'],
    ['Derby Day [late]', 'Fits in one SMS ✓'],
    ['x'.repeat(200), 'Takes 2 SMS parts: 200 characters.'],
    [
      'Derby “Day” 🎉',
      '“ ” 🎉 would turn one SMS part into 3. We send: Derby "Day" (11 characters).',
    ],
    ['🎉', '🎉 would turn one SMS part into 3. We leave this out of SMS.'],
    ['абвгдежз', 'а б в г д е ... would turn one SMS part into 3. We leave this out of SMS.'],
  ])('for %j is: %s', (text, hint) => {
    expect(smsHint(text)).toBe(hint)
  })

  test.each(['内罗毕之夜', '🔥', '!!'])('for the name %j says what SMS and USSD show', (text) => {
    const hint = 'SMS and USSD cannot show this. They say "Ticket".'
    expect(smsHint(text, 'They say "Ticket".')).toBe(hint)
    expect(smsHint(`${text} 1`, 'They say "Ticket".')).not.toBe(hint)
  })
})
