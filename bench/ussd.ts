import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { type BuiltEvent, buildEvent } from '../test/build.ts'
import { makeDatabase } from './make-database.ts'
import type { DiallersReport, DiallersTask } from './many-diallers.ts'
import { startApp } from './start-app.ts'

const DATABASE = 'lango_bench_ussd'
const SESSIONS = 5000
/** Enough tickets for four in five callers. The remaining callers find the event sold out. */
const CAPACITY = 4000
const ROUNDS = 3
/**
 * The shortest and the longest time between a screen and the caller's input, in ms. A screen waits
 * 30 s.
 */
const THINK_MS: [number, number] = [5000, 15_000]
const AIM_MS = 2000
const TOKEN = 'bench-ussd-turns'

type Say = (line: string) => void

/** Measures the response time of each screen while thousands of people buy by USSD. */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const url = await makeDatabase(serverUrl, DATABASE)
  const db = openDatabase(url, 2)
  await migrate(db)
  const app = await startApp({
    DATABASE_URL: url,
    USSD_CODE: '*265*25#',
    USSD_TOKEN: TOKEN,
    HOLD_SHARE_PER_ADDRESS: '100',
  })
  const people = fork(fileURLToPath(new URL('many-diallers.ts', import.meta.url)))
  const walk = async (count: number) => {
    const event = await buildEvent(db, { types: [{ name: 'Terrace', capacity: CAPACITY }] })
    const asked: DiallersTask = {
      url: `${app.origin}/cb/u/${TOKEN}`,
      code: await codeOf(event),
      count,
      thinkMs: count === SESSIONS ? THINK_MS : [0, 1000],
    }
    const before = app.told().processorMs
    people.send(asked)
    const [told] = (await once(people, 'message')) as [DiallersReport]
    const perTurn = (app.told().processorMs - before) / told.took.length
    return { told, perTurn, ...(await stockOf(event)) }
  }
  const codeOf = async ({ id }: BuiltEvent) => {
    const row = db.selectFrom('event').where('id', '=', id)
    return String((await row.select('dial_code').executeTakeFirstOrThrow()).dial_code)
  }
  const stockOf = ({ id }: BuiltEvent) => {
    const row = db.selectFrom('ticket_type').where('event_id', '=', id)
    return row.select('held').executeTakeFirstOrThrow()
  }
  try {
    say(`${cpus().length} cores, Node ${process.versions.node}; ${ROUNDS} rounds.\n`)
    // Warm-up.
    await walk(200)
    say(
      '| Open at once | Turns a second | Median, ms | p95, ms | p99, ms | Longest, ms | Sold | DiallersReport sold out | Wrong | Of the processor a turn, ms |',
    )
    say('|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
    const found: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { told, perTurn, held } = await walk(SESSIONS)
      if (held !== told.prompted) throw new Error(`${told.prompted} were sold ${held} tickets`)
      found.push(percentile(told, 0.95))
      say(rowOf(told, perTurn))
    }
    const p95 = found.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
    const isMet = p95 <= AIM_MS ? 'met' : 'missed'
    say(`\nAim: ${AIM_MS} ms at p95, ${isMet}: ${p95.toFixed(0)} ms, the middle of the rounds.`)
  } finally {
    people.disconnect()
    await app.stop()
    await db.destroy()
  }
}

function percentile({ took }: DiallersReport, share: number): number {
  const sorted = took.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

function rowOf(told: DiallersReport, perTurn: number): string {
  const { took, seconds, mostOpen, prompted, soldOut, strange } = told
  const times = [0.5, 0.95, 0.99, 1].map((share) => percentile(told, share).toFixed(0))
  const rate = (took.length / seconds).toFixed(0)
  const counts = [prompted, soldOut, strange.length]
  const cells = [mostOpen, rate, ...times, ...counts, perTurn.toFixed(1)]
  return `| ${cells.join(' | ')} |`
}
