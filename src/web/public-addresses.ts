import { readChoice } from '../checkout/choice.rules.ts'
import { CATEGORY_CHIPS } from '../events/catalogue/category.rules.ts'
import { browseSearch, readBrowse, readPages } from '../events/search/browse.rules.ts'
import { readSearch } from '../events/search.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'

export type PublicAddress = {
  /** Path and query, reduced to the parameters that the page reads. */
  address: string
  /** True if anyone can invent any number of such addresses, for example of searches. */
  isOpen: boolean
}

type Read = (found: RegExpExecArray, params: URLSearchParams) => PublicAddress | null

const known = (address: string): PublicAddress => ({ address, isOpen: false })
const open = (address: string): PublicAddress => ({ address, isOpen: true })

/** Longer addresses are not shared: real links are shorter, and long ones would fill the cache. */
const ADDRESS_MAX = 1000

/**
 * Every page that is the same for all visitors. Pages that are not listed may contain one visitor's
 * data.
 */
const PAGES: [RegExp, Read][] = [
  [/^\/$/, (_, params) => home(params)],
  [/^\/event\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i, eventPage],
  [
    /^\/organizers\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i,
    ([, id]) => known(`/organizers/${id!.toLowerCase()}`),
  ],
  [/^\/category\/([^/]+)\/?$/i, category],
  [/^\/help\/?$/i, help],
  [
    /^\/(refund-policy|terms|privacy|my-data|my-sales|contact|newsletter|genuine|sell)\/?$/i,
    ([, name]) => known(`/${name!.toLowerCase()}`),
  ],
]

/**
 * The address under which all visitors share a page, or null if the page may contain one visitor's
 * data. PAGES decides this before the page is rendered. Parameters that the page does not read are
 * dropped, because links from WhatsApp and Facebook have a different query for each visitor.
 */
export function publicAddress(target: string): PublicAddress | null {
  if (target.length > ADDRESS_MAX) return null
  const { language, rest } = languageOf(target)
  if (language === 'en') return addressOf(rest)
  const found = addressOf(rest)
  return found && { ...found, address: addressIn('sw', found.address) }
}

/** The language of an address, and the address without its language prefix. */
export function languageOf(target: string): { language: Language; rest: string } {
  const [, rest] = /^\/sw(\/.*|[?#].*|)$/s.exec(target) ?? []
  if (rest === undefined) return { language: 'en', rest: target }
  return { language: 'sw', rest: rest.startsWith('/') ? rest : `/${rest}` }
}

export function addressIn(language: Language, path: string): string {
  if (language === 'en') return path
  return path === '/' ? '/sw' : `/sw${path}`
}

function addressOf(target: string): PublicAddress | null {
  const [path = '', query = ''] = target.split('#', 1)[0]!.split(/\?(.*)/s)
  for (const [pattern, read] of PAGES) {
    const found = pattern.exec(path)
    if (found) return read(found, new URLSearchParams(query))
  }
  return null
}

function home(params: URLSearchParams): PublicAddress {
  const browse = readBrowse(params)
  const q = readSearch(params)
  const chosen = browseSearch(browse)
  if (q) return open(`/?${new URLSearchParams({ q })}${chosen.replace('?', '&')}`)
  return { address: `/${chosen}`, isOpen: browse.pages > 1 || browse.quick !== '' }
}

/**
 * Null if tickets are chosen, because the page then contains an order id made for one visitor. Null
 * with a promo code, which may unlock ticket types that other visitors must not see.
 */
function eventPage([, id]: RegExpExecArray, params: URLSearchParams): PublicAddress | null {
  if (params.has('code')) return null
  return Object.keys(readChoice(params)).length > 0 ? null : known(`/event/${id!.toLowerCase()}`)
}

function category([, name]: RegExpExecArray, params: URLSearchParams): PublicAddress {
  const pages = readPages(params)
  const address = `/category/${name}${pages > 1 ? `?pages=${pages}` : ''}`
  return { address, isOpen: pages > 1 || !CATEGORY_CHIPS.some((chip) => chip === name) }
}

function help(_: RegExpExecArray, params: URLSearchParams): PublicAddress {
  const q = params.get('q') ?? ''
  return q === '' ? known('/help') : open(`/help?${new URLSearchParams({ q })}`)
}
