import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { type BuiltEvent, buildEvent, orderFor } from '../test/build.ts'
import { makeDatabase } from './make-database.ts'

const DATABASE = 'lango_bench_waits'
const WAITING = 4000
const QUIET_BUYERS = 40
const ROUNDS = 5

type Say = (line: string) => void

/** How long the next buyer waits while thousands are told that the order they wait for is settled. */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const url = await makeDatabase(serverUrl, DATABASE)
  const db = openDatabase(url, 4)
  await migrate(db)
  const event = await buildEvent(db, { types: [{ capacity: 1_000_000 }] })
  const script = fileURLToPath(new URL('serve-app.ts', import.meta.url))
  const limits = { LIMIT_WAITS_PER_ORDER: '100000', LIMIT_WAITS_PER_ADDRESS: '100000' }
  const many = { LIMIT_PUSH_PER_ADDRESS: '1000000', ...limits }
  const server = fork(script, { env: { ...process.env, DATABASE_URL: url, ...many } })
  try {
    const [{ origin }] = (await once(server, 'message')) as [{ origin: string }]
    const quiet: number[] = []
    for (let i = 0; i < QUIET_BUYERS; i++) quiet.push(await buy(origin, event))
    const behind: number[] = []
    for (let i = 0; i < ROUNDS; i++) behind.push(await buyBehindWaiters(origin, event, db))
    const [alone, crowded] = [middle(quiet), middle(behind)]
    say(`The next buyer's order is taken, quiet: ${alone.toFixed(1)} ms`)
    say(
      `while ${WAITING} who waited for one order are answered: ${crowded.toFixed(1)} ms, ${(crowded / alone).toFixed(1)} times`,
    )
  } finally {
    server.disconnect()
    await once(server, 'exit')
    await db.destroy()
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

async function buyBehindWaiters(
  origin: string,
  event: BuiltEvent,
  db: ReturnType<typeof openDatabase>,
): Promise<number> {
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
