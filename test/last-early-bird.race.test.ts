// spec: last-early-bird-any-way
// Races for the last ticket of a price step: two processes of the web, USSD, and the door.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../src/platform/database/db.ts'
import { atOnce } from './behind.ts'
import { keepGate } from './gate.ts'
import { withoutGuards } from './unguarded.ts'
import { makeBuyers, PLACING_LOCKS, type Refused } from './ways-to-buy.ts'

/** The price of the early bird, and the price after it. */
const [EARLY, NEXT] = [60, 100]

const gate = keepGate({ title: 'Derby Day' })

/** `early`: the buyer got the last early bird. A number: refused, with the current price. */
type Result = 'early' | 'failed' | number

/** The current price in a refusal. 'failed' if not the product but a CHECK refused the order. */
function readError(error: Refused): 'failed' | number {
  if (error.code === '23514') return 'failed'
  expect(error.code).toBe('amount_changed')
  return error.details!.amount!
}

function readScreen(screen: string): number {
  expect(screen).toMatch(/^CON The price has changed\.\n/)
  return Number(/Total KES (\d+)\n/.exec(screen)![1])
}

/** All four buyers have seen the last early bird and confirm at the same moment. */
async function race(on: Db, first: number) {
  const { db } = gate.stage
  const steps = [{ price: EARLY, quantity: 1 }]
  const event = await gate.build({ types: [{ price: NEXT, capacity: 100, steps }] })
  const built = await makeBuyers<'failed' | number>(gate, on, event, {
    priceKes: EARLY,
    readError,
    readScreen,
  })
  const buyers = [...built.slice(first), ...built.slice(0, first)]
  const results = await atOnce(db, event, buyers)
  const limit = await db
    .selectFrom('sale_limit')
    .select(['held', 'sold'])
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow()
  const asResult = (one: 'bought' | 'failed' | number): Result => (one === 'bought' ? 'early' : one)
  return { event, buyers, results: results.map(asResult), taken: limit.held + limit.sold }
}

const early = (results: Result[]) => results.filter((result) => result === 'early').length

test.each([0, 1, 2, 3])(
  'with the locks, one buyer gets it, and the others buy at the next price (order %i)',
  async (first) => {
    const { event, buyers, results, taken } = await race(gate.stage.db, first)
    expect([early(results), taken]).toEqual([1, 1])
    expect(results.filter((result) => result === NEXT)).toHaveLength(3)
    for (const [at, buyer] of buyers.entries()) {
      if (results[at] === NEXT) expect(await buyer(NEXT)).toBe('bought')
    }
    const prices = await gate.stage.db
      .selectFrom('order_line as l')
      .innerJoin('order as o', 'o.id', 'l.order_id')
      .select('l.price_cents')
      .where('o.event_id', '=', event.id)
      .orderBy('l.price_cents')
      .execute()
    expect(prices.map(({ price_cents }) => price_cents / 100)).toEqual([EARLY, NEXT, NEXT, NEXT])
  },
)

test('with the lock on limits alone, one buyer gets it', async () => {
  const { results, taken } = await withoutGuards(gate.stage, [PLACING_LOCKS.types], (db) =>
    race(db, 0),
  )
  expect([early(results), taken]).toEqual([1, 1])
})

test('without the locks, the CHECK lets one buyer have it and the others get an error', async () => {
  const guards = Object.values(PLACING_LOCKS)
  const { results, taken } = await withoutGuards(gate.stage, guards, (db) => race(db, 0))
  expect(results.toSorted()).toEqual(['early', 'failed', 'failed', 'failed'])
  expect(taken).toBe(1)
})

test('without the locks and the CHECK, more than one buyer gets it', async () => {
  await sql`alter table sale_limit drop constraint sale_limit__capacity`.execute(gate.stage.db)
  const guards = Object.values(PLACING_LOCKS)
  const { results, taken } = await withoutGuards(gate.stage, guards, (db) => race(db, 0))
  expect(early(results)).toBeGreaterThan(1)
  expect(taken).toBe(early(results))
})
