import type { Browser } from 'playwright-core'
import { type Shop, startShop } from './shop.ts'
import { launchBrowser } from './visitor.ts'

/** As many of each as all files together may need; a test of a limit has a shop of its own. */
const MANY = '1000000'
const LIMITS = {
  LIMIT_PUSH_PER_ADDRESS: MANY,
  HOLD_SHARE_PER_ADDRESS: '100',
  LIMIT_MISS_PER_ADDRESS: MANY,
  LIMIT_CONTACT_PER_ADDRESS: MANY,
  LIMIT_SIGNIN_PER_ACCOUNT: MANY,
  LIMIT_SIGNIN_PER_ADDRESS: MANY,
  LIMIT_ACCOUNT_PER_ADDRESS: MANY,
  LIMIT_NEWSLETTER_PER_ADDRESS: MANY,
}

/** How to reach this shop, for the pages that say so. */
export const REACH = {
  email: 'care@tickets.test',
  phone: '+254 711 222 333',
  office: 'Nairobi, Kenya',
}

const SETTINGS = {
  ...LIMITS,
  // What a test changes behind the shop's back is on the next page; shops of their own share pages
  // as all do.
  PAGE_SECONDS: '0',
  SUPPORT_EMAIL: REACH.email,
  SUPPORT_PHONE: REACH.phone,
  OFFICE: REACH.office,
}

let browser: Promise<Browser> | undefined
let shop: Promise<Shop> | undefined

/** One for all files that run in this process, and ended with it. */
export function oneBrowser(): Promise<Browser> {
  browser ??= launchBrowser()
  return browser
}

/**
 * The shop that all files share which run in this process, one after the other; it ends with it.
 * So a file adds events, orders and accounts of its own and leaves what it found: the sample
 * events and accounts, the settings, and a sandbox without faults. One that cannot has its own.
 */
export async function oneShop(): Promise<{ shop: Shop; browser: Browser }> {
  shop ??= startShop(SETTINGS)
  const [opened, launched] = await Promise.all([shop, oneBrowser()])
  return { shop: opened, browser: launched }
}
