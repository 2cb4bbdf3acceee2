import { describe, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { readPullAnswer } from './pull.ts'

const json = (status: number, body: Record<string, unknown>): Answer => ({
  kind: 'json',
  status,
  body,
})
const listed = (...rows: unknown[]): Answer =>
  json(200, {
    ResponseRefID: 'r',
    ResponseCode: '1000',
    ResponseMessage: 'Success',
    Response: [rows],
  })

const ROW = {
  transactionId: 'UCE4AB12CD',
  trxDate: '2026-03-14 19:30:21',
  msisdn: 254712000001,
  sender: 'MPESA',
  transactiontype: 'c2b-pay-bill-debit',
  billreference: 'ABCD1234',
  amount: '1000.00',
  organizationname: 'LANGO TICKETS',
}
const READ = {
  receipt: 'UCE4AB12CD',
  amountCents: 1000_00,
  accountReference: 'ABCD1234',
  msisdn: '254712000001',
  at: new Date('2026-03-14T16:30:21Z'),
}

describe('a row of Pull Transactions', () => {
  const rowOf = (changes: Record<string, unknown>) => {
    const answer = readPullAnswer(listed({ ...ROW, ...changes }))
    return answer.kind === 'rows' ? answer.rows[0] : answer
  }

  test('a row is read field by field', () => {
    expect(rowOf({})).toEqual(READ)
  })

  test.each<[string, Record<string, unknown>, Partial<typeof READ>]>([
    ['an amount that is a number', { amount: 1000 }, { amountCents: 1000_00 }],
    ['an amount with cents', { amount: '1000.50' }, { amountCents: 1000_50 }],
    ['an amount with a comma', { amount: '1,000.50' }, { amountCents: 1000_50 }],
    ['less than a cent over', { amount: '1000.004' }, { amountCents: 1000_00 }],
    ['a receipt in lower case', { transactionId: ' uce4ab12cd ' }, { receipt: 'UCE4AB12CD' }],
    [
      'a reference in small letters',
      { billreference: ' abcd1234 ' },
      { accountReference: 'ABCD1234' },
    ],
    ['a reference that is a number', { billreference: 12345678 }, { accountReference: '12345678' }],
    ['no reference', { billreference: undefined }, { accountReference: '' }],
    ['a masked phone', { msisdn: '2547 ***** 001' }, { msisdn: '2547001' }],
    ['no phone', { msisdn: null }, { msisdn: '' }],
  ])('a row may have %s', (_what, changes, expected) => {
    expect(rowOf(changes)).toEqual({ ...READ, ...expected })
  })

  test.each([
    ['2026-03-14T19:30:21+0300'],
    ['2026-03-14T19:30:21+03:00'],
    ['2026-03-14T16:30:21Z'],
    ['2026-03-14T19:30:21'],
    ['2026-03-14T16:30:21.000Z'],
  ])('a row may have the date %s', (trxDate) => {
    expect(rowOf({ trxDate })).toEqual(READ)
  })

  test.each([['yesterday'], [''], [null], [20260314193021], ['2026-13-45 99:99:99']])(
    'a row with the date %j has no time',
    (trxDate) => {
      expect(rowOf({ trxDate })).toEqual({ ...READ, at: null })
    },
  )
})

describe('a page of Pull Transactions', () => {
  test('a page may be a list in a list, or a plain list', () => {
    const expected = { kind: 'rows', rows: [READ, READ], count: 2 }
    expect(readPullAnswer(listed(ROW, ROW))).toEqual(expected)
    const plain = json(200, { ResponseCode: 1000, Response: [ROW, ROW] })
    expect(readPullAnswer(plain)).toEqual(expected)
  })

  test('unreadable rows are counted, because they move the offset of the next page, too', () => {
    const junk = [
      { ...ROW, transactionId: '' },
      { ...ROW, amount: 'much' },
      { ...ROW, amount: '-5' },
      { ...ROW, amount: 0 },
      {},
    ]
    expect(readPullAnswer(listed(...junk, ROW))).toEqual({ kind: 'rows', rows: [READ], count: 6 })
  })

  test.each<[string, Answer]>([
    ['code 1001', json(200, { ResponseCode: '1001', Response: [[]] })],
    ['code 1001 under 404', json(404, { ResponseCode: '1001' })],
    ['no list', json(200, { ResponseCode: '1000' })],
    ['a list of nothing', json(200, { ResponseCode: '1000', Response: [null, 'x', [7]] })],
  ])('a page is empty with %s', (_what, answer) => {
    expect(readPullAnswer(answer)).toEqual({ kind: 'rows', rows: [], count: 0 })
  })

  test.each<[string, Answer]>([
    ['never connected', { kind: 'unreachable', reason: 'ECONNREFUSED' }],
    ['a time-out', { kind: 'silent', reason: 'TimeoutError' }],
    ['a page', { kind: 'other', status: 503, text: '<html>' }],
    [
      'an error envelope',
      json(500, { errorCode: '500.003.1001', errorMessage: 'Internal Server Error' }),
    ],
    ['rows under an error status', json(500, { ResponseCode: '1000', Response: [[ROW]] })],
    ['another code', json(200, { ResponseCode: '1', Response: [[ROW]] })],
    ['no code', json(200, { Response: [[ROW]] })],
  ])('a page is unclear, not empty, after %s', (_what, answer) => {
    expect(readPullAnswer(answer).kind).toBe('unclear')
  })
})
