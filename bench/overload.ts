import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { buildEvent } from '../test/build.ts'
import { makeDatabase } from './make-database.ts'
import type { Asked, Told } from './many-orders.ts'
import { middle } from './middle.ts'
import { mainThreadTime, type ThreadTime } from './processor.ts'
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
/** Whom so many ask in a second. */
type Load = { pid: number; origin: string; aSecond: number }
type Measured = Told & { thread: ThreadTime }

/**
 * Orders that come as they come, whether or not those before are answered: what is placed at the
 * best rate, and at three times that. The callers are on the machine that they are too many for, so
 * beside each round the same calls are made again, of which a bare server refuses two thirds: what
 * is lost there too is not lost by the shop.
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
  const bare = await startApp({}, 'bare-refusals.ts')
  const clients = fork(fileURLToPath(new URL('many-orders.ts', import.meta.url)))
  const load = async (...loads: Load[]): Promise<Measured[]> => {
    const before = loads.map(({ pid }) => mainThreadTime(pid))
    clients.send(loads.map((one): Asked => ({ ...one, event, ms: ROUND_MS })))
    const [told] = (await once(clients, 'message')) as [Told[]]
    const threads = loads.map(({ pid }, at) => lastedSince(before[at]!, mainThreadTime(pid)))
    // What is still under way is no part of the next round.
    await delay(1000)
    return told.map((one, at) => ({ ...one, thread: threads[at]! }))
  }
  const shop = (aSecond: number): Load => ({ ...app, aSecond: Math.round(aSecond) })
  const refusing = (aSecond: number): Load => ({ ...bare, aSecond: Math.round(aSecond) })
  try {
    say(`${cpus().length} cores, Node ${process.versions.node}; medians of ${ROUNDS} rounds.\n`)
    await load(shop(50))
    say(HEAD)
    let peak = 0
    for (let rate = FIRST_RATE; rate <= LAST_RATE; rate *= 2) {
      const [told] = await load(shop(rate))
      say(rowOf(rate, told!))
      peak = Math.max(peak, told!.placedPerSecond)
      if (told!.placedPerSecond < rate * KEPT_UP) break
    }
    const ratios = await playRounds({ load, shop, refusing, peak, say })
    const percent = (of: keyof Ratios) => (middle(ratios.map((one) => one[of])) * 100).toFixed(0)
    say(
      `\nAt ${TIMES} times the peak of ${peak.toFixed(0)} a second: ${percent('ofPeak')} % of it,`,
    )
    say(`and ${percent('ofRelieved')} % of what is placed where a bare server refuses the others.`)
  } finally {
    clients.disconnect()
    await app.stop()
    await bare.stop()
    await db.destroy()
  }
}

type Ratios = { ofPeak: number; ofRelieved: number }
type Play = {
  load: (...loads: Load[]) => Promise<Measured[]>
  shop: (aSecond: number) => Load
  refusing: (aSecond: number) => Load
  peak: number
  say: Say
}

async function playRounds({ load, shop, refusing, peak, say }: Play): Promise<Ratios[]> {
  const most = `${Math.round(peak * TIMES)}`
  const ratios: Ratios[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [best] = await load(shop(peak))
    say(rowOf(Math.round(peak), best!))
    const [over] = await load(shop(peak * TIMES))
    say(rowOf(most, over!))
    const [relieved, others] = await load(shop(peak), refusing(peak * (TIMES - 1)))
    say(rowOf(`${Math.round(peak)} of ${most}`, relieved!))
    say(rowOf(`… the others, refused by a bare server of Node's`, others!))
    const [limit] = await load(refusing(peak * TIMES))
    say(rowOf(`${most}, all refused by a bare server`, limit!))
    ratios.push({
      ofPeak: over!.placedPerSecond / Math.max(peak, best!.placedPerSecond),
      ofRelieved: over!.placedPerSecond / relieved!.placedPerSecond,
    })
  }
  return ratios
}

const HEAD = [
  '| Orders a second | Placed a second | p99, ms | Refused | p99 of a refusal, ms | Failed | Its thread ran, s | and waited for a processor, s |',
  '|--:|--:|--:|--:|--:|--:|--:|--:|',
].join('\n')

function lastedSince(before: ThreadTime, after: ThreadTime): ThreadTime {
  return { ranMs: after.ranMs - before.ranMs, waitedMs: after.waitedMs - before.waitedMs }
}

function rowOf(rate: number | string, told: Measured): string {
  const { placedPerSecond, placedP99, refused, refusedP99, failed, thread } = told
  const cells = [
    rate,
    placedPerSecond.toFixed(0),
    placedP99.toFixed(0),
    refused,
    refusedP99.toFixed(0),
    failed,
    (thread.ranMs / 1000).toFixed(1),
    (thread.waitedMs / 1000).toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}
