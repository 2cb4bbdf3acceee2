import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { compareFigures } from '../../../test/compare-figures.ts'
import { type Editor, makeEditor } from '../../../test/event-form.ts'
import {
  buildPendingOrders,
  moveOrder,
  type PendingOrder,
  sellPending,
} from '../../../test/pending-orders.ts'
import { keepStage } from '../../../test/stage.ts'
import { todaysRuns } from '../../../test/torture/daily.ts'
import { type Draw, makeDraw } from '../../../test/torture/draw.ts'
import { takeSaleDeltas } from '../../orders/sales/sale-delta.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { foldSales } from './fold-sales.job.ts'
import { addToRollUps } from './roll-up.sql.ts'

const SEED = 20_261_121
const DAY_MS = 86_400_000

const stage = keepStage()
let events: BuiltEvent[]
let draw: Draw
const admin: Viewer = { accountId: '00000000-0000-4000-8000-000000000000', role: 'admin' }
let organizers: Viewer[]
let editor: Editor
/** Events that got their organizer after their first sales. */
let owned: Set<string>

beforeAll(async () => {
  editor = await makeEditor(stage)
})
beforeEach(async () => {
  draw = makeDraw(SEED)
  organizers = (await Promise.all([1, 2, 3].map(() => buildAccount(stage)))).map((a) => a.viewer)
  events = []
  owned = new Set()
  for (let i = 0; i < 6; i++) {
    const types = [1, 2, 3].map(() => ({ capacity: 1_000_000 }))
    events.push(await buildEvent(stage.db, { title: `Event ${i}`, types }))
    if (i < 3) await giveTo(events[i]!.id, organizers[i]!)
  }
})

async function giveTo(eventId: string, { accountId }: Viewer): Promise<void> {
  const owner = { organizer_id: accountId }
  await stage.db.updateTable('event').set(owner).where('id', '=', eventId).execute()
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

/**
 * A random time in the last forty days. The minutes around midnight in Nairobi are drawn more
 * often, because a sale belongs to a Nairobi day.
 */
function drawTime(): Date {
  const day = Math.floor(Date.now() / DAY_MS - draw.between(1, 40)) * DAY_MS
  const midnight = day + 21 * 3600_000
  return draw.chance(0.3)
    ? new Date(midnight + draw.between(-90_000, 90_000))
    : new Date(day + draw.between(0, DAY_MS - 1))
}

async function compareAll(): Promise<number> {
  for (const viewer of organizers) await compareFigures(stage.db, viewer)
  return await compareFigures(stage.db, admin)
}

async function countDeltas(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sale_delta`.execute(
    stage.db,
  )
  return rows[0]!.n
}

/** Gives an organizer to an event that has none. */
async function giveOwner(): Promise<void> {
  const event = events.slice(3).find(({ id }) => !owned.has(id))
  if (!event) return
  owned.add(event.id)
  const organizer_id = draw.pick(organizers).accountId
  const { updated_at } = await editor.read(event.id)
  expect((await editor.save(event.id, { updated_at, organizer_id })).status).toBe(200)
}

/** Renames an event or changes a ticket type, as an organizer or admin may during the sale. */
async function edit(): Promise<void> {
  const event = draw.pick(events)
  const type = draw.pick(event.types)
  const { db } = stage
  switch (draw.between(1, 3)) {
    case 1:
      await db.updateTable('event').set({ title: 'Renamed' }).where('id', '=', event.id).execute()
      return
    case 2:
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

/** Sells the order. By chance, then issues its tickets, refunds the order, or does both. */
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

/** Runs `work` over all items with `hands` concurrent workers. */
async function workThrough<T>(items: T[], hands: number, work: (item: T) => Promise<void>) {
  const waiting = [...items]
  const hand = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: hands }, hand))
}

describe('the figures of all viewers', () => {
  // spec: figures-equal-sums
  test('equal the raw sums after hundreds of sales, refunds and edits with folds in between', async () => {
    let tickets = 0
    for (let round = 0; round < todaysRuns(6, 4); round++) {
      await workThrough(await pending(todaysRuns(200, 100)), 6, async (order) => {
        await live(order)
        if (draw.chance(0.05)) await edit()
        if (draw.chance(0.05)) await giveOwner()
      })
      if (round % 2 === 1) await foldSales(stage.deps)
      expect((await countDeltas()) === 0).toBe(round % 2 === 1)
      const now = await compareAll()
      expect(now).toBeGreaterThan(tickets)
      tickets = now
    }
    expect(owned.size).toBeGreaterThan(0)
  })

  // spec: figures-equal-sums
  test('equal the raw sums at every moment while sales, refunds, edits and folds run', async () => {
    const state = { isSelling: true, folds: 0, looks: 0 }
    const keep = async (work: () => Promise<unknown>, count: 'folds' | 'looks') => {
      for (; state.isSelling; state[count]++) await work()
    }
    const selling = pending(todaysRuns(600, 250)).then(async (orders) => {
      await workThrough(orders, 6, async (order) => {
        await live(order)
        if (draw.chance(0.05)) await edit()
        if (draw.chance(0.05)) await giveOwner()
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

describe('a fold that dies halfway', () => {
  beforeEach(async () => {
    await workThrough(await pending(60), 6, live)
    await foldSales(stage.deps)
    await workThrough(await pending(60), 6, live)
  })

  // spec: figures-equal-sums
  test('leaves no trace if it is aborted', async () => {
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
    expect(await countDeltas()).toBe(0)
    await compareAll()
  })

  // spec: figures-equal-sums
  test('leaves no trace if it is killed, and the next fold does the work', async ({
    onTestFinished,
  }) => {
    const before = await countDeltas()
    const script = ['--input-type=module', '-e', HALFWAY, stage.env.databaseUrl]
    const child = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [word] = await once(child.stdout, 'data')
    expect(String(word)).toBe('halfway')
    // Every viewer's figures contain each sale exactly once, both during the open transaction and
    // after it.
    await compareAll()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await compareAll()
    // Waits until PostgreSQL has noticed that the client is gone and released the row locks.
    await inTransaction(stage.db, (tx) =>
      sql`lock table sale_delta in access exclusive mode`.execute(tx),
    )
    expect(await countDeltas()).toBe(before)
    await foldSales(stage.deps)
    expect(await countDeltas()).toBe(0)
    await compareAll()
  })
})

/** Source of a process that adds deltas to the roll-ups, and stops before its commit. */
const HALFWAY = `
  const { openDatabase, inTransaction } = await import('./src/platform/database/db.ts')
  const { takeSaleDeltas } = await import('./src/orders/sales/sale-delta.sql.ts')
  const { addToRollUps } = await import('./src/reports/figures/roll-up.sql.ts')
  const db = openDatabase(process.argv[1], 1)
  setInterval(() => {}, 1000)
  await inTransaction(db, async (tx) => {
    await addToRollUps(tx, await takeSaleDeltas(tx, 40))
    process.stdout.write('halfway')
    await new Promise(() => {})
  })`
