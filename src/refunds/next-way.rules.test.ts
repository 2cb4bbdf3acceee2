import { expect, test } from 'vitest'
import { NOT_FOUND } from '../payments/outgoing/outgoing.rules.ts'
import { isReceiptInDoubt, nextWay, SILENT } from './next-way.rules.ts'

const WHOLE = { is_whole: true, amount_cents: 15_000, phone: '254712345678', mpesa_receipt: 'QAB1' }
const refused = { kind: 'reversal', is_final: true, result_code: '21' }
const lost = { kind: 'reversal', is_final: false, result_code: NOT_FOUND }

test('a whole payment is reversed; after a refused Reversal B2C follows, and then manual review', () => {
  expect(nextWay(WHOLE, [])).toBe('reversal')
  expect(nextWay(WHOLE, [refused])).toBe('b2c')
  expect(nextWay(WHOLE, [refused, { ...refused, kind: 'b2c' }])).toBe('manual')
})

test('a part of a payment goes by B2C if the payer is known and the amount is whole', () => {
  expect(nextWay({ ...WHOLE, is_whole: false }, [])).toBe('b2c')
  expect(nextWay({ ...WHOLE, is_whole: false, phone: null }, [])).toBe('manual')
  expect(nextWay({ ...WHOLE, amount_cents: 15_050 }, [])).toBe('manual')
})

test('after a lost Reversal only Reversals follow, a few times, and then manual review', () => {
  expect(nextWay(WHOLE, [lost])).toBe('reversal')
  const again = [1, 2, 3].map((count) => [lost, ...Array(count).fill(refused)])
  for (const calls of again) expect(nextWay(WHOLE, calls)).toBe('reversal')
  expect(nextWay(WHOLE, [lost, ...Array(4).fill(refused)])).toBe('manual')
})

test('a B2C payment needs an answer about the receipt, which a second open query does not hide', () => {
  const since = new Date(1000)
  const attempt = (result_code: string | null, at = 1000) => ({
    ...{ kind: 'receipt', is_final: false, result_code },
    since: new Date(at),
  })
  const isInDoubt = (...calls: ReturnType<typeof attempt>[]) =>
    isReceiptInDoubt('b2c', calls, since)
  expect(isInDoubt()).toBe(true)
  expect(isInDoubt(attempt(null))).toBe(true)
  expect(isInDoubt(attempt('standing'))).toBe(false)
  expect(isInDoubt(attempt('standing'), attempt(null))).toBe(false)
  expect(isInDoubt(attempt('standing'), attempt(SILENT))).toBe(true)
  expect(isInDoubt(attempt('standing', 999))).toBe(true)
})
