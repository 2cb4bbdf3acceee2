import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeDraw } from '../../../test/torture/draw.ts'
import { ENCODERS } from '../../platform/http/compress-reply.ts'
import {
  countEntries,
  ENTRY_BYTES,
  findEntry,
  findUse,
  fromColumns,
  hashNumber,
  LIST_STATES,
  type ListEntry,
  layOver,
  packList,
  packUses,
  readList,
  readUse,
  type TicketList,
  toColumns,
  type Use,
} from './ticket-list.rules.ts'

const entry = fc.record({
  // Few different values, so that some hashes are equal.
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
test('property: every packed entry is found and unpacked unchanged, and nothing else is found', () => {
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

const use: fc.Arbitrary<Use | null> = fc.option(
  fc.record({
    at: fc.integer({ min: 1, max: 0xffffff }).map((n) => Date.UTC(2026, 0, 1) + n * 60_000),
    by: fc.integer({ min: 0, max: 0xffff }),
  }),
)

/** Packs each ticket separately and merges each into the list so far. */
const together = (tickets: [ListEntry, Use | null][]): TicketList =>
  tickets.reduce<TicketList>(
    (list, [one, its]) => layOver(list, { entries: packList([one]), uses: packUses([its]) }),
    { entries: new Uint8Array(), uses: new Uint8Array() },
  )

test('property: laying changes over a list, once or twice, equals packing them all', () => {
  const tickets = fc.array(fc.tuple(entry, use))
  fc.assert(
    fc.property(tickets, tickets, (before, after) => {
      const delta = together(after)
      const laid = layOver(together(before), delta)
      expect(laid).toEqual(together([...before, ...after]))
      expect(layOver(laid, delta)).toEqual(laid)
      expect(laid.entries).toEqual(packList([...before, ...after].map(([one]) => one)))
    }),
  )
})

// spec: gate-list-used
test('property: the time and the phone of a use are found again', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(entry, use)), (tickets) => {
      const list = together(tickets)
      const wanted = new Map(tickets.map(([one, its]) => [keyOf(one), { one, its }]))
      for (const { one, its } of wanted.values()) expect(findUse(list, one.hash)).toEqual(its)
      expect(fromColumns(toColumns(list))).toEqual(list)
    }),
  )
})

/**
 * A random check-in by one of 200 phones, from half an hour before the doors until three days later.
 */
const drawUse = (draw: ReturnType<typeof makeDraw>): Use => ({
  at: Date.UTC(2026, 11, 12) + draw.between(0, 3 * 24 * 60) * 60_000,
  by: draw.between(0, 199),
})

// spec: gate-list-used
test('a list of 50,000 used tickets, over three days and 200 phones, compresses to at most 600 kB', async () => {
  const draw = makeDraw(15)
  const count = 50_000
  const entries = packList(
    Array.from({ length: count }, () => ({
      hash: new Uint8Array(Array.from({ length: 6 }, () => draw.between(0, 255))),
      check: draw.between(0, 0xffff),
      left: 0,
      state: 'valid' as const,
      gate: draw.between(0, 10),
      typeOffset: draw.between(0, 4),
    })),
  )
  const uses = packUses(Array.from({ length: countEntries(entries) }, () => drawUse(draw)))
  expect(readUse(uses, 7)).not.toBeNull()
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const body = JSON.stringify({ columns: base64(toColumns({ entries, uses })) })
  const sizes = await Promise.all(Object.values(ENCODERS).map((encode) => encode(body)))
  for (const { length } of sizes) expect(length).toBeLessThan(540_000)
  // Phones with an older app version get only the entries.
  expect(entries.length).toBeLessThan(500_001)
})

test('the hash covers the first ten symbols, the check all sixteen, and both include the event', async () => {
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

test('a list of 50,000 tickets takes 500,000 bytes', () => {
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
