import { expect, test } from 'vitest'
import { readPaybillCall, validationAnswer } from './paybill-call.rules.ts'

const CALL = {
  TransactionType: 'Pay Bill',
  TransID: 'UCE4AB12CD',
  TransTime: '20260314193021',
  TransAmount: '1000.00',
  BusinessShortCode: '174379',
  BillRefNumber: ' tkt 4k7q',
  InvoiceNumber: '',
  OrgAccountBalance: '52310.00',
  ThirdPartyTransID: '',
  MSISDN: '2547 ***** 001',
  FirstName: 'ASHA',
  MiddleName: '',
  LastName: '',
}
const READ = {
  kind: 'payment',
  receipt: 'UCE4AB12CD',
  amountCents: 1000_00,
  account: 'tkt 4k7q',
  shortcode: '174379',
  phone: null,
  payer: '2547 ***** 001',
  firstName: 'ASHA',
  at: new Date('2026-03-14T16:30:21Z'),
}
const read = (over: object = {}) => readPaybillCall(JSON.stringify({ ...CALL, ...over }))

test('a payment by paybill is read', () => {
  expect(read()).toEqual(READ)
  const numbers = { TransTime: 20260314193021, TransAmount: 1000, BusinessShortCode: 174379 }
  expect(read(numbers)).toEqual(READ)
  expect(read({ TransID: 'uce4ab12cd' })).toEqual(READ)
})

test('an unmasked payer is read', () => {
  expect(read({ MSISDN: 254712000001 })).toMatchObject({ phone: '254712000001' })
  expect(read({ MSISDN: 'a'.repeat(64) })).toMatchObject({ phone: null, payer: 'a'.repeat(64) })
})

test('missing fields are empty, and a body without receipt or amount is unreadable', () => {
  const { TransID, TransAmount } = CALL
  expect(readPaybillCall(JSON.stringify({ TransID, TransAmount }))).toEqual({
    kind: 'payment',
    receipt: 'UCE4AB12CD',
    amountCents: 1000_00,
    account: '',
    shortcode: '',
    phone: null,
    payer: '',
    firstName: '',
    at: null,
  })
  for (const over of [{ TransID: '' }, { TransAmount: '0.00' }, { TransAmount: 'x' }]) {
    expect(read(over).kind).toBe('unreadable')
  }
  for (const text of ['', '[', 'null', '"x"']) expect(readPaybillCall(text).kind).toBe('unreadable')
})

test("a refusal has M-Pesa's code", () => {
  expect(validationAnswer(null)).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' })
  expect(validationAnswer('account')).toEqual({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' })
  expect(validationAnswer('amount')).toEqual({ ResultCode: 'C2B00013', ResultDesc: 'Rejected' })
})
