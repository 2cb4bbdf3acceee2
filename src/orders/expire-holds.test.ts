// spec: holds-end-batch
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { behind } from '../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { buildPendingOrders } from '../../test/pending-orders.ts'
import { readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { systemClock } from '../platform/clock.ts'
import { databaseClock } from '../platform/database/database-clock.ts'
import { expireHolds } from './expire-holds.job.ts'
import { lockOrder } from './orders.sql.ts'
import { sellOrder } from './sales/sales.ts'

const stage = keepStage()
let event: BuiltEvent

beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ capacity: 1000 }] })
})
afterEach(() => vi.restoreAllMocks())

/** Stops the clock, so that a slow machine does not use up the time of a sweep. */
function stopClock(): void {
  const now = new Date(Date.now() + 1000)
  vi.spyOn(stage.clock, 'now').mockReturnValue(now)
}

/**
 * Makes `count` failed orders of one ticket each. Their holds are past their end; the first order's
 * hold ended first.
 */
async function failedOrders(count: number): Promise<void> {
  const { id: typeId, price } = event.types[0]!
  const now = Date.now()
  const orders = Array.from({ length: count }, (_, n) => ({
    eventId: event.id,
    lines: [{ typeId, quantity: 1, amountKes: price }],
    placedAt: new Date(now - 60_000),
    holdUntil: new Date(now - count + n),
    failureCode: '2001',
  }))
  await buildPendingOrders(stage.db, orders)
}

const howOrdersEnded = () =>
  stage.db
    .selectFrom('order')
    .select(['state', 'failure_code'])
    .where('event_id', '=', event.id)
    .distinct()
    .orderBy('state')
    .execute()

test('a sweep ends all holds that are due, in any number of batches', async () => {
  await failedOrders(450)
  stopClock()
  expect(await expireHolds(stage.deps)).toBe('done')
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0 })
  expect(await howOrdersEnded()).toEqual([{ state: 'expired', failure_code: '2001' }])
  const events = await stage.db
    .selectFrom('order_event')
    .select(['from_state', 'to_state', 'cause', sql<number>`count(*)`.as('count')])
    .where('to_state', '=', 'expired')
    .groupBy(['from_state', 'to_state', 'cause'])
    .execute()
  const summary = { from_state: 'failed', to_state: 'expired', cause: 'hold ended', count: 450 }
  expect(events).toEqual([summary])
})

test('holds that cannot be ended do not block other holds', async () => {
  await failedOrders(450)
  stopClock()
  // Blocks the first 220 holds, which are more than a batch.
  await sql`create table stuck as select order_id from hold where state = 'held'
    order by expires_at limit 220`.execute(stage.db)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    if exists (select from stuck where order_id = old.order_id) then raise exception 'not this one'; end if;
    return new; end $$`.execute(stage.db)
  await sql`create trigger refuse before update on hold for each row
    execute function refuse()`.execute(stage.db)
  await expireHolds(stage.deps)
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 220 })
  expect(await howOrdersEnded()).toEqual([
    { state: 'expired', failure_code: '2001' },
    { state: 'failed', failure_code: '2001' },
  ])
  await sql`drop trigger refuse on hold`.execute(stage.db)
  await expireHolds(stage.deps)
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0 })
})

test('a locked order delays its own hold only', async () => {
  await failedOrders(20)
  const { order_id } = await stage.db
    .selectFrom('hold')
    .select('order_id')
    .where('state', '=', 'held')
    .limit(1)
    .executeTakeFirstOrThrow()
  const now = stage.clock.now()
  let order: Awaited<ReturnType<typeof lockOrder>>
  await behind(
    stage.db,
    async (tx) => {
      order = await lockOrder(tx, order_id, now)
    },
    () => expireHolds(stage.deps),
    {
      duringWait: async (tx) => {
        expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 1 })
        // The order is paid at the same moment.
        expect(await sellOrder(tx, order!, 'test', now)).toMatchObject({ feeCents: 0 })
      },
    },
  )
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 1 })
})

test('a sweep stops after its interval, and the next sweep follows immediately', async () => {
  await failedOrders(450)
  const start = stage.clock.now().getTime()
  let ms = 0
  const now = vi.spyOn(stage.clock, 'now').mockImplementation(() => {
    ms += 3000
    return new Date(start + ms)
  })
  expect(await expireHolds(stage.deps)).toBe('more')
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 250 })
  now.mockRestore()
  stopClock()
  expect(await expireHolds(stage.deps)).toBe('done')
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0 })
})

test("a process whose machine's clock is 11 minutes ahead ends nobody's hold", async () => {
  const { id: typeId, price } = event.types[0]!
  const now = Date.now()
  const lines = [{ typeId, quantity: 1, amountKes: price }]
  const times = { placedAt: new Date(now), holdUntil: new Date(now + 5 * 60_000) }
  await buildPendingOrders(stage.db, [{ eventId: event.id, lines, ...times }])
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now + 11 * 60_000)
  const clock = databaseClock(stage.db)
  await clock.sync()
  await expireHolds({ ...stage.deps, clock })
  const [byDatabase] = await howOrdersEnded()
  await expireHolds({ ...stage.deps, clock: systemClock })
  const [byMachine] = await howOrdersEnded()
  vi.useRealTimers()
  expect([byDatabase?.state, byMachine?.state]).toEqual(['pending', 'expired'])
})
