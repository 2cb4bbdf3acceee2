import { expect, test } from 'vitest'
import { receiverRefusal, refusalText } from './refusal.rules.ts'

test.each([
  ['2040', 'the number has no M-PESA', 'M-PESA cannot pay this till or paybill'],
  ['SFC_IC0003', 'M-PESA does not know the number', 'M-PESA does not know the till or paybill'],
  ['4', "it would exceed M-PESA's daily limit", "it would exceed M-PESA's daily limit"],
  ['2001', undefined, undefined],
])(
  'the code %s is in the words of a number, and of a till or paybill',
  (code, number, business) => {
    expect(receiverRefusal(code, { isBusiness: false })).toBe(number)
    expect(receiverRefusal(code, { isBusiness: true })).toBe(business)
  },
)

test('admins read the words with the code, or the code alone', () => {
  expect(refusalText('2001')).toBe('the sign-in of our M-PESA operator is wrong (code 2001)')
  expect(refusalText('17')).toMatch(/just before \(code 17\)$/)
  expect(refusalText('400.002.02')).toBe('code 400.002.02')
  for (const none of [null, 'payment_lost', 'Expired']) expect(refusalText(none)).toBe('')
})
