import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  readB2cResult,
  readBalanceResult,
  readReversalResult,
  readStatusResult,
} from './operation-result.rules.ts'

const WIRE_IDS = { OriginatorConversationID: 'o-1', ConversationID: 'AG_1' }
const IDS = { originatorConversationId: 'o-1', conversationId: 'AG_1' }

type Item = { Key: string; Value?: unknown }

/** The body that M-Pesa posts. M-Pesa sends a list of one item as the bare item. */
function body(items: Item[] | Item | undefined, over: object = {}): string {
  const Result = {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'The service request is processed successfully.',
    ...WIRE_IDS,
    TransactionID: 'UKM1AB12CD',
    ...(items && { ResultParameters: { ResultParameter: items } }),
    ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://x.example' } },
    ...over,
  }
  return JSON.stringify({ Result })
}

const REVERSED: Item[] = [
  { Key: 'DebitAccountBalance', Value: 'Working Account|KES|0.00|0.00|0.00|0.00' },
  { Key: 'Amount', Value: '1000.00' },
  { Key: 'TransCompletedTime', Value: 20260314193021 },
  { Key: 'OriginalTransactionID', Value: 'UKL4AB12CD' },
  { Key: 'Charge', Value: 0 },
]
const DONE = {
  kind: 'done',
  ...IDS,
  receipt: 'UKM1AB12CD',
  originalReceipt: 'UKL4AB12CD',
  amountCents: 1000_00,
  chargeCents: 0,
}
const READERS = [readReversalResult, readB2cResult, readStatusResult, readBalanceResult] as const

describe('the result of a reversal', () => {
  test('a result is read in any order of its parameters', () => {
    const orders = fc.shuffledSubarray(REVERSED, { minLength: REVERSED.length })
    fc.assert(
      fc.property(orders, (items) => {
        expect(readReversalResult(body(items))).toEqual(DONE)
      }),
      { seed: 20261122, numRuns: 100 },
    )
  })

  test('a result is read with amounts as numbers and the code as text', () => {
    const items = REVERSED.map((item) => (item.Key === 'Amount' ? { ...item, Value: 1000 } : item))
    expect(readReversalResult(body(items, { ResultCode: '0' }))).toEqual(DONE)
  })

  test('a result counts as done even if parameters are missing, empty or not in a list', () => {
    const nothing = { originalReceipt: null, amountCents: null, chargeCents: null }
    expect(readReversalResult(body(undefined))).toEqual({ ...DONE, ...nothing })
    const bare = REVERSED.map(({ Key }) => ({ Key }))
    expect(readReversalResult(body(bare))).toEqual({ ...DONE, ...nothing })
    expect(readReversalResult(body(REVERSED[1]))).toEqual({
      ...DONE,
      ...nothing,
      amountCents: 1000_00,
    })
    expect(readReversalResult(body([], { TransactionID: 'UKM0000000' }))).toMatchObject({
      kind: 'done',
      receipt: null,
    })
  })

  test('a reversal that was done before is recognised', () => {
    expect(readReversalResult(body(undefined, { ResultCode: 'R000001' }))).toEqual({
      kind: 'already_reversed',
      ...IDS,
    })
  })
})

test.each([1, '1', 21, 2001, 8006, 'R000002', 'SFC_IC0003', 2040])(
  'code %j proves that M-Pesa did nothing',
  (code) => {
    for (const read of [readReversalResult, readB2cResult]) {
      expect(read(body(undefined, { ResultCode: code }))).toEqual({
        kind: 'refused',
        code: String(code),
        ...IDS,
      })
    }
  },
)

test.each([17, 26, 1025, 9999, '500.003.1001', 'TP40087', -1])('code %j proves nothing', (code) => {
  for (const read of READERS) {
    expect(read(body(undefined, { ResultCode: code }))).toEqual({
      kind: 'unclear',
      code: String(code),
      ...IDS,
    })
  }
})

test('only reversals can be already done', () => {
  expect(readB2cResult(body(undefined, { ResultCode: 'R000001' })).kind).toBe('unclear')
})

describe('the result of a payment to a customer', () => {
  const PAID: Item[] = [
    { Key: 'TransactionAmount', Value: 400 },
    { Key: 'TransactionReceipt', Value: 'UKM1AB12CD' },
    { Key: 'ReceiverPartyPublicName', Value: '254712000001 - ASHA ACHIENG' },
    { Key: 'TransactionCompletedDateTime', Value: '14.03.2026 19:30:21' },
    { Key: 'B2CUtilityAccountAvailableFunds', Value: '4600.50' },
    { Key: 'B2CChargesPaidAccountAvailableFunds', Value: -4510 },
  ]

  test('a payment to a customer is read', () => {
    expect(readB2cResult(body(PAID))).toEqual({
      kind: 'done',
      ...IDS,
      receipt: 'UKM1AB12CD',
      amountCents: 400_00,
      utilityCents: 4600_50,
      completedAt: new Date('2026-03-14T16:30:21Z'),
    })
  })

  test('a result without its receipt among the parameters has the receipt of its transaction', () => {
    expect(readB2cResult(body(undefined))).toEqual({
      kind: 'done',
      ...IDS,
      receipt: 'UKM1AB12CD',
      amountCents: null,
      utilityCents: null,
      completedAt: null,
    })
  })
})

describe('the result of a status query', () => {
  const FOUND: Item[] = [
    { Key: 'ReceiptNo', Value: 'UKL4AB12CD' },
    { Key: 'TransactionStatus', Value: 'Completed' },
    { Key: 'Amount', Value: '400.00' },
    { Key: 'DebitPartyName', Value: '600123 - LANGO - EVENTS' },
    { Key: 'CreditPartyName', Value: '254712000001 - ASHA ACHIENG' },
    { Key: 'FinalisedTime', Value: 20260314193021 },
    { Key: 'DebitPartyCharges', Value: '5.00' },
    { Key: 'Conversation ID', Value: 'AG_0' },
    { Key: 'OriginatorConversationID', Value: 'refund-1' },
  ]

  test('a status names the transaction and its state', () => {
    expect(readStatusResult(body(FOUND))).toEqual({
      kind: 'found',
      ...IDS,
      stage: 'completed',
      status: 'Completed',
      receipt: 'UKL4AB12CD',
      amountCents: 400_00,
      chargeCents: 5_00,
      payer: { phone: null, shortCode: '600123', name: 'LANGO - EVENTS' },
      payee: { phone: '254712000001', shortCode: null, name: 'ASHA ACHIENG' },
      finalisedAt: new Date('2026-03-14T16:30:21Z'),
      subject: { originatorConversationId: 'refund-1', conversationId: 'AG_0' },
    })
  })

  test.each([
    ['Initiated', 'pending'],
    ['Authorized', 'pending'],
    ['PENDING', 'pending'],
    ['Cancelled', 'failed'],
    ['Declined', 'failed'],
    ['Expired', 'failed'],
    ['Reversed', 'reversed'],
  ])('the state %s is %s', (Value, stage) => {
    const items = [{ Key: 'TransactionStatus', Value }]
    expect(readStatusResult(body(items))).toMatchObject({ kind: 'found', stage, receipt: null })
  })

  test('a status without a state or a transaction proves nothing', () => {
    expect(readStatusResult(body(FOUND.slice(0, 1)))).toMatchObject({ kind: 'unclear', code: '0' })
    for (const code of [1, 2001, 'R000002']) {
      expect(readStatusResult(body(undefined, { ResultCode: code })).kind).toBe('unclear')
    }
  })
})

describe('a result that contradicts itself', () => {
  const done = [
    { Key: 'TransactionStatus', Value: 'Completed' },
    { Key: 'ReceiptNo', Value: 'UKL4AB12CD' },
  ]

  test.each<[string, unknown[]]>([
    ['words', ['much']],
    ['an object', [{ BasicAmount: 1000 }]],
    ['a list', [[1000]]],
    ['true', [true]],
    ['another notation', ['1e3']],
    ['two amounts', ['1000.00', '400.00']],
  ])(
    'a success with %s for an amount is not read, so that M-Pesa is queried again',
    (_, values) => {
      const amounts = (Key: string) => values.map((Value) => ({ Key, Value }))
      for (const [read, key] of [
        [readReversalResult, 'Amount'],
        [readB2cResult, 'TransactionAmount'],
        [readStatusResult, 'Amount'],
      ] as const) {
        expect(read(body([...done, ...amounts(key)])).kind).toBe('unreadable')
      }
    },
  )

  test('an amount that is repeated is read', () => {
    const amount = { Key: 'Amount', Value: '400.00' }
    expect(readStatusResult(body([...done, amount, amount]))).toMatchObject({
      kind: 'found',
      amountCents: 400_00,
    })
  })

  test('two states or two receipts prove nothing', () => {
    const cancelled = { Key: 'TransactionStatus', Value: 'Cancelled' }
    expect(readStatusResult(body([...done, cancelled]))).toMatchObject({ stage: 'other' })
    const other = { Key: 'ReceiptNo', Value: 'UKL4AB12CE' }
    expect(readStatusResult(body([...done, other]))).toMatchObject({ receipt: null })
  })
})

describe('the result of a balance query', () => {
  const balance = (Value: unknown) => body({ Key: 'AccountBalance', Value })

  test('all accounts are read from one text', () => {
    const text =
      'Working Account|KES|1000.00|900.50|99.50|0.00&Utility Account|KES|70.00|70.00|0.00|0.00&Charges Paid Account|KES|-3.00|-3.00|0.00|0.00&odd'
    expect(readBalanceResult(balance(text))).toEqual({
      kind: 'balances',
      ...IDS,
      accounts: [
        { name: 'Working Account', currentCents: 1000_00, availableCents: 900_50 },
        { name: 'Utility Account', currentCents: 70_00, availableCents: 70_00 },
        { name: 'Charges Paid Account', currentCents: -3_00, availableCents: -3_00 },
      ],
      workingCents: 900_50,
      utilityCents: 70_00,
      completedAt: null,
    })
    const at = { Key: 'BOCompletedTime', Value: 20260314193021 }
    expect(readBalanceResult(body([{ Key: 'AccountBalance', Value: text }, at]))).toMatchObject({
      completedAt: new Date('2026-03-14T16:30:21Z'),
    })
    expect(readBalanceResult(balance('Float Account|KES|0|0|0|0'))).toMatchObject({
      workingCents: null,
      utilityCents: null,
    })
  })

  test.each(['', 5, undefined, 'a|b'])('the text %j has no balance', (value) => {
    expect(readBalanceResult(balance(value)).kind).toBe('unclear')
  })
})

describe('unreadable results', () => {
  const ODD = [
    '',
    '{',
    'null',
    '[]',
    '{"Result":1}',
    '{"Result":{}}',
    '{"Body":{"stkCallback":{}}}',
  ]

  test.each(ODD)('the body %j is unreadable', (text) => {
    for (const read of READERS) expect(read(text).kind).toBe('unreadable')
  })

  test('any other body is unreadable', () => {
    const value = fc.jsonValue()
    const result = fc.record({
      ResultCode: fc.oneof(fc.constantFrom(0, '0', 1, 'R000001'), value),
      TransactionID: value,
      OriginatorConversationID: value,
      ResultParameters: fc.oneof(
        value,
        fc.record({
          ResultParameter: fc.oneof(
            value,
            fc.array(fc.record({ Key: fc.constantFrom('Amount', 'AccountBalance'), Value: value })),
          ),
        }),
      ),
    })
    fc.assert(
      fc.property(result, (Result) => {
        const text = JSON.stringify({ Result })
        for (const read of READERS) expect(read(text).kind).toMatch(/^[a-z_]+$/)
      }),
      { seed: 20261122, numRuns: 500 },
    )
  })
})
