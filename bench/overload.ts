import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { buildEvent } from '../test/build.ts'
import { startNginx } from '../test/deploy/proxies.ts'
import { makeDatabase } from './make-database.ts'
import type { LoadReport, LoadTask } from './many-orders.ts'
import { middle } from './middle.ts'
import { mainThreadTime, type ThreadTime } from './processor.ts'
import { startApp } from './start-app.ts'

const DATABASE = 'lango_bench_overload'
/**
 * The first rate, in orders per second. The rate is doubled until the server no longer places all
 * orders. The peak is the highest measured rate of placed orders.
 */
const FIRST_RATE = 100
const LAST_RATE = 12_800
/** A server that places a smaller share of the offered orders has reached its limit. */
const KEPT_UP = 0.85
const ROUND_MS = 6000
const ROUNDS = 3
const TIMES = 3
/**
 * The limits of this bench. KEPT_LEAST: under overload, the rate of placed orders must stay at or
 * above this share of its peak. REFUSAL_MOST: a refusal may take at most this many times the thread
 * time that a Node server without routes takes for a refusal.
 */
const KEPT_LEAST = 0.85
const REFUSAL_MOST = 3
const MANY = '1000000'

type Say = (line: string) => void
type Server = { pid: number; origin: string }
/** A server process, and the number of orders offered per second. */
type Load = Server & { aSecond: number }
type Measured = LoadReport & { thread: ThreadTime }

/**
 * Offers orders at a steady pace, whether or not earlier calls have a response. Compares the rate
 * of placed orders at the peak with the rate at three times that load: first behind the nginx of
 * `deploy/`, as the shop runs in production, then without nginx. The callers share the machine with
 * the server, so each round is repeated with two thirds of the calls sent to a bare server.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const url = await makeDatabase(serverUrl, DATABASE)
  const db = openDatabase(url, 2)
  await migrate(db)
  const event = await buildEvent(db, { types: [{ capacity: 10_000_000 }] })
  const app = await startApp({
    DATABASE_URL: url,
    // Each order comes from a different IP address.
    TRUST_PROXY: 'yes',
    LIMIT_PUSH_PER_ADDRESS: MANY,
    HOLD_SHARE_PER_ADDRESS: '100',
  })
  const bare = await startApp({}, 'bare-refusals.ts')
  const nginx = await startNginx([Number(new URL(app.origin).port)], { isPlain: true })
  const clients = fork(fileURLToPath(new URL('many-orders.ts', import.meta.url)))
  const load = async (...loads: Load[]): Promise<Measured[]> => {
    const before = loads.map(({ pid }) => mainThreadTime(pid))
    clients.send(loads.map((one): LoadTask => ({ ...one, event, ms: ROUND_MS })))
    const [told] = (await once(clients, 'message')) as [LoadReport[]]
    const threads = loads.map(({ pid }, at) => lastedSince(before[at]!, mainThreadTime(pid)))
    // Wait for requests in progress, which must not count in the next round.
    await delay(1000)
    return told.map((one, at) => ({ ...one, thread: threads[at]! }))
  }
  const offerTo =
    (server: Server): Offer =>
    (aSecond) => ({ ...server, aSecond: Math.round(aSecond) })
  const common = { load, refusing: offerTo(bare), say }
  try {
    say(`${cpus().length} cores, Node ${process.versions.node}; medians of ${ROUNDS} rounds.`)
    await load(offerTo(app)(50))
    const worker = { origin: `http://127.0.0.1:${nginx.port}`, pid: onlyChild(nginx.pid) }
    say('\nBehind nginx with the file of deploy/. The thread is that of nginx:\n')
    await compare({ ...common, shop: offerTo(worker) }, "nginx's worker")
    say('\nWithout nginx:\n')
    await compare({ ...common, shop: offerTo(app) }, "the shop's thread")
  } finally {
    clients.disconnect()
    await nginx.stop()
    await app.stop()
    await bare.stop()
    await db.destroy()
  }
}

/** The id of the only child process of the process `pid`. */
function onlyChild(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}

type Ratios = { ofPeak: number; ofRelieved: number; refusalMicros: number; ofBare: number }
type Offer = (aSecond: number) => Load
type Bench = {
  load: (...loads: Load[]) => Promise<Measured[]>
  shop: Offer
  refusing: Offer
  say: Say
}

/**
 * Finds the peak, then offers TIMES times that rate. Reports the share of the peak that is placed.
 */
async function compare(bench: Bench, refuser: string): Promise<void> {
  const { load, shop, say } = bench
  say(HEAD)
  let peak = 0
  for (let rate = FIRST_RATE; rate <= LAST_RATE; rate *= 2) {
    const [measured] = await load(shop(rate))
    say(rowOf(rate, measured!))
    peak = Math.max(peak, measured!.placedPerSecond)
    if (measured!.placedPerSecond < rate * KEPT_UP) break
  }
  const ratios = await playRounds(bench, peak)
  const of = (what: keyof Ratios) => middle(ratios.map((one) => one[what]))
  const percent = (part: number) => `${(part * 100).toFixed(0)} %`
  say(`\nAt ${TIMES} times the peak of ${peak.toFixed(0)} orders a second:`)
  say(`- ${percent(of('ofPeak'))} of the peak is placed; limit: ${percent(KEPT_LEAST)}`)
  say(`- ${percent(of('ofRelieved'))} of what is placed if a bare server refuses the others`)
  say(`- a refusal takes ${of('refusalMicros').toFixed(0)} µs of ${refuser},`)
  say(`  ${of('ofBare').toFixed(1)} times those of the bare server; limit: ${REFUSAL_MOST}`)
}

async function playRounds({ load, shop, refusing, say }: Bench, peak: number): Promise<Ratios[]> {
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
      ...compareRefusals(best!, over!, limit!),
    })
  }
  return ratios
}

/**
 * Compares the thread time of a refusal with the bare server's. The shop's time per refusal: the
 * main thread's time under overload, minus its time for the same number of placed orders at the
 * peak, divided by the number of refusals.
 */
function compareRefusals(best: Measured, over: Measured, bare: Measured) {
  const ordersMs = best.thread.ranMs * (over.placedPerSecond / best.placedPerSecond)
  const refusalMicros = ((over.thread.ranMs - ordersMs) * 1000) / over.refused
  const bareMicros = (bare.thread.ranMs * 1000) / bare.refused
  return { refusalMicros, ofBare: refusalMicros / bareMicros }
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
