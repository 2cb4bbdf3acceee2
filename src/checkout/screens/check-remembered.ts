import { callApi } from '../../ui/api.ts'
import { store } from '../../ui/stored.ts'
import type { OrderReply } from '../checkout.contract.ts'
import { boughtOf } from './bought-words.ts'
import { REMEMBERED, rememberedOrders, rememberOrder } from './remembered-orders.ts'

// Separate from remembered-orders.ts, which every visit to an event loads.

/** Deletes an order that was refunded, or that the visitor wants this browser to forget. */
export function forgetOrder(orderId: string): void {
  const others = rememberedOrders(Date.now()).filter((one) => one.orderId !== orderId)
  store('localStorage', REMEMBERED, others)
}

type Fetch = Parameters<typeof callApi>[0]

/** Reads the order again, because its tickets may be refunded, or its event may have moved. */
export async function checkRemembered(orderId: string, fetch: Fetch): Promise<void> {
  const answer = await callApi<OrderReply>(fetch, `/api/orders/${orderId}`)
  if (!answer.ok) return answer.status === 404 ? forgetOrder(orderId) : undefined
  if (answer.data.status !== '0') return forgetOrder(orderId)
  const { event_id: id, event_date: date, event_time: time, tickets } = answer.data.transaction
  rememberOrder({ orderId, tickets, event: { id, date, time, title: '', location: '' } })
  const orders = rememberedOrders(Date.now())
  const bought = boughtOf(tickets)
  store(
    'localStorage',
    REMEMBERED,
    orders.map((one) => (one.orderId === orderId ? { ...one, ...bought } : one)),
  )
}
