// spec: line-turns-address
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GAP_MS, type Person, takeTurns, type Waited } from '../../../test/prompt-queue-model.ts'
import { todaysRuns } from '../../../test/torture/daily.ts'
import { chooseNext, countAhead, type QueuedAddress } from './prompt-queue.rules.ts'

/** The time from the prompt to the buyer's payment. */
const ANSWER_MS = 15_000

/** The time from the request to the end of the buyer's slot. Infinite if the buyer gets no slot. */
const waitOf = ({ atMs, turnAtMs }: Waited) =>
  turnAtMs === null ? Number.POSITIVE_INFINITY : turnAtMs - atMs + GAP_MS

/** Invents buyers at a single address who never pay: ten thousand phone numbers. */
function invent(fromMs: number, everyMs: number, count = 10_000): Person[] {
  return Array.from({ length: count }, (_, at) => ({
    atMs: fromMs + at * everyMs,
    address: 'attacker',
    paysAfterMs: null,
  }))
}

const attacks = fc
  .record({ fromMs: fc.nat(60_000), everyMs: fc.constantFrom(0, 20, 100) })
  .map(({ fromMs, everyMs }) => invent(fromMs, everyMs))

/** Buyers at `addresses` addresses, who all arrive within 1, 20 or 120 seconds. Some never pay. */
const buyers = (addresses: number) =>
  fc.constantFrom(1000, 20_000, 120_000).chain((withinMs) =>
    fc.array(
      fc.record({
        atMs: fc.nat(withinMs),
        address: fc.nat(addresses - 1).map((at) => `home ${at}`),
        paysAfterMs: fc.option(fc.constant(ANSWER_MS), { freq: 5 }),
      }),
      { minLength: 1, maxLength: 250, size: 'max' },
    ),
  )
/** Gives each buyer a separate address. */
const apart = (people: Person[]) =>
  people.map((person, at): Person => ({ ...person, address: `own ${at}` }))

/** The wait of each buyer, with and without the attack. */
function withAndWithout(people: Person[], attack: Person[]): [Waited, Waited][] {
  const [attacked, quiet] = [takeTurns([...people, ...attack]), takeTurns(people)]
  const elsewhere = attacked.filter(({ address }) => address !== 'attacker')
  return elsewhere.map((one, at) => [one, quiet[at]!])
}

/**
 * Reports a failing crowd without shrinking it: a run takes 50 ms, so shrinking would take minutes.
 */
const CROWDS = { numRuns: todaysRuns(30, 8), endOnFailure: true }

describe('ten thousand invented numbers at one address', () => {
  test('a buyer elsewhere waits at most twice as long', () => {
    fc.assert(
      fc.property(buyers(300).map(apart), attacks, (people, attack) => {
        for (const [attacked, quiet] of withAndWithout(people, attack)) {
          expect(waitOf(attacked)).toBeLessThanOrEqual(2 * waitOf(quiet))
        }
      }),
      CROWDS,
    )
  })

  // Before an address's first payment, each prompt of the address delays its next slot, so the
  // buyers may wait 2 * ANSWER_MS longer. No generated crowd has needed more than 1.5 * ANSWER_MS.
  test('buyers who share few addresses wait at most twice as long, plus the time of two payments', () => {
    fc.assert(
      fc.property(buyers(6), attacks, (people, attack) => {
        for (const [attacked, quiet] of withAndWithout(people, attack)) {
          expect(waitOf(attacked)).toBeLessThanOrEqual(2 * waitOf(quiet) + 2 * ANSWER_MS)
        }
      }),
      CROWDS,
    )
  })
})

describe('a thousand honest buyers behind one address', () => {
  /** A thousand buyers within a minute. A fifth of them never pay. */
  const thousand = Array.from({ length: 1000 }, (_, at) => ({
    atMs: 60 * at,
    paysAfterMs: at % 5 === 0 ? null : ANSWER_MS,
  }))
  const elsewhere = Array.from({ length: 300 }, (_, at) => ({
    atMs: 500 * at,
    address: `home ${at}`,
    paysAfterMs: ANSWER_MS,
  }))
  const attack = invent(0, 100)
  const isOfThem = ({ address }: Person) => /^(one|each)/.test(address)

  /** How much longer each buyer waits than with a separate address. */
  function delays(them: Omit<Person, 'address'>[], others: Person[]): number[] {
    const play = (addressOf: (at: number) => string) =>
      takeTurns([
        ...them.map((person, at) => ({ ...person, address: addressOf(at) })),
        ...others,
      ]).filter(isOfThem)
    const apart = play((at) => `each ${at}`)
    return play(() => 'one').map((one, at) => waitOf(one) - waitOf(apart[at]!))
  }

  test('alone in the queue, they wait no longer than at a thousand addresses', () => {
    expect(Math.max(...delays(thousand, []))).toBe(0)
  })

  test('with an attack and buyers elsewhere, they wait no longer if sixty of them have just paid', () => {
    const later = <P extends { atMs: number }>(person: P) => ({
      ...person,
      atMs: person.atMs + 60_000,
    })
    const sixty = Array.from({ length: 60 }, (_, at) => ({
      atMs: 300 * at,
      paysAfterMs: ANSWER_MS,
    }))
    const others = [...attack, ...elsewhere].map(later)
    expect(Math.max(...delays([...sixty, ...thousand.map(later)], others))).toBe(0)
  })

  test.each<[string, Person[]]>([
    ['the attack', attack],
    ['buyers elsewhere', elsewhere],
    ['both', [...attack, ...elsewhere]],
  ])(
    'with %s and no payment yet, they wait at most until the first of them have paid',
    (_, others) => {
      expect(Math.max(...delays(thousand, others))).toBeLessThanOrEqual(ANSWER_MS)
    },
  )
})

const lines = fc
  .array(
    fc.record({
      waiting: fc.integer({ min: 1, max: 20 }),
      at: fc.option(fc.nat(100), { freq: 5 }),
      paid: fc.nat(5),
      unpaid: fc.nat(30),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((rows) =>
    rows.map(({ at, ...row }, index): QueuedAddress => {
      const id = String(index)
      return { ...row, address: id, first: at === null ? null : { id, since: new Date(at) } }
    }),
  )

describe('any queue', () => {
  test('a queue has a next payment if any can be prompted', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const ready = line.filter(({ first }) => first !== null).map(({ address }) => address)
        const next = chooseNext(line)
        if (ready.length === 0) expect(next).toBeNull()
        else expect(ready).toContain(next)
      }),
    )
  })

  test("a newcomer's place is behind all payments of their address", () => {
    fc.assert(
      fc.property(lines, fc.nat(8), (line, at) => {
        const own = line.find(({ address }) => address === String(at))
        const ahead = countAhead(line, String(at))
        const all = line.reduce((sum, { waiting }) => sum + waiting, 0)
        expect(ahead).toBeGreaterThanOrEqual(own?.waiting ?? 0)
        expect(ahead).toBeLessThanOrEqual(all)
      }),
    )
  })

  test('countAhead counts the payments with a slot before the newcomer, if no other payment comes', () => {
    fc.assert(
      fc.property(lines, fc.nat(8), (line, at) => {
        const address = String(at)
        const ready = line.map((row) => ({
          ...row,
          first: { id: row.address, since: new Date(0) },
        }))
        expect(turnsBefore(ready, address)).toBe(countAhead(ready, address))
      }),
    )
  })
})

/** Counts the slots that come before the newcomer's slot, if no prompt is paid. */
function turnsBefore(line: QueuedAddress[], address: string): number {
  const own = line.find((row) => row.address === address)
  let rows = [
    ...line.filter((row) => row !== own),
    withFirst({ waiting: 0, paid: 0, unpaid: 0, ...own, address }, 1, address),
  ]
  for (let turns = 0; ; turns++) {
    const next = chooseNext(rows)
    if (next === NEWCOMER) return turns
    rows = rows.map((row) => {
      if (row.first?.id !== next) return row
      return withFirst({ ...row, unpaid: row.unpaid + 1 }, -1, address)
    })
  }
}

const NEWCOMER = 'newcomer'

/** Adds `more` payments to an address. The last payment at the address `home` is the newcomer's. */
function withFirst(row: Omit<QueuedAddress, 'first'>, more: number, home: string): QueuedAddress {
  const waiting = row.waiting + more
  const isNewcomer = row.address === home && waiting === 1
  const first = isNewcomer
    ? { id: NEWCOMER, since: new Date(1) }
    : { id: row.address, since: new Date(0) }
  return { ...row, waiting, first: waiting > 0 ? first : null }
}
