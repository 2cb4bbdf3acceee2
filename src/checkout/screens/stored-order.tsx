import { keep, readKept } from '../../ui/browser-store.ts'
import type { OrderRequest } from '../checkout.contract.ts'
import type { ChosenLine } from '../choice.rules.ts'

/**
 * An order that this browser asked for and whose end it has not seen: written before the first
 * call, so that a reload, a lost network or a closed tab can take it up again.
 */
export type StoredOrder = {
  orderId: string
  eventId: string
  eventTitle: string
  phoneNumber: string
  email: string | null
  tickets: OrderRequest['tickets']
  amount: number
  lines: ChosenLine[]
  /** Milliseconds since 1970. */
  startedAt: number
  /** It failed, and may be prompted once more. */
  retry: boolean
}

type Orders = Record<string, StoredOrder>

const KEY = 'lango.orders'

export function storedOrders(): StoredOrder[] {
  return Object.values(readKept<Orders>('localStorage', KEY) ?? {})
}

export function storedOrder(eventId: string): StoredOrder | null {
  return readKept<Orders>('localStorage', KEY)?.[eventId] ?? null
}

export function storeOrder(order: StoredOrder): void {
  const orders = readKept<Orders>('localStorage', KEY) ?? {}
  keep('localStorage', KEY, { ...orders, [order.eventId]: order })
}

export function forgetOrder(eventId: string): void {
  const { [eventId]: _ended, ...others } = readKept<Orders>('localStorage', KEY) ?? {}
  keep('localStorage', KEY, others)
}
