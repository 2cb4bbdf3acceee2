import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packList, packUses, readList } from '../../../test/pack-list.ts'
import { todaysRuns } from '../../../test/torture/daily.ts'
import { makeDraw } from '../../../test/torture/draw.ts'
import { ENCODERS } from '../../platform/http/compress-reply.ts'
import { toSymbols } from '../../tickets/number.rules.ts'
import {
  countEntries,
  ENTRY_BYTES,
  findEntry,
  findUse,
  fromColumns,
  hashNumber,
  type ListEntry,
  layOver,
  leftOn,
  readUse,
  type TicketList,
  toColumns,
  type Use,
} from './ticket-list.rules.ts'

const STATES: readonly ListEntry['state'][] = [
  'valid',
  'refunded',
  'transferred',
  'revoked',
  'void',
  'given_back',
]

const entry = fc.record({
  // Hashes with few different bytes, so that some hashes are equal.
  hash: fc.uint8Array({ minLength: 4, maxLength: 4, max: 3 }),
  gone: fc.integer({ min: 0, max: 31 }),
  state: fc.constantFrom(...STATES),
  gate: fc.integer({ min: 0, max: 31 }),
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

/** Packs each ticket separately, and merges it into the list of the tickets before it. */
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
 * A random check-in by one of 200 phones, from half an hour before the doors until three days
 * later.
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
      hash: new Uint8Array(Array.from({ length: 4 }, () => draw.between(0, 255))),
      gone: draw.between(1, 4),
      state: 'valid' as const,
      gate: draw.between(0, 10),
    })),
  )
  const uses = packUses(Array.from({ length: countEntries(entries) }, () => drawUse(draw)))
  expect(readUse(uses, 7)).not.toBeNull()
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const body = JSON.stringify({ columns: base64(toColumns({ entries, uses })) })
  const sizes = await Promise.all(Object.values(ENCODERS).map((encode) => encode(body)))
  for (const { length } of sizes) expect(length).toBeLessThan(400_000)
})

// spec: day-list
test('property: time, people and phone of a use in form 4 are found again, and 0 minutes are no use', () => {
  const day = '2026-12-11'
  const since = Date.parse('2026-12-09T21:00Z')
  const ofDay = fc.record({
    at: fc.integer({ min: 1, max: 2 ** 19 - 1 }).map((n) => since + n * 60_000),
    people: fc.integer({ min: 0, max: 31 }),
    by: fc.integer({ min: 0, max: 0xffff }),
  })
  fc.assert(
    fc.property(ofDay, (one) => {
      expect(readUse(packUses([one], day), 0, day)).toEqual(one)
      expect(readUse(packUses([{ total: one.by }], day), 0, day)).toBeNull()
    }),
  )
})

// spec: day-list
test('a list of 50,000 used tickets of three days, a third of them passes, has at most 320 kB on the line', async () => {
  const draw = makeDraw(17)
  const [count, day] = [50_000, '2026-12-11']
  const isPass = Array.from({ length: count }, () => draw.chance(1 / 3))
  const entries = packList(
    Array.from({ length: count }, () => ({
      hash: new Uint8Array(Array.from({ length: 4 }, () => draw.between(0, 255))),
      gone: draw.chance(1 / 3) ? 0 : 1,
      state: 'valid' as const,
      gate: draw.between(0, 10),
    })),
  )
  // The people of each day come within five hours.
  const uses = packUses(
    Array.from({ length: countEntries(entries) }, (_, n) => ({
      at:
        Date.parse(`${day}T14:00+03:00`) +
        (draw.between(0, 2) * 24 * 60 + draw.between(0, 300)) * 60_000,
      people: isPass[n] ? 1 : 0,
      by: draw.between(0, 199),
    })),
    day,
  )
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const used_by = Array.from({ length: 200 }, (_, n) => ({
    phone: `Gate phone ${n + 1}`,
    gate: `Gate ${draw.between(1, 11)}`,
  }))
  const body = JSON.stringify({ columns: base64(toColumns({ entries, uses })), used_by })
  const sizes = await Promise.all(Object.values(ENCODERS).map((encode) => encode(body)))
  // Chrome accepts Brotli only over HTTPS, to which HAProxy redirects. Over HTTP, Chrome gets gzip.
  for (const { length } of sizes) expect(length).toBeLessThanOrEqual(320_000)
})

test('the hash covers the first ten symbols and the event, and not the ending', async () => {
  const number = '01JK0000000000AB'
  const one = await hashNumber(sha256, 'e1', number)
  expect(await hashNumber(sha256, 'e1', number.slice(0, 10))).toEqual(one)
  expect(await hashNumber(sha256, 'e1', '01JK000000000009')).toEqual(one)
  expect(await hashNumber(sha256, 'e2', number)).not.toEqual(one)
})

test('the people left are those of the number less those gone, and nobody if the ticket is void', () => {
  const group = toSymbols(5n << 42n, 10)
  const listed = { hash: new Uint8Array(4), gate: 0 }
  const of = (gone: number, state: ListEntry['state'] = 'valid') =>
    leftOn({ ...listed, gone, state }, group)
  expect([of(0), of(2), of(5), of(6)]).toEqual([5, 3, 0, 0])
  expect(STATES.map((state) => of(0, state))).toEqual([5, 0, 0, 0, 0, 0])
})

// spec: gate-list-no-numbers
test('a list of 50,000 tickets has 32 bits about each number, and one invented number in 86,000 matches', async () => {
  const draw = makeDraw(31)
  const symbols = (n: number) => toSymbols((1n << 42n) | BigInt(n), 10)
  const hashOf = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())
  const sold = new Set<number>()
  while (sold.size < 50_000) sold.add(draw.between(0, 2 ** 31))
  const entries: ListEntry[] = []
  for (const n of sold) {
    const hash = await hashNumber(async (text) => hashOf(text), 'e1', symbols(n))
    entries.push({ hash, gone: 0, state: 'valid', gate: 0 })
  }
  const list = packList(entries)
  // Entries differ only in the four bytes of their hashes, so only the hash depends on the number.
  const rests = new Set(readList(list).map(({ hash, ...rest }) => JSON.stringify(rest)))
  expect([ENTRY_BYTES, rests.size, countEntries(list)]).toEqual([6, 1, 50_000])
  const tries = todaysRuns(1_000_000, 100_000)
  let matches = 0
  for (let n = 0; n < tries; n++) {
    const hash = hashOf(`e1${symbols(2 ** 33 + n)}`).subarray(0, 4)
    if (findEntry(list, hash)) matches++
  }
  // By calculation 11.6 of a million invented numbers match an entry of the list by chance. The
  // specification allows 20.
  expect(matches).toBeGreaterThan(0)
  expect(matches).toBeLessThanOrEqual(tries / 50_000)
})
