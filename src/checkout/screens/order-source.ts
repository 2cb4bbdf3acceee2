import { readLinkWord, readSellerNumber } from '../../events/sellers/seller.rules.ts'
import { readStored, store } from '../../ui/stored.ts'
import type { OrderRequest } from '../checkout.contract.ts'
import { reportVisit } from './seller-visit.ts'

// Stores in this browser how a visitor came to each event, for KEPT_MS. Uses no cookie.

/** How the buyer came to an event: the seller's number and the `utm` words of the link. */
type OrderSource = Pick<OrderRequest, 'seller' | 'utm'>

const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** The source in a link. Null if the link has no source. */
export function readSource(link: URLSearchParams): OrderSource | null {
  const number = link.get('seller') ?? ''
  const seller = /^\d{2}$/.test(number) ? readSellerNumber(Number(number)) : null
  const words = UTM.map((name) => [name, readLinkWord(link.get(`utm_${name}`) ?? '')])
  const utm = Object.fromEntries(words.filter(([, word]) => word !== ''))
  const hasWords = Object.keys(utm).length > 0
  if (seller === null && !hasWords) return null
  return { ...(seller !== null && { seller }), ...(hasWords && { utm }) }
}

type KeptSource = OrderSource & { keptAt: number }

const KEY = 'lango.source'
const KEPT_MS = 7 * 24 * 3_600_000

/** Stores the source in `link`, a query, and replaces the source of the event's earlier link. */
export function keepSource(eventId: string, link: string, now = Date.now()): void {
  const source = readSource(new URLSearchParams(link))
  if (!source) return
  store('localStorage', KEY, { ...keptSources(now), [eventId]: { ...source, keptAt: now } })
  if (typeof source.seller === 'number') reportVisit(eventId, source.seller, now)
}

/** How the buyer came to the event, as fields of the purchase. */
export function sourceOf(eventId: string, now: number): OrderSource {
  const { keptAt: _, ...source } = keptSources(now)[eventId] ?? { keptAt: 0 }
  return source
}

function keptSources(now: number): Record<string, KeptSource> {
  const kept = Object.entries(readStored<Record<string, KeptSource>>('localStorage', KEY) ?? {})
  return Object.fromEntries(kept.filter(([, { keptAt }]) => now - keptAt < KEPT_MS))
}
