import { type BuiltEvent, newPhone, orderFor } from '../build.ts'
import { buyer, type Order, phones, type ShopReply } from '../torture/clients.ts'
import type { ConfirmedFacts } from '../torture/market.ts'
import type { Shop } from '../torture/processes.ts'
import { waitFor } from '../torture/wait-for.ts'

const BUYERS = 4
const PATIENCE_MS = 300_000
/** A buyer whose request was refused tries again after this pause, as the page does. */
const AGAIN_MS = 250

export type Sale = ReturnType<typeof startSale>

/**
 * Starts buyers who buy by prompt through the proxy at `origin`, one order after another, until
 * `end` is called.
 */
export function startSale(shop: Shop, origin: string) {
  const told: ConfirmedFacts = { orders: [], tickets: [] }
  /** The times at which the shop acknowledged an order, in ms. */
  const acknowledged: number[] = []
  const replies = new Map<string, number>()
  let isOver = false
  const desk = buyer({ origin })
  const count = async (what: string, asked: Promise<ShopReply>): Promise<ShopReply | null> => {
    const reply = await asked.catch((error: Error) => error)
    const name = reply instanceof Error ? `no reply (${causeOf(reply)})` : reply.status
    replies.set(`${what} ${name}`, (replies.get(`${what} ${name}`) ?? 0) + 1)
    return reply instanceof Error ? null : reply
  }
  /**
   * Sends the order until the shop responds without a server error, as the page does. Returns
   * whether the shop accepted the order.
   */
  const place = async (order: Order): Promise<boolean> => {
    const ask = async () => {
      if (isOver) return 'over'
      const reply = await count('order', desk.place(order))
      return reply && reply.status < 500 ? reply.status : null
    }
    const status = await waitFor('the order is answered', ask, PATIENCE_MS, AGAIN_MS)
    if (status !== 200 && status !== 202) return false
    acknowledged.push(Date.now())
    told.orders.push(order)
    return true
  }
  const follow = async ({ orderId }: Order): Promise<void> => {
    const ask = async () => {
      const reply = await count('read', desk.read(orderId, 1))
      return reply?.status === 200 ? reply : null
    }
    const reply = await waitFor('the order is settled', ask, PATIENCE_MS, AGAIN_MS)
    told.tickets.push(...ticketsIn(reply))
  }
  const buyOn = async () => {
    while (!isOver) {
      const order = drawOrder(shop.event)
      await phones(shop).set(order.phoneNumber, { auto: 'pay' })
      if (await place(order)) await follow(order)
    }
  }
  const buyers = Promise.all(Array.from({ length: BUYERS }, buyOn))
  return {
    told,
    acknowledged,
    replies,
    end: async () => {
      isOver = true
      await buyers
    },
  }
}

/** Every fifth buyer wants the type with few tickets, so that it sells out. */
function drawOrder(event: BuiltEvent): Order {
  const phoneNumber = newPhone()
  const wish = Number(phoneNumber) % 5 === 0 ? [1, 1] : [2]
  return orderFor(event, wish, { phoneNumber })
}

const ticketsIn = ({ body }: ShopReply): string[] =>
  'status' in body && body.status === '0'
    ? (body.transaction?.tickets ?? []).map((ticket) => ticket.ticket_number)
    : []

const causeOf = (error: Error) => (error.cause as { code?: string } | undefined)?.code ?? error.name
