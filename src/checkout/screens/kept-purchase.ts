import { normalisePhone } from '../../platform/values/phone.rules.ts'
import { readStored, store } from '../../ui/stored.ts'
import { type Choice, writeChoice } from '../choice.rules.ts'
import type { KeptPurchase, StoredOrder } from '../purchase.rules.ts'
import { rememberOrder } from './remembered-orders.ts'

/**
 * The browser's storage for each part of a purchase. An unfinished order is in local storage, so
 * that the buyer can resume it after a reload, a lost network or a closed tab. A paid order is
 * stored with all its data, but only for its tab: a buyer who goes back to the event sees that the
 * tickets are paid, and does not pay twice. The id of a paid order is stored longer
 * (remembered-orders.ts). The ticket choice is in the tab's history, so that the tickets are still chosen
 * when the buyer returns from another page.
 */
const PLACES = {
  order: ['localStorage', 'lango.orders'],
  paid: ['sessionStorage', 'lango.paid'],
} as const

const PHONE = 'lango.phone'

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

/** The phone number of the last payment on this device, as '2547…'. Null if there is none. */
export function knownPhone(): string | null {
  return typeof window === 'undefined' ? null : readStored<string>('localStorage', PHONE)
}

/** Stores only the given parts. Null deletes a part. */
export function keepPurchase(eventId: string, kept: Partial<KeptPurchase>): void {
  if (kept.order !== undefined) keepPart('order', eventId, kept.order)
  if (kept.paid !== undefined) keepPart('paid', eventId, kept.paid)
  if (kept.paid) rememberOrder(kept.paid)
  const phone = normalisePhone(kept.paid?.phoneNumber ?? '')
  if (phone) store('localStorage', PHONE, phone)
  if (kept.choice) keepChoice(kept.choice)
}

/**
 * Writes the choice into the page's address, which the browser restores with a closed tab, and
 * which the visitor can share. The promo code stays in the address.
 */
export function keepInAddress(choice: Choice): void {
  const code = /&code=[^&]*/.exec(location.search.replace('?', '&')) ?? ''
  history.replaceState(history.state, '', `?${writeChoice(choice)}${code}`)
}

function readPart<P extends Part>(part: P): ByEvent<P> {
  const [storage, key] = PLACES[part]
  return readStored<ByEvent<P>>(storage, key) ?? {}
}

function keepPart<P extends Part>(part: P, eventId: string, value: KeptPurchase[P]): void {
  const { [eventId]: _before, ...others } = readPart(part)
  const [storage, key] = PLACES[part]
  store(storage, key, value ? { ...others, [eventId]: value } : others)
}

function historyState(): { usr?: { choice?: Choice } } | null {
  return history.state
}

function keepChoice(choice: Choice): void {
  const state = historyState()
  try {
    history.replaceState({ ...state, usr: { ...state?.usr, choice } }, '')
  } catch {
    // Some browsers throw if a page changes its history too often. The choice is then lost.
  }
}
