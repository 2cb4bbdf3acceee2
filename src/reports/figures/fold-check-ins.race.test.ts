import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { buildSoldOrders, moveOrder } from '../../../test/pending-orders.ts'
import { keepStage } from '../../../test/stage.ts'
import { todaysRuns } from '../../../test/torture/daily.ts'
import { type Draw, makeDraw } from '../../../test/torture/draw.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import {
  addCheckIns,
  type CheckInSum,
  takeCheckInDeltas,
} from '../../checkin/check-in-delta.sql.ts'
import { checkInTicket } from '../../checkin/check-in-ticket.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { takeBackOrder } from '../../orders/sales/sales.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { foldSales } from './fold-sales.job.ts'
import { summariseValidations } from './summarise-validations.ts'

const SEED = 20_261_122
/**
 * Matches the lock that a check-in takes on the order before it reads the ticket. The lock makes
 * the check-in wait for a refund in progress.
 */
const ORDER_LOCK = /\s+for share$/

const stage = keepStage()
let viewer: Viewer
let events: BuiltEvent[]
let gates: string[]
const draw: Draw = makeDraw(SEED)

beforeAll(async () => {
  viewer = (await buildAccount(stage, 'admin')).viewer
  const types = [1, 2, 3].map(() => ({ capacity: 100_000, gates: ['North', 'South'] }))
  events = [await buildEvent(stage.db, { types }), await buildEvent(stage.db, { types })]
  gates = (await stage.db.selectFrom('gate').select('id').execute()).map(({ id }) => id)
})

type Ticket = { number: string; order_id: string; event_id: string }

/**
 * Builds `count` paid orders, each with one to three ticket types, and tickets for one to nine
 * people.
 */
async function sold(count: number): Promise<Ticket[]> {
  const wanted = Array.from({ length: count }, () => {
    const event = draw.pick(events)
    const lines = event.types
      .filter((_, n) => n === 0 || draw.chance(0.3))
      .map(({ id: typeId }) => ({ typeId, quantity: draw.between(1, 9), amountKes: 100 }))
    return { eventId: event.id, lines }
  })
  const orders = await buildSoldOrders(stage.db, wanted)
  return await stage.db
    .selectFrom('ticket')
    .select(['number', 'order_id', 'event_id'])
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('number')
    .execute()
}

async function show(tickets: Ticket[]): Promise<void> {
  const ticket = draw.pick(tickets)
  await checkInTicket(stage.deps, viewer, {
    ticket_number: draw.chance(0.05) ? 'NOSUCHNUMBER' : ticket.number,
    event_id: draw.chance(0.1) ? draw.pick(events).id : ticket.event_id,
    gate_id: draw.chance(0.5) ? draw.pick(gates) : null,
    admits: draw.chance(0.5) ? draw.between(1, 5) : null,
    validation_type: draw.chance(0.5) ? 'scan' : 'manual',
  })
}

const refunded = new Set<string>()
async function refund(tickets: Ticket[]): Promise<void> {
  const { order_id } = draw.pick(tickets)
  if (refunded.has(order_id)) return
  refunded.add(order_id)
  await moveOrder(stage.db, order_id, 'refund_due', new Date())
}

/** Counts the figures from the check-in, ticket and line rows, without roll-ups. */
async function countRaw(db: Db, eventId: string) {
  const { rows } = await sql<{
    total: number
    tickets: number
    people: number
    sold: number
    types: object[]
    results: Record<string, number>
  }>`
    select (select count(*)::int from check_in where event_id = ${eventId}) as total,
      (select count(distinct ticket_id)::int from check_in
        where event_id = ${eventId} and result = 'valid') as tickets,
      (select coalesce(sum(admits), 0)::int from check_in
        where event_id = ${eventId} and result = 'valid')
      - (select coalesce(sum(k.admitted), 0)::int from paid_line p
          join ticket k on k.order_line_id = p.order_line_id
        where p.event_id = ${eventId} and p.status <> 'paid') as people,
      (select coalesce(sum(l.quantity), 0)::int from "order" o join order_line l on l.order_id = o.id
        where o.event_id = ${eventId} and o.state in ('paid', 'issued')) as sold,
      (select coalesce(jsonb_agg(t), '[]') from (
        select method as type, count(*)::int as count from check_in
        where event_id = ${eventId} group by 1 order by 1) t) as types,
      (select coalesce(jsonb_object_agg(status, n), '{}') from (
        select case when result in ('valid', 'used') then result else 'invalid' end as status,
          count(*)::int as n
        from check_in where event_id = ${eventId} group by 1) s) as results`.execute(db)
  return rows[0]!
}

/**
 * Compares the figures with the counted rows in one snapshot, while other transactions commit.
 * Returns the number of people admitted.
 */
async function compareAll(): Promise<number> {
  let total = 0
  for (const { id } of events) {
    await stage.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const raw = await countRaw(tx, id)
        const [stats] = await summariseValidations(tx, viewer, id)
        expect(stats).toMatchObject({
          total_validations: raw.total,
          unique_tickets: raw.tickets,
          redemption_rate: raw.sold === 0 ? null : raw.people / raw.sold,
          validations_by_type: raw.types,
        })
        const statuses = stats!.validations_by_status.map(({ status, count }) => [status, count])
        expect(Object.fromEntries(statuses)).toEqual(raw.results)
        total += raw.people
      })
  }
  return total
}

async function countDeltas(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select (select count(*) from check_in_delta)::int
    + (select count(*) from sale_delta)::int as n`.execute(stage.db)
  return rows[0]!.n
}

// spec: figures-equal-sums
test('after any history of check-ins and refunds the figures equal the counted rows, folded or not', async () => {
  for (let round = 0; round < todaysRuns(4, 2); round++) {
    const tickets = await sold(40)
    for (let n = 0; n < 120; n++) await (draw.chance(0.12) ? refund(tickets) : show(tickets))
    const before = await compareAll()
    expect(before).toBeGreaterThan(20)
    if (round % 2 === 1) await foldSales(stage.deps)
    expect((await countDeltas()) === 0).toBe(round % 2 === 1)
    expect(await compareAll()).toBe(before)
  }
})

// spec: figures-equal-sums
test('the figures equal the counted rows at every moment while gates admit, admins refund and folds run', async () => {
  const tickets = await sold(120)
  const state = { isOpen: true, folds: 0, looks: 0 }
  const keep = async (work: () => Promise<unknown>, count: 'folds' | 'looks') => {
    for (; state.isOpen; state[count]++) await work()
  }
  const gate = async () => {
    for (let n = 0; n < todaysRuns(100, 40); n++)
      await (draw.chance(0.1) ? refund(tickets) : show(tickets))
  }
  const open = Promise.all([gate(), gate(), gate(), gate()]).then(() => {
    state.isOpen = false
  })
  const fold = () => foldSales(stage.deps)
  await Promise.all([open, keep(fold, 'folds'), keep(fold, 'folds'), keep(compareAll, 'looks')])
  expect(state.folds).toBeGreaterThan(2)
  expect(state.looks).toBeGreaterThan(2)
  await foldSales(stage.deps)
  expect(await countDeltas()).toBe(0)
  await compareAll()
})

test('a fold that dies halfway leaves no trace', async () => {
  const tickets = await sold(20)
  for (let n = 0; n < 40; n++) await show(tickets)
  const before = await countDeltas()
  const halfway = inTransaction(stage.db, async (tx) => {
    // Turns off the usual plans, so that PostgreSQL looks up the oldest deltas once for each row.
    // Even with this plan the statement must not take more rows than `count`.
    await sql`select set_config(name, 'off', true) from pg_settings
      where name in ('enable_hashjoin', 'enable_mergejoin', 'enable_hashagg', 'enable_sort',
        'enable_material', 'enable_memoize')`.execute(tx)
    const sums = await takeCheckInDeltas(tx, 30)
    expect(sums.reduce((sum, { deltas }) => sum + deltas, 0)).toBe(30)
    await addCheckIns(tx, sums)
    throw new Error('the end')
  })
  await expect(halfway).rejects.toThrow('the end')
  expect(await countDeltas()).toBe(before)
  await compareAll()
})

test('a fold does not wait for another one: it takes the deltas that the other left', async () => {
  await foldSales(stage.deps)
  const tickets = await sold(5)
  for (let n = 0; n < 10; n++) await show(tickets)
  const count = (sums: CheckInSum[]) => sums.reduce((sum, { deltas }) => sum + deltas, 0)
  const [isTaken, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const one = inTransaction(stage.db, async (tx) => {
    expect(count(await takeCheckInDeltas(tx, 4))).toBe(4)
    isTaken.resolve()
    await goOn.promise
    throw new Error('the end')
  })
  await isTaken.promise
  await inTransaction(stage.db, async (tx) => {
    await sql`set local lock_timeout = '10s'`.execute(tx)
    const left = await takeCheckInDeltas(tx, 100)
    expect(count(left)).toBe(6)
    await addCheckIns(tx, left)
  })
  goOn.resolve()
  await expect(one).rejects.toThrow('the end')
  await foldSales(stage.deps)
  await compareAll()
})

const takeBack = (orderId: string) => async (tx: Tx) => {
  const order = await lockOrder(tx, orderId, new Date())
  await takeBackOrder(tx, order!, 'test', new Date())
}
const enter = (db: Db, { number, event_id }: Ticket) =>
  checkInTicket({ ...stage.deps, db }, viewer, { ticket_number: number, event_id })

test('without the order lock, a person admitted during the refund stays in the figures', async () => {
  const [ticket] = await sold(1)
  const unguarded = openUnguarded(stage.env.databaseUrl, [ORDER_LOCK])
  const [isBack, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const refunding = inTransaction(stage.db, async (tx) => {
    await takeBack(ticket!.order_id)(tx)
    isBack.resolve()
    await goOn.promise
  })
  await isBack.promise
  expect(await enter(unguarded, ticket!)).toMatchObject({ result: 'valid' })
  goOn.resolve()
  await refunding
  await unguarded.close()
  await expect(compareAll()).rejects.toThrow('to match object')
  await sql`insert into check_in_delta (event_id, method, result, checks, tickets, people)
    select event_id, 'manual', 'valid', 0, 0, -admitted from ticket
    where number = ${ticket!.number}`.execute(stage.db)
  await compareAll()
})

// spec: figures-equal-sums
test('with the order lock, a check-in during the refund waits and is refused', async () => {
  const [ticket] = await sold(1)
  const late = await behind(stage.db, takeBack(ticket!.order_id), () => enter(stage.db, ticket!))
  expect(late).toMatchObject({ result: 'void', reason: 'refunded' })
  await compareAll()
})

test('a check-in that is sent twice with one nonce counts once', async () => {
  const [ticket] = await sold(1)
  const entry = { ticket_number: ticket!.number, event_id: ticket!.event_id, nonce: randomUUID() }
  const before = await countDeltas()
  const first = await checkInTicket(stage.deps, viewer, entry)
  expect(await checkInTicket(stage.deps, viewer, entry)).toEqual(first)
  expect(await countDeltas()).toBe(before + 1)
  await compareAll()
})
