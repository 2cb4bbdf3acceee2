import { callApi } from '../../ui/api.ts'
import type { OrderReply } from '../checkout.contract.ts'
import { countTickets } from '../choice.rules.ts'
import type { SuccessState } from '../success-state.rules.ts'
import { readStored, store } from './stored.ts'

/**
 * An order that was paid in this browser. The tickets are not stored here: the page reads them by
 * the order's id.
 */
export type RememberedOrder = { orderId: string; eventId: string; tickets: number; until: number }

const KEY = 'lango.held'
const AFTER_MS = 24 * 3600_000

/** The orders that this browser paid, oldest first, for events that are not over. */
export function rememberedOrders(now: number): RememberedOrder[] {
  return (readStored<RememberedOrder[]>('localStorage', KEY) ?? []).filter(
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
  store('localStorage', KEY, count > 0 ? [...others, order] : others)
}

/** Deletes an order that is refunded, or that the visitor does not want remembered. */
export function forgetOrder(orderId: string): void {
  const others = rememberedOrders(Date.now()).filter((one) => one.orderId !== orderId)
  store('localStorage', KEY, others)
}

type Fetch = Parameters<typeof callApi>[0]

/** Reads the order again, because its tickets may have been refunded, or the event moved. */
export async function checkRemembered(orderId: string, fetch: Fetch): Promise<void> {
  const answer = await callApi<OrderReply>(fetch, `/api/orders/${orderId}`)
  if (!answer.ok) return answer.status === 404 ? forgetOrder(orderId) : undefined
  if (answer.data.status !== '0') return forgetOrder(orderId)
  const { event_id: id, event_date: date, event_time: time, tickets } = answer.data.transaction
  rememberOrder({ orderId, tickets, event: { id, date, time, title: '', location: '' } })
}
