import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { buildEvent } from '../test/build.ts'
import { makeDatabase } from './make-database.ts'
import type { Asked, Told } from './many-orders.ts'
import { startApp } from './start-app.ts'

const DATABASE = 'lango_bench_overload'
/** Orders a second, doubled until not all are placed; the peak is the most that were placed. */
const FIRST_RATE = 100
const LAST_RATE = 12_800
/** Fewer than this part of what was offered: no more can be placed. */
const KEPT_UP = 0.85
const ROUND_MS = 6000
const ROUNDS = 3
const TIMES = 3
const MANY = '1000000'

type Say = (line: string) => void

/**
 * Orders that come as they come, whether or not those before are answered: what is placed at the
 * best rate, and at three times that.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const url = await makeDatabase(serverUrl, DATABASE)
  const db = openDatabase(url, 2)
  await migrate(db)
  const event = await buildEvent(db, { types: [{ capacity: 10_000_000 }] })
  const app = await startApp({
    DATABASE_URL: url,
    // Each order comes from an address of its own.
    TRUST_PROXY: 'yes',
    LIMIT_PUSH_PER_ADDRESS: MANY,
    HOLD_SHARE_PER_ADDRESS: '100',
  })
  // The limit beside which its refusals stand.
  const bare = await startApp({}, 'bare-refusals.ts')
  const clients = fork(fileURLToPath(new URL('many-orders.ts', import.meta.url)))
  const load = async (aSecond: number, origin = app.origin): Promise<Told> => {
    const asked: Asked = { origin, event, aSecond, ms: ROUND_MS }
    clients.send(asked)
    const [told] = (await once(clients, 'message')) as [Told]
    // What is still under way is no part of the next round.
    await delay(1000)
    return told
  }
  try {
    say(`${cpus().length} cores, Node ${process.versions.node}; medians of ${ROUNDS} rounds.\n`)
    await load(50)
    say('| Orders a second | Placed a second | p99, ms | Refused | p99 of a refusal, ms | Failed |')
    say('|--:|--:|--:|--:|--:|--:|')
    let peak = 0
    for (let rate = FIRST_RATE; rate <= LAST_RATE; rate *= 2) {
      const told = await load(rate)
      say(rowOf(rate, told))
      peak = Math.max(peak, told.placedPerSecond)
      if (told.placedPerSecond < rate * KEPT_UP) break
    }
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const best = await load(Math.round(peak))
      const over = await load(Math.round(peak * TIMES))
      say(rowOf(Math.round(peak), best))
      say(rowOf(Math.round(peak * TIMES), over))
      const limit = await load(Math.round(peak * TIMES), bare.origin)
      say(rowOf(`${Math.round(peak * TIMES)}, all refused by a bare server of Node's`, limit))
      ratios.push(over.placedPerSecond / Math.max(peak, best.placedPerSecond))
    }
    const ratio = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
    say(
      `\nAt ${TIMES} times the peak of ${peak.toFixed(0)} a second: ${(ratio * 100).toFixed(0)} % of it`,
    )
  } finally {
    clients.disconnect()
    await app.stop()
    await bare.stop()
    await db.destroy()
  }
}

function rowOf(rate: number | string, told: Told): string {
  const { placedPerSecond, placedP99, refused, refusedP99, failed } = told
  return `| ${rate} | ${placedPerSecond.toFixed(0)} | ${placedP99.toFixed(0)} | ${refused} | ${refusedP99.toFixed(0)} | ${failed} |`
}
