import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { ensureChromium } from '../scripts/chromium.mjs'
import { drawNumber, EVENT, KEY, packTickets } from '../test/gate-session.ts'
import type { Stadium } from './gate-phone-page.ts'

const TICKETS = 50_000
const DECISIONS = 1000
const CPU_SLOWDOWN = 4
const LIMIT_MS = 50
const ROUNDS = 3

type Say = (line: string) => void

declare global {
  var measure: (stadium: Stadium) => Promise<number[]>
}

/**
 * Measures how long an offline gate phone takes to decide about a ticket and to store the decision.
 */
export async function bench(_serverUrl: string, say: Say): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lango-gate-bench-'))
  const script = await bundle(folder)
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<script type="module" src="/page.js"></script>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.waitForFunction(() => 'measure' in globalThis)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    const stadium = await fillStadium()
    const [middles, slow]: [number[], number[]] = [[], []]
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round++) {
      const times = await page.evaluate((given) => globalThis.measure(given), stadium)
      if (round > 0) middles.push(partOf(times, 0.5))
      if (round > 0) slow.push(partOf(times, 0.99))
    }
    say(
      `| A decision without a network, ${TICKETS} tickets, processor ${CPU_SLOWDOWN} times slower, middle of ${ROUNDS} rounds | ms | Limit | Of the limit |`,
    )
    say('|---|--:|--:|--:|')
    const p99 = partOf(slow, 0.5)
    say(`| the middle one of ${DECISIONS} | ${partOf(middles, 0.5).toFixed(1)} | – | – |`)
    say(
      `| 99 of 100 are within | ${p99.toFixed(1)} | ${LIMIT_MS} | ${(p99 / LIMIT_MS).toFixed(2)} |`,
    )
  } finally {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true })
  }
}

/** Returns a percentile of the values, without interpolation; a `part` of 0.99 gives the 99th. */
function partOf(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * part)]!
}

async function bundle(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      lib: {
        entry: join(import.meta.dirname, 'gate-phone-page.ts'),
        formats: ['es'],
        fileName: 'page',
      },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return readFileSync(join(outDir, 'page.js'), 'utf8')
}

async function fillStadium(): Promise<Stadium> {
  const numbers = Array.from({ length: TICKETS }, (_, n) => drawNumber(1, n))
  const bytes = await packTickets(numbers.map((number) => ({ number })))
  const step = TICKETS / DECISIONS
  return {
    pairing: {
      token: 'gp_bench',
      phone: { id: 'bench', name: 'Bench', may_sell: false },
      event: { ...EVENT, doors_at: new Date(0).toISOString() },
      gate: null,
      version: 1,
      proof_limit: 100,
      key: KEY.toString('base64url'),
      clockMs: 0,
      chosenGate: null,
    },
    list: Buffer.from(bytes).toString('base64'),
    numbers: Array.from({ length: DECISIONS }, (_, n) => numbers[Math.floor(n * step)]!),
  }
}
