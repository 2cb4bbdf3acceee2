import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { type BuiltEvent, buildEvent, orderFor } from '../test/build.ts'
import { makeDatabase } from './make-database.ts'
import { startApp } from './start-app.ts'

const DATABASE = 'lango_bench_sign_ins'
const EVENTS = 100
const ORDERS_A_SECOND = 20
const SIGN_INS_A_SECOND = 50
const ROUNDS = 12
const ROUND_MS = 5000
const MANY = String(1_000_000)

type Say = (line: string) => void
type Timed = { ms: number; status: number }

/**
 * Measures how much longer orders take while attackers try passwords. Rounds with and without
 * sign-ins alternate.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const url = await makeDatabase(serverUrl, DATABASE)
  const db = openDatabase(url, 2)
  await migrate(db)
  // Several events, because these buyers never pay: a single event would collect thousands of open
  // orders, unlike any real event.
  const events: BuiltEvent[] = []
  for (let i = 0; i < EVENTS; i++) {
    events.push(await buildEvent(db, { types: [{ capacity: 1_000_000 }] }))
  }
  const app = await startApp({
    DATABASE_URL: url,
    // Each order and each sign-in comes from a different IP address.
    TRUST_PROXY: 'yes',
    LIMIT_PUSH_PER_ADDRESS: MANY,
  })
  try {
    await pace(ORDERS_A_SECOND, ROUND_MS / 2, () => placeOrder(app.origin, events))
    const quiet: Timed[] = []
    const busy: Timed[] = []
    const tried: Timed[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const buying = () => placeOrder(app.origin, events)
      quiet.push(...(await pace(ORDERS_A_SECOND, ROUND_MS, buying)))
      const [orders, signIns] = await Promise.all([
        pace(ORDERS_A_SECOND, ROUND_MS, buying),
        pace(SIGN_INS_A_SECOND, ROUND_MS, () => tryPassword(app.origin)),
      ])
      busy.push(...orders)
      tried.push(...signIns)
      await delay(1000)
    }
    tell(say, { quiet, busy, tried })
  } finally {
    await app.stop()
    await db.destroy()
  }
}

/**
 * Starts `aSecond` calls per second, whether or not earlier calls have ended, because real people
 * do not wait for each other.
 */
async function pace(aSecond: number, ms: number, work: () => Promise<number>): Promise<Timed[]> {
  const started = performance.now()
  const all: Promise<Timed>[] = []
  for (let i = 0; i < (aSecond * ms) / 1000; i++) {
    const at = started + (i * 1000) / aSecond
    await delay(Math.max(0, at - performance.now()))
    // Measured from the planned start, so that a delay of the bench itself counts as well.
    all.push(work().then((status) => ({ ms: performance.now() - at, status })))
  }
  return await Promise.all(all)
}

const anyAddress = () => `41.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

async function post(url: string, body: object): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      prefer: 'respond-async',
      'x-forwarded-for': anyAddress(),
    },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}

const placeOrder = (origin: string, events: BuiltEvent[]) =>
  post(`${origin}/api/functions/mpesa`, orderFor(events[randomInt(EVENTS)]!))

const tryPassword = (origin: string) =>
  post(`${origin}/api/auth/token?grant_type=password`, {
    email: `${randomUUID()}@lango.test`,
    password: randomUUID(),
  })

function tell(say: Say, { quiet, busy, tried }: Record<'quiet' | 'busy' | 'tried', Timed[]>): void {
  const row = (what: string, all: Timed[]) => {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => percentile(all, part).toFixed(1))
    say(`| ${what} | ${all.length} | ${p50} | ${p95} | ${p99} | ${statuses(all)} |`)
  }
  say('| | Calls | p50, ms | p95, ms | p99, ms | Answers |\n|---|--:|--:|--:|--:|---|')
  row('orders, quiet', quiet)
  row(`orders, ${SIGN_INS_A_SECOND} wrong sign-ins a second`, busy)
  row('those sign-ins', tried)
  const ratio = percentile(busy, 0.95) / percentile(quiet, 0.95)
  say(`\np95 of an order: ${ratio.toFixed(2)} times that of quiet`)
}

function percentile(all: Timed[], part: number): number {
  const sorted = all.map(({ ms }) => ms).sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}

function statuses(all: Timed[]): string {
  const counts = Map.groupBy(all, ({ status }) => status)
  return [...counts].map(([status, calls]) => `${calls.length} × ${status}`).join(', ')
}
