import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readStkCallback } from './stk-callback.ts'

const ID = 'ws_CO_14032026193006123712000001'
const ITEMS: { Name: string; Value?: unknown }[] = [
  { Name: 'Amount', Value: 1000 },
  { Name: 'MpesaReceiptNumber', Value: 'UCE4AB12CD' },
  { Name: 'Balance' },
  { Name: 'TransactionDate', Value: 20260314193021 },
  { Name: 'PhoneNumber', Value: 254712000001 },
]
const PAID = {
  kind: 'paid',
  checkoutRequestId: ID,
  phone: '254712000001',
  receipt: 'UCE4AB12CD',
  amountCents: 1000_00,
}

function paid(items: unknown, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: 'a1b2-4c3d-9e8f-0123456789ab101',
        CheckoutRequestID: ID,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        CallbackMetadata: { Item: items },
        ...changes,
      },
    },
  })
}

const hasPhone = (items: unknown) =>
  Array.isArray(items) && items.some((item) => item?.Name === 'PhoneNumber')

const withItem = (name: string, value: unknown) =>
  ITEMS.map((item) => (item.Name === name ? { Name: name, Value: value } : item))

describe('a callback that reports a payment', () => {
  test('a callback is read in any order of its items, and with unknown items', () => {
    const needed = ITEMS.slice(0, 2)
    const others = fc.subarray(ITEMS.slice(2)).map((rest) => [...needed, ...rest])
    const shuffled = others.chain((items) =>
      fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length }),
    )
    fc.assert(
      fc.property(shuffled, (items) => {
        const phone = hasPhone(items) ? PAID.phone : null
        expect(readStkCallback(paid(items))).toEqual({ ...PAID, phone })
      }),
      { seed: 20261121, numRuns: 300 },
    )
  })

  test.each([
    ['1000.00', paid(ITEMS).replace('"Value":1000}', '"Value":1000.00}')],
    ['1000.0', paid(ITEMS).replace('"Value":1000}', '"Value":1000.0}')],
    ['a text', paid(withItem('Amount', '1000.00'))],
  ])('an amount written as %s is read', (_what, text) => {
    expect(readStkCallback(text)).toEqual(PAID)
  })

  test.each([
    ['a number', withItem('Balance', 49000)],
    ['words', withItem('Balance', '{Amount={BasicAmount=49000.00, CurrencyCode=KES}}')],
    ['null', withItem('Balance', null)],
  ])('a callback is read with a balance that is %s', (_what, items) => {
    expect(readStkCallback(paid(items))).toEqual(PAID)
  })

  test.each([
    [254712000001, '254712000001'],
    ['254712000001', '254712000001'],
    ['+254112000001', '254112000001'],
    ['0712000001', '254712000001'],
    ['0722***000', null],
    ['2547 ***** 126', null],
    ['2547****123', null],
    // Hashes, even a hash of digits only, and values that are no phone number.
    ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', null],
    [25471200000, null],
    ['', null],
    [null, null],
  ])('the phone %j is read as %j', (value, phone) => {
    expect(readStkCallback(paid(withItem('PhoneNumber', value)))).toEqual({ ...PAID, phone })
  })

  test('a padded receipt in lower case, a code as text and another description are read', () => {
    expect(readStkCallback(paid(withItem('MpesaReceiptNumber', ' uce4ab12cd ')))).toEqual(PAID)
    expect(readStkCallback(paid(ITEMS, { ResultCode: '0' }))).toEqual(PAID)
    expect(readStkCallback(paid(ITEMS, { ResultDesc: '[STK_CB - ]Success' }))).toEqual(PAID)
  })

  test('a different amount is read as it is', () => {
    expect(readStkCallback(paid(withItem('Amount', 999.5)))).toEqual({
      ...PAID,
      amountCents: 999_50,
    })
  })

  test.each<[string, unknown]>([
    ['no items', undefined],
    ['items that are no list', ITEMS[0]],
    ['junk for items', [null, 7, 'x', [], {}]],
    ['no receipt', ITEMS.filter((item) => item.Name !== 'MpesaReceiptNumber')],
    ['an empty receipt', withItem('MpesaReceiptNumber', '')],
    ['a receipt that is no receipt', withItem('MpesaReceiptNumber', "'; drop table payment")],
    ['no amount', ITEMS.filter((item) => item.Name !== 'Amount')],
    ['an amount without a value', [{ Name: 'Amount' }, ...ITEMS.slice(1)]],
    ['an empty amount', withItem('Amount', '')],
    ['nothing paid', withItem('Amount', 0)],
    ['less than nothing paid', withItem('Amount', -1000)],
    ['more than there is', withItem('Amount', 1e300)],
    ['an amount that is no number', withItem('Amount', 'Infinity')],
    ['a part of a cent', withItem('Amount', 1000.005)],
    ['an amount with a currency', withItem('Amount', 'KES 1000')],
  ])('a callback with %s is no proof, so that M-Pesa is queried', (_what, items) => {
    expect(readStkCallback(paid(items))).toEqual({
      kind: 'paid_without_proof',
      checkoutRequestId: ID,
      phone: hasPhone(items) ? PAID.phone : null,
    })
  })
})

describe('a callback that reports a failure', () => {
  test.each([
    [1032, '1032'],
    ['1032', '1032'],
    [1, '1'],
    ['SFC_IC0003', 'SFC_IC0003'],
    [' 1037 ', '1037'],
  ])('the code %j is read as text', (ResultCode, code) => {
    const text = paid(undefined, { ResultCode, ResultDesc: '[MpesaCB - ]DS timeout.' })
    expect(readStkCallback(text)).toEqual({ kind: 'failed', checkoutRequestId: ID, code })
  })

  test.each(['00', '000', 'Success', 'OK', 'true', '-1', '0.0', '0x0', '1032 ok', 'SFC_IC'])(
    'the code %j proves neither a payment nor a failure',
    (ResultCode) => {
      const expected = { kind: 'unclear', checkoutRequestId: ID, code: ResultCode }
      expect(readStkCallback(paid(ITEMS, { ResultCode }))).toEqual(expected)
    },
  )

  test('a failure with a receipt is still a failure', () => {
    expect(readStkCallback(paid(ITEMS, { ResultCode: 1032 })).kind).toBe('failed')
  })

  test('a failure may lack the id', () => {
    const text = paid(undefined, { ResultCode: 1032, CheckoutRequestID: undefined })
    expect(readStkCallback(text)).toEqual({ kind: 'failed', checkoutRequestId: '', code: '1032' })
  })
})

describe('unreadable callbacks', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', '<xml/>'],
    ['half of it', paid(ITEMS).slice(0, 60)],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[]'],
    ['an empty body', '{"Body":null}'],
    ['another body', '{"Body":{"stkCallback":"paid"}}'],
    ['no code', paid(ITEMS, { ResultCode: undefined })],
    ['a code of null', paid(ITEMS, { ResultCode: null })],
    ['a code that is an object', paid(ITEMS, { ResultCode: { code: 0 } })],
    ['a code that is false', paid(ITEMS, { ResultCode: false })],
    ['an empty code', paid(ITEMS, { ResultCode: '' })],
  ])('is unreadable: %s', (_what, text) => {
    expect(readStkCallback(text).kind).toBe('unreadable')
  })

  test('no text makes the parser throw or proves a payment', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.json())
    fc.assert(
      fc.property(anything, (text) => {
        expect(readStkCallback(text).kind).toBe('unreadable')
      }),
      { seed: 20261121, numRuns: 2_000 },
    )
  })
})
