import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import {
  buildPendingOrders,
  moveOrder,
  type PendingOrder,
  sellPending,
} from '../../test/pending-orders.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { type Draw, makeDraw } from '../../test/torture/draw.ts'
import { takeSaleDeltas } from '../checkout/sale-delta.sql.ts'
import { type Db, inTransaction } from '../platform/db.ts'
import type { Viewer } from '../platform/viewer.ts'
import {
  selectAllEventSales,
  selectEventSalesByDay,
  selectEventTotals,
  selectSalesByDay,
  selectSalesByEvent,
  selectTicketTypeSales,
  selectTotals,
} from './figures.sql.ts'
import { foldSales } from './fold-sales.job.ts'
import { addToRollUps } from './roll-up.sql.ts'

const SEED = 20_261_121
const DAY_MS = 86_400_000

let stage: Stage
let events: BuiltEvent[]
let draw: Draw
const admin: Viewer = { accountId: '00000000-0000-4000-8000-000000000000', role: 'admin' }
let organizers: Viewer[]

beforeAll(async () => {
  stage = await makeStage()
})
beforeEach(async () => {
  draw = makeDraw(SEED)
  organizers = (await Promise.all([1, 2].map(() => buildAccount(stage)))).map((a) => a.viewer)
  events = []
  for (let i = 0; i < 6; i++) {
    const types = [1, 2, 3].map(() => ({ capacity: 1_000_000 }))
    events.push(await buildEvent(stage.db, { title: `Event ${i}`, types }))
    await giveTo(events[i]!.id, organizers[i % 2]!)
  }
})
afterAll(() => stage.close())

async function giveTo(eventId: string, viewer: Viewer): Promise<void> {
  const owned = { organizer_id: viewer.accountId }
  await stage.db.updateTable('event').set(owned).where('id', '=', eventId).execute()
}

function pending(count: number): Promise<PendingOrder[]> {
  const wanted = Array.from({ length: count }, () => {
    const event = draw.pick(events)
    const lines = event.types
      .filter((_, i) => i === 0 || draw.chance(0.4))
      .map((type) => {
        const quantity = draw.between(1, 9)
        return { typeId: type.id, quantity, amountKes: quantity * draw.between(0, 5000) }
      })
    return { eventId: event.id, lines }
  })
  return buildPendingOrders(stage.db, wanted)
}

/** Any time of forty days, the minutes around Nairobi's midnight more often than others. */
function drawTime(): Date {
  const day = Math.floor(Date.now() / DAY_MS - draw.between(1, 40)) * DAY_MS
  const midnight = day + 21 * 3600_000
  return draw.chance(0.3)
    ? new Date(midnight + draw.between(-90_000, 90_000))
    : new Date(day + draw.between(0, DAY_MS - 1))
}

const visible = (viewer: Viewer) =>
  viewer.role === 'admin' ? sql`true` : sql`e.organizer_id = ${viewer.accountId}`

/** The same figures, summed up from the orders themselves. */
async function rawSums(db: Db, viewer: Viewer, by: ReturnType<typeof sql>) {
  const { rows } = await sql<{ key: string; tickets: number; revenue: number }>`
    select ${by} as key, sum(l.quantity)::float8 as tickets, sum(l.amount_kes)::float8 as revenue
    from "order" o join order_line l on l.order_id = o.id join event e on e.id = o.event_id
    where o.state in ('paid', 'issued') and ${visible(viewer)} group by 1 order by 1`.execute(db)
  return rows
}

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)
const day = sql`to_char(o.paid_at at time zone 'Africa/Nairobi', 'YYYY-MM-DD')`

/** Both in one snapshot, whatever others do meanwhile. */
async function compare(viewer: Viewer): Promise<number> {
  const look = stage.db.transaction().setIsolationLevel('repeatable read')
  return await look.execute(async (tx) => {
    const raw = (by: ReturnType<typeof sql>) => rawSums(tx, viewer, by)
    const sum = (rows: { tickets: number; revenue: number }[]) => ({
      tickets: rows.reduce((all, row) => all + row.tickets, 0),
      revenue: rows.reduce((all, row) => all + row.revenue, 0),
    })
    const days = await raw(day)
    const byEvent = await raw(sql`e.id::text`)
    const { events: _, ...totals } = await selectTotals(tx, viewer)
    expect(totals).toEqual(sum(days))
    const asDays = (rows: { date: string; tickets: number; revenue: number }[]) =>
      rows.map(({ date, ...row }) => ({ key: date, ...row }))
    expect(asDays(await selectSalesByDay(tx, viewer))).toEqual(days)
    const asEvents = (rows: { event_id: string; tickets: number; revenue: number }[]) =>
      rows
        .filter(({ tickets }) => tickets > 0)
        .map(({ event_id, tickets, revenue }) => ({ key: event_id, tickets, revenue }))
        .sort(byKey)
    expect(asEvents(await selectSalesByEvent(tx, viewer, null))).toEqual(byEvent)
    expect(asEvents(await selectAllEventSales(tx, viewer))).toEqual(byEvent)
    await compareEvents(tx, viewer, raw)
    return totals.tickets
  })
}

async function compareEvents(
  tx: Db,
  viewer: Viewer,
  raw: (by: ReturnType<typeof sql>) => ReturnType<typeof rawSums>,
): Promise<void> {
  const byDay = await raw(sql`e.id || ' ' || ${day}`)
  const byType = await raw(sql`l.ticket_type_id::text`)
  const found = { days: [] as unknown[], types: [] as { key: string }[] }
  for (const { event_id } of await selectAllEventSales(tx, viewer)) {
    const days = await selectEventSalesByDay(tx, viewer, event_id)
    found.days.push(...days.map(({ date, ...row }) => ({ key: `${event_id} ${date}`, ...row })))
    const types = await selectTicketTypeSales(tx, viewer, event_id)
    const total = await selectEventTotals(tx, viewer, event_id)
    expect(types.reduce((sum, type) => sum + type.sold, 0)).toBe(total.tickets)
    expect(types.reduce((sum, type) => sum + type.revenue, 0)).toBe(total.revenue)
    found.types.push(
      ...types
        .filter(({ sold }) => sold > 0)
        .map(({ ticket_type_id, sold, revenue }) => ({
          key: ticket_type_id,
          tickets: sold,
          revenue,
        })),
    )
  }
  expect((found.days as { key: string }[]).sort(byKey)).toEqual(byDay)
  expect(found.types.sort(byKey)).toEqual(byType)
}

async function compareAll(): Promise<number> {
  for (const viewer of organizers) await compare(viewer)
  return await compare(admin)
}

async function countDeltas(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sale_delta`.execute(
    stage.db,
  )
  return rows[0]!.n
}

/** What an organizer or admin changes while it sells. */
async function edit(): Promise<void> {
  const event = draw.pick(events)
  const type = draw.pick(event.types)
  const { db } = stage
  switch (draw.between(1, 4)) {
    case 1:
      return giveTo(event.id, draw.pick(organizers))
    case 2:
      await db.updateTable('event').set({ title: 'Renamed' }).where('id', '=', event.id).execute()
      return
    case 3:
      await db
        .updateTable('ticket_type')
        .set({ price_cents: draw.between(0, 500_000) })
        .where('id', '=', type.id)
        .execute()
      return
    default:
      await db
        .updateTable('ticket_type')
        .set({ archived_at: draw.chance(0.5) ? new Date() : null, name: 'Other' })
        .where('id', '=', type.id)
        .execute()
  }
}

/** A sale, and perhaps what may follow one. */
async function live(order: PendingOrder): Promise<void> {
  const at = drawTime()
  const [isIssued, isRefunded, isPaidBack] = [0.7, 0.2, 0.5].map((rate) => draw.chance(rate))
  await sellPending(stage.db, order.id, at)
  if (isIssued) await moveOrder(stage.db, order.id, 'issued', at)
  if (!isRefunded) return
  const later = new Date(at.getTime() + 3 * DAY_MS)
  await moveOrder(stage.db, order.id, 'refund_due', later)
  if (isPaidBack) await moveOrder(stage.db, order.id, 'refunded', later)
}

/** Several at once, each takes the next that waits. */
async function workThrough<T>(items: T[], hands: number, work: (item: T) => Promise<void>) {
  const waiting = [...items]
  const hand = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: hands }, hand))
}

describe('figures equal the raw sums', () => {
  test('after thousands of sales, refunds and edits with folds in between', async () => {
    let tickets = 0
    for (let round = 0; round < 6; round++) {
      await workThrough(await pending(350), 6, async (order) => {
        await live(order)
        if (draw.chance(0.05)) await edit()
      })
      if (round % 2 === 1) await foldSales(stage.deps)
      expect((await countDeltas()) === 0).toBe(round % 2 === 1)
      const now = await compareAll()
      expect(now).toBeGreaterThan(tickets)
      tickets = now
    }
  })

  test('at every moment while others sell, refund, edit and fold', async () => {
    const state = { isSelling: true, folds: 0, looks: 0 }
    const keep = async (work: () => Promise<unknown>, count: 'folds' | 'looks') => {
      for (; state.isSelling; state[count]++) await work()
    }
    const selling = pending(900).then(async (orders) => {
      await workThrough(orders, 6, async (order) => {
        await live(order)
        if (draw.chance(0.05)) await edit()
      })
      state.isSelling = false
    })
    await Promise.all([
      selling,
      keep(() => foldSales(stage.deps), 'folds'),
      keep(() => foldSales(stage.deps), 'folds'),
      keep(compareAll, 'looks'),
    ])
    expect(state.folds).toBeGreaterThan(5)
    expect(state.looks).toBeGreaterThan(2)
    await foldSales(stage.deps)
    expect(await countDeltas()).toBe(0)
    await compareAll()
  })
})

describe('a fold that dies in the middle', () => {
  beforeEach(async () => {
    await workThrough(await pending(60), 6, live)
  })

  test('aborted: it has done nothing', async () => {
    const before = await countDeltas()
    expect(before).toBeGreaterThan(60)
    const halfway = inTransaction(stage.db, async (tx) => {
      await addToRollUps(tx, await takeSaleDeltas(tx, 40))
      throw new Error('the end')
    })
    await expect(halfway).rejects.toThrow('the end')
    expect(await countDeltas()).toBe(before)
    await compareAll()
    await foldSales(stage.deps)
    await compareAll()
  })

  test('killed: it has done nothing, and the next fold does it', async ({ onTestFinished }) => {
    const before = await countDeltas()
    const script = ['--input-type=module', '-e', HALFWAY, stage.env.databaseUrl]
    const child = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [word] = await once(child.stdout, 'data')
    expect(String(word)).toBe('halfway')
    // While it is there, and after: what it holds is in neither, or in both, for nobody.
    await compareAll()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await compareAll()
    // The database notices that it is gone, and lets go of the rows.
    await inTransaction(stage.db, (tx) =>
      sql`lock table sale_delta in access exclusive mode`.execute(tx),
    )
    expect(await countDeltas()).toBe(before)
    await foldSales(stage.deps)
    expect(await countDeltas()).toBe(0)
    await compareAll()
  })
})

/** A fold of its own process, which stops before its commit. */
const HALFWAY = `
  const { openDatabase, inTransaction } = await import('./src/platform/db.ts')
  const { takeSaleDeltas } = await import('./src/checkout/sale-delta.sql.ts')
  const { addToRollUps } = await import('./src/reports/roll-up.sql.ts')
  const db = openDatabase(process.argv[1], 1)
  setInterval(() => {}, 1000)
  await inTransaction(db, async (tx) => {
    await addToRollUps(tx, await takeSaleDeltas(tx, 40))
    process.stdout.write('halfway')
    await new Promise(() => {})
  })`
