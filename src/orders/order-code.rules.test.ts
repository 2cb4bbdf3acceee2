import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODE_SYMBOLS, nearCodes, readOrderCode } from './order-code.rules.ts'
import { newOrderCode } from './placing/order-row.ts'

// spec: paybill-code-as-typed
test.each([
  ['4K7Q01AB', '4K7Q01AB'],
  [' 4k7q 01ab ', '4K7Q01AB'],
  ['4K7Q-O1AB', '4K7Q01AB'],
  ['4k7qolab', '4K7Q01AB'],
  ['4K7Q0IAB.', '4K7Q01AB'],
  ['4K7Q01A', null],
  ['4K7Q01AU', null],
  ['DERBY', null],
  ['', null],
])('%j is the code %s', (typed, code) => {
  expect(readOrderCode(typed)).toBe(code)
})

const codes = fc.constant(null).map(newOrderCode)
const symbols = fc.constantFrom(...CODE_SYMBOLS)

test('every slip of one symbol leads back to the code, which is not near itself', () => {
  fc.assert(
    fc.property(codes, fc.nat({ max: 7 }), symbols, (code, at, symbol) => {
      const [head, one, rest] = [code.slice(0, at), code[at]!, code.slice(at + 1)]
      const slips = [
        head + symbol + rest,
        head + rest,
        head + symbol + one + rest,
        rest ? head + rest[0] + one + rest.slice(1) : code,
      ]
      for (const slip of slips) {
        if (slip !== code) expect(nearCodes(slip), slip).toContain(code)
      }
      expect(nearCodes(code)).not.toContain(code)
    }),
    { seed: 14, numRuns: 100 },
  )
})

test('a text far from every code has no near codes, at any length', () => {
  for (const typed of ['', 'DERBY', '4K7Q', '4K7Q01AB4K7Q', 'x'.repeat(2000)]) {
    expect(nearCodes(typed)).toEqual([])
  }
})
