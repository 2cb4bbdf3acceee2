// spec: last-code-use-any-way
// Races for the last use of a code: two processes of the web, paybill, USSD, and the door.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buy } from '../src/checkout/buy.ts'
import { foldCode } from '../src/events/codes/code.rules.ts'
import type { Db } from '../src/platform/database/db.ts'
import { asProcess } from './as-process.ts'
import { atOnce } from './behind.ts'
import { buildCode, newPhone, orderOf } from './build.ts'
import { keepGate } from './gate.ts'
import { readLimit } from './purchase.ts'
import { withoutGuards } from './unguarded.ts'
import { makeBuyers, PLACING_LOCKS, type Refused } from './ways-to-buy.ts'

/** The full price, and the price with the code. */
const [FULL, CODED] = [100, 60]

const gate = keepGate({ title: 'Derby Day' })

type Result = 'bought' | 'used up' | 'failed'

/** 'failed' if not the product but a CHECK of the database refused the order. */
function readError(error: Refused): Result {
  if (error.code === '23514') return 'failed'
  expect(error).toMatchObject({ code: 'code_used_up', details: { left: 0 } })
  return 'used up'
}

function readScreen(screen: string): Result {
  expect(screen).toMatch(/used up/)
  return 'used up'
}

/** All four buyers have seen the price with the code and confirm at the same moment. */
async function race(on: Db, first: number) {
  const { db } = gate.stage
  const event = await gate.build({ types: [{ price: FULL, capacity: 100 }] })
  const code = await buildCode(db, event, { kind: 'price', value: CODED, maxTickets: 1 })
  const built = await makeBuyers(gate, on, event, {
    priceKes: CODED,
    code,
    second: { paymentMethod: 'paybill' },
    readError,
    readScreen,
  })
  const buyers = [...built.slice(first), ...built.slice(0, first)]
  const results = await atOnce<Result>(db, event, buyers)
  const limit = await readLimit(gate.stage, code)
  return { results: results.toSorted(), taken: limit.held + limit.sold }
}

test.each([0, 1, 2, 3])(
  'with the locks, one buyer gets it, and the others read that the code is used up (order %i)',
  async (first) => {
    const { results, taken } = await race(gate.stage.db, first)
    expect(results).toEqual(['bought', 'used up', 'used up', 'used up'])
    expect(taken).toBe(1)
  },
)

test('with the lock on limits alone, one buyer gets it', async () => {
  const { results, taken } = await withoutGuards(gate.stage, [PLACING_LOCKS.types], (db) =>
    race(db, 0),
  )
  expect([results.filter((one) => one === 'bought').length, taken]).toEqual([1, 1])
})

/** Each phone orders an early bird and a ticket with the code. Each order has its own process. */
async function raceForBoth(on: Db, phones: readonly string[]) {
  const { db } = gate.stage
  const steps = [{ price: 50, quantity: 2 }]
  const types = [{ price: FULL, steps }, { price: FULL }]
  const event = await gate.build({ types, maxPerPhone: 2 })
  const typeIds = [event.types[1]!.id]
  const limits = { maxTickets: 3, maxPerPhone: 1 }
  const code = await buildCode(db, event, { kind: 'price', value: CODED, typeIds, ...limits })
  const place = async (phone: string, at: number) => {
    const order = orderOf(event, [1, 1], { phone, promoCode: { fold: foldCode(code.code)! } })
    const shown = { totalCents: (50 + CODED) * 100, lineCents: [50_00, CODED * 100] }
    const deps = { ...gate.stage.deps, db: asProcess(on) }
    return await buy(deps, { ...order, shown, address: `41.90.2.${at}` }).then(
      () => 'bought',
      (error) => error.code as string,
    )
  }
  const results = await atOnce(
    db,
    event,
    phones.map((phone, at) => () => place(phone, at)),
  )
  const counts = await db
    .selectFrom('sale_limit')
    .select(['kind', 'held'])
    .where('event_id', '=', event.id)
    .orderBy('kind')
    .execute()
  return { results, bought: results.filter((one) => one === 'bought').length, counts }
}

test('code, step and limit per phone together: each is kept', async () => {
  const phones = Array.from({ length: 5 }, newPhone)
  const { results, bought, counts } = await raceForBoth(gate.stage.db, [...phones, ...phones])
  expect(bought).toBe(2)
  expect(
    results.filter((one) => !/bought|amount_changed|payment_open|phone_limit/.test(one)),
  ).toEqual([])
  expect(counts).toEqual([
    { kind: 'code', held: 2 },
    { kind: 'step', held: 2 },
  ])
})

test('without the locks, the CHECK lets one buyer have it and the others get an error', async () => {
  const guards = Object.values(PLACING_LOCKS)
  const { results, taken } = await withoutGuards(gate.stage, guards, (db) => race(db, 0))
  expect(results).toEqual(['bought', 'failed', 'failed', 'failed'])
  expect(taken).toBe(1)
})

const dropCheck = () =>
  sql`alter table sale_limit drop constraint if exists sale_limit__capacity`.execute(gate.stage.db)

test('without the locks and the CHECK, more than one buyer gets it', async () => {
  await dropCheck()
  const guards = Object.values(PLACING_LOCKS)
  const { results, taken } = await withoutGuards(gate.stage, guards, (db) => race(db, 0))
  expect(taken).toBeGreaterThan(1)
  expect(taken).toBe(results.filter((one) => one === 'bought').length)
})

test('code and step together, without the locks and the CHECK: both sell more than they have', async () => {
  await dropCheck()
  const guards = Object.values(PLACING_LOCKS)
  const phones = Array.from({ length: 4 }, newPhone)
  const { bought, counts } = await withoutGuards(gate.stage, guards, (db) =>
    raceForBoth(db, phones),
  )
  expect(bought).toBe(4)
  expect(counts).toEqual([
    { kind: 'code', held: 4 },
    { kind: 'step', held: 4 },
  ])
})
