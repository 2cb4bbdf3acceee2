import { expect, it } from 'vitest'
import { isSamePurchase } from './purchase-request.rules.ts'

it('a purchase that is only spelled differently is the same purchase', () => {
  const line = { ticketTypeId: 'a', quantity: 2, amount: 200 }
  const other = { ticketTypeId: 'b', quantity: 1, amount: 50 }
  const request = {
    eventId: 'e',
    phoneNumber: '0712345678',
    email: null,
    amount: 200,
    tickets: [line],
  }
  const same = (changes: object) => isSamePurchase(request, { ...request, ...changes })
  expect(same({ phoneNumber: '+254 712-345678', email: '' })).toBe(true)
  expect(
    isSamePurchase({ ...request, tickets: [line, other] }, { ...request, tickets: [other, line] }),
  ).toBe(true)
  expect(same({ eventId: 'f' })).toBe(false)
  expect(same({ phoneNumber: '0712345679' })).toBe(false)
  expect(same({ email: 'a@b.ke' })).toBe(false)
  expect(same({ amount: 300 })).toBe(false)
  expect(same({ payBy: 'paybill' })).toBe(false)
  expect(same({ tickets: [{ ...line, quantity: 1 }] })).toBe(false)
})
