import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { ALPHABET, toSymbols } from './number.rules.ts'
import { signPayload } from './sign-payload.ts'
import { verifyTicketNumber } from './verify-ticket-number.ts'

const KEY = createHmac('sha256', 'a gate key').update('that is the same in every run').digest()
const CUT = { bits: 12, sign: makeKeptSign() }
const TRIPLES = Array.from({ length: 32 ** 3 }, (_, value) => toSymbols(BigInt(value), 3))

/** Millions of numbers share a few thousand payloads here: each proof is computed once. */
function makeKeptSign(): typeof signPayload {
  const known = new Map<string, bigint>()
  return (payload, key) => {
    const proof = known.get(payload) ?? signPayload(payload, key)
    known.set(payload, proof)
    return proof
  }
}

/** xorshift32: numbers that look random, and are the same in every run. */
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

test('with the check cut to 12 bits, random strings pass 1 in 4,096 within 5 %', () => {
  const draw = makeDraw(20261121)
  // No payload meets the same 12 bits twice: 5 % is then more than four sigma of these two million
  // strings; of strings drawn one by one it would take thirteen times as many.
  const each = 3840
  const payloads = makePayloads(512, draw)
  let passed = 0
  for (const payload of payloads) {
    const start = draw()
    const stride = draw() | 1
    for (let i = 0; i < each; i++) {
      const bits = (start + Math.imul(i, stride)) & 0xfff
      const low = draw()
      const check = triple((bits << 3) | (low & 7)) + triple(low >>> 17)
      if (verifyTicketNumber(payload + check, KEY, CUT)) passed += 1
    }
  }
  const share = passed / ((payloads.length * each) / 4096)
  expect(share).toBeGreaterThan(0.95)
  expect(share).toBeLessThan(1.05)
})

test('for each payload exactly one of the 4,096 values of the 12 bits passes, whatever follows', () => {
  const draw = makeDraw(7)
  for (const payload of makePayloads(20, draw)) {
    let passed = 0
    for (let bits = 0; bits < 4096; bits++) {
      // 12 bits in front, then 18 that are not looked at.
      const check = (BigInt(bits) << 18n) | BigInt(draw() >>> 14)
      if (verifyTicketNumber(payload + toSymbols(check, 6), KEY, CUT)) passed += 1
    }
    expect(passed).toBe(1)
  }
})

test('whole, the check lets none of 100,000 random strings pass', () => {
  const draw = makeDraw(99)
  const payloads = makePayloads(512, draw)
  let passed = 0
  for (let i = 0; i < 100_000; i++) {
    const number = payloads[i % 512]! + triple(draw() >>> 4) + triple(draw() >>> 4)
    if (verifyTicketNumber(number, KEY)) passed += 1
  }
  expect(passed).toBe(0)
})
