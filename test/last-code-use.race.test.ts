// spec: last-code-use-any-way
// Races for the last use of a code: two processes of the web, paybill, USSD, and the door.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sellAtDoor } from '../src/checkin/door-sales/door-sales.ts'
import { buy } from '../src/checkout/buy.ts'
import { foldCode } from '../src/events/codes/code.rules.ts'
import type { NewOrder } from '../src/orders/new-order.rules.ts'
import type { Db } from '../src/platform/database/db.ts'
import { answerTurn } from '../src/ussd/answer-turn.ts'
import { asProcess } from './as-process.ts'
import { behind } from './behind.ts'
import { type BuiltEvent, buildCode, newPhone, orderOf } from './build.ts'
import { type Gate, makeGate } from './gate.ts'
import { withoutGuards } from './unguarded.ts'
import { buildSeller, cashSale, dialTotal } from './ways-to-buy.ts'

/** The full price, and the price with the code. */
const [FULL, CODED] = [100, 60]
/** The locks of the statements that place orders. */
const LOCKS = {
  types: /(?<=from ticket_type where id = any\(array\(.*\)\)\s+)order by id for no key update$/,
  limits: /(?<=from sale_limit where id = any\(array\(.*\)\)\s+)order by id for no key update$/,
}

let gate: Gate
beforeAll(async () => {
  gate = await makeGate({ title: 'Derby Day' })
})
afterAll(() => gate.stage.close())

type Result = 'bought' | 'used up' | 'failed'
type Buyer = () => Promise<Result>
type Code = Awaited<ReturnType<typeof buildCode>>

/** The CHECK refuses without an error of the product. */
function readRefusal(error: { code: string; details?: object }): Result {
  if (error.code === '23514') return 'failed'
  expect(error).toMatchObject({ code: 'code_used_up', details: { left: 0 } })
  return 'used up'
}

async function makeBuyers(on: Db, event: BuiltEvent, code: Code): Promise<Buyer[]> {
  const { stage } = gate
  // Each buyer uses a separate process, so that buyers meet only in the database.
  const deps = () => ({ ...stage.deps, db: asProcess(on) })
  const bought = () => 'bought' as const
  const shown = { totalCents: CODED * 100, lineCents: [CODED * 100] }
  const promoCode = { fold: foldCode(code.code)! }
  const web = (address: string, more: Partial<NewOrder> = {}): Buyer => {
    const order = { ...orderOf(event), address, shown, promoCode, ...more }
    return () => buy(deps(), { ...order, orderId: randomUUID() }).then(bought, readRefusal)
  }
  const seller = await buildSeller(gate, event)
  const dialled = await dialTotal(gate, event, CODED, code.digits)
  const ussd: Buyer = async () => {
    const typed = `${dialled.typed}*1`
    const answer = await answerTurn(deps(), { ...dialled, typed }).catch(readRefusal)
    if (answer === 'failed') return answer
    if (answer.startsWith('END')) return 'bought'
    expect(answer).toMatch(/used up/)
    return 'used up'
  }
  const door: Buyer = () => {
    const sale = { ...cashSale(event, CODED), promo_code: code.code }
    return sellAtDoor(deps(), seller, { sale, address: '41.90.1.3' }).then(bought, readRefusal)
  }
  const byPaybill = web('41.90.1.2', { paymentMethod: 'paybill' })
  return [web('41.90.1.1'), byPaybill, ussd, door]
}

/** All four have seen the price with the code and confirm at the same moment. */
async function race(on: Db, first: number) {
  const { db } = gate.stage
  const event = await gate.build({ types: [{ price: FULL, capacity: 100 }] })
  const code = await buildCode(db, event, { kind: 'price', value: CODED, maxTickets: 1 })
  const built = await makeBuyers(on, event, code)
  const buyers = [...built.slice(first), ...built.slice(0, first)]
  const results = await behind(
    db,
    (tx) => sql`select from ticket_type where event_id = ${event.id} for update`.execute(tx),
    () => Promise.all(buyers.map((buyer) => buyer())),
    { waiters: buyers.length },
  )
  const limit = await db
    .selectFrom('sale_limit')
    .select(['held', 'sold'])
    .where('id', '=', code.id)
    .executeTakeFirstOrThrow()
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
  const { results, taken } = await withoutGuards(gate.stage, [LOCKS.types], (db) => race(db, 0))
  expect([results.filter((one) => one === 'bought').length, taken]).toEqual([1, 1])
})

/** Each phone wants an early bird and a ticket with the code, in a process for each order. */
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
  const results = await behind(
    db,
    (tx) => sql`select from ticket_type where event_id = ${event.id} for update`.execute(tx),
    () => Promise.all(phones.map(place)),
    { waiters: phones.length },
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
  const guards = Object.values(LOCKS)
  const { results, taken } = await withoutGuards(gate.stage, guards, (db) => race(db, 0))
  expect(results).toEqual(['bought', 'failed', 'failed', 'failed'])
  expect(taken).toBe(1)
})

const dropCheck = () =>
  sql`alter table sale_limit drop constraint if exists sale_limit__capacity`.execute(gate.stage.db)

test('without the locks and the CHECK, more than one buyer gets it', async () => {
  await dropCheck()
  const guards = Object.values(LOCKS)
  const { results, taken } = await withoutGuards(gate.stage, guards, (db) => race(db, 0))
  expect(taken).toBeGreaterThan(1)
  expect(taken).toBe(results.filter((one) => one === 'bought').length)
})

test('code and step together, without the locks and the CHECK: both sell more than they have', async () => {
  await dropCheck()
  const guards = Object.values(LOCKS)
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
