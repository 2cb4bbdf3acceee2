import { keep, readKept } from '../../ui/browser-store.ts'
import { type Choice, writeChoice } from '../choice.rules.ts'
import type { KeptPurchase, StoredOrder } from '../purchase.rules.ts'

/**
 * What is kept of purchases, and for how long each part is worth keeping. An order outlives the
 * tab: a reload, a lost network or a closed tab can take it up again. That it is paid, this tab
 * knows: coming back to the event (with the back button, mostly) shows it, so that nobody pays
 * twice unawares. The choice belongs to one visit, so it is in the tab's history: who looks at
 * another page and comes back finds the same tickets chosen.
 */
const PLACES = {
  order: ['localStorage', 'lango.orders'],
  paid: ['sessionStorage', 'lango.paid'],
} as const

type Part = keyof typeof PLACES
type ByEvent<P extends Part> = Record<string, NonNullable<KeptPurchase[P]>>

export function readPurchase(eventId: string): KeptPurchase {
  return {
    order: readPart('order')[eventId] ?? null,
    paid: readPart('paid')[eventId] ?? null,
    choice: historyState()?.usr?.choice ?? null,
  }
}

export function storedOrders(): StoredOrder[] {
  return Object.values(readPart('order'))
}

/** Only the parts that are given; one that is null is forgotten. */
export function keepPurchase(eventId: string, kept: Partial<KeptPurchase>): void {
  if (kept.order !== undefined) keepPart('order', eventId, kept.order)
  if (kept.paid !== undefined) keepPart('paid', eventId, kept.paid)
  if (kept.choice) keepChoice(kept.choice)
}

/** In the address it outlives the tab too, and goes to whom it is sent. */
export function keepInAddress(choice: Choice): void {
  history.replaceState(history.state, '', `?${writeChoice(choice)}`)
}

function readPart<P extends Part>(part: P): ByEvent<P> {
  const [storage, key] = PLACES[part]
  return readKept<ByEvent<P>>(storage, key) ?? {}
}

function keepPart<P extends Part>(part: P, eventId: string, value: KeptPurchase[P]): void {
  const { [eventId]: _before, ...others } = readPart(part)
  const [storage, key] = PLACES[part]
  keep(storage, key, value ? { ...others, [eventId]: value } : others)
}

function historyState(): { usr?: { choice?: Choice } } | null {
  return history.state
}

function keepChoice(choice: Choice): void {
  const state = historyState()
  try {
    history.replaceState({ ...state, usr: { ...state?.usr, choice } }, '')
  } catch {
    // Some browsers allow so many changes a minute, and no more.
  }
}
