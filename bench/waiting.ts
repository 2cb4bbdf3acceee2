import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readEnv } from '../src/env.ts'
import { placeOrder } from '../src/orders/placing/place-order.ts'
import { type Db, openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { type BuiltEvent, buildEvent, orderFor, orderOf } from '../test/build.ts'
import { makeDatabase } from './make-database.ts'
import { middle } from './middle.ts'
import { startApp } from './start-app.ts'

const DATABASE = 'lango_bench_waiting'
const WAITING = 4000
const QUIET_BUYERS = 8
const ROUNDS = 5
const NEXT_BUYER_LIMIT_MS = 100
const CROWD_ROUNDS = 3
const MEMORY_LIMIT_MB = 400
/** The duration of a long poll. */
const WAIT_MS = 25_000
/** The time to wait for the last responses of a round. */
const SETTLE_MS = 5000
const MANY = '1000000'
const PLACING = {
  env: readEnv({ HOLD_SHARE_PER_ADDRESS: '100' }),
  clock: { now: () => new Date() },
  timeScale: 1,
}

type Say = (line: string) => void
type Shop = { url: string; db: Db; event: BuiltEvent }

/**
 * Measures how long it takes to place an order while thousands of long polls of another order get
 * their responses. Also measures the memory of thousands of buyers who each wait for a separate
 * order.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const url = await makeDatabase(serverUrl, DATABASE)
  const db = openDatabase(url, 4)
  await migrate(db)
  const event = await buildEvent(db, { types: [{ capacity: 1_000_000 }] })
  say(`${cpus().length} cores, Node ${process.versions.node}; medians of rounds that take turns.\n`)
  await compareNextBuyer({ url, db, event }, say)
  await compareCrowds({ url, db, event }, say)
  await db.destroy()
}

async function compareNextBuyer({ url, db, event }: Shop, say: Say): Promise<void> {
  const app = await startWaitingApp(url)
  const quiet: number[] = []
  const behind: number[] = []
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    const alone: number[] = []
    for (let n = 0; n < QUIET_BUYERS; n++) alone.push(await buy(app.origin, event))
    const crowded = await buyBehindWaiters(app.origin, event, db)
    if (round === 0) continue
    quiet.push(middle(alone))
    behind.push(crowded)
  }
  await app.stop()
  say(`| The next buyer, ${ROUNDS} rounds | ms | Of the limit of ${NEXT_BUYER_LIMIT_MS} ms |`)
  say('|---|--:|--:|')
  for (const [name, times] of Object.entries({
    quiet,
    [`while ${WAITING} are answered`]: behind,
  })) {
    const ms = middle(times)
    say(`| ${name} | ${ms.toFixed(1)} | ${(ms / NEXT_BUYER_LIMIT_MS).toFixed(2)} |`)
  }
}

async function compareCrowds(shop: Shop, say: Say): Promise<void> {
  const found = new Map<string, CrowdFigures[]>()
  for (let round = 0; round < CROWD_ROUNDS; round++) {
    for (const [name, count, start] of CROWDS) {
      // Start a new app for each crowd, so that memory of an earlier crowd is not counted.
      const app = await start(shop.url)
      const figures = await waitingCrowd({ ...shop, app, count })
      found.set(name, [...(found.get(name) ?? []), figures])
      await app.stop()
    }
  }
  say(
    `\n| Buyers who wait, each for an order of their own, ${CROWD_ROUNDS} rounds | Answers a second | Queries a second | Of a core, % | Memory more, MB | Of the limit of ${MEMORY_LIMIT_MB} MB |`,
  )
  say('|---|--:|--:|--:|--:|--:|')
  for (const [name, rounds] of found) {
    const of = (what: keyof CrowdFigures) => middle(rounds.map((figures) => figures[what]))
    const share = (of('memoryMb') / MEMORY_LIMIT_MB).toFixed(2)
    const shown = [of('answers').toFixed(0), of('queries').toFixed(1), of('core').toFixed(0)]
    say(`| ${[name, ...shown, of('memoryMb').toFixed(0), share].join(' | ')} |`)
  }
}

/** Starts the app so that each long poll may come from a different IP address. */
const startWaitingApp = (url: string) =>
  startApp({
    DATABASE_URL: url,
    TRUST_PROXY: 'yes',
    LIMIT_PUSH_PER_ADDRESS: MANY,
    LIMIT_WAITS_PER_ORDER: MANY,
    LIMIT_WAITS_PER_ADDRESS: MANY,
  })

/** The crowds to measure. The last row is the bare server, for comparison. */
const CROWDS: [name: string, count: number, start: typeof startWaitingApp][] = [
  ['100', 100, startWaitingApp],
  ['1,000', 1000, startWaitingApp],
  ['10,000', 10_000, startWaitingApp],
  ["10,000, of a bare server of Node's", 10_000, () => startApp({}, 'bare-waits.ts')],
]

type Crowd = Shop & { app: Awaited<ReturnType<typeof startApp>>; count: number }
type CrowdFigures = { answers: number; queries: number; core: number; memoryMb: number }

/**
 * Measures for the duration of one long poll, starting when all callers wait. In this time each
 * caller polls again once.
 */
async function waitingCrowd({ app, db, event, count }: Crowd): Promise<CrowdFigures> {
  const orders: string[] = []
  while (orders.length < count) {
    const placed = Array.from({ length: 100 }, () => placeOrder({ db, ...PLACING }, orderOf(event)))
    orders.push(...(await Promise.all(placed)).map(({ orderId }) => orderId))
  }
  const idle = app.told().rssBytes
  const crowd = fork(fileURLToPath(new URL('many-order-waiters.ts', import.meta.url)))
  crowd.send({ origin: app.origin, orders })
  let counts = { asked: 0, answered: 0, refused: 0, lost: 0 }
  crowd.on('message', (news: typeof counts) => {
    counts = news
  })
  while (counts.asked < count) await delay(100)
  await delay(SETTLE_MS)
  const before = { ...counts, at: performance.now(), ...app.told() }
  await delay(WAIT_MS)
  const seconds = (performance.now() - before.at) / 1000
  const now = app.told()
  const asks = now.queries - before.queries
  if (counts.refused + counts.lost > 0) throw new Error(JSON.stringify(counts))
  crowd.disconnect()
  await once(crowd, 'exit')
  return {
    answers: (counts.answered - before.answered) / seconds,
    queries: asks / seconds,
    core: (now.processorMs - before.processorMs) / (seconds * 10),
    memoryMb: (now.rssBytes - idle) / 1e6,
  }
}

async function buy(origin: string, event: BuiltEvent): Promise<number> {
  const began = performance.now()
  await place(origin, event)
  return performance.now() - began
}

async function place(origin: string, event: BuiltEvent): Promise<string> {
  const order = orderFor(event)
  const answer = await fetch(`${origin}/api/functions/mpesa`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify(order),
  })
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
  return order.orderId
}

async function buyBehindWaiters(origin: string, event: BuiltEvent, db: Db): Promise<number> {
  const orderId = await place(origin, event)
  const script = fileURLToPath(new URL('many-waiters.ts', import.meta.url))
  const waiters = fork(script, [origin, orderId, String(WAITING)])
  const [state] = await once(waiters, 'message')
  if (state !== 'waiting') throw new Error(String(state))
  const first = once(waiters, 'message')
  await db.updateTable('order').set({ state: 'expired' }).where('id', '=', orderId).execute()
  await first
  const ms = await buy(origin, event)
  await once(waiters, 'exit')
  return ms
}
