import type { Browser } from 'playwright-core'
import { type Shop, startShop } from './shop.ts'
import { launchBrowser } from './visitor.ts'

/**
 * A limit so high that all files together never reach it. Tests of a limit start a separate shop.
 */
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

/** The shop's contact details, which some pages show. */
export const REACH = {
  email: 'care@tickets.test',
  phone: '+254 711 222 333',
  office: 'Nairobi, Kenya',
}

const SETTINGS = {
  ...LIMITS,
  MONEY_HELD_BY: 'Lango Trust',
  // The server does not cache rendered pages, so that a change in the database appears on the next
  // page. By default the server caches pages for a second.
  PAGE_SECONDS: '0',
  SUPPORT_EMAIL: REACH.email,
  SUPPORT_PHONE: REACH.phone,
  OFFICE: REACH.office,
}

let browser: Promise<Browser> | undefined
let shop: Promise<Shop> | undefined

/** Starts one browser for all test files of this process. */
export function oneBrowser(): Promise<Browser> {
  browser ??= launchBrowser()
  return browser
}

/**
 * The shop that all test files of this process share, one after another. A file may add events,
 * orders and accounts. It must not change the sample events, the sample accounts or the settings,
 * and must leave no faults in the sandbox. A file that has to do so starts a separate shop.
 */
export async function oneShop(): Promise<{ shop: Shop; browser: Browser }> {
  shop ??= startShop(SETTINGS)
  const [opened, launched] = await Promise.all([shop, oneBrowser()])
  return { shop: opened, browser: launched }
}
