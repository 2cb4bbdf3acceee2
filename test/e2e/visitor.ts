import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../../scripts/chromium.mjs'
import { PATIENCE_MS } from '../patience.ts'
import { isTorture } from '../torture/daily.ts'
import { openWindow } from './kept-windows.ts'
import type { Shop } from './shop.ts'

export const PHONE = { width: 360, height: 740 }
export const LAPTOP = { width: 1280, height: 900 }
/**
 * Both widths, for tests of layout. On a laptop more elements are next to each other, and fewer are
 * in a menu.
 */
export const SIZES = [
  { name: 'a phone', size: PHONE },
  { name: 'a laptop', size: LAPTOP },
]
/**
 * The width for tests that do not depend on layout: a phone for pages of visitors, a laptop for the
 * back office.
 */
export const ON_PHONE = SIZES.slice(0, 1)
export const ON_LAPTOP = SIZES.slice(1)
/**
 * Both widths in `npm run torture`, and only a phone in `npm test`. For tests whose layouts differ
 * little between the widths.
 */
export const TODAYS_SIZES = isTorture ? SIZES : ON_PHONE

/**
 * Chromium features to switch off. The first three show suggestions in the address bar. No test
 * uses the suggestions, and they take two fifths of the time to open a page. The rest repeat
 * Playwright's own list, because Chromium uses only the last list that it is given.
 */
const FEATURES_LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
].join(',')

export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await ensureChromium(),
    headless: true,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${FEATURES_LEFT_OUT}`,
    ],
  })
}

/** A visitor's browser, with the errors that occurred in it. */
export type Visitor = {
  context: BrowserContext
  page: Page
  /** Script errors, console errors, and requests to third parties. */
  faults: string[]
}

export async function newVisitor(
  browser: Browser,
  shop: Shop,
  options: { size?: typeof PHONE; script?: boolean; fresh?: boolean } = {},
): Promise<Visitor> {
  const { context, page } = await openWindow(browser, shop, {
    size: options.size ?? PHONE,
    script: options.script ?? true,
    fresh: options.fresh ?? false,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const faults: string[] = []
  context.on('weberror', (error) => faults.push(`${error.error()}`))
  context.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message.text())) faults.push(message.text())
  })
  context.on('request', (request) => {
    if (isStranger(request.url(), shop)) faults.push(`request to ${request.url()}`)
  })
  return { context, page, faults }
}

/**
 * Whether a console message is about a 4xx or 5xx response or a lost connection. Chromium logs all
 * of these, and tests check their effects instead.
 */
function isRefusal(text: string): boolean {
  return text.startsWith('Failed to load resource')
}

function isStranger(url: string, shop: Shop): boolean {
  return !['data:', `${shop.origin}/`, `${shop.sandbox.origin}/`].some((own) => url.startsWith(own))
}
