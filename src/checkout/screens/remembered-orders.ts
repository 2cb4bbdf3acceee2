import { readStored, store } from '../../ui/stored.ts'
import { countTickets } from '../choice.rules.ts'
import type { SuccessState } from '../success-state.rules.ts'

/**
 * An order that was paid in this browser. The tickets are not stored here: the page reads them by
 * the order's id.
 */
export type RememberedOrder = {
  orderId: string
  eventId: string
  /** With the uses of the add-ons, until the order is read again (check-remembered.ts). */
  tickets: number
  /** Absent until then. */
  addOns?: number
  until: number
}

/** The key in the browser's local storage. */
export const REMEMBERED = 'lango.held'
const AFTER_MS = 24 * 3600_000

/** The orders that were paid in this browser, oldest first, for events that are not over. */
export function rememberedOrders(now: number): RememberedOrder[] {
  return (readStored<RememberedOrder[]>('localStorage', REMEMBERED) ?? []).filter(
    ({ until }) => now < until,
  )
}

/** Stores a paid order, or its new number of tickets. */
export function rememberOrder({ event, orderId, tickets }: Partial<SuccessState>): void {
  if (!event || !orderId) return
  const startsAt = Date.parse(`${event.date}T${event.time}+03:00`)
  const count = countTickets(tickets ?? [])
  const order = { orderId, eventId: event.id, tickets: count, until: startsAt + AFTER_MS }
  const others = rememberedOrders(Date.now()).filter((one) => one.orderId !== orderId)
  store('localStorage', REMEMBERED, count > 0 ? [...others, order] : others)
}
