import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Shop } from './shop.ts'

type Window = { context: BrowserContext; page: Page }
type Settings = { size: { width: number; height: number }; script: boolean }
type Kept = Window & {
  openDevice: () => Promise<CDPSession>
  close: () => Promise<void>
  isChanged: boolean
}

/** The events that tests listen to. */
const HEARD = ['console', 'dialog', 'pageerror', 'request', 'requestfailed', 'response', 'weberror']

/** Empty windows whose tests have ended, by origin and settings. */
const kept = new Map<string, Kept[]>()

/**
 * Opens an empty window without cookies. Closing the window's context only empties the window, and
 * a later test uses the window again: a new window would need a new process, which takes 0.4 s of
 * CPU. Only a `fresh` window has nothing in its HTTP cache.
 */
export async function openWindow(
  browser: Browser,
  shop: Shop,
  { fresh, ...settings }: Settings & { fresh: boolean },
): Promise<Window> {
  const key = JSON.stringify([shop.origin, settings])
  const free = kept.get(key) ?? []
  kept.set(key, free)
  const window = (fresh ? null : free.pop()) ?? (await newWindow(browser, shop, settings))
  await window.page.setViewportSize(settings.size)
  window.context.close = async () => {
    // Some tests close the context twice.
    window.context.close = async () => {}
    if (!window.isChanged && (await isEmptied(window, shop))) free.push(window)
    else await window.close()
  }
  return window
}

async function newWindow(browser: Browser, shop: Shop, { size, script }: Settings): Promise<Kept> {
  const context = await browser.newContext({
    baseURL: shop.origin,
    viewport: size,
    javaScriptEnabled: script,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const window: Kept = {
    context,
    page,
    openDevice: context.newCDPSession.bind(context, page),
    close: context.close.bind(context),
    isChanged: false,
  }
  // The effects of these functions cannot be undone, so a window in which one was called is not
  // used again.
  for (const [owner, name] of [
    [context, 'addInitScript'],
    [context, 'newCDPSession'],
    [page, 'addInitScript'],
    [page.clock, 'install'],
  ] as const) {
    const change = Reflect.get(owner, name).bind(owner)
    Reflect.set(owner, name, (...given: unknown[]) => {
      window.isChanged = true
      return change(...given)
    })
  }
  return window
}

/** Empties the window. Returns false if something would stay in it. */
async function isEmptied({ context, page, openDevice }: Kept, shop: Shop): Promise<boolean> {
  // A service worker would also answer the requests of the next test.
  if (page.isClosed() || context.serviceWorkers().length > 0) return false
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of HEARD) {
    page.removeAllListeners(event)
    context.removeAllListeners(event)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.setExtraHTTPHeaders({})
  await context.clearPermissions()
  // No script runs on this page. The page belongs to the same site, so the browser keeps the
  // window's process. Some tests have stopped their shop; then the page cannot be loaded.
  const left = await page.goto('/robots.txt').catch(() => null)
  if (!left) return false
  await page.evaluate(() => sessionStorage.clear())
  const device = await openDevice()
  for (const origin of [shop.origin, shop.sandbox.origin])
    await device.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await device.detach()
  await context.clearCookies()
  await page.emulateMedia({
    media: null,
    colorScheme: null,
    forcedColors: null,
    reducedMotion: 'reduce',
  })
  return true
}
