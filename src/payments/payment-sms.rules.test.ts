import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyName } from '../../test/names.ts'
import { todaysRuns } from '../../test/torture/daily.ts'
import { SMS_AIM_SEPTETS, SMS_MAX_SEPTETS, septets } from '../messages/sms.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import {
  cancelledMoneySms,
  type MoneySms,
  paybillSms,
  refundDueSms,
  secondPaymentSms,
  suspenseSms,
  wrongAmountEndedSms,
  wrongAmountSms,
} from './payment-sms.rules.ts'

const runs = { seed: 20261121, numRuns: todaysRuns(3_000, 500) }

describe('SMS about money', () => {
  const anyMoney = fc.record({
    language: fc.constantFrom<Language>('en', 'sw'),
    eventTitle: anyName,
    amountKes: fc.integer({ min: 1, max: 1_000_000_000 }).map((cents) => cents / 100),
    code: fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
  })

  // spec: payment-errors-sms-refund
  test.each([
    ['a refund that is due', refundDueSms],
    ['money for a cancelled event', cancelledMoneySms],
    ['a second payment', secondPaymentSms],
    ['an amount that is being checked', suspenseSms],
  ])(
    'the SMS about %s fits one part and ends with its reference, for any title',
    (_what, write) => {
      fc.assert(
        fc.property(anyMoney, (money) => {
          const text = write(money)
          expect(septets(text)).toBeLessThanOrEqual(SMS_AIM_SEPTETS)
          expect(text.endsWith(`Ref ${money.code}`)).toBe(true)
          expect(text).not.toMatch(/\s{2}/)
        }),
        runs,
      )
    },
  )

  test('each SMS says what happened and what the buyer can do', () => {
    const money: MoneySms = {
      language: 'en',
      eventTitle: 'Derby Day',
      amountKes: 1500,
      code: 'ABCD1234',
    }
    expect(refundDueSms(money)).toBe(
      "We couldn't issue your tickets for Derby Day. Your KES 1,500 will be refunded to the M-PESA number that paid. Ref ABCD1234",
    )
    expect(secondPaymentSms(money)).toBe(
      'Your second payment, KES 1,500 for Derby Day, will be refunded to the M-PESA number that paid. Your tickets stay valid. Ref ABCD1234',
    )
    expect(suspenseSms(money)).toBe(
      'We got your M-PESA payment for Derby Day and are checking the amount. Do not pay again. Ref ABCD1234',
    )
  })
})

// spec: payment-errors-sms-refund
test('the SMS about another amount than the price fits one part in both languages, for any title', () => {
  const anyMoney = fc.record({
    language: fc.constantFrom<Language>('en', 'sw'),
    eventTitle: anyName,
    amountKes: fc.integer({ min: 1, max: 25_000_000 }).map((cents) => cents / 100),
    priceKes: fc.integer({ min: 1, max: 250_000 }),
    hasExpired: fc.boolean(),
    isPriceKnown: fc.boolean(),
    code: fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
  })
  fc.assert(
    fc.property(anyMoney, ({ hasExpired, isPriceKnown, ...money }) => {
      const ended = { ...money, priceKes: isPriceKnown ? money.priceKes : null }
      const text = hasExpired ? wrongAmountEndedSms(ended) : wrongAmountSms(money)
      expect(septets(text)).toBeLessThanOrEqual(SMS_AIM_SEPTETS)
      expect(text).toMatch(new RegExp(`(account|akaunti|Ref) ${money.code}\\.?$`))
      expect(text).not.toMatch(/\s{2}/)
    }),
    runs,
  )
})

test('the SMS about paying by paybill fits one part in both languages, for any title', () => {
  const anyOrder = fc.record({
    language: fc.constantFrom<Language>('en', 'sw'),
    eventTitle: anyName,
    amountKes: fc.integer({ min: 1, max: 250_000 }),
    code: fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
  })
  fc.assert(
    fc.property(anyOrder, (order) => {
      const text = paybillSms({ ...order, business: '1234567', until: '23:59' })
      expect(septets(text)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
      expect(text).toContain(order.code)
      expect(text).toContain(' 11:59PM')
    }),
    runs,
  )
})

test('a title with a mark at its end ends its sentence', () => {
  const order = { language: 'en', amountKes: 800, code: 'ABCD1234', business: '174379' } as const
  const said = ['Who? Me?', 'Usiku wa Ngoma '.repeat(9), 'Derby Day'].map((eventTitle) => {
    const text = paybillSms({ ...order, eventTitle, until: '15:00' })
    return text.slice(0, text.indexOf(': Paybill'))
  })
  expect(said).toEqual([
    'Not paid yet: Who? Me? Or pay',
    expect.stringMatching(/^Not paid yet: Usiku .*\w\.\. Or pay$/),
    'Not paid yet: Derby Day. Or pay',
  ])
})

test('a buyer who reads Swahili gets the SMS in Swahili', () => {
  const money: MoneySms = {
    language: 'sw',
    eventTitle: 'Derby Day',
    amountKes: 1500,
    code: 'ABCD1234',
  }
  expect(refundDueSms(money)).toBe(
    'Hatukuweza kutoa tiketi zako za Derby Day. KES 1,500 zitarudishwa kwa nambari ya M-PESA iliyolipa. Ref ABCD1234',
  )
})

test.each([
  [1500, 'KES 1,500 '],
  [199.5, 'KES 199.50 '],
  [0.05, 'KES 0.05 '],
  [1234.29, 'KES 1,234.29 '],
])('the SMS names an amount of %d to the cent', (amountKes, words) => {
  expect(
    refundDueSms({ language: 'en', eventTitle: 'Derby Day', amountKes, code: 'ABCD1234' }),
  ).toContain(words)
})
