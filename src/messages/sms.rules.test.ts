import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyName } from '../../test/names.ts'
import { todaysRuns } from '../../test/torture/daily.ts'
import {
  gsmTitle,
  septets,
  shorten,
  smsDate,
  smsMoment,
  smsShortDate,
  smsTime,
  smsWhen,
  toGsm,
} from './sms.rules.ts'

const runs = { seed: 20261121, numRuns: todaysRuns(3_000, 500) }

describe('toGsm', () => {
  test.each([
    ['“Gor” – AFC’s night…', '"Gor" - AFC\'s night...'],
    ['Café Łódź', 'Café Lódz'.replace('ó', 'o')],
    ['São Tomé à la carte', 'Sao Tomé à la carte'],
    ['2×1 • tonight\u00a0only', '2x1 - tonight only'],
    ['Nyama 🍖  Choma\n\tFest', 'Nyama Choma Fest'],
    ['  [VIP] {gold} ^~|\\ ', 'VIP gold'],
    ['مباراة', ''],
    ['ＧＯＲ　Ｍａｈｉａ ２０２６！', 'GOR Mahia 2026!'],
    ['½ ﬁnal ② ™', '1/2 final 2 TM'],
    ['Afro\u2011beat \u2212 5\u2010a\u2012side', 'Afro-beat - 5-a-side'],
    ['Ng´ombe, ng`ombe, ngʼombe', "Ng'ombe, ng'ombe, ng'ombe"],
    ['«Cœur» ŋoma, Þór, ılık', '"Coeur" ngoma, Thor, ilik'],
    ['', ''],
  ])('writes %j as %j', (text, plain) => {
    expect(toGsm(text)).toBe(plain)
  })

  test('gives one septet for each character of any text', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const plain = toGsm(name)
        expect(septets(plain)).toBe(plain.length)
      }),
      runs,
    )
  })
})

describe('septets', () => {
  test.each([
    ['abc', 3],
    ['', 0],
    ['à@£$', 4],
    ['[x]', 5],
    ['€', 2],
    ['a\nb', 3],
    ['â', Number.POSITIVE_INFINITY],
    ['ok 👍', Number.POSITIVE_INFINITY],
    ['“', Number.POSITIVE_INFINITY],
  ])('counts %j as %d', (text, length) => {
    expect(septets(text)).toBe(length)
  })
})

describe('shorten', () => {
  test.each([
    ['Derby Day', 9, 'Derby Day'],
    ['Derby Day', 8, 'Derby..'],
    ['Derby, Day of days', 10, 'Derby..'],
    ['Internationale', 8, 'Intern..'],
    ['A very long name', 8, 'A very..'],
    // 'Derby' fills only half of the ten characters, so the next word is cut, not left out.
    ['Derby finals', 10, 'Derby fi..'],
    ['Derby', 2, 'De'],
    ['Derby', 1, 'D'],
    ['Derby', 0, ''],
    ['Derby', -4, ''],
    ['- - - - -', 5, '..'],
  ])('shortens %j to %d characters: %j', (text, max, short) => {
    expect(shorten(text, max)).toBe(short)
  })

  test('never exceeds the maximum, and returns a text that fits unchanged', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.integer({ min: -5, max: 80 }), (text, max) => {
        const short = shorten(text, max)
        expect(short.length).toBeLessThanOrEqual(Math.max(0, max))
        if (text.length <= max) expect(short).toBe(text)
      }),
      runs,
    )
  })
})

test('a title that GSM cannot write is replaced by a general name', () => {
  expect(gsmTitle('Derby · Day', 'en')).toBe('Derby - Day')
  expect(gsmTitle('مباراة 🎉', 'en')).toBe('your event')
  expect(gsmTitle('مباراة 🎉', 'sw')).toBe('tukio lako')
})

// spec: dates-per-medium, ticket-sms-day-hour
describe('SMS and USSD', () => {
  test('day and hour are short', () => {
    expect(smsWhen({ date: '2026-12-13', time: '15:00' }, 'en')).toBe('Sun 13 Dec 3PM')
    expect(smsWhen({ date: '2026-12-27', time: '10:30' }, 'sw')).toBe('Jpili 27 Des 10:30AM')
    expect(smsMoment('2026-11-27T07:00:00Z', 'sw')).toBe('Ijm 27 Nov 10AM')
    expect([smsDate('2026-12-14', 'en'), smsShortDate('2026-12-14', 'en')]).toEqual([
      'Mon 14 Dec',
      '14 Dec',
    ])
  })

  test('the hour has minutes only if needed, and noon and midnight are 12PM and 12AM', () => {
    expect(['12:00', '00:00', '00:05', '10:00', '21:45'].map(smsTime)).toEqual([
      '12PM',
      '12AM',
      '12:05AM',
      '10AM',
      '9:45PM',
    ])
  })
})
