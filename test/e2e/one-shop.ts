import type { Browser } from 'playwright-core'
import { type Shop, startShop } from './shop.ts'
import { launchBrowser } from './visitor.ts'

/** The maximum that all files together need; a test of a limit has its own shop. */
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

/** The contact details, for pages that show them. */
export const REACH = {
  email: 'care@tickets.test',
  phone: '+254 711 222 333',
  office: 'Nairobi, Kenya',
}

const SETTINGS = {
  ...LIMITS,
  // Changes behind the shop's back appear on the next page; other shops share pages for a second.
  PAGE_SECONDS: '0',
  SUPPORT_EMAIL: REACH.email,
  SUPPORT_PHONE: REACH.phone,
  OFFICE: REACH.office,
}

let browser: Promise<Browser> | undefined
let shop: Promise<Shop> | undefined

/** Started once for all files of this process, and stopped with it. */
export function oneBrowser(): Promise<Browser> {
  browser ??= launchBrowser()
  return browser
}

/**
 * The shop shared by all files of this process, one after the other. A file adds its own events,
 * orders and accounts and leaves the rest unchanged: the sample events and accounts, the settings,
 * and a sandbox without faults. A file that cannot has its own shop.
 */
export async function oneShop(): Promise<{ shop: Shop; browser: Browser }> {
  shop ??= startShop(SETTINGS)
  const [opened, launched] = await Promise.all([shop, oneBrowser()])
  return { shop: opened, browser: launched }
}
