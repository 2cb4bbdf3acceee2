import { isShortCode } from '../edit.rules.ts'

const SHORT_LINK_MIN = 3
/** The most short links that an event's organizer may choose. */
export const SHORT_LINKS_MAX = 3

/** Names that visitors could take for a page of Lango. */
const RESERVED = new Set([
  ...[
    'account',
    'admin',
    'api',
    'app',
    'buy',
    'contact',
    'event',
    'events',
    'free',
    'gate',
    'help',
  ],
  ...['home', 'login', 'my-data', 'my-sales', 'my-ticket', 'my-tickets', 'news', 'newsletter'],
  ...['official', 'organizer', 'organizers', 'pay', 'privacy', 'sell', 'sell-tickets', 'signin'],
  ...['sign-in', 'signup', 'sign-up', 'sms', 'success', 'support', 'terms', 'ticket', 'tickets'],
  ...['transfer', 'verify', 'genuine', 'kenya', 'nairobi', 'www', 'ussd'],
])

/** The name as it is stored: lower case, with hyphens in place of spaces. */
export function shortLinkName(typed: string): string {
  return typed.trim().toLowerCase().replace(/\s+/g, '-')
}

/**
 * The reason why an organizer may not choose this name. Null if the name is allowed. The server
 * also checks the words of the name against a list that is too long for the browser.
 */
export function shortLinkFault(name: string): string | null {
  if (!isShortCode(name) || name.length < SHORT_LINK_MIN || /^-|-$|--/.test(name)) {
    return `Use ${SHORT_LINK_MIN} to 40 letters a to z, digits and single hyphens, such as chipukizi-2027.`
  }
  if (RESERVED.has(name)) return `'${name}' could be taken for a page of ours. Choose another name.`
  return null
}
