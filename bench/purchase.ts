import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { buildEvent } from '../test/build.ts'
import { makeDatabase } from './make-database.ts'
import type { Round, Took } from './many-purchases.ts'
import { middle } from './middle.ts'
import { type ProcessorTimes, processorTimes, spentMs } from './processor.ts'

const DATABASE = 'lango_bench_purchase'
const ROUNDS = 3
const CROWDS = [
  { clients: 1, count: 40 },
  { clients: 100, count: 600 },
]
const LIMIT = 2000
/**
 * The wait before reading counts: an idle database connection reports its counts after ten seconds.
 */
const SETTLED_MS = 11_000

type Say = (line: string) => void
type Counts = { nodeMs: number; wal: number; fsyncs: number; commits: number }
/**
 * A reading of the counts. `sessions` is the processor time of the database's sessions;
 * PostgreSQL's background processes are not included.
 */
type Read = Counts & { sessions: ProcessorTimes }
type Measured = Took & { perSecond: number; postgresMs: number } & Counts

function start(script: string, variables: Record<string, string> = {}) {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = fork(path, { env: { ...process.env, ...variables } })
  const ask = async <T>(question: object): Promise<T> => {
    child.send(question)
    return ((await once(child, 'message')) as [T])[0]
  }
  const begun = once(child, 'message').then(([news]) => news)
  return { child, ask, begun }
}

/**
 * Measures complete purchases, from the order to its SMS. For comparison, also runs the fewest
 * statements with which PostgreSQL can record a purchase.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const url = await makeDatabase(serverUrl, DATABASE)
  const db = openDatabase(url, 20)
  await migrate(db)
  const buyers = start('many-purchases.ts')
  const { port } = (await buyers.begun) as { port: number }
  const providers = `http://127.0.0.1:${port}`
  const shop = start('serve-shop.ts', {
    DATABASE_URL: url,
    MPESA_BASE_URL: providers,
    AT_BASE_URL: providers,
    LIMIT_PUSH_PER_ADDRESS: '1000000',
    HOLD_SHARE_PER_ADDRESS: '100',
    // Load shedding is off, because a refused buyer buys nothing. The bench 'overload' measures
    // load shedding.
    WORK_WAIT_MS: '0',
  })
  const { origin } = (await shop.begun) as { origin: string }
  say(`${cpus().length} cores, Node ${process.versions.node}; medians of ${ROUNDS} rounds.\n`)
  say(
    '| At once | A second | Middle, ms | p99, ms | Node, ms | PostgreSQL, ms | Commits | Fsyncs | WAL, kB | Guarded UPDATE, a second | Of it |',
  )
  say('|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const crowd of CROWDS) {
    const measured: Measured[] = []
    const limits: number[] = []
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round++) {
      const event = await buildEvent(db, { types: [{ capacity: 1_000_000 }] })
      const before = await readCounts(db, shop)
      const took = await buyers.ask<Took>({ origin, event, ...crowd } satisfies Round)
      const after = await readCounts(db, shop)
      limits.push(await measureLimit(db, event.types[0]!.id, crowd.clients))
      if (round > 0) measured.push({ ...took, ...perPurchase(before, after, took, crowd.count) })
    }
    const of = (name: keyof Measured, digits = 1) =>
      middle(measured.map((one) => one[name])).toFixed(digits)
    const limit = middle(limits)
    say(
      `| ${crowd.clients} | ${of('perSecond')} | ${of('p50', 0)} | ${of('p99', 0)} | ${of('nodeMs')} | ${of('postgresMs')} | ${of('commits')} | ${of('fsyncs')} | ${of('wal')} | ${limit.toFixed(0)} | ${(Number(of('perSecond')) / limit).toFixed(3)} |`,
    )
  }
  for (const { child } of [shop, buyers]) {
    child.disconnect()
    await once(child, 'exit')
  }
  await db.destroy()
}

function perPurchase(before: Read, after: Read, took: Took, count: number) {
  const each = (name: keyof Counts) => (after[name] - before[name]) / count
  return {
    perSecond: count / took.seconds,
    nodeMs: each('nodeMs'),
    postgresMs: spentMs(before.sessions, after.sessions) / count,
    commits: each('commits'),
    fsyncs: each('fsyncs'),
    wal: each('wal') / 1000,
  }
}

async function readCounts(db: Db, shop: ReturnType<typeof start>): Promise<Read> {
  const { cpuMs } = await shop.ask<{ cpuMs: number }>({})
  const backends = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database()`.execute(db)
  const sessions = processorTimes(backends.rows.map(({ pid }) => pid))
  const [{ wal }] = (
    await sql<{ wal: number }>`select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal`.execute(
      db,
    )
  ).rows as [{ wal: number }]
  await delay(SETTLED_MS)
  const { rows } = await sql<{ commits: number; fsyncs: number }>`
    select (select xact_commit::float8 from pg_stat_database
        where datname = current_database()) as commits,
      (select sum(fsyncs)::float8 from pg_stat_io where object = 'wal') as fsyncs`.execute(db)
  return { nodeMs: cpuMs, sessions, wal, ...rows[0]! }
}

async function measureLimit(db: Db, typeId: string, clients: number): Promise<number> {
  let left = LIMIT
  const began = performance.now()
  const client = async () => {
    while (left-- > 0) {
      await sql`update ticket_type set held = held + ${1}
        where id = ${typeId} and held + sold < capacity`.execute(db)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (LIMIT / (performance.now() - began)) * 1000
}
