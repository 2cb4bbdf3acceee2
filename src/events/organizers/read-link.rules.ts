import { bareNumber, normalisePhone } from '../../platform/values/phone.rules.ts'
import type { Site } from './organizer-links.rules.ts'

export const LINK_MAX = 200

export const LINK_HINTS: Record<Site, string> = {
  whatsapp: 'A phone number that everyone may see, such as 0712 345 678',
  instagram: 'Your name there, such as @nairobijazz, or the link to your profile',
  tiktok: 'Your name there, such as @nairobijazz, or the link to your profile',
}

const FAULTS: Record<Site, string> = {
  whatsapp: 'Please enter a phone number or a wa.me link with a number',
  instagram: 'Please enter an Instagram name, or the link to a profile on instagram.com',
  tiktok: 'Please enter a TikTok name, or the link to a profile on tiktok.com',
}

/** Pages of Instagram whose addresses look like those of profiles. */
const NO_PROFILES = [
  'p',
  'reel',
  'reels',
  'stories',
  'explore',
  'accounts',
  'direct',
  'tv',
  'about',
]

type Reading = { value: string | null } | { fault: string }

/**
 * The number or handle in a text that a person typed or pasted: the number, the handle, or a link
 * of this site only. The value is null if nothing was typed.
 */
export function readLink(site: Site, typed: string): Reading {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return { value: null }
  const value = READERS[site](text)
  return value === null ? { fault: FAULTS[site] } : { value }
}

const READERS: Record<Site, (text: string) => string | null> = {
  whatsapp(text) {
    const link = addressOf(text)
    if (!link) return readNumber(text)
    if (link.host === 'wa.me') return readNumber(`+${link.path.replace(/^\+/, '')}`)
    const isSend = ['api.whatsapp.com', 'whatsapp.com'].includes(link.host) && link.path === 'send'
    return isSend ? readNumber(`+${(link.query.get('phone') ?? '').trim()}`) : null
  },
  instagram(text) {
    const link = addressOf(text)
    if (link && link.host !== 'instagram.com') return null
    const handle = handleOf(link ? link.path : text)
    const isHandle = /^(?!.*\.\.)[a-z0-9_](?:[a-z0-9._]{0,28}[a-z0-9_])?$/.test(handle)
    return isHandle && !NO_PROFILES.includes(handle) ? handle : null
  },
  tiktok(text) {
    const link = addressOf(text)
    if (link && !(link.host === 'tiktok.com' && link.path.startsWith('@'))) return null
    const handle = handleOf(link ? link.path : text)
    return /^[a-z0-9._]{1,23}[a-z0-9_]$/.test(handle) ? handle : null
  },
}

const handleOf = (text: string) => text.replace(/^@/, '').toLowerCase()

/** The host without www. or m., the path without outer slashes, and the query. Null if no link. */
function addressOf(text: string) {
  if (!/^(?:https?:\/\/|[\w.-]+\/)/i.test(text)) return null
  const address = /^https?:/i.test(text) ? text : `https://${text}`
  try {
    const { hostname, pathname, searchParams, username, port } = new URL(address)
    const host = username || port ? '' : hostname.replace(/^(?:www|m)\./, '')
    return { host, path: pathname.replace(/^\/|\/$/g, ''), query: searchParams }
  } catch {
    return { host: '', path: '', query: new URLSearchParams() }
  }
}

/** A Kenyan number as people write it, or another country's number that begins with + or 00. */
function readNumber(text: string): string | null {
  const own = normalisePhone(text)
  if (own !== null) return own
  const bare = bareNumber(text).replace(/^00/, '')
  const isAbroad = /^\s*(?:\+|00)/.test(text) && !bare.startsWith('254')
  return isAbroad && /^[1-9]\d{7,14}$/.test(bare) ? bare : null
}
