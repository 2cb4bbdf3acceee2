import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Db } from '../src/platform/database/db.ts'
import { type BuiltEvent, buildEvent, type TypeSpec } from '../test/build.ts'
import { HOT_TYPE, WITH_STEP } from './hot-type.ts'
import { middle } from './middle.ts'
import { processorTimes, spentMs } from './processor.ts'
import { startApp } from './start-app.ts'

const ROUNDS = 3

type Measured = { perSecond: number; p99: number; nodeMs: number; databaseMs: number }
/** A sale of `events` events. Each event has a single ticket type, `type`. */
type Sale = { name: string; events: number; type: TypeSpec }
type Row = Sale & { clients: number; count: number }

const SALES: Sale[] = [
  { name: 'one hot type', events: 1, type: HOT_TYPE },
  { name: 'one hot type with a numbered step', events: 1, type: WITH_STEP },
  { name: '100 types, each of its own event', events: 100, type: HOT_TYPE },
]

const ROWS: Row[] = [1, 200].flatMap((clients) =>
  SALES.map((sale) => ({ ...sale, clients, count: clients === 1 ? 200 : 2000 })),
)

/**
 * Measures purchase calls over HTTP. The app and the callers run in separate processes, every
 * caller has its own IP address, and all rate limits are on.
 */
export async function benchCalls(
  db: Db,
  url: string,
  limit: (clients: number) => Promise<number>,
  say: (line: string) => void,
): Promise<void> {
  const app = await startApp({ DATABASE_URL: url, TRUST_PROXY: 'yes' })
  say('| Over HTTP | At once | A second | p99, ms | Of the limit | Node, ms | PostgreSQL, ms |')
  say('|---|--:|--:|--:|--:|--:|--:|')
  const found = new Map<Row, Measured[]>(ROWS.map((row) => [row, []]))
  const limits = new Map<number, number[]>(ROWS.map(({ clients }) => [clients, []]))
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [clients, rates] of limits) {
      const rate = await limit(clients)
      if (round > 0) rates.push(rate)
    }
    for (const row of ROWS) {
      const measured = await measure(db, app, row)
      if (round > 0) found.get(row)!.push(measured)
    }
    // As autovacuum does in a running shop. Plans made for empty tables would read whole tables.
    if (round === 0) await sql`analyze`.execute(db)
  }
  for (const [row, rounds] of found) {
    const of = (pick: (one: Measured) => number) => middle(rounds.map(pick))
    const rate = of((one) => one.perSecond)
    const share = rate / middle(limits.get(row.clients)!)
    const costs = [of((one) => one.nodeMs), of((one) => one.databaseMs)]
    say(
      `| ${row.name} | ${row.clients} | ${rate.toFixed(0)} | ${of((one) => one.p99).toFixed(1)} | ${share.toFixed(2)} | ${costs.map((ms) => ms.toFixed(2)).join(' | ')} |`,
    )
  }
  await app.stop()
}

type App = Awaited<ReturnType<typeof startApp>>

async function measure(db: Db, app: App, row: Row): Promise<Measured> {
  const events: BuiltEvent[] = []
  for (let n = 0; n < row.events; n++) events.push(await buildEvent(db, { types: [row.type] }))
  // Delete the rate-limit counts that earlier benches left for these IP addresses.
  await sql`truncate rate_count`.execute(db)
  const times = async () => ({
    node: processorTimes([app.pid]),
    database: processorTimes(await backends(db)),
  })
  const before = await times()
  const buyers = fork(fileURLToPath(new URL('many-buyers.ts', import.meta.url)))
  buyers.send({ origin: app.origin, events, clients: row.clients, count: row.count })
  const [{ perSecond, took }] = (await once(buyers, 'message')) as [
    { perSecond: number; took: number[] },
  ]
  const after = await times()
  return {
    perSecond,
    p99: took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)]!,
    nodeMs: spentMs(before.node, after.node) / row.count,
    databaseMs: spentMs(before.database, after.database) / row.count,
  }
}

async function backends(db: Db): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(db)
  return rows.map(({ pid }) => pid)
}
