import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readEnv } from '../src/env.ts'
import { placeOrder } from '../src/orders/place-order.ts'
import { type Db, openDatabase } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { type BuiltEvent, buildEvent, orderFor, orderOf } from '../test/build.ts'
import { makeDatabase } from './make-database.ts'
import { startApp } from './start-app.ts'

const DATABASE = 'lango_bench_waiting'
const WAITING = 4000
const QUIET_BUYERS = 40
const ROUNDS = 5
const CROWDS = [100, 1000, 10_000]
/** As long as a call waits. */
const WAIT_MS = 25_000
/** Until the last who asked are heard. */
const SETTLE_MS = 5000
const MANY = '1000000'
const PLACING = {
  env: readEnv({ HOLD_SHARE_PER_ADDRESS: '100' }),
  clock: { now: () => new Date() },
  timeScale: 1,
}

type Say = (line: string) => void

/**
 * What thousands cost who each wait for an order of their own; and how long the next buyer waits while
 * thousands are told that the one order they wait for is settled.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const url = await makeDatabase(serverUrl, DATABASE)
  const db = openDatabase(url, 4)
  await migrate(db)
  const event = await buildEvent(db, { types: [{ capacity: 1_000_000 }] })
  const app = await startApp({
    DATABASE_URL: url,
    // Each who waits comes from an address of its own.
    TRUST_PROXY: 'yes',
    LIMIT_PUSH_PER_ADDRESS: MANY,
    LIMIT_WAITS_PER_ORDER: MANY,
    LIMIT_WAITS_PER_ADDRESS: MANY,
  })
  try {
    say(`${cpus().length} cores, Node ${process.versions.node}.\n`)
    const quiet: number[] = []
    for (let i = 0; i < QUIET_BUYERS; i++) quiet.push(await buy(app.origin, event))
    const behind: number[] = []
    for (let i = 0; i < ROUNDS; i++) behind.push(await buyBehindWaiters(app.origin, event, db))
    const [alone, crowded] = [middle(quiet), middle(behind)]
    say(`The next buyer's order is taken, quiet: ${alone.toFixed(1)} ms`)
    say(
      `while ${WAITING} who waited for one order are answered: ${crowded.toFixed(1)} ms, ${(crowded / alone).toFixed(1)} times\n`,
    )
    say(
      '| Buyers who wait, each for an order of their own | Answers a second | Queries a second | Of a core | Memory more, MB |',
    )
    say('|--:|--:|--:|--:|--:|')
    for (const count of CROWDS) say(await waitingCrowd({ app, db, event, count }))
  } finally {
    await app.stop()
    await db.destroy()
  }
}

type Crowd = {
  app: Awaited<ReturnType<typeof startApp>>
  db: Db
  event: BuiltEvent
  count: number
}

/** From when all of them wait, over as long as each call waits: everybody asks again once. */
async function waitingCrowd({ app, db, event, count }: Crowd): Promise<string> {
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
  const answers = (counts.answered - before.answered) / seconds
  const core = (now.processorMs - before.processorMs) / (seconds * 10)
  const more = (now.rssBytes - idle) / 1e6
  return `| ${count} | ${answers.toFixed(0)} | ${(asks / seconds).toFixed(1)} | ${core.toFixed(0)} % | ${more.toFixed(0)} |`
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

function middle(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!
}
