import { describe, expect, test } from 'vitest'
import { septets } from './sms.rules.ts'
import { SMS, SMS_PARTS } from './sms.text.ts'
import { fill, twin } from './twin.rules.ts'

describe('the catalogue of SMS', () => {
  test.each(Object.entries({ ...SMS, ...SMS_PARTS }))(
    'has the same placeholders in both languages, in GSM characters: %s',
    (_key, text) => {
      const placeholders = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(String).sort()
      expect(placeholders(text.sw)).toEqual(placeholders(text.en))
      for (const words of [text.en, text.sw]) {
        expect(septets(words.replace(/\{\w+\}/g, ''))).toBeLessThan(160)
      }
    },
  )

  test('does not compile if a Swahili text is missing or lacks a placeholder', () => {
    // @ts-expect-error: {code} is missing.
    twin('Ref {code}', 'Ref')
    // @ts-expect-error: there is no Swahili.
    twin('Ref {code}')
    // @ts-expect-error: {code} is not filled.
    fill(twin('Ref {code}', 'Ref {code}'), 'sw', {})
  })

  test('fills a placeholder with any value unchanged', () => {
    const text = twin('{title}: {code}', '{title}: {code}')
    expect(fill(text, 'sw', { title: '$& {code}', code: 'A' })).toBe('$& {code}: A')
  })
})
