import { cpus } from 'node:os'
import { sql } from 'kysely'
import { buildApp } from '../src/app.ts'
import { readEnv } from '../src/env.ts'
import { makeDaraja } from '../src/payments/mpesa/daraja.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type Db, openDatabase } from '../src/platform/db.ts'
import { makeLog } from '../src/platform/log.ts'
import { makeMetrics } from '../src/platform/metrics.ts'
import { migrate } from '../src/platform/migrate.ts'
import { openFolderStorage } from '../src/platform/storage.ts'
import { growShop } from '../test/growth/grown-shop.ts'
import { type HotPaths, listHotPaths } from '../test/growth/hot-paths.ts'
import { watchBuffers } from '../test/growth/watch-buffers.ts'
import { makeDatabase } from './make-database.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const ORDERS_EACH = 20
/** After five PostgreSQL knows whether a plan for any value is as good. */
const WARM_UP = 6
const RUNS = 9

type Say = (line: string) => void
type Figures = Record<string, { buffers: number; ms: number }>

/**
 * Pages read and time taken by each hot path at ten thousand, a hundred thousand, a million orders:
 * `npm run bench -- growth 100000` goes no further than that.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  say(
    `${cpus().length} cores, Node ${process.versions.node}; ms are the middle one of ${RUNS} calls`,
  )
  const largest = Number(process.argv[3] ?? SIZES.at(-1))
  const asked = SIZES.filter((orders) => orders <= largest)
  const sizes: Figures[] = []
  for (const orders of asked) {
    const started = performance.now()
    sizes.push(await measureSize(serverUrl, orders))
    say(`${orders} orders: ${((performance.now() - started) / 1000).toFixed(0)} s`)
  }
  const each = (unit: string) => asked.map((orders) => `${orders / 1000} k, ${unit}`).join(' | ')
  say(`\n| Call | ${each('pages')} | a decade | ${each('ms')} |`)
  say(`|---|${'--:|'.repeat(2 * asked.length + 1)}`)
  for (const name of Object.keys(sizes[0]!)) {
    const pages = sizes.map((figures) => figures[name]!.buffers)
    const times = sizes.map((figures) => figures[name]!.ms.toFixed(1))
    const ratio = (pages.at(-1)! / pages[0]!) ** (1 / (asked.length - 1))
    say(`| ${[name, ...pages, ratio.toFixed(2), ...times].join(' | ')} |`)
  }
}

async function measureSize(serverUrl: string, orders: number): Promise<Figures> {
  const url = await makeDatabase(serverUrl, `lango_bench_growth_${orders}`)
  const env = readEnv({ DATABASE_URL: url, LOG_LEVEL: 'silent', HOLD_SHARE_PER_ADDRESS: '100' })
  const db = openDatabase(url, 2)
  await migrate(db)
  const events = Math.round(orders / ORDERS_EACH)
  const shop = await growShop({ db, env, clock: systemClock }, { orders, events })
  const figures: Figures = {}
  await onPaths(env, shop, async (name, call) => {
    figures[name] = { buffers: 0, ms: await measureTime(call) }
  })
  const watch = watchBuffers()
  await onPaths(env, shop, async (name, call) => {
    for (let n = 0; n < WARM_UP; n++) await call()
    const readings = await watch.measure(call)
    figures[name]!.buffers = readings.reduce((sum, { buffers }) => sum + buffers, 0)
  })
  watch.stop()
  await sql`checkpoint`.execute(db)
  await db.destroy()
  return figures
}

type Shop = Awaited<ReturnType<typeof growShop>>
type Work = (name: string, call: HotPaths[string]) => Promise<void>

/** Each path by an app of its own sessions, one connection so that its plans are kept there. */
async function onPaths(env: ReturnType<typeof readEnv>, shop: Shop, work: Work): Promise<void> {
  const db: Db = openDatabase(env.databaseUrl, 1)
  const base = { env, db, clock: systemClock, timeScale: 1, metrics: makeMetrics() }
  const deps = { ...base, log: makeLog('silent'), storage: openFolderStorage(env.dataDir) }
  const app = await buildApp({ ...deps, daraja: makeDaraja(deps) }, { checks: {}, pages: false })
  const paths = await listHotPaths({ app, db, ...shop })
  for (const [name, call] of Object.entries(paths)) await work(name, call)
  await app.close()
  await db.destroy()
}

async function measureTime(call: () => Promise<void>): Promise<number> {
  for (let n = 0; n < WARM_UP; n++) await call()
  const times: number[] = []
  for (let n = 0; n < RUNS; n++) {
    const started = performance.now()
    await call()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!
}
