import { cpus } from 'node:os'
import { sql } from 'kysely'
import { signBearer } from '../src/accounts/tokens.ts'
import { buildApp } from '../src/app.ts'
import { readEnv } from '../src/env.ts'
import { makeDaraja } from '../src/payments/mpesa/daraja.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type Db, openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { makeLog } from '../src/platform/log.ts'
import { makeMetrics } from '../src/platform/metrics.ts'
import { openFolderStorage } from '../src/platform/storage/storage.ts'
import { growShop } from '../test/growth/grown-shop.ts'
import { type HotPaths, listHotPaths } from '../test/growth/hot-paths.ts'
import { watchBuffers } from '../test/growth/watch-buffers.ts'
import { makeDatabase } from './make-database.ts'
import { middle } from './middle.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const ORDERS_EACH = 20
const LIMIT_A_DECADE = 1.15
/**
 * The number of unmeasured runs of each statement, because after five executions PostgreSQL may
 * switch to a generic plan.
 */
const WARM_UP = 6
const ROUNDS = 9

type Say = (line: string) => void
type Sized = { env: ReturnType<typeof readEnv>; shop: Shop }
type Figures = { buffers: number; ms: number }

/**
 * Measures the pages read and the time taken by each hot path with 10,000, 100,000 and 1,000,000
 * orders. `npm run bench -- growth 100000` stops at that size.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  say(`${cpus().length} cores, Node ${process.versions.node};`)
  say(`ms are medians of ${ROUNDS} rounds in which all sizes take turns`)
  const largest = Number(process.argv[3] ?? SIZES.at(-1))
  const asked = SIZES.filter((orders) => orders <= largest)
  const sizes: Sized[] = []
  for (const orders of asked) {
    const started = performance.now()
    sizes.push(await loadSize(serverUrl, orders))
    say(`${orders} orders: ${((performance.now() - started) / 1000).toFixed(0)} s`)
  }
  const figures = await measurePaths(sizes)
  const each = (unit: string) => asked.map((orders) => `${orders / 1000} k, ${unit}`).join(' | ')
  say(`\n| Call | ${each('pages')} | a decade | of ${LIMIT_A_DECADE} | ${each('ms')} |`)
  say(`|---|${'--:|'.repeat(2 * asked.length + 2)}`)
  for (const [name, found] of figures) {
    const pages = found.map(({ buffers }) => buffers)
    const decade = (pages.at(-1)! / pages[0]!) ** (1 / (asked.length - 1))
    const ratios = [decade.toFixed(2), (decade / LIMIT_A_DECADE).toFixed(2)]
    say(`| ${[name, ...pages, ...ratios, ...found.map(({ ms }) => ms.toFixed(1))].join(' | ')} |`)
  }
}

async function loadSize(serverUrl: string, orders: number): Promise<Sized> {
  const url = await makeDatabase(serverUrl, `lango_bench_growth_${orders}`)
  const env = readEnv({ DATABASE_URL: url, LOG_LEVEL: 'silent', HOLD_SHARE_PER_ADDRESS: '100' })
  const db = openDatabase(url, 2)
  await migrate(db)
  const events = Math.round(orders / ORDERS_EACH)
  const shop = await growShop({ db, env, clock: systemClock }, { orders, events })
  await sql`checkpoint`.execute(db)
  await db.destroy()
  return { env, shop }
}

/** Measures the times before counting the pages, because counting makes each statement slower. */
async function measurePaths(sizes: Sized[]): Promise<Map<string, Figures[]>> {
  const times = await onPaths(sizes, timeByTurns)
  const watch = watchBuffers()
  const pages = await onPaths(sizes, async (calls) => {
    const found: number[] = []
    for (const call of calls) {
      for (let n = 0; n < WARM_UP; n++) await call()
      const readings = await watch.measure(call)
      found.push(readings.reduce((sum, { buffers }) => sum + buffers, 0))
    }
    return found
  })
  watch.stop()
  const both = (name: string) =>
    times.get(name)!.map((ms, size) => ({ ms, buffers: pages.get(name)![size]! }))
  return new Map([...times.keys()].map((name) => [name, both(name)]))
}

type Shop = Awaited<ReturnType<typeof growShop>>
type Call = HotPaths[string]

/**
 * Measures one path at all sizes, then the next path. Returns each path's figures in the order of
 * the sizes.
 */
async function onPaths(
  sizes: Sized[],
  measure: (calls: Call[]) => Promise<number[]>,
): Promise<Map<string, number[]>> {
  const opened = await Promise.all(sizes.map(openSize))
  const figures = new Map<string, number[]>()
  for (const name of Object.keys(opened[0]!.paths)) {
    figures.set(name, await measure(opened.map(({ paths }) => paths[name]!)))
  }
  for (const { close } of opened) await close()
  return figures
}

/**
 * Starts an app with a single database connection, so that all its cached plans are in that
 * connection.
 */
async function openSize({ env, shop }: Sized) {
  const db: Db = openDatabase(env.databaseUrl, 1)
  const base = { env, db, reads: db, clock: systemClock, timeScale: 1, metrics: makeMetrics() }
  const deps = { ...base, log: makeLog('silent'), storage: openFolderStorage(env.dataDir) }
  const app = await buildApp({ ...deps, daraja: makeDaraja(deps) }, { checks: {}, pages: false })
  // Sign a new bearer token, because the first may have expired while a larger shop was loaded.
  const signIn = async ({ id: accountId, sessionId }: Shop['organizer']) => {
    const authorization = `Bearer ${await signBearer(deps, { id: sessionId, accountId })}`
    return { headers: { authorization } }
  }
  const [organizer, admin] = [await signIn(shop.organizer), await signIn(shop.admin)]
  const paths = await listHotPaths({ app, db, eventId: shop.eventId, organizer, admin })
  const close = async () => {
    await app.close()
    await db.destroy()
  }
  return { paths, close }
}

async function timeByTurns(calls: Call[]): Promise<number[]> {
  for (const call of calls) for (let n = 0; n < WARM_UP; n++) await call()
  const times: number[][] = calls.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [size, call] of calls.entries()) {
      const started = performance.now()
      await call()
      times[size]!.push(performance.now() - started)
    }
  }
  return times.map(middle)
}
