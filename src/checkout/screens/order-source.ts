import { type OrderSource, readSource } from '../order-source.rules.ts'
import { readStored, store } from './stored.ts'

// The source of each event's visitor, in this browser's storage for KEPT_MS and in no cookie.

type KeptSource = OrderSource & { keptAt: number }

const KEY = 'lango.source'
const KEPT_MS = 7 * 24 * 3_600_000

/** Stores the source of a link to the event, in place of an earlier link's. `link`: its query. */
export function keepSource(eventId: string, link: string, now = Date.now()): void {
  const source = readSource(new URLSearchParams(link))
  if (!source) return
  store('localStorage', KEY, { ...keptSources(now), [eventId]: { ...source, keptAt: now } })
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
