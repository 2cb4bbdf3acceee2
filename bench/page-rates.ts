import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { middle } from './middle.ts'
import type { BenchShop } from './start-shop.ts'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 50
/** The number of connections to the server that renders the page again for each request. */
const DRAWERS = 4

type Say = (line: string) => void
type Kind = 'bare' | 'shared' | 'drawn'
type Measured = { perSecond: number; cpuMs: number; bytes: number }

/** Measures page responses per second, and the processor time for rendering a page. */
export async function measurePageRates(
  shop: BenchShop,
  places: Record<string, string>,
  say: Say,
): Promise<void> {
  const drawing = await shop.startAnother({ PAGE_SECONDS: '0' })
  const paths = Object.keys(places)
  const bare = await startBare(paths.map((path) => shop.origin + path))
  const origins: Record<Kind, string> = { bare: bare.origin, shared: shop.origin, drawn: drawing }
  await Promise.all([untilQuiet(shop.origin), untilQuiet(drawing)])
  const found = new Map<string, Measured[]>()
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const path of paths) {
      for (const kind of Object.keys(origins) as Kind[]) {
        const measured = await visit(origins[kind], path, kind)
        const key = kind + path
        if (round > 0) found.set(key, [...(found.get(key) ?? []), measured])
      }
    }
  }
  bare.stop()
  say(`${cpus().length} cores, Node ${process.versions.node}; medians of ${ROUNDS} rounds in which`)
  say(
    `all take turns, ${SECONDS} s each; ${CONNECTIONS} connections, ${DRAWERS} where each is drawn.\n`,
  )
  say('| Page | A second | Of the bare server | Processor each, ms | Bytes |')
  say('|---|--:|--:|--:|--:|')
  for (const path of paths) {
    const figure = (kind: Kind, of: keyof Measured) =>
      middle(found.get(kind + path)!.map((one) => one[of]))
    for (const [kind, words] of Object.entries(WORDS) as [Kind, string][]) {
      const rate = figure(kind, 'perSecond')
      const share = (rate / figure('bare', 'perSecond')).toFixed(3)
      const cpuMs = kind === 'bare' ? '–' : figure(kind, 'cpuMs').toFixed(2)
      const row = [
        `${places[path]}, ${words}`,
        rate.toFixed(0),
        share,
        cpuMs,
        figure(kind, 'bytes'),
      ]
      say(`| ${row.join(' | ')} |`)
    }
  }
  say('')
}

const WORDS: Record<Kind, string> = {
  bare: 'a bare server with the same bytes',
  shared: 'drawn once a second',
  drawn: 'drawn for each',
}

const scriptOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

async function startBare(addresses: string[]) {
  const server = fork(scriptOf('bare-server.ts'), addresses)
  const [{ origin }] = (await once(server, 'message')) as [{ origin: string }]
  return { origin, stop: () => server.disconnect() }
}

async function visit(origin: string, path: string, kind: Kind): Promise<Measured> {
  const connections = String(kind === 'drawn' ? DRAWERS : CONNECTIONS)
  const crowd = fork(scriptOf('many-visits.ts'), [origin, path, connections, String(SECONDS), 'br'])
  const gone = once(crowd, 'exit')
  await told(crowd, gone)
  const before = await cpuSeconds(origin, kind)
  const { answered, perSecond, bytes } = await told(crowd, gone)
  const cpuMs = (((await cpuSeconds(origin, kind)) - before) * 1000) / answered
  await gone
  return { perSecond, cpuMs, bytes }
}

type News = { answered: number; perSecond: number; bytes: number }

async function told(crowd: ReturnType<typeof fork>, gone: Promise<unknown>): Promise<News> {
  const first = await Promise.race([once(crowd, 'message'), gone.then(() => null)])
  if (!first) throw new Error('the visitors have left')
  return first[0] as News
}

/** The processor time of all threads of the server, without PostgreSQL. */
async function cpuSeconds(origin: string, kind: Kind): Promise<number> {
  if (kind === 'bare') return 0
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)![1])
}

/** Waits until a new shop has made the tickets and e-mails of its sample data. */
async function untilQuiet(origin: string): Promise<void> {
  for (let second = 0; second < 60; second++) {
    const before = await cpuSeconds(origin, 'shared')
    await delay(1000)
    if ((await cpuSeconds(origin, 'shared')) - before < 0.1) return
  }
}
