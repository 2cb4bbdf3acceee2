import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { todaysRuns } from '../../test/torture/daily.ts'
import { toBits, verifyTicketNumber } from '../../test/verify-ticket-number.ts'
import { drawNumberOf, drawTicketNumber } from './issuing/ticket-numbers.ts'
import {
  ALPHABET,
  formatTicketNumber,
  isAddOnNumber,
  MAX_ADMITS,
  NUMBER_LENGTH,
  PAYLOAD_LENGTH,
  readPayload,
  readTicketNumber,
  splitAdmits,
  toSymbols,
} from './number.rules.ts'

const SEED = 20261121
const runs = (all: number) => ({ seed: SEED, numRuns: todaysRuns(all, all / 5) })

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))
const symbol = fc.constantFrom(...ALPHABET)
const symbols = (length: number) =>
  fc.array(symbol, { minLength: length, maxLength: length }).map((list) => list.join(''))
const what = fc.record({
  offset: fc.integer({ min: 0, max: 7 }),
  admits: fc.integer({ min: 1, max: MAX_ADMITS }),
  key,
})

function withSymbol(number: string, at: number, other: string): string {
  return number.slice(0, at) + other + number.slice(at + 1)
}

/** Computes a number as design section 6 describes it, without the code under test. */
function signed(payload: string, gateKey: Buffer): string {
  const digest = createHmac('sha256', gateKey).update(payload).digest()
  const first30 = digest.readUInt32BE(0) >>> 2
  const check = Array.from({ length: 6 }, (_, at) => ALPHABET[(first30 >>> (25 - at * 5)) & 31])
  return payload + check.join('')
}

function swapped(number: string, at: number): string {
  return number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2)
}

describe('a drawn number', () => {
  test('a drawn number encodes its type and admits, has 16 symbols, and is genuine', () => {
    fc.assert(
      fc.property(what, ({ offset, admits, key }) => {
        const number = drawTicketNumber(offset, admits, key)
        expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
        expect(readPayload(number)).toEqual({ kind: 'entry', typeOffset: offset, admits })
        expect(verifyTicketNumber(number, key)).toBe(true)
        expect(readTicketNumber(number)).toBe(number)
      }),
      runs(5_000),
    )
  })

  // spec: add-on-number
  test('the number of an add-on has no people, so it never decodes as an entry, nor the reverse', () => {
    const kind = fc.constantFrom('entry' as const, 'add_on' as const)
    fc.assert(
      fc.property(what, kind, ({ offset, admits, key }, kind) => {
        const number = drawNumberOf({ kind, type_offset: offset }, admits, key)
        const people = kind === 'add_on' ? 0 : admits
        expect(readPayload(number)).toEqual({ kind, typeOffset: offset, admits: people })
        expect(isAddOnNumber(number)).toBe(kind === 'add_on')
        expect(isAddOnNumber(number.slice(0, PAYLOAD_LENGTH))).toBe(kind === 'add_on')
        expect(verifyTicketNumber(number, key)).toBe(true)
      }),
      runs(5_000),
    )
  })

  test('a drawn number is refused under the key of another event', () => {
    fc.assert(
      fc.property(what, key, ({ offset, admits, key }, other) => {
        fc.pre(!key.equals(other))
        expect(verifyTicketNumber(drawTicketNumber(offset, admits, key), other)).toBe(false)
      }),
      runs(5_000),
    )
  })

  test('a drawn number has 42 random bits: each bit is seen set and unset, and no number is drawn twice', () => {
    const gateKey = Buffer.alloc(32, 7)
    const drawn = Array.from({ length: 2_000 }, () => drawTicketNumber(5, 17, gateKey))
    expect(new Set(drawn).size).toBe(drawn.length)
    const payloads = drawn.map((number) => toBits(number.slice(0, PAYLOAD_LENGTH)))
    for (let bit = 0n; bit < 42n; bit++) {
      const set = payloads.filter((payload) => (payload >> bit) & 1n).length
      // The count of a fair bit over 2,000 numbers has a standard deviation of 22.4. The allowed
      // difference is twelve times as large.
      expect(Math.abs(set - 1_000), `bit ${bit}`).toBeLessThan(268)
    }
  })
})

describe('mistyped numbers', () => {
  // Genuine numbers, drawn with a fixed seed, so that every run tests the same numbers.
  const genuine = fc.record({ payload: symbols(PAYLOAD_LENGTH), key }).map(({ payload, key }) => ({
    key,
    number: signed(payload, key),
  }))

  test('a number with one wrong symbol is refused, in each of the 16 places', () => {
    fc.assert(
      fc.property(
        genuine,
        fc.nat({ max: NUMBER_LENGTH - 1 }),
        symbol,
        ({ number, key }, at, other) => {
          fc.pre(number[at] !== other)
          expect(verifyTicketNumber(withSymbol(number, at, other), key)).toBe(false)
        },
      ),
      runs(20_000),
    )
  })

  test('a number with two neighbouring symbols swapped is refused, at each of the 15 positions', () => {
    fc.assert(
      fc.property(genuine, fc.nat({ max: NUMBER_LENGTH - 2 }), ({ number, key }, at) => {
        fc.pre(number[at] !== number[at + 1])
        expect(verifyTicketNumber(swapped(number, at), key)).toBe(false)
      }),
      runs(20_000),
    )
  })

  test('an error among the six check symbols is always refused: all 186 wrong symbols and all swaps', () => {
    fc.assert(
      fc.property(genuine, ({ number, key }) => {
        for (let at = PAYLOAD_LENGTH; at < NUMBER_LENGTH; at++) {
          for (const other of ALPHABET) {
            expect(verifyTicketNumber(withSymbol(number, at, other), key)).toBe(
              other === number[at],
            )
          }
          if (at === NUMBER_LENGTH - 1) continue
          const same = number[at] === number[at + 1]
          expect(verifyTicketNumber(swapped(number, at), key)).toBe(same)
        }
      }),
      runs(100),
    )
  })
})

describe('typed numbers', () => {
  const typed = symbols(NUMBER_LENGTH).chain((number) =>
    fc
      .array(
        fc.record({
          before: fc.constantFrom(
            ...['', '', '', ' ', '-', '  ', ' - ', '\t', '\u00a0', '\u2011', '–'],
            // Invisible characters that messengers and keyboards add.
            ...['\u200b', '\u2068', '\u00ad', '\ufe0f'],
          ),
          lower: fc.boolean(),
          twin: fc.nat({ max: 2 }),
        }),
        { minLength: NUMBER_LENGTH, maxLength: NUMBER_LENGTH },
      )
      .map((ways) => ({
        number,
        text: ways.map((way, at) => way.before + written(number[at]!, way)).join(''),
      })),
  )

  function written(bare: string, { lower, twin }: { lower: boolean; twin: number }): string {
    const twins: Record<string, string> = { '1': '1IL', '0': '0OO' }
    const letter = twins[bare]?.[twin] ?? bare
    return lower ? letter.toLowerCase() : letter
  }

  test('a typed number may have spaces, dashes, invisible marks, lower case, I and L for 1, and O for 0', () => {
    fc.assert(
      fc.property(typed, ({ number, text }) => {
        expect(readTicketNumber(text)).toBe(number)
      }),
      runs(5_000),
    )
  })

  test('a number in full-width letters and digits is read', () => {
    expect(readTicketNumber('０Ｂ０Ｎ　３１ｔｆ　ＤＺＴ０　０Ｑ６Ｇ')).toBe('0B0N31TFDZT00Q6G')
  })

  test('a number copied with the dot that ends its sentence is read', () => {
    expect(readTicketNumber('0B0N 31TF DZT0 0Q6G.')).toBe('0B0N31TFDZT00Q6G')
  })

  test('a number shown in groups of four is read back', () => {
    fc.assert(
      fc.property(symbols(NUMBER_LENGTH), (number) => {
        const shown = formatTicketNumber(number)
        expect(shown).toMatch(/^(\w{4} ){3}\w{4}$/)
        expect(readTicketNumber(shown)).toBe(number)
      }),
      runs(200),
    )
  })

  test.each([
    ['nothing', ''],
    ['15 symbols', '0123456789ABCDE'],
    ['17 symbols', '0123456789ABCDEFG'],
    ['a U, which is no symbol', '0123456789ABCDEU'],
    ['another sign', '0123456789ABCDE*'],
    ['an address', 'https://lango.example/t/0123456789ABCDEF'],
    ['a zero byte', '0123456789ABCDE\0'],
  ])('answers null for %s', (_what, text) => {
    expect(readTicketNumber(text)).toBeNull()
  })

  test('any text reads as null or 16 symbols', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(readTicketNumber(text) ?? '0'.repeat(16)).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
      }),
      runs(5_000),
    )
  })
})

test('symbols and bits convert into each other, with leading zeros', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 50n) - 1n }), (value) => {
      expect(toBits(toSymbols(value, 10))).toBe(value)
    }),
    runs(2_000),
  )
  expect(toSymbols(1n, 10)).toBe('0000000001')
  expect(toSymbols(31n, 2)).toBe('0Z')
})

test('a line is split into the fewest tickets of at most 31 people', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), (quantity) => {
      const parts = splitAdmits(quantity, 1)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(quantity)
      expect(parts.every((part) => part >= 1 && part <= MAX_ADMITS)).toBe(true)
      expect(parts).toHaveLength(Math.ceil(quantity / 31))
    }),
    runs(500),
  )
  expect(splitAdmits(31, 1)).toEqual([31])
  expect(splitAdmits(32, 1)).toEqual([31, 1])
})

test.each([2, 10, 31])('each unit of %i people has one ticket', (soldIn) => {
  expect(splitAdmits(4 * soldIn, soldIn)).toEqual([soldIn, soldIn, soldIn, soldIn])
})
