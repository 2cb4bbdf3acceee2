import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyTicketNumber } from '../../../test/verify-ticket-number.ts'
import { ALPHABET, toSymbols } from '../number.rules.ts'
import { signPayload } from './ticket-numbers.ts'

const KEY = createHmac('sha256', 'a gate key').update('that is the same in every run').digest()
const TRIPLES = Array.from({ length: 32 ** 3 }, (_, value) => toSymbols(BigInt(value), 3))

/** Makes a generator of pseudo-random numbers (xorshift32), which are the same in every run. */
function makeDraw(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

const triple = (value: number) => TRIPLES[value & 0x7fff]!

function makePayloads(count: number, draw: () => number): string[] {
  return Array.from({ length: count }, () => {
    const parts = [draw() >>> 7, draw() >>> 7, draw() >>> 7].map(triple)
    return parts.join('') + ALPHABET[draw() >>> 27]
  })
}

// Trying all 30 bits of the proof would take 2^30 guesses for each payload. So each test varies
// only twelve bits and tries all 4,096 values. The four groups of twelve overlap and cover every
// bit.
test.each([18, 12, 6, 0])(
  'of twelve bits of the check, those above the lowest %i, one guess in 4,096 passes: the right one',
  (lowest) => {
    const shift = BigInt(lowest)
    const twelve = 0xfffn << shift
    for (const payload of makePayloads(8, makeDraw(7 + lowest))) {
      const proof = signPayload(payload, KEY)
      const passed: bigint[] = []
      for (let guess = 0n; guess < 4096n; guess++) {
        const check = (proof & ~twelve) | (guess << shift)
        if (verifyTicketNumber(payload + toSymbols(check, 6), KEY)) passed.push(check)
      }
      expect(passed).toEqual([proof])
    }
  },
)

test('none of 100,000 random strings passes the check', () => {
  const draw = makeDraw(99)
  const payloads = makePayloads(512, draw)
  let passed = 0
  for (let i = 0; i < 100_000; i++) {
    const number = payloads[i % 512]! + triple(draw() >>> 4) + triple(draw() >>> 4)
    if (verifyTicketNumber(number, KEY)) passed += 1
  }
  expect(passed).toBe(0)
})
