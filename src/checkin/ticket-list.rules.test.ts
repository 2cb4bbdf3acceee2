import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countEntries,
  ENTRY_BYTES,
  findEntry,
  hashNumber,
  LIST_STATES,
  type ListEntry,
  layOver,
  packList,
  readList,
} from './ticket-list.rules.ts'

const entry = fc.record({
  // Few values, so that the same one comes twice.
  hash: fc.uint8Array({ minLength: 6, maxLength: 6, max: 3 }),
  check: fc.integer({ min: 0, max: 0xffff }),
  left: fc.integer({ min: 0, max: 31 }),
  state: fc.constantFrom(...LIST_STATES),
  gate: fc.integer({ min: 0, max: 31 }),
  typeOffset: fc.integer({ min: 0, max: 7 }),
})

const sha256 = async (text: string) => createHash('sha256').update(text).digest()
const keyOf = ({ hash }: { hash: Uint8Array }) => Buffer.from(hash).toString('hex')
const lastOfEach = (entries: ListEntry[]) => new Map(entries.map((one) => [keyOf(one), one]))

// spec: gate-list-packed
test('property: what was packed is found and read again, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(entry), entry.map(keyOf), (entries, other) => {
      const list = packList(entries)
      const wanted = lastOfEach(entries)
      expect(list.length).toBe(wanted.size * ENTRY_BYTES)
      expect(countEntries(list)).toBe(wanted.size)
      for (const one of wanted.values()) expect(findEntry(list, one.hash)).toEqual(one)
      expect(findEntry(list, Buffer.from(other, 'hex'))).toEqual(wanted.get(other) ?? null)
      expect(lastOfEach(readList(list))).toEqual(wanted)
    }),
  )
})

test('property: laid over, once or twice, is packed together', () => {
  fc.assert(
    fc.property(fc.array(entry), fc.array(entry), (before, after) => {
      const delta = packList(after)
      const laid = layOver(packList(before), delta)
      expect(laid).toEqual(packList([...before, ...after]))
      expect(layOver(laid, delta)).toEqual(laid)
    }),
  )
})

test('the hash is of the first ten symbols, the check of all, and both of the event', async () => {
  const number = '01JK0000000000AB'
  const one = await hashNumber(sha256, 'e1', number)
  expect(Buffer.from(one.hash).toString('hex')).toHaveLength(12)
  expect(await hashNumber(sha256, 'e1', number.slice(0, 10))).toEqual({
    hash: one.hash,
    check: null,
  })
  const ending = await hashNumber(sha256, 'e1', '01JK000000000009')
  expect(ending.hash).toEqual(one.hash)
  expect(ending.check).not.toBe(one.check)
  expect((await hashNumber(sha256, 'e2', number)).hash).not.toEqual(one.hash)
})

test('50,000 tickets are 500,000 bytes', () => {
  const entries = Array.from({ length: 50_000 }, (_, n) => ({
    hash: new Uint8Array([0, 0, n & 255, (n >> 8) & 255, 0, 7]),
    check: n & 0xffff,
    left: 1,
    state: 'valid' as const,
    gate: 0,
    typeOffset: 0,
  }))
  expect(packList(entries).length).toBe(500_000)
})
