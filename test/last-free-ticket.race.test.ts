// spec: free-last-ticket
// Races between proven phone numbers for the last free tickets.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { placeOrder } from '../src/orders/placing/place-order.ts'
import type { Db } from '../src/platform/database/db.ts'
import { asProcess } from './as-process.ts'
import { atOnce } from './behind.ts'
import { type BuiltEvent, buildEvent, newPhone, orderOf } from './build.ts'
import { keepStage } from './stage.ts'
import { todaysRuns } from './torture/daily.ts'
import { withoutGuards } from './unguarded.ts'
import { PLACING_LOCKS } from './ways-to-buy.ts'

/** The locks of the statements that place orders. */
const LOCKS = {
  types: PLACING_LOCKS.types,
  phones: /pg_advisory_xact_lock(?=\(key\))|hashtextextended/g,
}

const stage = keepStage()

/** Takes free tickets. Returns 'got' or the error's code, which is PostgreSQL's for a CHECK. */
async function take(db: Db, event: BuiltEvent, phone: string, quantity = 1): Promise<string> {
  const proven = { phone, provenPhone: phone, paymentMethod: 'free' as const }
  const order = orderOf(event, [quantity], proven)
  return await placeOrder({ ...stage.deps, db }, order).then(
    () => 'got',
    ({ code }) => code,
  )
}

const readSold = async ({ id }: BuiltEvent) => {
  const type = stage.db.selectFrom('ticket_type').select(['held', 'sold'])
  return await type.where('event_id', '=', id).executeTakeFirstOrThrow()
}

const counted = (results: string[]) =>
  Object.fromEntries(
    [...Map.groupBy(results, (one) => one)].map(([name, all]) => [name, all.length]),
  )

test('of thousands of proven phones, as many get a free ticket as there are', async () => {
  const phones = Array.from({ length: todaysRuns(10_000, 1_000) }, newPhone)
  const event = await buildEvent(stage.db, { types: [{ isFree: true, capacity: 3 }] })
  const processes = [asProcess(stage.db), asProcess(stage.db)]
  const results = await Promise.all(
    phones.map((phone, at) => take(processes[at % processes.length]!, event, phone)),
  )
  expect(counted(results)).toEqual({ got: 3, sold_out: phones.length - 3 })
  expect(await readSold(event)).toEqual({ held: 0, sold: 3 })
}, 60_000)

/** Takes the tickets in one process for each phone. All processes begin at the same moment. */
async function race(on: Db, event: BuiltEvent, phones: string[], quantity = 1) {
  return await atOnce(
    stage.db,
    event,
    phones.map((phone) => () => take(asProcess(on), event, phone, quantity)),
  )
}

test('a script with 1,000 phones that it owns takes as many with each as one order may have', async () => {
  const phones = Array.from({ length: todaysRuns(1_000, 200) }, newPhone)
  const [limit, capacity] = [2, 10_000]
  const event = await buildEvent(stage.db, {
    types: [{ isFree: true, capacity, maxPerOrder: limit }],
  })
  const processes = [asProcess(stage.db), asProcess(stage.db)]
  // Each phone sends orders for 2, 1, 2 and 1 tickets at the same moment, from both processes.
  const takeAll = async (phone: string) =>
    await Promise.all(
      [2, 1, 2, 1].map((count, at) => take(processes[at % 2]!, event, phone, count)),
    )
  const results = (await Promise.all(phones.map(takeAll))).flat()
  expect([...new Set(results)].toSorted()).toEqual(['got', 'phone_limit'])
  const taken = await takenByPhone(event)
  expect(taken.size).toBe(phones.length)
  expect(Math.max(...taken.values())).toBe(limit)
  // Later orders of the phones get no further tickets either.
  const again = await Promise.all(phones.map((phone) => take(stage.db, event, phone, limit)))
  expect(counted(again)).toEqual({ phone_limit: phones.length })
  expect(await takenByPhone(event)).toEqual(taken)
}, 60_000)

/** The number of people in all orders of each phone. */
async function takenByPhone({ id }: BuiltEvent): Promise<Map<string, number>> {
  const rows = await stage.db
    .selectFrom('order as o')
    .innerJoin('order_line as l', 'l.order_id', 'o.id')
    .select((q) => ['o.phone', q.fn.sum<string>('l.quantity').as('people')])
    .where('o.event_id', '=', id)
    .groupBy('o.phone')
    .execute()
  return new Map(rows.map(({ phone, people }) => [phone!, Number(people)]))
}

const build = (capacity: number) =>
  buildEvent(stage.db, { types: [{ isFree: true, capacity, maxPerOrder: 2 }] })

const fourPhones = () => Array.from({ length: 4 }, newPhone)

test('with the lock, one of four processes gets the last ticket', async () => {
  const event = await build(1)
  const results = await race(stage.db, event, fourPhones())
  expect(counted(results)).toEqual({ got: 1, sold_out: 3 })
})

test('one phone that asks twice gets the tickets of one order', async () => {
  const event = await build(10)
  const phone = newPhone()
  expect((await race(stage.db, event, [phone, phone], 2)).toSorted()).toEqual([
    'got',
    'phone_limit',
  ])
  expect(await readSold(event)).toEqual({ held: 0, sold: 2 })
})

test('one phone gets them once with the lock on phones alone, and twice without any lock', async () => {
  const phone = newPhone()
  const guarded = await build(10)
  const once = await withoutGuards(stage, [LOCKS.types], (db) =>
    race(db, guarded, [phone, phone], 2),
  )
  expect(counted(once)).toEqual({ got: 1, phone_limit: 1 })
  const event = await build(10)
  const twice = await withoutGuards(stage, [LOCKS.types, LOCKS.phones], (db) =>
    race(db, event, [phone, phone], 2),
  )
  expect(counted(twice)).toEqual({ got: 2 })
})

test('without the lock and the CHECK, more than one of four processes gets the last ticket', async () => {
  await sql`alter table ticket_type drop constraint ticket_type__capacity`.execute(stage.db)
  const event = await build(1)
  const results = await withoutGuards(stage, [LOCKS.types], (db) => race(db, event, fourPhones()))
  expect(counted(results).got).toBeGreaterThan(1)
})
