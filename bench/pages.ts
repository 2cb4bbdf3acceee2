import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { startService } from '../scripts/service.mjs'
import { takeFreePorts } from '../test/free-ports.ts'
import { makeDatabase } from './make-database.ts'

const RUNS = 5
const DATABASE = 'lango_bench_pages'
const EVENT = '/event/5a17ca10-0002-4000-8000-000000000002'

type Say = (line: string) => void
/** Bits a second, and milliseconds of a round trip. */
type Line = { name: string; kbit: number; latencyMs: number }

const LINES: Line[] = [
  { name: 'Lighthouse mobile: 1,638 kbit/s, 150 ms', kbit: 1638, latencyMs: 150 },
  { name: '400 kbit/s, 400 ms', kbit: 400, latencyMs: 400 },
]
/** As Lighthouse slows a laptop down to a phone. */
const CPU_SLOWDOWN = 4

/** What a cheap phone on a slow line waits for, on the pages where buying begins. */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const shop = await startShop(serverUrl)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH!,
    args: ['--no-sandbox'],
  })
  try {
    say(`The middle one of ${RUNS} first visits, 360 px, processor ${CPU_SLOWDOWN} times slower.\n`)
    say('| Page | Line | Largest picture or text, s | A tap works, s | Bytes |')
    say('|---|---|--:|--:|--:|')
    for (const line of LINES) {
      for (const page of [HOME, EVENT_PAGE]) {
        const visits: Visit[] = []
        for (let i = 0; i < RUNS; i++)
          visits.push(await visit(browser, shop.origin + page.path, { line, page }))
        const [paint, tap, bytes] = (['paintMs', 'tapMs', 'bytes'] as const).map((key) =>
          median(visits.map((one) => one[key])),
        )
        say(`| ${page.name} | ${line.name} | ${seconds(paint!)} | ${seconds(tap!)} | ${bytes} |`)
      }
    }
  } finally {
    await browser.close()
    await shop.stop()
  }
}

type Visit = { paintMs: number; tapMs: number; bytes: number }
type Place = { name: string; path: string; tap: (page: Page) => Promise<void> }

// Buttons that only script can answer: tapped as soon as they are seen, done once it is there.
const HOME: Place = {
  name: 'Home',
  path: '/',
  tap: async (page) => {
    const next = page.getByRole('button', { name: /^Next: / })
    const before = await next.textContent()
    await next.click()
    await page.waitForFunction(
      (text) =>
        ![...document.querySelectorAll('button')].some((button) => button.textContent === text),
      before,
    )
  },
}

const EVENT_PAGE: Place = {
  name: 'Event',
  path: EVENT,
  tap: async (page) => {
    await page.getByRole('button', { name: 'One Standard more' }).click()
    await page.waitForFunction(
      () =>
        document.querySelector<HTMLInputElement>('[aria-label="Quantity of Standard"]')?.value ===
        '1',
    )
  },
}

async function visit(
  browser: Browser,
  url: string,
  { line, page: place }: { line: Line; page: Place },
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: (line.kbit * 1000) / 8,
    uploadThroughput: (line.kbit * 1000) / 8,
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  let bytes = 0
  client.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength
  })
  const started = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await place.tap(page)
  const tapMs = performance.now() - started
  await page.waitForLoadState('load')
  const paintMs = await page.evaluate(largestPaint)
  await context.close()
  return { tapMs, paintMs, bytes }
}

function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** A shop as people start it, with a database of its own. */
async function startShop(serverUrl: string) {
  const database = await makeDatabase(serverUrl, DATABASE)
  const [port, sandboxPort, smtpPort] = await takeFreePorts(3)
  const dataDir = path.join(process.env.DATA_DIR ?? '.data', 'bench')
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  }
  const parts = [
    { name: 'sandbox', script: 'sandbox/main.ts' },
    { name: 'app', script: 'src/main.ts' },
  ].map((part) => startService({ ...part, env, logFile: path.join(dataDir, `${part.name}.log`) }))
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop()
  }
  await Promise.all(parts.map((part) => part.ready))
  return { origin: `http://127.0.0.1:${port}`, stop }
}
