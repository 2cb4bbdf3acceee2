import { describe, expect, test } from 'vitest'
import { septets } from './sms.rules.ts'
import { SMS, SMS_PARTS } from './sms.text.ts'
import { fill, twin } from './twin.rules.ts'

describe('the catalogue of SMS', () => {
  test.each(Object.entries({ ...SMS, ...SMS_PARTS }))(
    '%s has the same places in both, in letters of GSM',
    (_key, text) => {
      const places = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(String).sort()
      expect(places(text.sw)).toEqual(places(text.en))
      for (const words of [text.en, text.sw]) {
        expect(septets(words.replace(/\{\w+\}/g, ''))).toBeLessThan(160)
      }
    },
  )

  test('a Swahili text that lacks a place, or is missing, does not compile', () => {
    // @ts-expect-error: {code} is missing.
    twin('Ref {code}', 'Ref')
    // @ts-expect-error: there is no Swahili.
    twin('Ref {code}')
    // @ts-expect-error: {code} is not filled.
    fill(twin('Ref {code}', 'Ref {code}'), 'sw', {})
  })

  test('a place is filled as it is, whatever stands in it', () => {
    const text = twin('{title}: {code}', '{title}: {code}')
    expect(fill(text, 'sw', { title: '$& {code}', code: 'A' })).toBe('$& {code}: A')
  })
})
