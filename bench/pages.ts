import { type Browser, chromium } from 'playwright-core'
import { measurePageRates } from './page-rates.ts'
import { startShop } from './start-shop.ts'

const RUNS = 5
const DATABASE = 'lango_bench_pages'
const EVENT = '/event/5a17ca10-0002-4000-8000-000000000002'

type Say = (line: string) => void
/** A network connection: kilobits per second, and the round-trip time in milliseconds. */
type Line = { name: string; kbit: number; latencyMs: number }

const LINES: Line[] = [
  { name: 'Lighthouse mobile: 1,638 kbit/s, 150 ms', kbit: 1638, latencyMs: 150 },
  { name: '400 kbit/s, 400 ms', kbit: 400, latencyMs: 400 },
]
/** The factor by which Lighthouse slows a laptop down to simulate a phone. */
const CPU_SLOWDOWN = 4
/**
 * A cheap phone is 720 pixels wide and has a pixel ratio of 2, so it downloads pictures twice as
 * wide as the page's layout says.
 */
const PIXEL_RATIO = 2

/** Measures the first pages of a purchase on a cheap phone with a slow connection. */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const shop = await startShop(serverUrl, DATABASE)
  await measurePageRates(shop, { '/': 'Home', [EVENT]: 'Event' }, say)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH!,
    args: ['--no-sandbox'],
  })
  try {
    say(
      `The middle one of ${RUNS} first visits, 360 px at ${PIXEL_RATIO} dots each, processor ${CPU_SLOWDOWN} times slower.\n`,
    )
    say('| Page | Line | Largest paint, s | The script is in, s | A tap works, s | Bytes |')
    say('|---|---|--:|--:|--:|--:|')
    for (const line of LINES) {
      for (const place of [HOME, EVENT_PAGE]) {
        const visits: (Visit & { paintMs: number })[] = []
        for (let i = 0; i < RUNS; i++) {
          const paintMs = await look(browser, shop.origin, { line, place })
          visits.push({ ...(await tap(browser, shop.origin, { line, place })), paintMs })
        }
        const figure = (key: keyof (typeof visits)[0]) => median(visits.map((one) => one[key]))
        const times = (['paintMs', 'scriptMs', 'tapMs'] as const).map((key) => seconds(figure(key)))
        say(`| ${place.name} | ${line.name} | ${times.join(' | ')} | ${figure('bytes')} |`)
      }
    }
  } finally {
    await browser.close()
    await shop.stop()
  }
}

type Visit = { tapMs: number; scriptMs: number; bytes: number }
type Tap = { button: string; of: string; property: 'scrollLeft' | 'value' }
type MeasuredPage = { name: string; path: string; tap: Tap }
type How = { line: Line; place: MeasuredPage }

// The home page. `button` is a button that works only with JavaScript; the bench taps the button as
// soon as it appears. The tap has worked once `property` of the element `of` is positive.
const HOME: MeasuredPage = {
  name: 'Home',
  path: '/',
  tap: {
    button: '[aria-label="Main events"] button:not([aria-label])',
    of: '[aria-label="Main events"] ul',
    property: 'scrollLeft',
  },
}

const EVENT_PAGE: MeasuredPage = {
  name: 'Event',
  path: EVENT,
  tap: {
    button: '[aria-label="One Standard more"]',
    of: '[aria-label="Quantity of Standard"]',
    property: 'value',
  },
}

declare global {
  interface Window {
    /** The time at which the tap had an effect, in milliseconds since the visit began. */
    answeredMs?: number
  }
}

/**
 * Measures how long it takes until a tap works. Uses the page's own clock, because calls from
 * outside the browser take time.
 */
async function tap(browser: Browser, origin: string, { line, place }: How): Promise<Visit> {
  const { page, client, end } = await slowPage(browser, line)
  let bytes = 0
  client.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength
  })
  await page.addInitScript(tapWhenSeen, place.tap)
  await page.goto(origin + place.path, { waitUntil: 'networkidle' })
  await page.waitForFunction(() => window.answeredMs !== undefined)
  const [tapMs, scriptMs] = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => /\.js$/.test(name))
    const early = files.map((file) => (file as PerformanceResourceTiming).responseEnd)
    return [window.answeredMs!, Math.max(...early.filter((ms) => ms < window.answeredMs!))]
  })
  await end()
  return { tapMs: tapMs!, scriptMs: scriptMs!, bytes }
}

function tapWhenSeen({ button, of, property }: Tap): void {
  const seen = new MutationObserver(() => {
    const found = document.querySelector<HTMLElement>(button)
    if (!found) return
    seen.disconnect()
    setTimeout(() => found.click())
    look()
  })
  seen.observe(document, { childList: true, subtree: true })
  const look = () => {
    const answer = document.querySelector<HTMLInputElement>(of)?.[property]
    if (Number(answer) > 0) window.answeredMs = performance.now()
    else requestAnimationFrame(look)
  }
}

/**
 * Measures the largest contentful paint. Does not tap, because browsers stop measuring this value
 * at the first input.
 */
async function look(browser: Browser, origin: string, { line, place }: How): Promise<number> {
  const { page, end } = await slowPage(browser, line)
  await page.goto(origin + place.path, { waitUntil: 'networkidle' })
  const paintMs = await page.evaluate(largestPaint)
  await end()
  return paintMs
}

async function slowPage(browser: Browser, line: Line) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: PIXEL_RATIO,
  })
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
  return { page, client, end: () => context.close() }
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
