import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { readEnv } from '../src/env.ts'
import { placeOrder } from '../src/orders/placing/place-order.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type Db, openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { buildEvent, orderOf } from '../test/build.ts'
import { growShop } from '../test/growth/grown-shop.ts'
import { makeMigrations } from '../test/migrations.ts'
import { makeDatabase } from './make-database.ts'

const ORDERS = 1_000_000
const ORDERS_EACH = 20
const BUYERS = 8
/** The number of purchases before the migrations, and after them. */
const AROUND = 400

/** Migrations that run while the shop sells. */
const LIGHT = {
  '9001_payment_note__create': `create table payment_note (
    payment_id uuid primary key references payment, text text not null)`,
  '9002_order_note__create': `create table order_note (
    order_id uuid primary key references "order", event_id uuid not null references event);
    create index order_note__event on order_note (event_id)`,
  '9003_message__send_after': 'alter table message add column send_after timestamptz(3)',
}

/**
 * Measures how long purchases take while migrations run, with 1,000,000 orders.
 * `npm run bench -- migrate 10000` uses 10,000 orders.
 */
export async function bench(serverUrl: string, say: (line: string) => void): Promise<void> {
  const orders = Number(process.argv[3] ?? ORDERS)
  const url = await makeDatabase(serverUrl, `lango_bench_migrate_${orders}`)
  const env = readEnv({ DATABASE_URL: url, LOG_LEVEL: 'silent', HOLD_SHARE_PER_ADDRESS: '100' })
  const db = openDatabase(url, 20)
  await migrate(db)
  const events = Math.round(orders / ORDERS_EACH)
  await growShop({ db, env, clock: systemClock }, { orders, events })
  await sql`checkpoint`.execute(db)
  const folder = await makeMigrations(LIGHT)
  const event = await buildEvent(db, { types: [{ capacity: 1_000_000 }] })
  let phase: 'before' | 'during' | 'after' = 'before'
  const times = { before: [] as number[], during: [] as number[], after: [] as number[] }
  const buy = async () => {
    while (times.after.length < AROUND) {
      const began = performance.now()
      const at = phase
      await placeOrder({ db, env, clock: systemClock, timeScale: 1 }, orderOf(event))
      times[at].push(performance.now() - began)
    }
  }
  const buyers = Promise.all(Array.from({ length: BUYERS }, buy))
  await untilBought(db, AROUND)
  const watcher = openDatabase(url, 1)
  await longestWait(watcher, () => false)
  phase = 'during'
  let attempts = 0
  const began = performance.now()
  const onAttempt = () => {
    attempts += 1
  }
  const waited = longestWait(watcher, () => phase === 'during')
  const ran = await migrate(db, { folder, onAttempt })
  const tookMs = performance.now() - began
  phase = 'after'
  const waitMs = await waited
  await buyers
  say(`${orders} orders: ${ran.length} migrations, ${attempts} attempts, ${tookMs.toFixed(0)} ms`)
  say(`Longest wait of a purchase for a table that a migration had locked: ${waitMs.toFixed(0)} ms`)
  say('| Purchases | number | median, ms | longest, ms |')
  say('|---|--:|--:|--:|')
  for (const [name, found] of Object.entries(times)) {
    const sorted = found.toSorted((a, b) => a - b)
    const [middle = 0, longest = 0] = [sorted[sorted.length >> 1], sorted.at(-1)]
    say(`| ${name} | ${found.length} | ${middle.toFixed(0)} | ${longest.toFixed(0)} |`)
  }
  await rm(folder, { recursive: true })
  await watcher.destroy()
  await db.destroy()
}

/**
 * Polls the locks of tables while `isOn`. Returns the longest wait for such a lock, in ms. Unlike
 * the time of a purchase, this wait does not grow with other work of the machine. The waits of the
 * migrations themselves, which need stronger locks, are not counted.
 */
async function longestWait(db: Db, isOn: () => boolean): Promise<number> {
  let longest = 0
  do {
    const { rows } = await sql<{ ms: number }>`
      select coalesce(max(extract(epoch from clock_timestamp() - waitstart)), 0)::float8 * 1000 as ms
      from pg_locks where not granted and locktype = 'relation'
        and mode not in ('AccessExclusiveLock', 'ShareRowExclusiveLock')`.execute(db)
    longest = Math.max(longest, rows[0]!.ms)
  } while (isOn())
  return longest
}

async function untilBought(db: Db, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from hold where state = 'held'`.execute(db)
    if (rows[0]!.count >= count) return
  }
}
